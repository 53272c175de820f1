"""The names of rounds, above all of a knock-out's: ``Semi-finals``."""

from __future__ import annotations

from collections.abc import Iterator
from gettext import NullTranslations

from cogs.cups.texts import round_name, table_name
from engine.cups import Cup, Format, Table, knock_out


def stage_name(cup: Cup, number: int, t: NullTranslations) -> str:
    """Return the name of a round: ``Round 2 of 5``, or of a knock-out ``Semi-finals``."""
    if cup.settings.format is not Format.KNOCK_OUT:
        return round_name(number, cup.planned, t)
    match cup.planned - number:
        case 0:
            return t.gettext("Final")
        case 1:
            return t.gettext("Semi-finals")
        case 2:
            return t.gettext("Quarter-finals")
        case _:
            return t.gettext("Round of {count}").format(count=_size(cup, number))


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
    match cup.planned - number:
        case 0:
            return t.gettext("After the final")
        case 1:
            return t.gettext("After the semi-finals")
        case 2:
            return t.gettext("After the quarter-finals")
        case _:
            return t.gettext("After the round of {count}").format(count=_size(cup, number))


def out_in(cup: Cup, entrant_id: int, t: NullTranslations) -> str:
    """Return the end of a knock-out for an entrant: ``out in the semi-finals``; empty while it goes on."""
    lost = next(_lost(cup, entrant_id), None)
    if lost is None:
        return ""
    match cup.planned - lost.round:
        case 0:
            return t.gettext("lost the final")
        case 1:
            return _of_semi_finals(cup, entrant_id, t)
        case 2:
            return t.gettext("out in the quarter-finals")
        case _:
            return t.gettext("out in the round of {count}").format(count=_size(cup, lost.round))


def _of_semi_finals(cup: Cup, entrant_id: int, t: NullTranslations) -> str:
    """Return the result of a loser of a semi-final: in the match for third place, if it was played."""
    third = knock_out.table_at(cup, cup.planned, knock_out.THIRD_PLACE) if len(cup.rounds) == cup.planned else None
    side = None if third is None else knock_out.winning_side(cup, third)
    if third is None or side is None or entrant_id not in third.entrants:
        return t.gettext("out in the semi-finals")
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


def _size(cup: Cup, number: int) -> int:
    """Return the number of places in the bracket at the beginning of a round."""
    return len(cup.bracket) >> (number - 1)
