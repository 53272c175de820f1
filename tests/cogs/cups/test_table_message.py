"""The message at a table, and what the channel hears of a corrected result, put together by hand."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from cogs.cups.organize import agrees
from cogs.cups.results.entrants import EntrantNames
from cogs.cups.results.tables import result_line
from cogs.cups.running.matches import people_of
from cogs.cups.running.notes import note_text
from cogs.cups.running.places import MAX_THREAD_NAME, thread_name
from cogs.cups.table_message import table_message
from cogs.messages.names import plain_name
from engine.cups import Absent, Action, Began, Corrected, Finished, How, Paired, Sides, SignedUp
from engine.live.cups.model import Entry, LiveTable
from engine.live.cups.seats import seats_of
from render.i18n import languages, translations
from tests.cogs.cups.examples import NOW, cup_at

T = translations("en-US")
ALONE = tuple(SignedUp((each,)) for each in (11, 12, 13, 14))
BEGUN = (*ALONE, Began(), Paired(1, ((1, (1,), (2,)), (2, (3,), (4,)))))
SECOND = Paired(2, ((1, (1,), (3,)), (2, (2,), (4,))))
FILLED = (*ALONE, SignedUp((15,)), Began(), Paired(1, ((1, (1,), (2,)), (2, (3,), (4,)), (3, (5,), (-1,)))))
WON = Finished(1, 1, 0, (100, 40))
PRESS = f"Press **I'm here**. The match begins once everyone is here; the wait ends <t:{int(NOW) + 300}:R>."
WAIT = ["1 table has no result yet.", "Whoever plays on is mentioned at their next table."]


def shown(*actions: Action, number: int = 1, **fields: Any) -> list[str]:
    """Return the lines of a table's message below those that never change."""
    tables = [LiveTable(1, each, NOW, until=NOW + 300, ends_at=NOW + 2_700) for each in (1, 2, 3)]
    tables[number - 1] = replace(tables[number - 1], **fields)
    tables += [LiveTable(2, each, NOW) for each in (1, 2)]
    at = cup_at(*actions, sides=Sides.ALONE, tables=tables, settings={"rounds": 2, "fill": True})
    view = table_message(at, at.cup.rounds[0].tables[number - 1], tables[number - 1])
    return str(view.to_components()[0]["components"][0]["content"]).split("\n")[3:]  # type: ignore[typeddict-item]


@pytest.mark.parametrize(
    ("actions", "fields", "told"),
    [
        (BEGUN, {}, [PRESS]),
        (
            BEGUN,
            {"here": (12,)},
            ["Here: <@12>.", PRESS, "If nobody comes for the other side, the round goes to <@12>."],
        ),
        (
            FILLED,
            {"number": 3},
            [f"The match begins as soon as you press **I'm here**; the wait ends <t:{int(NOW) + 300}:R>."],
        ),
        (
            BEGUN,
            {"match_id": "m"},
            [f"The match has begun; the round's time ends <t:{int(NOW) + 2_700}:R>."],
        ),
        (BEGUN, {"match_id": "m", "called": True}, ["The match has begun."]),
        ((*BEGUN, WON), {"match_id": "m"}, ["**Ana** beats **Ben\\_** 100 to 40", *WAIT]),
        (
            (*BEGUN, Absent(1, 1, (0,))),
            {},
            ["Nobody came for the other side, so the round goes to <@12>.", *WAIT],
        ),
        ((*BEGUN, WON, Absent(1, 2, (0,))), {"match_id": "m"}, ["**Ana** beats **Ben\\_** 100 to 40"]),
        ((*BEGUN, WON, Absent(1, 2, (0,)), SECOND), {"match_id": "m"}, ["**Ana** beats **Ben\\_** 100 to 40"]),
    ],
)
def test_a_table_tells_what_its_people_wait_for(
    actions: tuple[Action, ...], fields: dict[str, Any], told: list[str]
) -> None:
    assert shown(*actions, **fields) == told


def test_the_second_absence_is_told_with_the_result() -> None:
    absences = (Absent(1, 1, (0,)), Finished(1, 2, 0, (100, 40)), SECOND, Absent(2, 1, (0,)))
    at = cup_at(*BEGUN, *absences, sides=Sides.ALONE, settings={"rounds": 3})
    lines = [result_line(at, each.tables[0], EntrantNames(at, T), T) for each in at.cup.rounds]
    assert lines == [
        "**Ben\\_** beats **Ana** (Ana did not come)",
        "**Cleo** beats **Ana** (Ana did not come; out of the tournament)",
    ]


def test_a_computer_that_fills_the_field_has_its_sign_once() -> None:
    at = cup_at(*FILLED, sides=Sides.ALONE, settings={"fill": True})
    computer = people_of(at, seats_of(at.cup, at.cup.rounds[0].tables[2]))[1]
    assert plain_name(computer).count("🤖") == 1


@pytest.mark.parametrize("locale", ["en", *languages()])
def test_a_threads_name_begins_with_its_numbers_and_fits_in_every_language(locale: str) -> None:
    at = cup_at(name="W" * 50, locale=locale)
    names = {thread_name(at, LiveTable(each, 128, NOW)) for each in (1, 9)}
    assert len(names) == 2
    assert all(len(each) <= MAX_THREAD_NAME and each.endswith("W" * 50) for each in names)


@pytest.mark.parametrize(
    ("winner", "points", "less_wins", "agreed"),
    [
        (0, (100, 40), False, True),
        (1, (100, 40), False, False),
        (None, (100, 40), False, False),
        (0, (40, 100), True, True),
        (0, (100, 40), True, False),
        (0, (40, 40), False, True),
        (1, (40, 40), True, True),
        (None, (40, 40), False, True),
    ],
)
def test_a_winner_has_the_better_points(
    winner: int | None, points: tuple[int, int], less_wins: bool, agreed: bool
) -> None:
    correction = Corrected(1, 1, winner, points, How.PLAYED, "why")
    assert agrees(correction, less_wins=less_wins) is agreed


def test_the_channel_hears_the_result_the_one_before_and_why() -> None:
    actions = (*BEGUN, WON, Corrected(1, 1, 1, (40, 100), How.PLAYED, "typed *wrong*"))
    at = cup_at(*actions, sides=Sides.ALONE, settings={"rounds": 2})
    at = replace(at, log=tuple(Entry(each, None, NOW) for each in actions))
    assert note_text(at, len(actions) - 1, T).split("\n") == [
        "The organizer corrected a result. Round 1 of 2 · Table 1: **Ben\\_** beats **Ana** 100 to 40.",
        "Before: **Ana** beats **Ben\\_** 100 to 40.",
        "Reason: typed \\*wrong\\*",
    ]
