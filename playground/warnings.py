"""Imported before simcord: keeps discord.py from warning of a client that simcord makes for no one.

simcord tries discord.py out when it is imported. The bot runs in another process, so nothing real is silenced.
"""

from __future__ import annotations

import logging

for _name in ("discord.client", "discord.state"):
    logging.getLogger(_name).setLevel(logging.ERROR)
