"""A match as the rule sets share it: dealt, played and told."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, ClassVar

from tests.engine.oracle.tiles import halves, highest_double, pips, strongest


class Game:
    """A match being followed. Subclasses say what differs; whoever calls `act` has looked into `legal` before."""

    highest: ClassVar[int] = 6
    # seats: tiles each
    each: ClassVar[dict[int, int]] = {}
    # option: what it may be, the default first
    offers: ClassVar[dict[str, list[Any]]] = {}
    # what an option was before it could be chosen, where a record lacks it (game record, "Form")
    lacking: ClassVar[dict[str, Any]] = {"capicua": "plain"}
    # options that take any whole number from 1: the default
    numbers: ClassVar[dict[str, int]] = {}

    def __init__(self, rules: str, seats: int, options: dict[str, Any]) -> None:
        self.rules = rules
        self.seats = seats
        self.options: dict[str, Any] = {name: values[0] for name, values in self.offers.items()}
        self.options |= self.numbers | {name: value for name, value in self.lacking.items() if name in self.offers}
        self.options |= options
        self.sides = [[seat] for seat in range(seats)]
        self.totals = [0] * seats
        self.seats_in = list(range(seats))
        self.done: list[dict[str, Any]] = []
        self.finished = False
        self.winners: list[int] = []
        self.turn: int | None = None
        self.hands: list[list[str]] = []
        self.boneyard: list[str] = []
        self.ends: dict[str, int] = {}
        self.began = 0
        self.opener: int | None = None
        self.totals_before: list[int] = []

    # The deal

    def laid_first(self) -> str | None:
        """The tile that the rules lay on the table before the deal."""
        return None

    def luck_chooses(self) -> bool:
        """Whether a seat is drawn at random for the next deal."""
        return False

    def deal(self, stock: list[str], first: int | None) -> None:
        self.hands = [[] for _ in range(self.seats)]
        size = self.hand_size()
        for place, seat in enumerate(self.seats_in):
            self.hands[seat] = stock[size * place :][:size]
        self.boneyard = stock[size * len(self.seats_in) :]
        self.ends = {}
        self.opener = None
        self.totals_before = list(self.totals)
        self.set_table()
        self.began = self.beginner() if first is None else first
        self.turn = self.began

    def hand_size(self) -> int:
        return self.each[self.seats]

    def set_table(self) -> None:
        """Make what is on the table before anyone plays."""

    def beginner(self) -> int:
        raise NotImplementedError

    def holder(self, tile: str) -> int:
        return next(seat for seat in self.seats_in if tile in self.hands[seat])

    def all_held(self) -> list[str]:
        return [tile for hand in self.hands for tile in hand]

    def highest_double_or_strongest(self) -> str:
        return highest_double(self.all_held()) or strongest(self.all_held())

    # What may be done

    def legal(self) -> list[str]:
        return [] if self.turn is None else sorted(f"{self.turn} {choice}" for choice in self.choices(self.turn))

    def choices(self, seat: int) -> list[str]:
        """All but the seat's number; by default one must play if one can."""
        return [f"play {play}" for play in self.plays(seat)] or ["draw" if self.may_draw() else "pass"]

    def may_draw(self) -> bool:
        return False

    def plays(self, seat: int) -> list[str]:
        if not self.ends:
            return [f"{tile} start" for tile in self.may_open(seat)]
        ends = self.open_ends(seat)
        return [f"{tile} {end}" for tile in self.hands[seat] for end in ends if self.fits(tile, self.ends[end])]

    def may_open(self, seat: int) -> list[str]:
        return self.hands[seat]

    def open_ends(self, seat: int) -> list[str]:  # only trains belong to someone
        return list(self.ends)

    def fits(self, tile: str, shown: int) -> bool:
        return shown in halves(tile)

    # What is done

    def act(self, action: str) -> None:
        seat_text, verb, *rest = action.split(" ")
        seat = int(seat_text)
        if verb == "play":
            self.hands[seat].remove(rest[0])
            if self.opener is None:
                self.opener = seat
            self.lay(*rest)
            self.after_play(seat, rest[0])
        elif verb == "draw":
            self.hands[seat].append(self.boneyard.pop(0))
            self.after_draw(seat)
        elif verb == "pass":
            self.after_pass(seat)
        else:
            self.flip(seat, rest[0])

    def lay(self, tile: str, end: str, facing: str = "") -> None:
        raise NotImplementedError

    def flip(self, seat: int, position: str) -> None:
        raise NotImplementedError

    def after_play(self, seat: int, tile: str) -> None:  # some look at the tile
        if not self.hands[seat]:
            self.went_out(seat)
        else:
            self.go_on(self.next_seat(seat))

    def after_draw(self, seat: int) -> None:
        """By default the draw ends the turn."""
        self.go_on(self.next_seat(seat))

    def after_pass(self, seat: int) -> None:
        self.go_on(self.next_seat(seat))

    def next_seat(self, seat: int) -> int:
        """The next one that is still in the match."""
        return next(
            other for step in range(1, self.seats + 1) if (other := (seat + step) % self.seats) in self.seats_in
        )

    def go_on(self, seat: int) -> None:
        if self.is_blocked():
            self.got_blocked()
        else:
            self.turn = seat

    def is_blocked(self) -> bool:
        if not self.ends or self.may_draw():
            return False
        shown = set(self.ends.values())
        return not any(self.fits(tile, half) for hand in self.hands for tile in hand for half in shown)

    # The end of a deal and of the match

    def went_out(self, seat: int) -> None:
        raise NotImplementedError

    def got_blocked(self) -> None:
        raise NotImplementedError

    def left(self, seats: Iterable[int]) -> int:
        return sum(pips(self.hands[seat]) for seat in seats)

    def others(self, seat: int) -> list[int]:
        return [other for other in self.seats_in if other != seat]

    def least(self, measure: Callable[[int], tuple[int, ...]], among: Iterable[int]) -> list[int]:
        found = {seat: measure(seat) for seat in among}
        return [seat for seat in found if found[seat] == min(found.values())]

    def end_deal(self, reason: str, winners: list[int], points: list[int] | None = None) -> None:
        """End the deal and add the points, one number a side."""
        if points is not None:
            self.totals = [total + more for total, more in zip(self.totals, points, strict=True)]
        self.turn = None
        self.done.append(
            {
                "opener": self.opener,
                "reason": reason,
                "winners": sorted(winners),
                "points": [now - before for now, before in zip(self.totals, self.totals_before, strict=True)],
                "totals": list(self.totals),
            }
        )
        self.judge()

    def end_deal_for(self, reason: str, seat: int, points: int) -> None:
        self.end_deal(reason, [seat], [points if other == seat else 0 for other in range(self.seats)])

    def judge(self) -> None:
        """By default the match is one deal."""
        self.end_match(self.done[-1]["winners"])

    def judge_by_target(self) -> None:
        most = max(self.totals)
        if most >= self.options["target"] and self.totals.count(most) == 1:
            self.end_match(self.sides[self.totals.index(most)])

    def end_match(self, winners: list[int]) -> None:
        self.finished = True
        self.winners = sorted(winners)

    # The state, told

    def extra(self) -> dict[str, Any]:
        """What only some rule sets add."""
        return {}

    def describe(self, action: str | None) -> dict[str, Any]:
        return {
            "rules": self.rules,
            "deal": len(self.done) + (self.turn is not None),
            "turn": self.turn,
            "ends": dict(self.ends),
            "boneyard": len(self.boneyard),
            "hands": [sorted(hand) for hand in self.hands],
            "totals": list(self.totals),
            "legal": self.legal(),
            "finished": self.finished,
            "winners": list(self.winners),
            "deals": list(self.done),
            **self.extra(),
            "action": action,
        }
