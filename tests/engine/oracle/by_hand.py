"""Records set up by hand for a test."""

from __future__ import annotations

from typing import Any

from tests.engine.oracle import RULE_SETS, trace
from tests.engine.oracle.tiles import whole_set


def stock_of(rules: str, seats: int, hands: list[str], boneyard: str = "", highest: int = 6) -> list[str]:
    """A stock that deals these hands (texts of tiles; short ones are filled up) and whose boneyard begins so."""
    held = [hand.split() for hand in hands]
    named = [tile for hand in held for tile in hand] + boneyard.split()
    assert len(named) == len(set(named))
    gone = {"6-6"} if rules == "sebastopol" and seats == 3 else set[str]()
    if rules.startswith("mexican"):
        gone = {f"{highest}-{highest}"}
    rest = [tile for tile in whole_set(highest) if tile not in gone and tile not in named]
    each = RULE_SETS[rules].each[seats]
    stock: list[str] = []
    for seat in range(seats):
        hand = held[seat] if seat < len(held) else []
        while len(hand) < each:
            hand.append(rest.pop(0))
        stock += hand
    return stock + boneyard.split() + rest


def record_of(
    rules: str,
    seats: int,
    stock: list[str],
    actions: list[str],
    options: dict[str, Any] | None = None,
    first: int | None = None,
) -> dict[str, Any]:
    deal: dict[str, Any] = {"stock": stock, "actions": actions}
    if first is not None:
        deal["first"] = first
    return {"format": "domino-record/1", "rules": rules, "options": options or {}, "seats": seats, "deals": [deal]}


def last(*wanted: Any, **more: Any) -> dict[str, Any]:
    return trace(record_of(*wanted, **more))[-1]
