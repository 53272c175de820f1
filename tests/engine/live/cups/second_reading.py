"""The second reading of a cup that was played, from the actions in its log alone."""

from __future__ import annotations

import random

from engine import cups
from engine.cups import Corrected, Finished, How, Paired, StoodIn, TakenBack, TakenOut, Withdrew
from engine.live.cups.model import Situation
from tests.engine.cups.oracle.cases import Play, with_absence
from tests.engine.cups.oracle.presence import Presence
from tests.engine.cups.oracle.results import Round, Table
from tests.engine.cups.oracle.test_oracle import check_standings


class Reader:
    """The second reading of a cup, from the actions in its log."""

    def __init__(self, at: Situation) -> None:
        self.at = at
        self.play = Play(at.header.settings, random.Random(0))
        self.play.seed = at.header.seed
        self.play.cup = at.cup
        self.drawn = cups.new(at.header.settings, at.header.seed)

    def read(self) -> Play:
        """Return the cup as the second reading knows it."""
        for action in (each.action for each in self.at.log):
            self._read(action)
            self.drawn = cups.apply(self.drawn, action)
            for name, entrant in self.drawn.entrants.items():
                if name > 0:
                    self.play.known.setdefault(name, Presence(len(self.play.rounds)))
                    self.play.members.setdefault(name, entrant.members)
            if not self.drawn.begun:
                self.play.known = {name: each for name, each in self.play.known.items() if name in self.drawn.entrants}
        return self.play

    def _read(self, action: cups.Action) -> None:
        match action:
            case cups.Began():
                self.play.members = {name: each.members for name, each in self.drawn.entrants.items()}
                self.play.forbidden = [*self.drawn.forbidden]
            case Withdrew(person_id) if self.drawn.begun and (entrant := self.drawn.entrant_of(person_id)):
                self._change(entrant.id, back=False)
            case TakenOut(name) if self.drawn.begun:
                self._change(name, back=False)
            case TakenBack(name):
                self._change(name, back=True)
            case Paired():
                self._paired(action)
            case StoodIn(number, table, person_id, _) if self.play.changing:
                entrant = self.drawn.entrant_of(person_id)
                assert entrant is not None
                known = self.play.known[entrant.id]
                self.play.known[entrant.id] = known._replace(replaced=known.replaced | {number - 1})
            case Finished(number, table, winner, points, _, left):
                self._result(number, table, left, winner=winner, points=points)
            case cups.Absent(number, table, sides):
                self._absence(number, table, sides)
            case Corrected(number, table, _, _, How.ABSENT, _, sides, _):
                self._absence(number, table, sides)
            case Corrected(number, table, winner, points, _, _, _, left):
                self._result(number, table, left, winner=winner, points=points, absent=frozenset[int]())
            case _:
                pass

    def _change(self, name: int, back: bool) -> None:
        known = self.play.known[name]
        self.play.known[name] = known._replace(changes=(*known.changes, (len(self.play.rounds), back)))

    def _paired(self, action: Paired) -> None:
        # the tables of a knock-out may have been drawn again
        last = self.at.cup.rounds[action.round - 1]
        self.play.rounds.append(Round(tuple(Table(*each.sides) for each in last.tables), last.byes, last.idle))

    def _index(self, number: int, table: int) -> int:
        return next(at for at, each in enumerate(self.at.cup.rounds[number - 1].tables) if each.number == table)

    def _absence(self, number: int, table: int, sides: tuple[int, ...]) -> None:
        at = self._index(number, table)
        absent = with_absence(self.play.rounds[number - 1].tables[at], sides)
        self.play.write(number - 1, at, absent)
        self.play.leave(number - 1, absent, ())

    def _result(self, number: int, table: int, left: tuple[int, ...], **facts: object) -> None:
        at = self._index(number, table)
        changed = self.play.rounds[number - 1].tables[at]._replace(**facts)  # pyright: ignore[reportArgumentType]
        self.play.write(number - 1, at, changed)
        self.play.leave(number - 1, changed, left)


def check_final_standings(over: Situation) -> None:
    """Check that the standings of a cup that has ended are those of the second reading."""
    check_standings(Reader(over).read(), ended=True)
