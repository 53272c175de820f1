"""Entering a cup and leaving it."""

from __future__ import annotations

from engine.cups import OfferedToSubstitute, SignedUp, SoughtPartner, Withdrew
from engine.live.cups.model import Change, CupPerson, Situation


def sign_up(at: Situation, *people: CupPerson) -> Change:
    """Enter a person, or a fixed pair of two, of whom the first signs up; after the beginning, as a late entry.

    Raises:
        CupError: the cup doesn't take them.

    """
    return Change(actions=((SignedUp(tuple(each.user_id for each in people)), people[0].user_id),), people=people)


def seek_partner(at: Situation, person: CupPerson) -> Change:
    """Let a person wait for a partner, or make a pair with the first who waits; raise CupError as :func:`sign_up`."""
    return Change(actions=((SoughtPartner(person.user_id), person.user_id),), people=(person,))


def offer(at: Situation, person: CupPerson) -> Change:
    """Add a person to the end of the list of substitutes; raise CupError as :func:`sign_up`."""
    return Change(actions=((OfferedToSubstitute(person.user_id), person.user_id),), people=(person,))


def withdraw(at: Situation, user_id: int) -> Change:
    """Let a person out. A round that is paired does not wait for the person.

    Raises:
        CupError: they have no place in the cup, or have withdrawn.

    """
    standby = tuple(each for each in at.header.standby if each != user_id)
    return Change(actions=((Withdrew(user_id), user_id),)).with_fields(standby=standby)


def renew(at: Situation, person: CupPerson) -> Change:
    """Use the present name and locale of a person of the cup."""
    known = at.people.get(person.user_id)
    return Change(people=(person,)) if known is not None and known != person else Change()
