"""Partners in a lobby for two pairs."""

from __future__ import annotations

import pytest

from engine.bots.level import Level
from engine.live.model.errors import Code
from engine.live.model.seating import seats_in_pairs
from engine.live.model.table import Person
from engine.live.tables import lobby, partners
from tests.engine.live.people import ANA, BEN, CEM, DIA, EVE, FOUR
from tests.engine.live.sketch import Sketch, waiting

PAIRS = {"pairs": True}
ROBOT = Person(-1, "Bodil", "", level=Level.EASY)


def seats(table: Sketch) -> tuple[Person | None, ...]:
    return seats_in_pairs(table.people, table.header.seating)


def pair(table: Sketch, user: Person, partner: Person) -> None:
    """Seat a user opposite a partner, where nobody has to be asked."""
    table.do(partners.take_seat, user.user_id, partners.partner_seat(table.header, partner.user_id))


@pytest.mark.parametrize(
    ("people", "user", "partner", "seated"),
    [
        ((ANA, BEN), ANA, BEN, (None, BEN, None, ANA)),
        ((ANA, BEN), BEN, ANA, (ANA, None, BEN, None)),
        ((ANA, BEN, CEM), CEM, BEN, (ANA, BEN, None, CEM)),
        ((ANA, ROBOT, BEN), BEN, ROBOT, (ANA, ROBOT, None, BEN)),
        ((ANA, BEN, ROBOT, CEM), BEN, ANA, (ANA, ROBOT, BEN, CEM)),
    ],
)
def test_a_free_seat_and_that_of_a_computer_are_taken_at_once(
    people: tuple[Person, ...], user: Person, partner: Person, seated: tuple[Person | None, ...]
) -> None:
    table = waiting(*people, options=PAIRS)
    pair(table, user, partner)
    assert seats(table) == seated


def test_partners_stay_partners_whoever_comes_and_goes() -> None:
    table = waiting(ANA, BEN, options=PAIRS)
    pair(table, BEN, ANA)
    table.do(lobby.join, CEM)
    table.do(lobby.join, DIA)
    assert table.people == (ANA, CEM, BEN, DIA)
    table.do(lobby.leave, CEM.user_id)
    assert seats(table) == (ANA, None, BEN, DIA)
    table.do(lobby.play_with_computers, ANA.user_id)
    assert (table.people[0], table.people[2]) == (ANA, BEN)


def test_a_person_is_asked_before_their_seat_changes() -> None:
    table = waiting(*FOUR, options=PAIRS)
    seat = partners.partner_seat(table.header, ANA.user_id)
    assert seats(table)[seat] == CEM
    table.refuses(Code.SEAT_TAKEN, partners.take_seat, BEN.user_id, seat)
    table.do(partners.ask, BEN.user_id, seat)
    assert table.people == FOUR
    table.refuses(Code.NOT_ASKED, partners.agree, DIA.user_id, BEN.user_id, seat)
    table.do(partners.agree, CEM.user_id, BEN.user_id, seat)
    assert table.people == (ANA, CEM, BEN, DIA)
    table.refuses(Code.OWN_SEAT, partners.agree, CEM.user_id, BEN.user_id, seat)


@pytest.mark.parametrize(
    ("people", "options", "user", "seat", "reason"),
    [
        (FOUR, PAIRS, EVE, 1, Code.JOIN_FIRST),
        (FOUR, PAIRS, BEN, 1, Code.OWN_SEAT),
        (FOUR, PAIRS, BEN, 4, Code.STALE),
        (FOUR, {}, BEN, 2, Code.STALE),
    ],
)
def test_a_seat_is_refused(
    people: tuple[Person, ...], options: dict[str, bool], user: Person, seat: int, reason: Code
) -> None:
    waiting(*people, options=options).refuses(reason, partners.take_seat, user.user_id, seat)


def test_a_request_from_before_a_restart_is_too_old() -> None:
    waiting(*FOUR, options=PAIRS).refuses(Code.ASK_AGAIN, partners.agree, CEM.user_id, BEN.user_id, 2)
