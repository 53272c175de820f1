"""The names of rounds, above all of a knock-out's: ``Semi-finals``."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from gettext import NullTranslations

from cogs.cups.texts import round_name, table_name
from engine.cups import Cup, Format, Table, knock_out
from engine.i18n import N_

STAGES = N_("Final"), N_("Semi-finals"), N_("Quarter-finals"), N_("Round of 16"), N_("Round of {count}")
AFTER = (
    *(N_("After the final"), N_("After the semi-finals"), N_("After the quarter-finals")),
    *(N_("After the round of 16"), N_("After the round of {count}")),
)
OUT = (
    *(N_("lost the final"), N_("out in the semi-finals"), N_("out in the quarter-finals")),
    *(N_("out in the round of 16"), N_("out in the round of {count}")),
)
"""The texts about a knock-out's last four rounds, the last one first, and about all rounds before them."""


def stage_name(cup: Cup, number: int, t: NullTranslations) -> str:
    """Return the name of a round: ``Round 2 of 5``, or of a knock-out ``Semi-finals``."""
    if cup.settings.format is not Format.KNOCK_OUT:
        return round_name(number, cup.planned, t)
    return _of_stage(STAGES, cup, number, t)


def table_number(cup: Cup, number: int, table: int) -> int:
    """Return the number of a table as people see it: a round of a knock-out has none for its byes.

    Args:
        cup: the cup.
        number: the number of the round.
        table: the number of the table, as its actions have it.

    """
    return sum(each.number < table for each in cup.rounds[number - 1].tables) + 1


def table_label(cup: Cup, number: int, table: int, t: NullTranslations) -> str:
    """Return the name of a table in its round: ``Table 3``, or of a knock-out's last round ``Final``."""
    if cup.settings.format is Format.KNOCK_OUT and number == cup.planned:
        return t.gettext("Third place") if table == knock_out.THIRD_PLACE else t.gettext("Final")
    return table_name(table_number(cup, number, table), t)


def place_name(cup: Cup, number: int, table: int, t: NullTranslations) -> str:
    """Return the name of a table in the cup: ``Round 2 of 5 · Table 3``, or of a knock-out's last round ``Final``."""
    label = table_label(cup, number, table, t)
    if cup.settings.format is Format.KNOCK_OUT and number == cup.planned:
        return label
    return f"{stage_name(cup, number, t)} · {label}"


def after_round(cup: Cup, number: int, t: NullTranslations) -> str:
    """Return the moment of standings: ``After round 2 of 5``, or ``Final standings``."""
    if cup.ended:
        return t.gettext("Final standings")
    if cup.settings.format is not Format.KNOCK_OUT:
        return t.gettext("After round {number} of {planned}").format(number=number, planned=cup.planned)
    return _of_stage(AFTER, cup, number, t)


def out_in(cup: Cup, entrant_id: int, t: NullTranslations) -> str:
    """Return the end of a knock-out for an entrant: ``out in the semi-finals``; empty while it goes on.

    Of a loser of a semi-final it is the result of the match for third place, if that was played.
    """
    lost = next(_lost(cup, entrant_id), None)
    if lost is None:
        return ""
    third = cup.table_at(cup.planned, knock_out.THIRD_PLACE)
    side = None if third is None else knock_out.winning_side(cup, third)
    if third is None or side is None or entrant_id not in third.entrants:
        return _of_stage(OUT, cup, lost.round, t)
    won = entrant_id in third.sides[side]
    return t.gettext("won the match for third place") if won else t.gettext("lost the match for third place")


def _lost(cup: Cup, entrant_id: int) -> Iterator[Table]:
    """Yield the tables that an entrant has lost, the match for third place left aside."""
    for each in cup.rounds:
        for table in each.tables:
            third = each.number == cup.planned and table.number == knock_out.THIRD_PLACE
            if table.result is None or entrant_id not in table.entrants or third:
                continue
            side = knock_out.winning_side(cup, table)
            if side is None or entrant_id not in table.sides[side]:
                yield table


def _of_stage(texts: Sequence[str], cup: Cup, number: int, t: NullTranslations) -> str:
    """Return the text for a round of a knock-out, with the number of places in the bracket at its beginning."""
    text = texts[min(cup.planned - number, len(texts) - 1)]
    return t.gettext(text).format(count=len(cup.bracket) >> (number - 1))
