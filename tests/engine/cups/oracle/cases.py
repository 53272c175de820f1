"""Random cups, played in the engine and written down for the second reading."""

from __future__ import annotations

import json
import random

from engine import cups
from engine.dealing import Seed
from engine.rules import RULE_SETS
from tests.engine.cups.oracle.presence import Presence, forbidden_sides, may_enter, there
from tests.engine.cups.oracle.results import Round, Table


class Play:
    """A cup in the engine, and what the second reading has to know of it."""

    def __init__(self, settings: cups.Settings, source: random.Random) -> None:
        self.settings = settings
        self.source = source
        self.seed = Seed(source.randbytes(32))
        self.cup = cups.new(settings, self.seed)
        self.actions: list[cups.Action] = []
        self.next_person = 1000
        self.members: dict[int, tuple[int, ...]] = {}
        self.known: dict[int, Presence] = {}
        self.forbidden: list[tuple[int, int]] = []
        self.ratings: dict[int, int] = {}
        self.rounds: list[Round] = []

    @property
    def less_is_better(self) -> bool:
        return RULE_SETS[self.settings.rules].scoring.points_against

    @property
    def changing(self) -> bool:
        return self.settings.sides is cups.Sides.PARTNERS_CHANGE

    def do(self, action: cups.Action) -> None:
        self.actions.append(action)
        self.cup = cups.apply(self.cup, action)

    def refuses(self, action: cups.Action) -> bool:
        try:
            cups.apply(self.cup, action)
        except cups.CupError:
            return True
        return False

    def told(self) -> str:
        """Tell the cup so far as JSON."""
        settings = {
            name: getattr(self.settings, name)
            for name in ("format", "sides", "rules", "rounds", "twice", "late_entry", "fill")
        }
        actions = [json.loads(cups.dumps(action)) for action in self.actions]
        return json.dumps({"settings": settings, "actions": actions})

    def lot(self, purpose: str, sides: list[int]) -> dict[int, int]:
        return {name: self.seed.number(f"cup {purpose} {name}") for name in sides}

    def there(self) -> list[int]:
        """Return the sides to be paired, as the second reading has them."""
        return there(self.known, self.rounds)

    def there_after(self, rounds: int) -> list[int]:
        """Return the sides that were there so many rounds from the start."""
        return there(self.known, self.rounds[:rounds])

    def forbidden_sides(self) -> frozenset[frozenset[int]]:
        return forbidden_sides(self.forbidden, self.members)

    # what happens to the field

    def sign_up(self) -> cups.SignedUp:
        size = 2 if self.settings.sides is cups.Sides.PAIRS else 1
        persons = tuple(range(self.next_person, self.next_person + size))
        self.next_person += size
        return cups.SignedUp(persons)

    def enter(self) -> None:
        action = self.sign_up()
        self.do(action)
        name = len(self.known) + 1
        self.members[name] = action.persons
        self.known[name] = Presence(len(self.rounds))

    def begin(self, entrants: int, rated: float, forbidden: int) -> None:
        for _ in range(entrants):
            self.enter()
        for _ in range(forbidden):
            self.forbid()
        self.ratings = {
            name: self.source.choice((1000, 1100, 1200)) for name in self.known if self.source.random() < rated
        }
        self.do(cups.Began(tuple(self.ratings.items())))

    def forbid(self) -> None:
        one, other = self.source.sample(sorted(self.known), 2)
        two = self.source.choice(self.members[one]), self.source.choice(self.members[other])
        if not any(set(two) == set(each) for each in self.forbidden):
            self.do(cups.Forbade(*two))
            self.forbidden.append(two)

    def allow(self) -> None:
        if self.forbidden:
            two = self.forbidden.pop(self.source.randrange(len(self.forbidden)))
            self.do(cups.Allowed(*two))

    def change(self, name: int, back: bool) -> None:
        if back:
            self.do(cups.TakenBack(name))
        elif self.source.random() < 0.5:
            self.do(cups.TakenOut(name))
        else:
            self.do(cups.Withdrew(self.source.choice(self.members[name])))
        known = self.known[name]
        self.known[name] = known._replace(changes=(*known.changes, (len(self.rounds), back)))

    def between_rounds(self, unrest: float) -> None:
        """Let people go, come and come back."""
        knock_out = self.settings.format is cups.Format.KNOCK_OUT
        for name in self.there():
            if self.source.random() < unrest / 2 and cups.phase(self.cup) is cups.Phase.PAIRING:
                self.change(name, back=False)
        for name in self.known:
            out = name not in self.there() and self.settings.format is cups.Format.SWISS
            if out and self.source.random() < unrest and cups.phase(self.cup) is cups.Phase.PAIRING:
                self.change(name, back=True)
        if self.settings.late_entry and self.source.random() < unrest * 3:
            self.enter_late()
        if self.settings.format is cups.Format.SWISS and self.source.random() < unrest:
            self.source.choice((self.forbid, self.allow))()
        if self.rounds and not knock_out and self.source.random() < unrest * 2:
            self.correct(self.source.randrange(len(self.rounds)))

    def enter_late(self) -> None:
        if cups.phase(self.cup) is not cups.Phase.PAIRING:
            return
        if may_enter(len(self.rounds), self.cup.planned):
            self.enter()
        else:
            assert self.refuses(self.sign_up()), f"a late entry after half of the rounds: {self.told()}"

    # a round

    def play_round(self, unrest: float) -> None:
        """Play the round that was paired, its tables in any order."""
        drawn = self.cup.rounds[-1]
        self.rounds.append(Round(tuple(Table(*table.sides) for table in drawn.tables), drawn.byes, drawn.idle))
        at = len(self.rounds) - 1
        for index in self.source.sample(range(len(drawn.tables)), len(drawn.tables)):
            number = drawn.tables[index].number
            self.do(cups.TableBegan(at + 1, number))
            self.finish(at, index, number, unrest)
            if self.settings.format is cups.Format.SWISS and self.source.random() < unrest / 10:
                self.leave_between_tables()
            if self.settings.format is not cups.Format.KNOCK_OUT and at and self.source.random() < unrest / 10:
                self.correct(self.source.randrange(at))

    def leave_between_tables(self) -> None:
        if cups.phase(self.cup) is cups.Phase.PLAYING and self.there():
            self.change(self.source.choice(self.there()), back=False)

    def finish(self, at: int, index: int, number: int, unrest: float) -> None:
        table = self.rounds[at].tables[index]
        absent = self.some_absence(table, unrest)
        if absent:
            self.do(cups.Absent(at + 1, number, absent))
            self.write(at, index, with_absence(table, absent))
            return
        real = [name for name in table.people if name > 0]
        if self.source.random() < unrest and real:
            self.stand_in(at, number, self.source.choice(real))
        left: tuple[int, ...] = ()
        if self.source.random() < unrest and real:
            left = (self.source.choice(real),)
        winner, points = self.some_result()
        how = "computer" if left else self.source.choice(("played", "played", "time"))
        self.do(cups.Finished(at + 1, number, winner, points, cups.How(how), left))
        self.write(at, index, table._replace(winner=winner, points=points))
        self.leave(at, table, left)

    def some_absence(self, table: Table, unrest: float) -> tuple[int, ...]:
        real = [seat for seat, side in enumerate((table.one, table.other)) if all(name > 0 for name in side)]
        return tuple(seat for seat in real if self.source.random() < unrest)

    def some_result(self) -> tuple[int | None, tuple[int, int]]:
        winner = self.source.choice((0, 0, 0, 1, 1, 1, None))
        most, least = self.source.choice(((3, 0), (3, 1), (3, 2), (100, self.source.randint(0, 99))))
        if self.less_is_better:
            most, least = least, most
        if winner is None:
            return None, (most, most)
        return winner, (most, least) if winner == 0 else (least, most)

    def stand_in(self, at: int, number: int, name: int) -> None:
        person = self.source.choice(self.members[name])
        if self.changing or self.settings.sides is cups.Sides.PAIRS:
            by = 0
        else:
            by, self.next_person = self.next_person, self.next_person + 1
            self.do(cups.OfferedToSubstitute(by))
        self.do(cups.StoodIn(at + 1, number, person, by))
        if self.changing:
            known = self.known[name]
            self.known[name] = known._replace(replaced=known.replaced | {at})

    def write(self, at: int, index: int, table: Table) -> None:
        tables = list(self.rounds[at].tables)
        tables[index] = table
        self.rounds[at] = self.rounds[at]._replace(tables=tuple(tables))

    def leave(self, at: int, table: Table, left: tuple[int, ...]) -> None:
        """Write down who left a table, and that the others did not."""
        for name in table.people:
            if name > 0:
                known = self.known[name]
                self.known[name] = known._replace(left=(known.left | {at}) if name in left else (known.left - {at}))

    def correct(self, at: int) -> None:
        """Correct one result of a round by chance."""
        if not self.rounds[at].tables:
            return
        index = self.source.randrange(len(self.rounds[at].tables))
        table = self.rounds[at].tables[index]
        number = self.cup.rounds[at].tables[index].number
        absent = self.some_absence(table, 0.2)
        real = [name for name in table.people if name > 0]
        left: tuple[int, ...] = ()
        if absent:
            new, how = with_absence(table, absent), "absent"
        else:
            winner, points = self.some_result()
            new = table._replace(winner=winner, points=points, absent=frozenset())
            left = (self.source.choice(real),) if real and self.source.random() < 0.2 else ()
            how = "computer" if left else "played"
        self.do(cups.Corrected(at + 1, number, new.winner, new.points, cups.How(how), "typed wrong", absent, left))
        self.write(at, index, new)
        self.leave(at, table, left)


def with_absence(table: Table, absent: tuple[int, ...]) -> Table:
    winner = None if len(absent) == 2 else 1 - absent[0]
    return table._replace(winner=winner, points=(0, 0), absent=frozenset(absent))
