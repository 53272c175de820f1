"""Tests of the sentences of refusals, made of an error."""

from __future__ import annotations

from gettext import NullTranslations

import pytest

from cogs.core.refusals import sentence
from engine.errors import IllegalMove
from engine.options import complete
from engine.rules import RULE_SETS

WORDS = NullTranslations()
OF_MATADOR = (
    "- Points to win: 50 or 100\n- A matador leaves: both its halves as ends or the half that its player chooses\n"
    "- If no tile fits: draw until one does or pass"
)


@pytest.mark.parametrize(
    ("rules", "chosen", "refused"),
    [
        ("matador", {"target": 75}, "Points to win can't be 75. Matador: 50 or 100."),
        ("all-fives", {"target": 1}, "Points to win can't be 1. All Fives: 50, 100, 150, 200, 250 or one deal."),
        ("mexican-train", {"deals": 14}, "Deals can't be 14. Mexican train: 1 to 13."),
        ("mata", {"deals": 0}, "Deals can't be 0. Mata: any number from 1."),
        ("matador", {"deals": 3}, f"Matador isn't played for a number of deals. You can choose:\n{OF_MATADOR}"),
        ("memory", {"pairs": True}, "Memory isn't played in pairs. These games are: Domino Express"),
        ("memory", {"target": 50}, "Memory isn't played to a number of points. It has no options."),
    ],
    ids=str,
)
def test_an_option_is_refused_with_reason(rules: str, chosen: dict[str, int], refused: str) -> None:
    with pytest.raises(IllegalMove) as caught:
        complete(rules, RULE_SETS[rules].options, chosen)
    told = sentence(caught.value, WORDS)
    assert told.startswith(refused) if "pairs" in chosen else told == refused
