"""Matches of which the database is looked at all the while, while the bot dies and comes back."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any

from playground.server import Playground
from tests.support.bots.kept import Kept, Place, Row, newest
from tests.support.bots.match_flow import MatchFlow
from tests.support.people import Answer, Message, NotAllowed, NotAnswered, Person

ACTS = frozenset({"act", "pick", "pass", "next"})


class HeldFlow(MatchFlow):
    """A match of which the database is looked at after each press: an acknowledged move is there.

    Args:
        refuses: whether an answer to a person refuses the press; by default none does.

    Attributes:
        log: the log as it was seen last.
        pressed_at: the length of the log at each press.

    """

    def __init__(
        self,
        playground: Playground,
        database: Place,
        players: Sequence[Person],
        channel: str | int,
        *,
        refuses: Callable[[Person, Answer], bool] = lambda who, answer: False,
    ) -> None:
        super().__init__(playground, database, players, channel)
        self.log: list[Row] = []
        self.pressed_at: list[int] = []
        self._refuses = refuses

    def look(self) -> Kept | None:
        """Return the table, once its log is seen to only grow, by what the rules allow."""
        kept = newest(self.database)
        if kept is not None:
            assert [row.ply for row in kept.log] == list(range(len(kept.log))), "no ply is missing"
            assert kept.log[: len(self.log)] == self.log, "what was there is there"
            if kept.log:
                kept.state()
            self.log = kept.log
        return kept

    async def press(self, who: Person, message: Message, custom_id: str, values: Sequence[str] = ()) -> Answer:
        self.look()
        before = len(self.log)
        self.pressed_at.append(before)
        answer = await super().press(who, message, custom_id, values)
        self.look()
        if answer.in_time and custom_id.split(":")[1] in ACTS and not self._refuses(who, answer):
            assert len(self.log) > before, "acknowledged, and not there"
        return answer

    async def go_on(self, **options: Any) -> None:
        """Open the table where there is none, and play to the end."""
        while (kept := self.look()) is None or kept.status != "finished":
            with suppress(NotAnswered, NotAllowed):
                if kept is None:
                    await self.open(**options)
                elif kept.status == "lobby":
                    await self.gather()
                else:
                    await self.step()
