"""What any request to Discord may come to, although nobody did anything wrong."""

from __future__ import annotations

import aiohttp
import discord

FAILURES = (discord.HTTPException, discord.RateLimited, aiohttp.ClientError, OSError)
"""Discord refuses it, asks for patience beyond measure, or can't be reached; time-outs are among the last."""
