"""The changes that the world notifies listeners of: in messages, in interactions and in settings."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True)
class MessageChange:
    """A message was created, edited or deleted. `audience` holds the ids of all people who may know of it."""

    action: Literal["created", "edited", "deleted"]
    channel_id: int
    message_id: int
    author_id: int
    audience: frozenset[int]


@dataclass(frozen=True, slots=True)
class InteractionChange:
    """The answer to one person's command, press, choice or modal has changed its state."""

    interaction_id: int
    user_id: int


@dataclass(frozen=True, slots=True)
class SettingChange:
    """Something that is not a message changed: the channels, the commands, a setting (language, closed DMs).

    `quiet` matters only to the saved file.
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
