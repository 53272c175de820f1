"""The tables of a round: both sides, the result, and its reason."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from gettext import NullTranslations

from cogs.core.frame import escaped
from cogs.cups.results.entrants import EntrantNames, bold
from cogs.cups.rounds import table_label
from engine.cups import Cup, Format, How, Result, Table, knock_out
from engine.cups.presence import out_by_misses
from engine.live.cups.model import Situation
from render import BracketMatch, BracketSide
from render.i18n import list_items
from render.text.bracket import match_text


def match_of(at: Situation, table: Table, names: EntrantNames, t: NullTranslations) -> BracketMatch:
    """Return a table's match as pictures and texts take it."""
    result, won = table.result, _winner(at.cup, table)
    sides: list[BracketSide] = []
    for side, entrants in enumerate(table.sides):
        played = result is not None and not result.absent
        decided = won is not None or (result is not None and bool(result.absent))
        points = result.points[side] if played and result is not None else None
        sides.append(BracketSide(names.side(entrants), points, won == side if decided else None))
    return BracketMatch((sides[0], sides[1]), "; ".join(_notes(at.cup, table, names, t)))


def _winner(cup: Cup, table: Table) -> int | None:
    if cup.settings.format is Format.KNOCK_OUT:
        return knock_out.winning_side(cup, table)
    return None if table.result is None else table.result.winner


def _notes(cup: Cup, table: Table, names: EntrantNames, t: NullTranslations) -> Iterator[str]:
    """Yield phrases on the end of a match, its stand-ins, and a correction with its reason."""
    result = table.result
    if result is not None:
        yield from _how(cup, table, result, names, t)
    for person, by in table.stand_ins:
        facts = {"one": names.person(by) if by else "", "other": names.person(person)}
        form = t.gettext("{one} played for {other}") if by else t.gettext("a computer played for {other}")
        yield form.format(**facts)
    if out := _out_now(cup, table):
        yield _out(table, out, names, t)
    if result is not None and result.correction:
        yield t.gettext("corrected: {reason}").format(reason=result.correction)


def _out(table: Table, entrants: Sequence[int], names: EntrantNames, t: NullTranslations) -> str:
    """Return the phrase on the entrants whom a table has put out of the cup, without those just named as missing."""
    result = table.result
    missing = () if result is None else (*result.left, *(each for at in result.absent for each in table.sides[at]))
    if {*entrants} == {*missing} and not table.stand_ins:
        return t.gettext("out of the tournament")
    told = [name for each in entrants for name in names.of(each)]
    return t.gettext("out of the tournament: {names}").format(names=list_items(told, t))


def _out_now(cup: Cup, table: Table) -> list[int]:
    """Return the entrants whom the absence from a table, or leaving it, has put out of the cup."""
    later = {each for one in cup.rounds[table.round :] for other in one.tables for each in other.entrants}
    return [each for each in table.entrants if each in out_by_misses(cup) and each not in later]


def _how(cup: Cup, table: Table, result: Result, names: EntrantNames, t: NullTranslations) -> Iterator[str]:
    match result.how:
        case How.TIME:
            yield t.gettext("time was up")
        case How.COMPUTER:
            left = list_items([name for each in result.left for name in names.of(each)], t)
            yield t.gettext("a computer finished for {names}").format(names=left)
        case How.ABSENT:
            absent = [name for side in result.absent for name in names.side(table.sides[side])]
            form = t.gettext("nobody came") if len(result.absent) > 1 else t.gettext("{names} did not come")
            yield form.format(names=list_items(absent, t))
        case How.PLAYED:
            pass
    level = result.winner is None and not result.absent
    if level and cup.settings.format is Format.KNOCK_OUT:
        yield t.gettext("level, so the higher seed goes on")


def table_line(at: Situation, table: Table, names: EntrantNames, t: NullTranslations, address: str = "") -> str:
    """Return a table as a line of a message, with a link to its address: ``Table 3: Ana beats Ben 100 to 40``."""
    label, told = table_label(at.cup, table.round, table.number, t), result_line(at, table, names, t)
    return t.gettext("{label}: {value}").format(label=f"[{label}]({address})" if address else label, value=told)


def result_line(at: Situation, table: Table, names: EntrantNames, t: NullTranslations) -> str:
    """Return the sides of a table, or its result, for a message: ``Ana beats Ben 100 to 40``."""
    return match_text(match_of(at, table, names, t), bold, t, escaped)
