"""What a server or a person has set for itself. A new setting is a field with a default, and nothing else."""

from __future__ import annotations

import json
from enum import StrEnum
from typing import ClassVar, Self

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from engine.live.model.pace import TimeControl
from engine.options import Value


class Visibility(StrEnum):
    """How a person wants to stand on leaderboards and in what others ask about them."""

    NAMED = "named"
    NAMELESS = "nameless"
    HIDDEN = "hidden"


class Preferences(BaseModel):
    """Settings of one kind of owner; made with some of them, it stands for a change of those alone.

    Making one with a value that does not fit raises ``ValueError``.

    Attributes:
        KIND: whose they are, as a store notes it.

    """

    model_config = ConfigDict(frozen=True, strict=True, extra="ignore")

    KIND: ClassVar[str]

    @classmethod
    def read(cls, kept: str) -> Self:
        """Read a JSON object of settings by name.

        What is not there takes its default, and so does what this version does not take: it may be a later one's.
        Names that are not known are passed over.
        """
        try:
            return cls.model_validate_json(kept)
        except ValidationError as error:
            unfit = {each["loc"][0] for each in error.errors()}
            return cls.model_validate_json(
                json.dumps({name: value for name, value in json.loads(kept).items() if name not in unfit})
            )

    def chosen(self) -> dict[str, str]:
        """Give the settings that this was made with, as JSON texts by name; those left out are not among them."""
        chosen = self.model_dump(mode="json", exclude_unset=True)
        return {name: json.dumps(value) for name, value in chosen.items()}


class ServerPreferences(Preferences):
    """What a server has set.

    Attributes:
        theme: the id of the theme that its pictures are drawn in; empty for the default one.
        channels: the ids of the channels where tables may be opened, their threads among them; empty for anywhere.
        rules: the id of the rule set that a table has unless somebody chooses another; empty for the bot's own.
        options: what that rule set's tables have unless somebody chooses otherwise; a later version may not take it.
        language: what tables are told in, as Discord names it; empty for the server's own.
        clock: how much time a turn has unless somebody chooses otherwise.
        one_picture: whether moves are shown in one message that is edited, rather than in a new one each.
        threads: whether each table opens a thread of its own.

    """

    KIND = "server"

    theme: str = Field(default="", max_length=32)
    channels: tuple[int, ...] = ()
    rules: str = Field(default="", max_length=64)
    options: dict[str, Value] = Field(default_factory=dict[str, Value])
    language: str = Field(default="", max_length=16)
    clock: TimeControl = TimeControl.CASUAL
    one_picture: bool = False
    threads: bool = False


class PersonPreferences(Preferences):
    """What a person has set, wherever they play.

    Attributes:
        as_text: whether what is shown to them alone is text in place of pictures.
        shown: how they stand on leaderboards, and in what others ask about them.

    """

    KIND = "person"

    as_text: bool = False
    shown: Visibility = Visibility.NAMED
