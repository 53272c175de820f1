"""The file ``.env``: replaces the token, and keeps the rest."""

from __future__ import annotations

import os
import re
from io import StringIO
from pathlib import Path

from dotenv import dotenv_values

import settings
from settings import OwnerNeeded

TEMPLATE = Path(settings.__file__).with_name(".env.example")
"""The file whose text a new file begins with, where it is there."""

NEW_SUFFIX = ".new"
"""The ending of the file's name until the file is complete."""

_TOKEN_LINE = re.compile(r"^([ \t]*(?:export[ \t]+)?)DISCORD_TOKEN[ \t]*=[^\r\n]*", re.MULTILINE | re.IGNORECASE)


def with_token(text: str, token: str) -> str:
    """Return the text of a file with another token; every other line stays as it is."""
    edited, lines = _TOKEN_LINE.subn(rf"\g<1>DISCORD_TOKEN={token}", text)
    if lines:
        return edited
    end = "\r\n" if "\r\n" in text else "\n"
    gap = end if text and not text.endswith("\n") else ""
    return f"{text}{gap}DISCORD_TOKEN={token}{end}"


def read(file: Path) -> str:
    """Return the text of a file; without the file that of the template, without both an empty text."""
    for each in (file, TEMPLATE):
        if each.is_file():
            with each.open(encoding="utf-8-sig", newline="") as opened:
                return opened.read()
    return ""


def require_writable(file: Path) -> None:
    """Raise OwnerNeeded if a file can't be replaced."""
    folder = file.resolve().parent
    for each in (file, folder):
        if each.exists() and not os.access(each, os.W_OK):
            raise OwnerNeeded(f"{each} can't be written. Run this as the user who owns it.")


def is_open(file: Path) -> bool:
    """Whether other users of the machine can read or write a file."""
    return os.name == "posix" and file.is_file() and bool(file.stat().st_mode & 0o077)


def write_token(file: Path, token: str) -> None:
    """Write a token to a file that only its owner can read; a kill at any moment leaves the old file or the new one.

    Raises:
        OwnerNeeded: the file can't be written.

    """
    text = with_token(read(file), token)
    if dotenv_values(stream=StringIO(text)).get("DISCORD_TOKEN") != token:
        raise OwnerNeeded(f"{file} has a line around DISCORD_TOKEN that hides it. Write the token by hand.")
    # a link stays a link
    file = file.resolve()
    owner = (file if file.exists() else file.parent).stat()
    new = file.with_name(file.name + NEW_SUFFIX)
    try:
        new.unlink(missing_ok=True)
        new.touch(mode=0o600, exist_ok=False)
        with new.open("w", encoding="utf-8", newline="") as out:
            out.write(text)
            out.flush()
            os.fsync(out.fileno())
        if os.name == "posix" and os.geteuid() == 0:
            # the bot may run as a user of its own, who has to read it
            os.chown(new, owner.st_uid, owner.st_gid)
        new.replace(file)
    except OSError as error:
        raise OwnerNeeded(f"{file} can't be written: {error.strerror}") from None
