"""Every rule set that can be played. A new one is under test and on offer from the moment it is listed here."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from engine.errors import Reason, Refused
from engine.rules.express import EXPRESS, EXPRESS_IT
from engine.rules.ruleset import RuleSet

CATALOGUE: Mapping[str, RuleSet] = MappingProxyType({rules.id: rules for rules in (EXPRESS, EXPRESS_IT)})
"""Id to rule set, in the order in which people are offered them."""


def find(rules: str) -> RuleSet:
    """Give the rule set called ``rules``.

    Raises:
        Refused: there is none of that name.

    """
    found = CATALOGUE.get(rules)
    if found is None:
        raise Refused(Reason.UNKNOWN_RULES, rules=repr(rules)[:40])
    return found
