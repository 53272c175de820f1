"""The command ``bot.py --setup``: from a token to an application and a file ``.env`` with all that the bot needs.

All questions come before the first change, so that an end at any of them leaves everything as it was.
"""

from __future__ import annotations

import asyncio
import io
import os
import sys
import textwrap
from collections.abc import Sequence
from typing import TextIO

import discord

from cogs.invite import invite_links
from engine.cli.commands import one_line
from hosting import account, env_file
from hosting.account import bot_id, token_problem
from hosting.application import Difference, differences
from hosting.questions import agreed, ask_secret, choose, interactive
from settings import ENV_FILE, OwnerNeeded, Settings, load

WIDTH = 120
"""The most characters of a value in a list."""

HELLO = """\
This compares your application on Discord with what the bot needs. It changes nothing without your yes.

The token: https://discord.com/developers/applications -> your application -> Bot -> Reset Token.
Without an application there: New Application, a name, Create. A reset ends the token that was there before.
"""

READY = """
Add the bot to a server:
  {}
Add the app to your own account, to play anywhere:
  {}
"""


def run() -> int:
    """Set the bot up; return the exit status, 1 if Discord did not take a change.

    Raises:
        BadSetting: a setting is invalid, or ``.env`` can't be read.
        OwnerNeeded: the token has another form, Discord refuses it, or ``.env`` can't be written.
        CannotStart: the input has ended, or Discord can't be reached.

    """
    output: TextIO = sys.stdout
    if isinstance(output, io.TextIOWrapper):
        # the owner's texts may have characters that the terminal's encoding lacks
        output.reconfigure(errors="replace")
    settings = load()
    print(HELLO)
    token = _ask_token(settings)
    writes = _to_write(settings, token)
    if writes:
        env_file.require_writable(ENV_FILE)
    print("Asking Discord ...", flush=True)
    application = asyncio.run(account.look_up(token, settings.domino_api_url))
    found = differences(application)
    _show(application, found)
    chosen = _choose([each for each in found if each.settable])
    if writes and agreed(writes, default=True):
        env_file.write_token(ENV_FILE, token)
        print(f"Written: {ENV_FILE.resolve()}.")
        _warn_of_environment(token)
    failed = asyncio.run(_set(token, settings.domino_api_url, chosen)) if chosen else []
    print(READY.format(*invite_links(application.id)))
    _show_portal([each for each in found if not each.settable] + failed)
    print("Start the bot with the same command, without --setup.")
    return 1 if failed else 0


# ------------------------------------------------------------------ the token


def _ask_token(settings: Settings) -> str:
    kept = "" if settings.discord_token is None else settings.discord_token.get_secret_value().strip()
    if kept and (problem := token_problem(kept)):
        print(f"The token in {_source()} can't be one: {problem}.")
        kept = ""
    keep = f", or press Enter alone to keep the one in {_source()}" if kept else ""
    while True:
        token = ask_secret(f"Paste the token, which stays hidden, and press Enter{keep}: ") or kept
        problem = token_problem(token)
        if problem is None:
            return token
        if not interactive():
            raise OwnerNeeded(f"That is no bot's token: {problem}.")
        print(f"That is no bot's token: {problem}. It is under Bot -> Reset Token.")


def _source() -> str:
    return "the environment" if os.environ.get("DISCORD_TOKEN") else str(ENV_FILE)


def _to_write(settings: Settings, token: str) -> str:
    """Return the question about ``.env``; empty if nothing is to be written to it."""
    kept, file = settings.discord_token, ENV_FILE.resolve()
    if kept is None or kept.get_secret_value() != token:
        lines = "all other lines stay" if ENV_FILE.exists() else "a new file"
        if kept is not None and bot_id(kept.get_secret_value()) not in ("", bot_id(token)):
            print(f"The token that is set now is of another application, id {bot_id(kept.get_secret_value())}.")
        return f"Write the token to {file} ({lines}; only you can read it)?"
    if env_file.is_open(ENV_FILE):
        return f"Other users of this machine can read {file}. Let only you read it?"
    return ""


def _warn_of_environment(token: str) -> None:
    if os.environ.get("DISCORD_TOKEN", token) != token:
        print("The environment has another DISCORD_TOKEN, which comes before the file: remove it there.")


# ------------------------------------------------------------------ the application


def _show(application: discord.AppInfo, found: Sequence[Difference]) -> None:
    name, servers = one_line(application.name), application.approximate_guild_count
    print(f"\nApplication: {name}, id {application.id}, on {servers} {'server' if servers == 1 else 'servers'}.")
    # the rest is the owner's choice, and only the portal has it
    found = [each for each in found if each.needed or each.settable]
    print("Different from what the bot needs:" if found else "Nothing is different from what the bot needs.")
    for each in found:
        print(f"  {'!' if each.needed else '-'} {each.what}: {_short(each.now)} -> {_short(each.wanted)}")
    if any(each.needed for each in found):
        print("With those marked with !, the bot does not work everywhere.")


def _short(text: str) -> str:
    return textwrap.shorten(one_line(text), WIDTH, placeholder=" ...")


def _choose(settable: Sequence[Difference]) -> list[Difference]:
    """Ask which differences to set; each that would replace the owner's own value has a question of its own."""
    missing, own = [each for each in settable if not each.own], [each for each in settable if each.own]
    chosen: list[Difference] = []
    if missing:
        names = ", ".join(each.what for each in missing)
        print()
        letter = choose(f"Set now on Discord: {names}? (y: all, e: ask for each, n: none) [y/e/N] ", "yen", "n")
        chosen = [each for each in missing if letter == "y" or (letter == "e" and agreed(f"Set {each.what}?"))]
    for each in own:
        print(f"\nYour {each.what}:\n{_indented(each.now)}\nThe bot's:\n{_indented(each.wanted)}")
        if agreed(f"Replace your {each.what}?"):
            chosen.append(each)
    return chosen


def _indented(text: str) -> str:
    return "\n".join(f"  {one_line(line)}" for line in text.splitlines())


async def _set(token: str, api_url: str | None, chosen: Sequence[Difference]) -> list[Difference]:
    """Set differences one by one, so that a refusal of one leaves the others; return the refused ones."""
    failed: list[Difference] = []
    async with account.signed_in(token, api_url) as client:
        for each in chosen:
            problem = await account.edit(client, each.change)
            print(f"Set: {each.what}." if not problem else f"Not set: {each.what}. Discord: {problem}", flush=True)
            if problem:
                failed.append(each)
    return failed


def _show_portal(left: Sequence[Difference]) -> None:
    if left:
        print("Left for Discord's developer portal:")
        for each in left:
            choice = "" if each.needed or each.settable else ", your choice"
            print(f"  - {each.what} (now {_short(each.now)}{choice}): {one_line(each.remedy)}")
        print()
