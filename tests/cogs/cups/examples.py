"""Cups at a moment, put together by hand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from engine import cups
from engine.cups import Action, Format, Settings, Sides, SignedUp
from engine.dealing import Seed
from engine.live.cups.model import CupHeader, CupPerson, LiveTable, Situation
from engine.live.cups.tempo import Tempo

NOW = 1_800_000_000.0
NAMES = {11: "Ana", 12: "Ben_", 13: "Cleo", 14: "Dan", 15: "Eve", 16: "Fay", 17: "Gus", 18: "Hal", 19: "Ivy", 20: "Joe"}
PAIRS = tuple(SignedUp((each, each + 1)) for each in (11, 13, 15, 17))


def cup_at(
    *actions: Action,
    sides: Sides = Sides.PAIRS,
    how: Format = Format.SWISS,
    tables: Sequence[LiveTable] = (),
    now: float = NOW,
    settings: dict[str, Any] | None = None,
    names: Mapping[int, str] = NAMES,
    **fields: Any,
) -> Situation:
    """Return a cup after some actions; without any, four pairs are signed up."""
    options = {} if sides is Sides.ALONE else {"pairs": True}
    chosen = Settings(how, sides, "express", options, **(settings or {}))
    header: dict[str, Any] = {
        "id": "abcdefgh",
        "guild_id": 1,
        "channel_id": 2,
        "organizer_id": 9,
        "name": "Friday",
        "locale": "en-US",
        "settings": chosen,
        "seed": Seed(bytes(32)),
        "tempo": Tempo.TONIGHT,
        "round_seconds": 2_700,
        "opened_at": NOW,
        "organizer_at": NOW,
        "seen_at": NOW,
    }
    return Situation(
        header=CupHeader(**header | fields),
        cup=cups.fold(chosen, Seed(bytes(32)), actions or PAIRS),
        people={user: CupPerson(user, name, "") for user, name in names.items()},
        tables={each.key: each for each in tables},
        now=now,
    )
