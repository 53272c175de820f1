"""The options that the pair games share (the second rule book, "What they share")."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from engine.game import Measure
from engine.i18n import N_
from engine.options import Option, Value

PAIRS: Final = Option("pairs", N_("Pairs"), default=True, values={True: N_("two pairs")})
"""The option of games that are always played in pairs."""

SINGLES_OR_PAIRS: Final = Option(
    "pairs", N_("Pairs"), default=False, values={False: N_("singles"), True: N_("two pairs")}
)
"""The option of games that four can play alone or in pairs."""

_BLOCKED: Final[Mapping[Measure, str]] = {
    "pair": N_("the pair with the fewest pips"),
    "hand": N_("the lightest hand"),
    "next": N_("the blocker or the next player, whoever has fewer pips"),
}
_TIE: Final = {"none": N_("nobody"), "opener": N_("the opener"), "blocker": N_("the blocker")}
_COUNT: Final = {"all": N_("the pips of all four hands"), "opponents": N_("the opponents' pips only")}
_NEXT_OPENER: Final = {
    "winner": N_("the player who won the last deal"),
    "rotate": N_("the player after the last opener"),
    "double": N_("the holder of the highest double"),
}
_FIRST_OPENER: Final = {"double": N_("the holder of the highest double"), "random": N_("a player drawn by lot")}
_CAPICUA: Final = {
    "either": N_("by any tile but a double, even if both ends show the same number"),
    "plain": N_("by any tile but a double, if the two ends differ"),
    "no-blank": N_("by any tile but a double or one with a blank, if the two ends differ"),
    "doubles": N_("by any tile if the two ends differ, and by a double if they don't"),
    "any": N_("by every tile that fits both ends"),
}
_REDEAL: Final = {
    0: N_("never"),
    4: N_("if a hand holds four doubles or more"),
    5: N_("if a hand holds five doubles or more"),
}


def blocked(*measures: Measure) -> Option:
    """Return the option for the winner of a blocked deal; the first value is the default."""
    return Option("blocked", N_("A blocked deal goes to"), measures[0], _chosen(_BLOCKED, measures))


def tie(*values: str, always: bool = False) -> Option:
    """Return the option for the winner of a tied blocked deal; the first value is the default.

    Args:
        values: the openers to choose from.
        always: whether a blocked deal can be tied by every measure that the rule set offers.

    """
    needs = None if always else ("blocked", ("pair", "hand"))
    return Option("tie", N_("A tied blocked deal goes to"), values[0], _chosen(_TIE, values), needs=needs)


def count(*values: str) -> Option:
    """Return the option for the hands that count; the first value is the default."""
    return Option("count", N_("The winners score"), values[0], _chosen(_COUNT, values))


def next_opener(*values: str) -> Option:
    """Return the option for the opener of later deals; the first value is the default."""
    return Option("next_opener", N_("Later deals are opened by"), values[0], _chosen(_NEXT_OPENER, values))


def first_opener(*values: str) -> Option:
    """Return the option for the opener of the first deal; the first value is the default."""
    return Option("first_opener", N_("The first deal is opened by"), values[0], _chosen(_FIRST_OPENER, values))


def capicua(label: str, *kinds: str, needs: tuple[str, tuple[Value, ...]] | None = None) -> Option:
    """Return the option for the meaning of capicúa; before there was an option, ``plain`` was the only one.

    Args:
        label: the players' name for it; translatable.
        kinds: the meanings to choose from; the first one is the default.
        needs: see :class:`engine.options.Option`.

    """
    return Option("capicua", label, kinds[0], _chosen(_CAPICUA, kinds), needs=needs, unwritten="plain")


def redeal(*doubles: int) -> Option:
    """Return the option for void deals; the first value is the default."""
    return Option("redeal", N_("Everyone gets new tiles"), doubles[0], _chosen(_REDEAL, doubles))


_TILES: Final = {
    "7-5-5": N_("7 for two players, 5 for three or four"),
    "9-7-5": N_("9 for two players, 7 for three, 5 for four"),
    "9-6-6": N_("9 for two players, 6 for three or four"),
}


def tiles(*values: str) -> Option:
    """Return the option for the tiles of two, three and four players each; the first value is the default."""
    return Option("tiles", N_("Tiles each"), values[0], _chosen(_TILES, values))


def tiles_each(options: Mapping[str, Value], seats: int) -> int:
    """Return how many tiles each player is dealt by option ``tiles``."""
    return int(str(options["tiles"]).split("-")[seats - 2])


def _chosen(words: Mapping[Any, str], values: tuple[Value, ...]) -> dict[Value, str]:
    return {each: word for each, word in words.items() if each in values}
