"""Errors of the database. Their texts name codes, constraints, tables and columns, and never a value."""

from __future__ import annotations

from enum import Enum


class Cause(Enum):
    """Why a database can't be written or read: a text, and advice for the owner."""

    FULL = "the disk is full", "Free some space."
    HELD = "another process holds it", "Find out which, and end it: a second bot, a shell, a program that copies files."
    READ_ONLY = "it is read-only", "Let the bot's user write to the file and to its folder; or it is a replica."
    DAMAGED = "it is damaged", "Stop the bot and restore a backup."
    DISK = "the disk failed", "Look at the disk: is it there, is it mounted, is a quota used up?"
    SLOW = "it takes too long", "Look at what else the database's machine does, and at its disk."
    UNREACHABLE = "it can't be reached", "Look at PostgreSQL: does it run, and can this machine reach it?"
    REFUSED = "it refuses the bot", "Look at the user, the password and the rights: has one of them changed?"
    EXHAUSTED = "it has no memory or connection left", "Look at what else uses PostgreSQL, and at its limits."

    @property
    def text(self) -> str:
        """The problem, in words."""
        return self.value[0]

    @property
    def advice(self) -> str:
        """Advice for the owner."""
        return self.value[1]


class PackageMissing(RuntimeError):
    """A package is not installed that the database needs; the text says which, and how to install it."""


class DatabaseError(Exception):
    """A statement failed.

    Attributes:
        cause: the fault of the database; None if the statement is wrong, or does not fit the stored rows.
        code: PostgreSQL's five letters (SQLSTATE); empty without any.

    """

    def __init__(self, text: str, cause: Cause | None = None, code: str = "") -> None:
        super().__init__(text)
        self.cause = cause
        self.code = code


class ConstraintError(DatabaseError):
    """A statement breaks a constraint.

    Attributes:
        primary: whether a stored row has the same primary key.
        unique: whether a stored row has the same values of another key.

    """

    def __init__(self, text: str, code: str = "", *, primary: bool = False, unique: bool = False) -> None:
        super().__init__(text, code=code)
        self.primary = primary
        self.unique = unique
