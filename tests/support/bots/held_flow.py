"""Matches of which the database is looked at all the while, while the bot dies and comes back."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
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
        may_refuse: whether the bot may refuse a press, with a private sentence alone; by default each one counts.

    Attributes:
        log: the log as it was seen last.
        pressed_at: the length of the log at each press.
        pause: the seconds before each press. In a pause the bot stores which message shows the table; else that is
            stored with the next move.

    """

    def __init__(
        self,
        playground: Playground,
        database: Place,
        players: Sequence[Person],
        channel: str | int,
        *,
        may_refuse: bool = False,
    ) -> None:
        super().__init__(playground, database, players, channel)
        self.log: list[Row] = []
        self.pressed_at: list[int] = []
        self.pause = 0.0
        self._may_refuse = may_refuse

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
        await asyncio.sleep(self.pause)
        self.look()
        before = len(self.log)
        self.pressed_at.append(before)
        answer = await super().press(who, message, custom_id, values)
        self.look()
        _, verb, _, *number = custom_id.split(":")
        if verb in ACTS and answer.in_time and not (self._may_refuse and _is_sentence(answer, message)):
            # a press that repeats another says nothing where the other has moved
            held = before if verb == "next" else min(before, int(number[0]))
            said = answer.message and (answer.message.text, answer.message.labels)
            assert len(self.log) > held, f"acknowledged, and not there: {answer.state} {said}"
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


def _is_sentence(answer: Answer, pressed: Message) -> bool:
    """Whether an answer is a new message without a picture; a move edits the pressed message, or shows a hand."""
    message = answer.message
    return message is not None and message.id != pressed.id and not message.pictures
