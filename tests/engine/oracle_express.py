"""Domino Express a second time, straight from the rule book and the game record, in plain texts and dicts.

It shares nothing with the engine, so that where the two agree, a misreading would have to have been made twice.
"""

from __future__ import annotations

from typing import Any

Hands = list[list[str]]


def halves(tile: str) -> tuple[int, int]:
    high, low = tile.split("-")
    return int(high), int(low)


def is_double(tile: str) -> bool:
    return tile[: len(tile) // 2] == tile[len(tile) // 2 + 1 :]


def weight(tile: str) -> int:
    return sum(halves(tile))


def strength(tile: str) -> tuple[int, int, int]:
    return weight(tile), 1 if is_double(tile) else 0, halves(tile)[0]


def fitting(hand: list[str], ends: dict[str, int]) -> list[tuple[str, str]]:
    return [(tile, end) for tile in hand for end in ends if ends[end] in halves(tile)]


class Express:
    """A match being followed."""

    def __init__(self, record: dict[str, Any]) -> None:
        chosen = record.get("options", {})
        self.rules: str = record["rules"]
        self.seats: int = record["seats"]
        self.target: int = chosen.get("target", 100)
        self.blocked_pairs: str = chosen.get("blocked_pairs", "all")
        self.sides = [[0, 2], [1, 3]] if chosen.get("pairs") else [[seat] for seat in range(self.seats)]
        self.totals = [0] * len(self.sides)
        self.done: list[dict[str, Any]] = []
        self.winners: list[int] = []
        self.may_open: list[str] = []
        self.opener: int = 0

    def deal(self, stock: list[str]) -> None:
        self.hands: Hands = [stock[7 * seat : 7 * seat + 7] for seat in range(self.seats)]
        self.boneyard = len(stock) - 7 * self.seats
        self.ends: dict[str, int] = {}
        if self.done:
            self.opener = (self.done[-1]["opener"] + 1) % self.seats
            self.may_open = list(self.hands[self.opener])
            plain = [tile for tile in self.may_open if not is_double(tile)]
            if self.rules == "express-it" and plain:
                self.may_open = plain
        else:
            held = [tile for hand in self.hands for tile in hand]
            best = max([tile for tile in held if is_double(tile)] or held, key=strength)
            self.opener = [best in hand for hand in self.hands].index(True)
            self.may_open = [best]
        self.turn: int | None = self.opener

    def legal(self) -> list[str]:
        if self.turn is None:
            return []
        if not self.ends:
            return sorted(f"{self.turn} play {tile} start" for tile in self.may_open)
        plays = sorted(f"{self.turn} play {tile} {end}" for tile, end in fitting(self.hands[self.turn], self.ends))
        return plays or [f"{self.turn} pass"]

    def act(self, action: str) -> None:
        assert action in self.legal(), f"{action} is not among {self.legal()}"
        assert self.turn is not None
        seat = self.turn
        self.turn = (seat + 1) % self.seats
        if action.endswith(" pass"):
            return
        _, _, tile, end = action.split(" ")
        high, low = halves(tile)
        self.hands[seat].remove(tile)
        if end == "start":
            self.ends = {"left": high, "right": low}
        else:
            self.ends[end] = low if self.ends[end] == high else high
        if not self.hands[seat]:
            self.finish("out", next(side for side in self.sides if seat in side))
        elif not any(fitting(hand, self.ends) for hand in self.hands):
            self.finish("blocked", self.fewest())

    def left(self, seats: list[int]) -> int:
        return sum(weight(tile) for seat in seats for tile in self.hands[seat])

    def fewest(self) -> list[int]:
        least = min(self.left(side) for side in self.sides)
        level = [side for side in self.sides if self.left(side) == least]
        seat = self.opener
        while not any(seat in side for side in level):
            seat = (seat + 1) % self.seats
        return next(side for side in level if seat in side)

    def finish(self, reason: str, winner: list[int]) -> None:
        everyone = list(range(self.seats))
        others = [seat for seat in everyone if seat not in winner]
        whole = len(winner) == 2 and (reason == "out" or self.blocked_pairs == "all")
        won = self.left(everyone if whole else others)
        points = [won if side == winner else 0 for side in self.sides]
        self.totals = [total + more for total, more in zip(self.totals, points, strict=True)]
        self.done.append(
            {"opener": self.opener, "reason": reason, "winners": winner, "points": points, "totals": self.totals}
        )
        self.turn = None
        if max(self.totals) >= self.target:
            self.winners = winner

    def describe(self, action: str | None) -> dict[str, Any]:
        return {
            "rules": self.rules,
            "deal": len(self.done) + (0 if self.turn is None else 1),
            "turn": self.turn,
            "ends": dict(self.ends),
            "boneyard": self.boneyard,
            "hands": [sorted(hand) for hand in self.hands],
            "totals": self.totals,
            "legal": self.legal(),
            "finished": bool(self.winners),
            "winners": self.winners,
            "deals": list(self.done),
            "action": action,
        }


def trace(record: dict[str, Any]) -> list[dict[str, Any]]:
    """Give the state after each deal and each action, as the shell's trace has it."""
    game = Express(record)
    lines: list[dict[str, Any]] = []
    for deal in record["deals"]:
        game.deal(list(deal["stock"]))
        lines.append(game.describe(None))
        for action in deal["actions"]:
            game.act(action)
            lines.append(game.describe(action))
    return lines
