"""What the world tells its listeners: which message changed, for whose eyes, and which interaction moved on."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal


@dataclass(frozen=True, slots=True)
class MessageChange:
    """A message came, changed or went. `audience` holds the ids of all people who may know of it."""

    action: Literal["created", "edited", "deleted"]
    channel_id: int
    message_id: int
    author_id: int
    audience: frozenset[int]


@dataclass(frozen=True, slots=True)
class InteractionChange:
    """The answer to one person's command, press, choice or modal moved on."""

    interaction_id: int
    user_id: int


@dataclass(frozen=True, slots=True)
class SettingChange:
    """Something that is not a message changed: the channels, the commands, a setting (language, closed DMs).

    `quiet` is of no interest but to the file.
    """

    what: Literal["channels", "commands", "settings", "quiet"]


Change = MessageChange | InteractionChange | SettingChange


@dataclass(frozen=True, slots=True)
class Resident:
    """One of the people of the playground; `locale` is the language of that person's Discord."""

    id: int
    username: str
    name: str
    locale: str


class IllegalMove(Exception):
    """A request that this Discord refuses, with Discord's HTTP status, code, message and, for forms, the errors."""

    def __init__(self, status: int, code: int, message: str, *, errors: dict[str, Any] | None = None) -> None:
        super().__init__(f"{status} ({code}): {message}")
        self.status = status
        self.code = code
        self.message = message
        self.errors = errors

    def to_json(self) -> dict[str, Any]:
        """Discord's JSON for an error."""
        body: dict[str, Any] = {"code": self.code, "message": self.message}
        if self.errors is not None:
            body["errors"] = self.errors
        return body


class NotModelled(IllegalMove):
    """A request that Discord may well accept, but that this Discord on loopback does not know (status 501)."""

    def __init__(self, message: str) -> None:
        super().__init__(501, 0, message)


class NotUnderstood(IllegalMove):
    """A request that made this Discord stumble: malformed in a way that nothing foresaw (status 400)."""

    def __init__(self, error: Exception) -> None:
        super().__init__(400, 50035, f"Invalid Form Body: {error!r}")
