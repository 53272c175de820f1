"""Texas 42 (the second rule book, "Texas 42" and "The record")."""

from __future__ import annotations

from typing import Any, ClassVar

from tests.engine.oracle.game import Game
from tests.engine.oracle.tiles import halves, is_double

ROUND = [str(number) for number in range(30, 43)]
MARKS = {"84": 2, "126": 3, "168": 4, "210": 5}
TRUMPS = ["0", "1", "2", "3", "4", "5", "6", "doubles", "none"]
COUNT = {"5-5": 10, "6-4": 10, "5-0": 5, "4-1": 5, "3-2": 5}


class FortyTwo(Game):
    each: ClassVar = {4: 7}
    offers: ClassVar = {"pairs": [True], "target": [7, 5, 3], "all_pass": ["forced", "redeal"]}

    def __init__(self, rules: str, seats: int, options: dict[str, Any]) -> None:
        super().__init__(rules, seats, options)
        self.sides = [[0, 2], [1, 3]]
        self.totals = [0, 0]
        self.first_bidder = 0

    def luck_chooses(self) -> bool:
        return not self.done

    def beginner(self) -> int:
        return (self.first_bidder + 1) % 4

    def set_table(self) -> None:
        self.ends = {"trick": -1}
        self.said = 0
        self.bid: str | None = None
        self.bidder: int | None = None
        self.trump: str | None = None
        self.trick: list[tuple[int, str]] = []
        self.taken = [0, 0]
        self.tricks = 0

    def deal(self, stock: list[str], first: int | None) -> None:
        super().deal(stock, first)
        self.first_bidder = self.began

    # Suits

    def is_trump(self, tile: str) -> bool:
        if self.trump == "doubles":
            return is_double(tile)
        return self.trump != "none" and int(str(self.trump)) in halves(tile)

    def follows(self, tile: str) -> bool:
        led = self.trick[0][1]
        if self.is_trump(led):
            return self.is_trump(tile)
        return not self.is_trump(tile) and halves(led)[0] in halves(tile)

    def height(self, tile: str, number: int) -> int:
        """How high a tile is in a number's suit."""
        return 10 if is_double(tile) else sum(halves(tile)) - number

    def winner(self) -> int:
        trumps = [(seat, tile) for seat, tile in self.trick if self.is_trump(tile)]
        if trumps and self.trump == "doubles":
            return max(trumps, key=lambda each: halves(each[1])[0])[0]
        if trumps:
            return max(trumps, key=lambda each: self.height(each[1], int(str(self.trump))))[0]
        asked = halves(self.trick[0][1])[0]
        suit = [each for each in self.trick if self.follows(each[1])]
        return max(suit, key=lambda each: self.height(each[1], asked))[0]

    # What may be done

    def bids(self) -> list[str]:
        if self.bid is None:
            return [*ROUND, "84"]
        if self.bid in ROUND:
            return [*ROUND[ROUND.index(self.bid) + 1 :], "84"]
        ladder = [*MARKS]
        return ladder[ladder.index(self.bid) + 1 :][:1]

    def choices(self, seat: int) -> list[str]:
        if self.said < 4:
            must = self.said == 3 and self.bid is None and self.options["all_pass"] == "forced"
            return [f"bid {bid}" for bid in self.bids()] + ([] if must else ["pass"])
        if self.trump is None:
            return [f"trump {trump}" for trump in TRUMPS]
        hand = self.hands[seat]
        same = [tile for tile in hand if self.trick and self.follows(tile)]
        return [f"play {tile} trick" for tile in same or hand]

    # What is done

    def act(self, action: str) -> None:
        seat_text, verb, *rest = action.split(" ")
        seat = int(seat_text)
        if verb == "play":
            self.lay_in_trick(seat, rest[0])
            return
        if verb == "trump":
            self.trump = rest[0]
            return
        self.said += 1
        if verb == "bid":
            self.bid, self.bidder = rest[0], seat
        self.turn = self.next_seat(seat) if self.said < 4 else self.bidder
        if self.said == 4 and self.bidder is None:
            self.opener = self.first_bidder
            self.end_deal("void", [])

    def lay_in_trick(self, seat: int, tile: str) -> None:
        self.hands[seat].remove(tile)
        self.trick.append((seat, tile))
        if len(self.trick) < 4:
            led = self.trick[0][1]
            asked = halves(led)[0]
            if self.is_trump(led):
                asked = 7 if self.trump == "doubles" else int(str(self.trump))
            self.ends = {"trick": asked}
            self.turn = self.next_seat(seat)
            return
        taker = self.winner()
        self.taken[taker % 2] += 1 + sum(COUNT.get(each, 0) for _, each in self.trick)
        self.trick = []
        self.ends = {"trick": -1}
        self.tricks += 1
        self.turn = taker
        self.decide()

    def decide(self) -> None:
        assert self.bid is not None
        assert self.bidder is not None
        pair, others = self.bidder % 2, 1 - self.bidder % 2
        need = 42 if self.bid in MARKS else int(self.bid)
        self.opener = self.bidder
        marks = MARKS.get(self.bid, 1)
        if (need < 42 and self.taken[pair] >= need) or (need == 42 and self.tricks == 7 and not self.taken[others]):
            self.end_deal("made", self.sides[pair], [marks if side == pair else 0 for side in (0, 1)])
        elif self.taken[others] > 42 - need:
            self.end_deal("set", self.sides[others], [marks if side == others else 0 for side in (0, 1)])

    def judge(self) -> None:
        self.judge_by_target()

    def extra(self) -> dict[str, Any]:
        bid = None if self.bid is None else int(self.bid)
        return {"bid": bid, "bidder": self.bidder, "trump": self.trump, "taken": list(self.taken)}
