"""``/domino-cup show`` and My table: where a person stands."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from cogs.cups.guide import guide_lines
from cogs.cups.show import own_lines
from engine import cups
from engine.cups import (
    Absent,
    Action,
    Began,
    Finished,
    Format,
    Paired,
    Sides,
    SignedUp,
    SoughtPartner,
    StoodIn,
    Withdrew,
)
from engine.cups import OfferedToSubstitute as Offered
from engine.live.cups.model import LiveTable, Situation
from render.i18n import languages, translations
from tests.cogs.cups.examples import NOW, PAIRS, cup_at
from tests.cogs.cups.opening import message, opened, organizer, plan, shown
from tests.support.in_memory.world import World

T = translations("en-US")
ROUND = Paired(1, ((1, (1,), (2,)), (2, (3,), (4,))))
SECOND = Paired(2, ((1, (1,), (3,)), (2, (2,), (4,))))
LATER = (Absent(2, 1, (0,)), Finished(2, 2, 0, (100, 40)), Paired(3, ((1, (2,), (4,)),), (3,)))
LAST = "**Place 4 of 4** · 0 wins · difference 0"
OUT = "You missed or left two rounds, so you are out. The organizer can take you back in."
BEGUN = (*PAIRS, Began())
LINK = "https://discord.com/channels/1/77/78"


def live(**fields: Any) -> LiveTable:
    """Return the first table, which is shown in a thread."""
    shown: dict[str, Any] = {"channel_id": 77, "message_id": 78, "until": NOW + 300, "ends_at": NOW + 2_700}
    return LiveTable(1, 1, NOW, **shown | fields)


@pytest.mark.parametrize(
    ("actions", "tables", "told"),
    [
        ((SignedUp((13, 14)),), (), ["You aren't in this tournament."]),
        ((SignedUp((11, 12)),), (), ["You are signed up with **Ben\\_**."]),
        (
            (SoughtPartner(11),),
            (),
            ["You are looking for a partner. As soon as somebody else does, you two are a pair."],
        ),
        ((Offered(13), Offered(11)), (), ["You are a substitute, number 2 on the list."]),
        (BEGUN, (), ["You are signed up with **Ben\\_**."]),
        (
            (*BEGUN, ROUND),
            (live(),),
            [
                f"[Table 1, against Cleo and Dan]({LINK}) · press **I'm here** there; the wait ends "
                f"<t:{int(NOW) + 300}:R>"
            ],
        ),
        (
            (*BEGUN, ROUND),
            (live(match_id="m"),),
            [f"[Table 1, against Cleo and Dan]({LINK}) · the round's time ends <t:{int(NOW) + 2_700}:R>"],
        ),
        (
            (*BEGUN, ROUND),
            (live(here=(11,)),),
            [
                f"[Table 1, against Cleo and Dan]({LINK}) · you are there; at the latest, the match begins "
                f"<t:{int(NOW) + 300}:R>"
            ],
        ),
        ((*BEGUN, ROUND), (), ["Table 1, against Cleo and Dan"]),
        (
            (*BEGUN, ROUND, Finished(1, 1, 0, (100, 40))),
            (live(match_id="m"),),
            ["**Place 1 of 4** · 1 win · difference +60", f"[Table 1, against Cleo and Dan]({LINK}) · won 100:40"],
        ),
        (
            (*BEGUN, ROUND, Absent(1, 1, (0,))),
            (),
            [
                "**Place 2 of 4** · 0 wins · difference 0",
                "Table 1, against Cleo and Dan · lost: nobody came for your side. "
                "A second time puts you out of the tournament.",
            ],
        ),
        (
            (*BEGUN, ROUND, Absent(1, 1, (1,))),
            (),
            [
                "**Place 1 of 4** · 1 win · difference 0",
                "Table 1, against Cleo and Dan · won: the other side did not come",
            ],
        ),
        (
            (*BEGUN, ROUND, Absent(1, 1, (0,)), Absent(1, 2, (0,)), SECOND, Absent(2, 1, (0,))),
            (),
            [LAST, "Table 1, against Eve and Fay · lost: nobody came for your side", OUT],
        ),
        (
            (*BEGUN, ROUND, Absent(1, 1, (0,)), Absent(1, 2, (0,)), SECOND, *LATER),
            (),
            [LAST, OUT],
        ),
        (
            (*BEGUN, Withdrew(11), Paired(1, ((1, (3,), (4,)),), (2,))),
            (),
            ["You are out of the tournament; the organizer can take you back."],
        ),
        (
            (*BEGUN, Withdrew(13), Paired(1, ((1, (3,), (4,)),), (1,))),
            (),
            ["You have a bye in this round: it counts as a win, and you wait for the next one."],
        ),
    ],
)
def test_a_person_is_told_their_part(
    actions: tuple[Action, ...], tables: tuple[LiveTable, ...], told: list[str]
) -> None:
    assert own_lines(cup_at(*actions, tables=tables, settings={"rounds": 3}), 11, T) == told


def test_the_other_side_reads_the_result_from_its_end() -> None:
    at = cup_at(*BEGUN, ROUND, Finished(1, 1, 0, (100, 40)))
    assert own_lines(at, 14, T)[-1] == "Table 1, against Ana and Ben\\_ · lost 40:100"


def test_a_substitute_at_a_table_sees_it() -> None:
    played = (StoodIn(1, 1, 13, 19), Finished(1, 1, 0, (100, 40)))
    at = cup_at(*PAIRS, Offered(19), Began(), ROUND, *played)
    listed, plays = "You are a substitute, number 1 on the list.", "You play for **Cleo** in this round."
    assert own_lines(at, 19, T) == [listed, plays, "Table 1, with Dan against Ana and Ben\\_ · lost 40:100"]


def test_a_partner_of_one_round_is_named() -> None:
    alone = [SignedUp((each,)) for each in range(11, 19)]
    table = Paired(1, ((1, (1, 2), (3, 4)), (2, (5, 6), (7, 8))))
    at = cup_at(*alone, Began(), table, sides=Sides.PARTNERS_CHANGE)
    assert own_lines(at, 12, T) == ["Table 1, with Ana against Cleo and Dan"]


def test_a_bye_in_a_knock_out_goes_on() -> None:
    begun = cup_at(*(SignedUp((each,)) for each in range(11, 16)), Began(), sides=Sides.ALONE, how=Format.KNOCK_OUT)
    first = cups.pair(begun.cup)
    through, *_others = first.byes
    at = replace(begun, cup=cups.apply(begun.cup, first))
    assert own_lines(at, begun.cup.entrants[through].members[0], T) == [
        "You have a bye: you are through to the next round."
    ]


def test_a_knock_out_tells_no_place_before_its_end() -> None:
    begun = cup_at(*BEGUN, how=Format.KNOCK_OUT)
    at = cup_at(*BEGUN, cups.pair(begun.cup), Finished(1, 1, 0, (100, 40)), how=Format.KNOCK_OUT)
    assert not any("Place" in each for each in own_lines(at, 11, T))


def test_who_has_lost_in_a_knock_out_is_told_to_be_out() -> None:
    eight = [*(SignedUp((each,)) for each in range(11, 19)), Began()]

    def cup(*actions: Action) -> Situation:
        return cup_at(*eight, *actions, sides=Sides.ALONE, how=Format.KNOCK_OUT)

    first = cups.pair(cup().cup)
    played = [first, *(Finished(1, number, 0, (100, 40)) for number, _, _ in first.tables)]
    at = cup(*played, cups.pair(cup(*played).cup))
    playing = {each for table in at.cup.rounds[-1].tables for each in table.entrants}
    assert len(playing) == 4
    for entrant in at.cup.entrants.values():
        line = own_lines(at, entrant.members[0], T)[0]
        assert line.startswith("Table" if entrant.id in playing else "You are out of the knock-out")


async def test_without_a_tournament_the_command_names_the_one_that_opens_it(world: World) -> None:
    answer = await organizer(world).run("show", root="domino-cup")
    command = world.command("new", root="domino-cup")
    assert answer.private == f"No tournament is open on this server. {command} opens one."
    answer = await world.alice.run("show", root="domino-cup")
    members = "Members with Manage Events open one"
    assert answer.private == f"No tournament is open on this server. {members}: {command}."


async def test_the_command_shows_the_tournament_where_one_plays_and_a_select_of_others(world: World) -> None:
    admin = organizer(world)
    await opened(world, admin, name="First", rules="express", sides="alone")
    await world.alice.press("Sign up", message(world))
    await opened(world, admin, name="Second", rules="express", sides="alone")
    answer = await world.alice.run("show", root="domino-cup")
    assert not answer.lacks("## [First](", "You are signed up.", "It begins")
    assert "Signed up:" not in answer.text
    first, second = (each["value"] for each in answer.options)
    assert answer.chosen == [first]
    await world.alice.choose("s:cupshow", second, on=answer)
    assert not answer.lacks("## [Second](", "You aren't in this tournament.")
    assert answer.ephemeral


async def test_plans_are_no_tournaments(world: World) -> None:
    await plan(organizer(world), sides=Sides.ALONE.value)
    await shown(world)
    assert "No tournament is open" in (await world.alice.run("show", root="domino-cup")).private


@pytest.mark.parametrize("locale", ["en", *languages()])
def test_the_guide_fits_on_one_screen_of_a_phone(locale: str) -> None:
    assert len("\n".join(guide_lines(translations(locale)))) < 900


async def test_the_message_of_a_tournament_and_the_help_have_the_guide(world: World) -> None:
    await opened(world, organizer(world), rules="express", sides="pairs")
    answer = await world.alice.press("How it works", message(world))
    assert answer.ephemeral
    assert not answer.lacks("## How it works", "Press **I'm here** there within 5 minutes, or 1 day if it")
    topics = await world.alice.run("help")
    await world.alice.choose("s:help", "domino-cup", on=topics)
    again = await world.alice.press("How it works", topics)
    assert again.text == answer.text
