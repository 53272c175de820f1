"""Entering a cup and leaving it: entrants, seekers, substitutes, and people who are kept apart."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from engine.cups.actions import (
    Allowed,
    Forbade,
    OfferedToSubstitute,
    Replaced,
    SignedUp,
    SoughtPartner,
    TakenBack,
    TakenOut,
    Withdrew,
)
from engine.cups.errors import CupError, Refusal
from engine.cups.model import Cup, Entrant, Format, Sides, Table, ascending
from engine.cups.presence import out_by_misses, people

MAX_ENTRANTS: Final = {Format.SWISS: 256, Format.ROUND_ROBIN: 16, Format.KNOCK_OUT: 128}
"""The most entrants of each format."""


def sign_up(cup: Cup, action: SignedUp) -> Cup:
    """Add an entrant; a seeker or substitute becomes one."""
    size = 2 if cup.settings.sides is Sides.PAIRS else 1
    persons = action.persons
    if len(persons) != size or len(set(persons)) != size:
        raise CupError(Refusal.BAD_ACTION, persons=list(persons))
    for person in persons:
        _require_no_entrant(cup, person)
    if size == 2 and ascending(*persons) in cup.forbidden:
        raise CupError(Refusal.KEPT_APART, persons=list(persons))
    return _entered(cup, persons)


def seek_partner(cup: Cup, action: SoughtPartner) -> Cup:
    """Let a person wait for a partner, or make a pair with the first seeker who may sit with them."""
    if cup.settings.sides is not Sides.PAIRS:
        raise CupError(Refusal.NOT_IN_THIS_FORMAT)
    _require_no_entrant(cup, action.person)
    if action.person in cup.seekers:
        raise CupError(Refusal.SIGNED_UP_ALREADY, person=action.person)
    _require_open(cup)
    return _sought(cup, action.person)


def _sought(cup: Cup, person: int) -> Cup:
    for other in cup.seekers:
        if ascending(other, person) not in cup.forbidden:
            return _entered(cup, (other, person))
    cup = _without(cup, person)
    return replace(cup, seekers=(*cup.seekers, person))


def offer_to_substitute(cup: Cup, action: OfferedToSubstitute) -> Cup:
    """Add a person to the end of the list of substitutes."""
    _require_no_entrant(cup, action.person)
    if action.person in cup.substitutes:
        raise CupError(Refusal.SIGNED_UP_ALREADY, person=action.person)
    cup = _without(cup, action.person)
    return replace(cup, substitutes=(*cup.substitutes, action.person))


def withdraw(cup: Cup, action: Withdrew) -> Cup:
    """Let a person out: an entrant, a seeker or a substitute; before the beginning the partner seeks another one."""
    person = action.person
    if person in cup.seekers or person in cup.substitutes:
        return _without(cup, person)
    entrant = cup.entrant_of(person)
    if entrant is None:
        raise CupError(Refusal.NOT_SIGNED_UP, person=person)
    cup = _left(cup, entrant)
    if not cup.begun:
        for partner in entrant.members:
            cup = cup if partner == person else _sought(cup, partner)
    return cup


def take_out(cup: Cup, action: TakenOut) -> Cup:
    """Let an entrant out, by the organizer."""
    return _left(cup, _entrant(cup, action.entrant))


def take_back(cup: Cup, action: TakenBack) -> Cup:
    """Let an entrant that is out in again; absences up to now don't count any more."""
    entrant = _entrant(cup, action.entrant)
    if not entrant.gone and entrant.id not in out_by_misses(cup):
        raise CupError(Refusal.THERE_ALREADY, entrant=entrant.id)
    return _with_entrant(cup, replace(entrant, gone=False, counted_from=len(cup.rounds) + 1))


def forbid(cup: Cup, action: Forbade) -> Cup:
    """Keep two people apart from now on."""
    first, second = action
    if first == second or 0 in action:
        raise CupError(Refusal.BAD_ACTION, persons=[first, second])
    if cup.settings.format is Format.ROUND_ROBIN or (cup.settings.format is Format.KNOCK_OUT and cup.begun):
        raise CupError(Refusal.NOT_IN_THIS_FORMAT)
    entrant = cup.entrant_of(first)
    if entrant is not None and second in entrant.members:
        raise CupError(Refusal.BAD_ACTION, persons=[first, second])
    return replace(cup, forbidden=cup.forbidden | {ascending(first, second)})


def allow(cup: Cup, action: Allowed) -> Cup:
    """Let two people sit at one table again."""
    pair = ascending(action.first, action.second)
    if pair not in cup.forbidden:
        raise CupError(Refusal.BAD_ACTION, persons=list(pair))
    return replace(cup, forbidden=cup.forbidden - {pair})


def replace_person(cup: Cup, action: Replaced) -> Cup:
    """Give a person's place to another one."""
    entrant = cup.entrant_of(action.person)
    if entrant is None:
        raise CupError(Refusal.NOT_SIGNED_UP, person=action.person)
    _require_no_entrant(cup, action.by)
    members = tuple(action.by if each == action.person else each for each in entrant.members)
    if len(members) == 2 and ascending(*members) in cup.forbidden:
        raise CupError(Refusal.KEPT_APART, persons=list(members))
    return _renamed(_with_entrant(_without(cup, action.by), replace(entrant, members=members)), action)


def _renamed(cup: Cup, action: Replaced) -> Cup:
    """Return the cup with the stand-ins of a person as those of the new one: a table's seats stay as they are."""

    def renamed(table: Table) -> Table:
        stand_ins = tuple(
            (action.by if person == action.person else person, stand_in) for person, stand_in in table.stand_ins
        )
        return replace(table, stand_ins=stand_ins)

    rounds = tuple(replace(each, tables=tuple(map(renamed, each.tables))) for each in cup.rounds)
    return replace(cup, rounds=rounds)


def _require_no_entrant(cup: Cup, person: int) -> None:
    """Raise ``CupError`` unless a person is one, and has no place in the field."""
    if person == 0:
        raise CupError(Refusal.BAD_ACTION, person=0)
    if cup.entrant_of(person) is not None:
        raise CupError(Refusal.SIGNED_UP_ALREADY, person=person)


def _require_open(cup: Cup) -> None:
    """Raise ``CupError`` unless another entrant may come."""
    most = MAX_ENTRANTS[cup.settings.format]
    if sum(1 for _ in people(cup)) >= most:
        raise CupError(Refusal.FULL, most=most)
    if cup.begun and not cup.settings.late_entry:
        raise CupError(Refusal.NO_LATE_ENTRY)
    if not in_first_half(cup):
        raise CupError(Refusal.TOO_LATE, missed=len(cup.rounds), planned=cup.planned)


def in_first_half(cup: Cup) -> bool:
    """Whether at most half of the rounds have been paired, so that late entrants may come."""
    return 2 * len(cup.rounds) <= cup.planned


def _entered(cup: Cup, persons: tuple[int, ...]) -> Cup:
    _require_open(cup)
    for person in persons:
        cup = _without(cup, person)
    entrant = Entrant(cup.last_id + 1, persons)
    return _with_entrant(replace(cup, last_id=entrant.id), entrant)


def _without(cup: Cup, person: int) -> Cup:
    """Return a cup in which a person is neither seeker nor substitute."""
    seekers = tuple(each for each in cup.seekers if each != person)
    substitutes = tuple(each for each in cup.substitutes if each != person)
    return replace(cup, seekers=seekers, substitutes=substitutes)


def _left(cup: Cup, entrant: Entrant) -> Cup:
    if entrant.gone:
        raise CupError(Refusal.GONE_ALREADY, entrant=entrant.id)
    if cup.begun:
        return _with_entrant(cup, replace(entrant, gone=True))
    return replace(cup, entrants={key: each for key, each in cup.entrants.items() if key != entrant.id})


def _entrant(cup: Cup, entrant_id: int) -> Entrant:
    entrant = cup.entrants.get(entrant_id)
    if entrant is None or entrant.is_computer:
        raise CupError(Refusal.NO_SUCH_ENTRANT, entrant=entrant_id)
    return entrant


def _with_entrant(cup: Cup, entrant: Entrant) -> Cup:
    return replace(cup, entrants={**cup.entrants, entrant.id: entrant})
