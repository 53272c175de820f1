"""A table before its match."""

from __future__ import annotations

from typing import Any

import pytest

from engine import match
from engine.errors import Illegal
from engine.events import Dealt
from engine.live.model.errors import Code
from engine.live.model.news import Closed
from engine.live.model.table import Person, Status
from engine.live.tables import lifecycle, lobby, playing, presence
from tests.engine.live.people import ANA, BEN, CEM, DIA, EVE, FOUR
from tests.engine.live.sketch import begun, waiting

# ---------------------------------------------------------------------- sitting down and getting up


def test_a_person_who_joins_sits_on_the_next_seat_and_is_awaited_no_more() -> None:
    table = waiting(ANA, invited=(BEN.user_id, CEM.user_id))
    table.do(lobby.join, BEN)
    assert table.people == (ANA, BEN)
    assert [table.header.seat_of(each.user_id) for each in (ANA, BEN, EVE)] == [0, 1, None]
    assert table.header.invited == (CEM.user_id,)
    assert table.reports == 1


def test_a_person_does_not_sit_twice() -> None:
    table = waiting(ANA)
    table.refuses(Code.ALREADY_SEATED, lobby.join, Person(ANA.user_id, "Another name", "de"))


def test_a_full_table_takes_no_more() -> None:
    table = waiting(*FOUR)
    assert table.refuses(Code.FULL, lobby.join, EVE) == {"most": 4}


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


def test_a_stranger_cannot_leave() -> None:
    table = waiting(ANA)
    table.refuses(Code.JOIN_FIRST, lobby.leave, EVE.user_id)


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


def test_only_the_host_chooses() -> None:
    table = waiting(ANA, BEN)
    for user in (BEN.user_id, EVE.user_id):
        assert table.refuses(Code.NOT_HOST, lobby.configure, user, "express-it") == {"host": ANA.user_id}
        assert table.refuses(Code.NOT_HOST, lobby.choose_partner, user, ANA.user_id) == {"host": ANA.user_id}
        assert table.refuses(Code.NOT_HOST, lobby.cancel, user) == {"host": ANA.user_id}
    assert table.header.rules == "express"


@pytest.mark.parametrize("chosen", [BEN, CEM, DIA])
def test_the_hosts_partner_sits_across(chosen: Person) -> None:
    table = waiting(*FOUR, options={"pairs": True})
    table.do(lobby.choose_partner, ANA.user_id, chosen.user_id)
    assert (table.people[0], table.people[2]) == (ANA, chosen)
    assert set(table.people) == set(FOUR)


def test_the_partner_of_a_host_on_any_seat_sits_across_from_the_host() -> None:
    # the host's place went to Cem, who was third
    table = waiting(ANA, CEM, BEN, DIA, options={"pairs": True})
    table.do(lobby.leave, ANA.user_id)
    table.do(lobby.join, ANA)
    assert table.header.host_id == CEM.user_id
    table.do(lobby.choose_partner, CEM.user_id, DIA.user_id)
    assert table.people[(table.header.seat_of(CEM.user_id) + 2) % 4] == DIA


def test_a_partner_is_another_person_at_the_table() -> None:
    table = waiting(*FOUR, options={"pairs": True})
    for each in (ANA, EVE):
        table.refuses(Code.NOT_SEATED, lobby.choose_partner, ANA.user_id, each.user_id)


def test_a_partner_is_chosen_once_three_are_there_to_sit_across_from_each_other() -> None:
    table = waiting(ANA, BEN, options={"pairs": True})
    table.refuses(Code.TOO_FEW, lobby.choose_partner, ANA.user_id, BEN.user_id)
    table.do(lobby.join, CEM)
    table.do(lobby.choose_partner, ANA.user_id, BEN.user_id)
    table.do(lobby.join, DIA)
    assert table.people[2] == BEN


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


def test_a_match_declines_what_belongs_to_a_lobby() -> None:
    table = begun(ANA, BEN)
    table.refuses(Code.STARTED, lobby.join, CEM)
    table.refuses(Code.STARTED, lobby.leave, BEN.user_id)
    table.refuses(Code.STARTED, lobby.configure, ANA.user_id, "express-it")
    table.refuses(Code.STARTED, lobby.choose_partner, ANA.user_id, BEN.user_id)
    table.refuses(Code.STARTED, lobby.cancel, ANA.user_id)
    table.refuses(Code.STARTED, lobby.start, ANA.user_id)


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
    table.refuses(Code.CLOSED, lobby.join, CEM)
    table.refuses(Code.CLOSED, lobby.leave, ANA.user_id)
    table.refuses(Code.CLOSED, lobby.start, ANA.user_id)
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
