"""A table before its match."""

from __future__ import annotations

from typing import Any

import pytest

from engine import match
from engine.bots.level import Level
from engine.errors import Illegal
from engine.events import Dealt
from engine.live.model.errors import Code
from engine.live.model.news import Closed
from engine.live.model.pace import Auto, TimeControl
from engine.live.model.seating import seats_in_pairs
from engine.live.model.table import Person, Status
from engine.live.tables import lifecycle, lobby, partners, playing, presence
from tests.engine.live.people import ANA, BEN, CEM, DIA, EVE, FOUR
from tests.engine.live.sketch import Decide, Sketch, begun, waiting

PAIRS = {"pairs": True}
ROBOT = Person(-1, "Bodil", "", level=Level.EASY)

FOR_ALL: dict[Decide, tuple[Any, ...]] = {
    lobby.join: (CEM,),
    lobby.leave: (BEN.user_id,),
    lobby.start: (ANA.user_id,),
}
FOR_THE_HOST: dict[Decide, tuple[Any, ...]] = {
    lobby.add_computer: (ANA.user_id, Level.EASY),
    lobby.unseat: (ANA.user_id, BEN.user_id),
    lobby.configure: (ANA.user_id, "express-it"),
    lobby.play_with_computers: (ANA.user_id,),
    lobby.shuffle_seats: (ANA.user_id,),
    lobby.cancel: (ANA.user_id,),
}
"""Requests in a lobby, with the arguments of Ana's."""


def called(value: object) -> str | None:
    """Return a function's name, for the id of a row."""
    return getattr(value, "__name__", None)


# ---------------------------------------------------------------------- sitting down and getting up


def test_a_person_who_joins_sits_on_the_next_seat_and_is_awaited_no_more() -> None:
    table = waiting(ANA, invited=(BEN.user_id, CEM.user_id))
    table.do(lobby.join, BEN)
    assert table.people == (ANA, BEN)
    assert [table.header.seat_of(each.user_id) for each in (ANA, BEN, EVE)] == [0, 1, None]
    assert table.header.invited == (CEM.user_id,)
    assert table.reports == 1


def test_a_person_who_leaves_frees_the_seat_and_the_others_move_up() -> None:
    table = waiting(ANA, BEN, CEM)
    table.do(lobby.leave, BEN.user_id)
    assert table.people == (ANA, CEM)
    assert table.header.host_id == ANA.user_id


def test_the_next_person_is_host_after_the_host_has_left() -> None:
    table = waiting(ANA, BEN, CEM)
    table.do(lobby.leave, ANA.user_id)
    assert table.header.host_id == BEN.user_id
    table.do(lobby.start, BEN.user_id)
    assert table.playing


def test_the_last_to_leave_closes_the_lobby() -> None:
    table = waiting(ANA)
    table.do(lobby.leave, ANA.user_id)
    assert (table.header.status, table.header.deadline) == (Status.CLOSED, None)
    assert table.untold == (Closed("empty", ANA.user_id),)


# ---------------------------------------------------------------------- options


def test_the_host_chooses_rules_and_options() -> None:
    table = waiting(ANA, BEN)
    table.do(lobby.configure, ANA.user_id, "express-it", {"target": 50})
    assert table.header.rules == "express-it"
    assert table.header.options == {"target": 50, "pairs": False, "blocked_pairs": "all"}
    table.do(lobby.configure, ANA.user_id, options={"target": 200})
    assert (table.header.rules, table.header.options["target"]) == ("express-it", 200)


def test_options_that_the_new_rule_set_lacks_are_dropped() -> None:
    table = waiting(ANA, options={"target": 150, "of_another_game": True, "blocked_pairs": "nobody"})
    table.do(lobby.configure, ANA.user_id, "express-it")
    assert table.header.options == {"target": 150, "pairs": False, "blocked_pairs": "all"}


@pytest.mark.parametrize(
    ("rules", "options", "reason"),
    [
        ("chess", None, Illegal.UNKNOWN_RULES),
        (None, {"target": 7}, Illegal.BAD_OPTION),
        (None, {"pairs": 1}, Illegal.BAD_OPTION),
        (None, {"opening": "free"}, Illegal.UNKNOWN_OPTION),
    ],
)
def test_a_choice_that_is_not_offered_changes_nothing(
    rules: str | None,
    options: dict[str, Any] | None,
    reason: Illegal,
) -> None:
    table = waiting(ANA, BEN)
    table.refuses(reason, lobby.configure, ANA.user_id, rules, options)


# ---------------------------------------------------------------------- starting and cancelling


def test_the_host_starts_once_there_are_two_and_others_are_awaited_no_more() -> None:
    table = waiting(ANA, invited=(BEN.user_id, CEM.user_id))
    assert table.refuses(Code.TOO_FEW, lobby.start, ANA.user_id) == {"least": 2}
    table.do(lobby.join, BEN)
    table.do(lobby.start, ANA.user_id)
    assert table.playing
    assert table.ply == table.view(None).deal == 1
    assert [type(each) for each in table.untold] == [Dealt]
    assert table.header.invited == ()


def test_others_start_only_a_full_table() -> None:
    table = waiting(ANA, BEN, CEM)
    table.refuses(Code.NOT_HOST, lobby.start, BEN.user_id)
    table.do(lobby.join, DIA)
    table.refuses(Code.JOIN_FIRST, lobby.start, EVE.user_id)
    assert not table.playing
    table.do(lobby.start, BEN.user_id)
    assert table.playing


@pytest.mark.parametrize("people", [FOUR[:1], FOUR[:2], FOUR[:3]])
def test_pairs_start_with_four_only(people: tuple[Person, ...]) -> None:
    table = waiting(*people, options={"pairs": True})
    table.refuses(Code.PAIRS_NEED_FOUR, lobby.start, ANA.user_id)
    for person in FOUR[len(people) :]:
        table.do(lobby.join, person)
    table.do(lobby.start, DIA.user_id)
    assert table.view(None).teams == ((0, 2), (1, 3))


@pytest.mark.parametrize(("decide", "args"), {**FOR_ALL, **FOR_THE_HOST}.items(), ids=called)
def test_a_match_declines_what_belongs_to_a_lobby(decide: Decide, args: tuple[Any, ...]) -> None:
    begun(ANA, BEN, rules="matador").refuses(Code.STARTED, decide, *args)


@pytest.mark.parametrize(("decide", "args"), FOR_THE_HOST.items(), ids=called)
def test_only_the_host_decides_on_the_match(decide: Decide, args: tuple[Any, ...]) -> None:
    table = waiting(CEM, ANA, BEN, rules="matador")
    assert table.refuses(Code.NOT_HOST, decide, *args) == {"host": CEM.user_id}
    table = waiting(CEM, BEN, rules="matador")
    assert table.refuses(Code.NOT_HOST, decide, *args) == {"host": CEM.user_id}, "nor does a person without a seat"


@pytest.mark.parametrize(
    ("people", "decide", "args", "reason", "facts"),
    [
        ((ANA,), lobby.join, (Person(ANA.user_id, "Another name", "de"),), Code.ALREADY_SEATED, {}),
        (FOUR, lobby.join, (EVE,), Code.FULL, {"most": 4}),
        (FOUR, lobby.add_computer, (ANA.user_id, Level.EASY), Code.FULL, {"most": 4}),
        ((ANA,), lobby.leave, (EVE.user_id,), Code.JOIN_FIRST, {}),
        ((ANA, BEN), lobby.unseat, (ANA.user_id, ANA.user_id), Code.SELF_REMOVAL, {}),
        ((ANA, BEN), lobby.unseat, (ANA.user_id, EVE.user_id), Code.NOT_HERE, {}),
        ((ANA,), lobby.start, (ANA.user_id,), Code.TOO_FEW, {"least": 2}),
        ((ANA, BEN), lobby.start, (EVE.user_id,), Code.JOIN_FIRST, {}),
        ((ANA, BEN), lobby.cancel, (EVE.user_id,), Code.NOT_HOST, {"host": ANA.user_id}),
    ],
    ids=called,
)
def test_a_lobby_refuses_what_is_out_of_place_in_it(
    people: tuple[Person, ...], decide: Decide, args: tuple[Any, ...], reason: Code, facts: dict[str, int]
) -> None:
    assert waiting(*people).refuses(reason, decide, *args) == facts


def test_a_rule_set_for_fewer_players_is_refused() -> None:
    table = waiting(*FOUR, EVE, rules="mexican-train")
    assert table.refuses(Code.TOO_MANY, lobby.configure, ANA.user_id, "express") == {"most": 4}


def test_the_host_seats_everyone_at_random(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("random.sample", lambda people, count: people[::-1][:count])
    table = waiting(*FOUR)
    table.do(lobby.shuffle_seats, ANA.user_id)
    assert table.people == FOUR[::-1]


def test_the_host_removes_a_player_who_may_return() -> None:
    table = waiting(ANA, BEN, CEM)
    table.do(lobby.unseat, ANA.user_id, BEN.user_id)
    assert table.people == (ANA, CEM)
    table.do(lobby.join, BEN)
    assert table.people == (ANA, CEM, BEN)


def test_the_host_allows_hints_and_chooses_what_the_bot_does() -> None:
    table = waiting(ANA, BEN)
    table.do(lobby.configure, ANA.user_id, hints=True, auto=Auto.FORCED)
    table.do(lobby.start, ANA.user_id)
    assert (table.header.hints, table.header.auto) == (True, Auto.FORCED)


def test_options_chosen_for_another_rule_set_change_nothing() -> None:
    table = waiting(ANA, BEN)
    table.refuses(Code.STALE, lobby.configure, ANA.user_id, before="classic", hints=True)
    assert not table.header.hints
    table.do(lobby.configure, ANA.user_id, before="express", hints=True, time_control=TimeControl.SLOW)
    assert (table.header.hints, table.header.time_control) == (True, TimeControl.SLOW)


def test_a_lobby_declines_what_belongs_to_a_match() -> None:
    table = waiting(ANA, BEN)
    table.refuses(Code.NOT_STARTED, playing.play, ANA.user_id, 0, 0, 0)
    table.refuses(Code.NOT_STARTED, playing.next_deal, ANA.user_id, 0)
    table.refuses(Code.NOT_STARTED, presence.leave, ANA.user_id)
    table.refuses(Code.NOT_STARTED, lifecycle.end, ANA.user_id)


@pytest.mark.parametrize(("user", "manager"), [(ANA.user_id, False), (EVE.user_id, True)], ids=["host", "manager"])
def test_the_host_or_a_manager_cancels_a_lobby(user: int, manager: bool) -> None:
    table = waiting(ANA, BEN)
    table.do(lobby.cancel, user, manager=manager)
    assert table.header.status is Status.CLOSED
    assert table.untold == (Closed("cancelled", user),)
    for decide, args in {**FOR_ALL, **FOR_THE_HOST}.items():
        table.refuses(Code.CLOSED, decide, *args)
    table.refuses(Code.CLOSED, playing.play, ANA.user_id, 0, 0, 0)


def test_a_match_has_the_options_chosen() -> None:
    table = waiting(*FOUR)
    table.do(lobby.configure, ANA.user_id, options={"pairs": True, "target": 50, "blocked_pairs": "opponents"})
    table.do(lobby.start, ANA.user_id)
    assert dict(table.view(None).options) == {"pairs": True, "target": 50, "blocked_pairs": "opponents"}
    assert table.view(None).options == match.new("express", 4, table.header.options).options


def test_a_person_greeted_has_their_present_name_and_language() -> None:
    table = waiting(ANA, BEN)
    table.do(presence.refresh_person, Person(BEN.user_id, "Benno", "de"))
    assert table.people == (ANA, Person(BEN.user_id, "Benno", "de"))
    table.do(presence.refresh_person, EVE)
    assert len(table.people) == 2
    assert not table.reports


# ---------------------------------------------------------------------- with computers


@pytest.mark.parametrize(
    ("rules", "people", "seats"),
    [
        ("express", (ANA,), 4),
        ("express", (ANA, BEN), 4),
        ("parejas", (ANA,), 4),
        ("double-twelve", (ANA,), 4),
        ("double-twelve", (*FOUR, EVE), 5),
        ("mexican-train", (ANA, BEN, CEM), 4),
    ],
)
def test_computers_fill_a_usual_table_and_the_match_begins(rules: str, people: tuple[Person, ...], seats: int) -> None:
    table = waiting(*people, rules=rules)
    table.do(lobby.play_with_computers, ANA.user_id)
    assert table.header.status is Status.PLAYING
    assert table.people[: len(people)] == people
    assert [person.level for person in table.people[len(people) :]] == [Level.NORMAL] * (seats - len(people))


# ---------------------------------------------------------------------- partners


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
