"""Text in any script, from names to pixels."""
