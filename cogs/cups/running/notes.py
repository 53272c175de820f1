"""The messages on an organizer's actions, one for each, in the channel of a cup."""

from __future__ import annotations

from dataclasses import replace
from gettext import NullTranslations

from cogs.core.frame import escaped, framed
from cogs.cups.cup_message import MAX_REASON, start_line
from cogs.cups.results.entrants import EntrantNames
from cogs.cups.results.tables import result_line
from cogs.cups.rounds import place_name
from cogs.cups.running.sending import Letter
from cogs.cups.texts import entrant_name, person_name, title
from engine.cups import Corrected, Paused, Replaced, Resumed, TakenBack, TakenOut, Withdrew, fold
from engine.live.cups.model import Situation


def note_letter(at: Situation, text: str) -> Letter:
    """Return the message on an organizer's action, from its text."""
    return Letter(framed(f"**{title(at.header)}:** {text}"))


def start_text(at: Situation, t: NullTranslations) -> str:
    """Return the sentences on a start that the organizer moved."""
    return f"{t.gettext('The organizer moved the start.')} {start_line(at, t)}"


def note_text(at: Situation, ply: int, t: NullTranslations) -> str:
    """Return the sentences on an organizer's action, by its place in the log of the cup."""

    def entrant(entrant_id: int) -> str:
        return f"**{escaped(entrant_name(at.cup, at.people, entrant_id, t))}**"

    def person(person_id: int) -> str:
        return f"**{escaped(person_name(at.people, person_id, t))}**"

    match at.log[ply].action:
        case Corrected() as correction:
            return _corrected(at, ply, correction, t)
        case Replaced(person_id, by):
            return t.gettext("{one} takes the place of {other}.").format(one=person(by), other=person(person_id))
        case TakenOut(entrant_id):
            return t.gettext("The organizer took {name} out of the tournament.").format(name=entrant(entrant_id))
        case TakenBack(entrant_id):
            return t.gettext("The organizer took {name} back into the tournament.").format(name=entrant(entrant_id))
        case Withdrew(person_id):
            withdrawn = at.cup.entrant_of(person_id)
            name = person(person_id) if withdrawn is None else entrant(withdrawn.id)
            return t.gettext("{name} has withdrawn. A match under way goes on.").format(name=name)
        case Paused():
            return t.gettext("The tournament is paused: no round and no table begins. Matches go on.")
        case Resumed():
            return t.gettext("The tournament goes on.")
        case other:
            raise AssertionError(f"the channel has no message on {other}")


def _corrected(at: Situation, ply: int, correction: Corrected, t: NullTranslations) -> str:
    """Return the result of a table as it is after a correction and as it was before, and the reason."""

    def result_at(count: int) -> str:
        cup = fold(at.header.settings, at.header.seed, [each.action for each in at.log[:count]])
        table = cup.table_at(correction.round, correction.table)
        assert table is not None
        assert table.result is not None
        # the reason has a line of its own
        table = replace(table, result=table.result.uncorrected)
        then = replace(at, cup=cup)
        return result_line(then, table, EntrantNames(then, t), t)

    where = place_name(at.cup, correction.round, correction.table, t)
    told = t.gettext("The organizer corrected a result. {where}: {result}.")
    return "\n".join(
        [
            told.format(where=where, result=result_at(ply + 1)),
            t.gettext("Before: {result}.").format(result=result_at(ply)),
            t.gettext("Reason: {reason}").format(reason=escaped(correction.reason)[:MAX_REASON]),
        ]
    )
