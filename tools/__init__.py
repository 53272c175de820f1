"""Tools for developers of the bot; the bot itself needs none of them."""
