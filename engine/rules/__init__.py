"""The rule sets, one or more per file. A rule set listed here is offered to players and covered by the tests."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from types import MappingProxyType

from engine.errors import Illegal, IllegalMove
from engine.game import RuleSet
from engine.rules.accountants import ACCOUNTANTS
from engine.rules.all_fives import ALL_FIVES
from engine.rules.bergen import BERGEN
from engine.rules.chickenfoot import CHICKENFOOT
from engine.rules.classics import CLASSIC, CLASSIC_DRAW, CLASSIC_ROUNDS, MISERE, NO_BONEYARD
from engine.rules.cubano import CUBANO
from engine.rules.dominicano import DOMINICANO
from engine.rules.double_twelve import DOUBLE_TWELVE
from engine.rules.dupla import DUPLA
from engine.rules.express import EXPRESS, EXPRESS_IT
from engine.rules.fives import FIVES, FIVES_AND_THREES
from engine.rules.forty_two import FORTY_TWO
from engine.rules.mata import MATA, MATA_ALSACE
from engine.rules.matador import MATADOR
from engine.rules.memory import MEMORY
from engine.rules.mexican_train import MEXICAN_TRAIN, MEXICAN_TRAIN_NINE
from engine.rules.parejas import PAREJAS
from engine.rules.quinientos import DOSCIENTOS, QUINIENTOS
from engine.rules.sebastopol import SEBASTOPOL
from engine.rules.six_love import CUT_THROAT, SIX_LOVE

__all__ = ["RULE_SETS", "RuleSet", "find"]

RULE_SETS: Mapping[str, RuleSet] = MappingProxyType(
    {
        rules.id: rules
        for rules in (
            EXPRESS,
            EXPRESS_IT,
            CLASSIC,
            CLASSIC_DRAW,
            CLASSIC_ROUNDS,
            MISERE,
            NO_BONEYARD,
            DOUBLE_TWELVE,
            CUT_THROAT,
            PAREJAS,
            DOMINICANO,
            QUINIENTOS,
            DOSCIENTOS,
            CUBANO,
            DUPLA,
            SIX_LOVE,
            FORTY_TWO,
            ALL_FIVES,
            FIVES,
            FIVES_AND_THREES,
            BERGEN,
            MATADOR,
            MATA,
            MATA_ALSACE,
            ACCOUNTANTS,
            MEXICAN_TRAIN,
            MEXICAN_TRAIN_NINE,
            CHICKENFOOT,
            SEBASTOPOL,
            MEMORY,
        )
    }
)
"""Every rule set by its id, in the order offered to players: family by family."""


def find(rules: str) -> RuleSet:
    """Return the rule set with the id ``rules``.

    Raises:
        IllegalMove: there is no such rule set.

    >>> find("classic").hand_sizes
    {2: 7, 3: 6, 4: 6}
    """
    rule_set = RULE_SETS.get(rules)
    if rule_set is None:
        raise IllegalMove(Illegal.UNKNOWN_RULES, rules=repr(rules)[:40])
    return rule_set


@cache
def has_hands(rules: str) -> bool:
    """Whether players hold tiles in the rule set with an id."""
    return any(find(rules).hand_sizes.values())
