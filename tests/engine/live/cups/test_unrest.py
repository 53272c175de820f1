"""Whatever happens, a cup ends by itself, and its standings are those of the results in its log."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from engine import cups
from engine.cups import Corrected, Finished, Format, How, Paired, Phase, Sides, StoodIn, TakenBack, TakenOut, Withdrew
from engine.live.cups.model import Situation
from engine.live.database_store import DatabaseStore
from tests.engine.cups.oracle.cases import Play, with_absence
from tests.engine.cups.oracle.presence import Presence
from tests.engine.cups.oracle.results import Round, Table
from tests.engine.cups.oracle.test_oracle import check_standings
from tests.engine.live.cups.unrest import Unrest, some_settings, some_size

KINDS = [
    (Format.SWISS, Sides.ALONE),
    (Format.SWISS, Sides.PAIRS),
    (Format.SWISS, Sides.PARTNERS_CHANGE),
    (Format.ROUND_ROBIN, Sides.ALONE),
    (Format.ROUND_ROBIN, Sides.PAIRS),
    (Format.KNOCK_OUT, Sides.ALONE),
    (Format.KNOCK_OUT, Sides.PAIRS),
]
CUPS = 40
"""How many cups of each kind are played in the long step."""


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


def check(evening: Unrest, over: Situation) -> None:
    """Check a cup that is over: its end, its messages, and its standings."""
    assert over.phase is Phase.ENDED
    told = Counter(evening.told)
    assert {*told.values()} == {1}
    assert {f"round-{each.number}" for each in over.cup.rounds} <= {*told}
    assert "end" in told
    redrawn = over.cup.settings.format is Format.KNOCK_OUT
    assert redrawn or {*evening.mentioned.values()} <= {1}
    assert all(table.result for each in over.cup.rounds for table in each.tables)
    if not redrawn or "_correct" not in evening.happened:
        check_standings(Reader(over).read(), ended=True)


async def play(store: DatabaseStore, form: Format, sides: Sides, seed: int, most: int) -> None:
    """Play a cup through all that may happen."""
    source = random.Random(f"{form} {sides} {seed}")
    settings = some_settings(source, form, sides)
    evening = Unrest(
        store=store.cups, connection=store.connection, random=source, unrest=source.choice((0.0, 0.02, 0.1))
    )
    cup = await evening.opened(settings, automatic=source.random() < 0.8)
    await evening.signed_up(cup, some_size(source, form, sides, most))
    for _ in range(source.randrange(4)):
        await evening.offered(cup)
    await evening.pass_time(600)
    try:
        check(evening, await evening.play(cup))
    except AssertionError as error:
        raise AssertionError(f"seed {seed}, {settings}, {evening.happened}: {error}") from error


@pytest.mark.parametrize(("form", "sides"), KINDS)
async def test_whatever_happens_a_cup_ends_by_itself(store: DatabaseStore, form: Format, sides: Sides) -> None:
    for seed in range(2):
        await play(store, form, sides, seed, 12)


@pytest.mark.long
@pytest.mark.parametrize("part", range(4))
@pytest.mark.parametrize(("form", "sides"), KINDS)
async def test_many_cups_end_by_themselves(store: DatabaseStore, form: Format, sides: Sides, part: int) -> None:
    for seed in range(2 + part, CUPS, 4):
        await play(store, form, sides, seed, 64 if seed % 10 == 0 else 20)
