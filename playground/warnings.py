"""Import this before simcord: it silences discord.py's warnings about the client that simcord creates on import.

The bot runs in another process, so none of its warnings are silenced.
"""

from __future__ import annotations

import logging

for _name in ("discord.client", "discord.state"):
    logging.getLogger(_name).setLevel(logging.ERROR)
