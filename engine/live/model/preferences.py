"""Settings of servers and persons. A new setting needs a field with a default, and nothing else."""

from __future__ import annotations

import json
from enum import StrEnum
from typing import ClassVar, Self

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from engine.live.model.pace import Auto, TimeControl
from engine.options import Value


class Visibility(StrEnum):
    """The name under which a person appears on leaderboards and in lookups by others."""

    NAMED = "named"
    NAMELESS = "nameless"
    HIDDEN = "hidden"


class Preferences(BaseModel):
    """Settings of one kind of owner. An instance made with some of the settings is a change of these alone.

    An invalid value raises ``ValueError``.

    Attributes:
        KIND: the kind of owner, as stored.

    """

    model_config = ConfigDict(frozen=True, strict=True, extra="ignore")

    KIND: ClassVar[str]

    @classmethod
    def read(cls, kept: str) -> Self:
        """Read a JSON object of settings by name.

        Missing settings take their defaults, and so do settings with a value that is invalid in this version: a later
        version may have written it. Unknown names are ignored.
        """
        try:
            return cls.model_validate_json(kept)
        except ValidationError as error:
            unfit = {each["loc"][0] for each in error.errors()}
            return cls.model_validate_json(
                json.dumps({name: value for name, value in json.loads(kept).items() if name not in unfit})
            )

    def chosen(self) -> dict[str, str]:
        """Return the settings that were passed explicitly, as JSON texts by name."""
        chosen = self.model_dump(mode="json", exclude_unset=True)
        return {name: json.dumps(value) for name, value in chosen.items()}


class ServerPreferences(Preferences):
    """Settings of a server.

    Attributes:
        theme: the id of the theme of all pictures; empty for the default theme.
        channels: the ids of the channels in which tables may be opened, also in their threads; empty for all channels.
        rules: the id of the default rule set; empty for the default of the bot.
        options: the default options of that rule set. A later version may no longer accept them.
        language: the language of public messages, as a Discord locale; empty for none chosen.
        clock: the default clock.
        auto: what the bot does for players who are left no choice, by default.
        one_picture: whether one message is edited at each move, instead of a new message for each.
        threads: whether each table opens its own thread.
        daily_channel: the id of the channel that gets the deal of the day; 0 for none.
        cup_role: the id of the role that may organize tournaments, besides Manage Events; 0 for none.

    """

    KIND = "server"

    theme: str = Field(default="", max_length=32)
    channels: tuple[int, ...] = ()
    rules: str = Field(default="", max_length=64)
    options: dict[str, Value] = Field(default_factory=dict[str, Value])
    language: str = Field(default="", max_length=16)
    clock: TimeControl = TimeControl.CASUAL
    auto: Auto = Auto.TURNS
    one_picture: bool = False
    threads: bool = False
    daily_channel: int = 0
    cup_role: int = 0


class PersonPreferences(Preferences):
    """Settings of a person, valid on every server.

    Attributes:
        as_text: whether messages that only the person sees have text instead of pictures.
        theme: the id of the theme of pictures that only the person sees; empty for the theme of the server.
        language: the language of messages to the person alone, as a Discord locale; empty for their locale on Discord.
        hands: whether hands come by direct message.
        turns: whether a direct message tells the person that it is their turn under the slow clock.
        shown: how the person appears on leaderboards and in what others look up.

    """

    KIND = "person"

    as_text: bool = False
    theme: str = Field(default="", max_length=32)
    language: str = Field(default="", max_length=16)
    hands: bool = True
    turns: bool = True
    shown: Visibility = Visibility.NAMED
