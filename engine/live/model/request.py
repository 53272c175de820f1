"""The request for a new table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from engine.bots.level import Level
from engine.live.model.pace import Auto, TimeControl
from engine.live.model.table import CupMatch, Delivery, Person


@dataclass(frozen=True, slots=True, kw_only=True)
class TableRequest:
    """The place, the people and the settings of a new table.

    Attributes:
        guild_id: the id of the server; elsewhere that of the channel.
        channel_id: the id of the channel or thread.
        delivery: the way in which messages about the table are delivered.
        host: the person who opens the table.
        rules: the id of the rule set.
        options: the chosen options; the others take their defaults.
        locale: the locale of everything that the channel sees.
        time_control: the time limit of turns; outside of servers there is none.
        as_text: whether the channel gets text instead of pictures.
        invited: the ids of the invited users.
        computers: a level for each new computer; in a rematch the computers of the last match, which keep their seats
            if ``seating`` has them.
        seating: in a rematch, the user ids of the last match in seat order.
        opener: in a rematch, the user id of the last match's opener.
        hints: whether players may ask for hints.
        auto: what the bot does for players who are left no choice.
        one_picture: whether one message is edited at each move; None for the server's choice.

    """

    guild_id: int
    channel_id: int
    delivery: Delivery = Delivery.SERVER
    host: Person
    rules: str
    options: Mapping[str, object] = field(default_factory=dict[str, object])
    locale: str
    time_control: TimeControl = TimeControl.CASUAL
    as_text: bool = False
    invited: tuple[int, ...] = ()
    computers: Sequence[Level | Person] = ()
    seating: tuple[int, ...] = ()
    opener: int | None = None
    hints: bool = False
    auto: Auto = Auto.NOTHING
    one_picture: bool | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class CupRequest(TableRequest):
    """The place, the people and the settings of a table that plays a match of a cup.

    Attributes:
        host: the first person who is not a computer.
        table_id: the id of the table, chosen before it is opened.
        cup: the match.
        people: the people and computers in seat order; with pairs, partners sit opposite.

    """

    host: Person = field(init=False)
    table_id: str
    cup: CupMatch
    people: tuple[Person, ...]

    def __post_init__(self) -> None:
        host = next((each for each in self.people if not each.computer), self.people[0])
        object.__setattr__(self, "host", host)
