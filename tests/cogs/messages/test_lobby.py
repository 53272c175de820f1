"""Tests of the message of a lobby, made of a header."""

from __future__ import annotations

from dataclasses import replace
from gettext import NullTranslations
from typing import Any

import pytest

from cogs.messages.lobby import UNGUIDED, Guidance, closed_lobby, duration_text, guidance, lobby, unreadable_table
from engine.bots.level import Level
from engine.live.model.news import Closed
from engine.live.model.pace import Auto, TimeControl, Timeouts
from engine.live.model.table import Delivery, Header, Person, Status
from engine.rules import RULE_SETS

WORDS = NullTranslations()
ANA, BEN, CLEO, DAN = (Person(number, name, "en-US") for number, name in enumerate(("Ana", "Ben", "Cleo", "Dan"), 1))
BODIL = Person(-1, "Bodil", "", level=Level.EASY)
HEADER = Header("abc", 7, 8, ANA.user_id, "express", {"target": 100}, (ANA,), Status.LOBBY, "en-US", (), 0, None)
AS_USUAL = replace(HEADER, auto=Auto.TURNS)
PAIRS = {"target": 100, "pairs": True}

CHOOSE = "Choose your partner under **More**."
FIRST = "**Ana** opens the first deal: the host has decided so."


def told(guided: Guidance = UNGUIDED, **changes: Any) -> str:
    """Return the text of a lobby with changes."""
    return lobby(replace(AS_USUAL, **changes), Timeouts(), {}, WORDS, guided).text


class Known:
    """Finished matches: those of two took a minute, others ten; Ana has finished one."""

    def seconds(self, rules: str, players: int) -> float:
        return 60.0 if players == 2 else 600.0

    def has_finished(self, user_id: int) -> bool:
        return user_id == ANA.user_id


def test_a_lobby_says_in_this_order_what_is_played_who_sits_where_and_what_is_agreed_on() -> None:
    agreed = {"hints": True, "auto": Auto.FORCED, "invited": (5, 6), "deadline": 99.9}
    assert told(people=(ANA, BODIL), time_control=TimeControl.CASUAL, **agreed).split("\n") == [
        "## Dominoes: Domino Express",
        "*A block game to a target: nobody draws*",
        "100 points · singles",
        "-# Clock: casual, 2 minutes a turn",
        "",
        "1. **Ana** (host)",
        "2. **🤖 Bodil** (computer, easy)",
        "3. *free*",
        "4. *free*",
        "",
        "-# The bot plays: every forced move; the others can then tell that there was no choice",
        "",
        "-# Hints are allowed: `/domino hint`.",
        "",
        "Invited: <@5>, <@6>",
        "-# If the match hasn't started, this table closes <t:99:R>.",
    ]


@pytest.mark.parametrize(
    ("changes", "end"),
    [
        ({}, ["4. *free*", "-# At least 2 players are needed to start."]),
        (
            {"deadline": 99.9},
            [
                "-# At least 2 players are needed to start.",
                "-# If the match hasn't started, this table closes <t:99:R>.",
            ],
        ),
        ({"people": (ANA, BEN)}, ["3. *free*", "4. *free*"]),
        (
            {"people": (ANA, BEN), "options": PAIRS},
            ["4. 🟠 *free*", "", f"-# {CHOOSE}", "-# The match needs 4 players."],
        ),
        (
            {"people": (ANA, BEN, CLEO, DAN)},
            ["4. **Dan**", "-# The table is full: any player can press **Start**."],
        ),
        (
            {"people": (ANA, BEN, CLEO, DAN), "options": PAIRS},
            [
                *("1. 🔵 **Ana** (host)", "2. 🟠 **Ben**", "3. 🔵 **Cleo**", "4. 🟠 **Dan**", "", f"-# {CHOOSE}", ""),
                *("**Ana** + **Cleo** against **Ben** + **Dan**",),
                "-# The table is full: any player can press **Start**.",
            ],
        ),
        ({"rules": "sebastopol", "options": {}}, ["4. *free*", "-# At least 3 players are needed to start."]),
        (
            {"rules": "sebastopol", "options": {}, "people": (ANA, BEN, CLEO), "named": ANA.user_id},
            ["4. *free*", "", f"-# {FIRST}"],
        ),
        (
            {"rules": "matador", "options": {}, "people": (ANA, BEN), "opener": BEN.user_id},
            ["3. *free*", "4. *free*"],
        ),
        ({"people": (ANA, BEN), "status": Status.PLAYING}, ["2. **Ben**", "", "-# The match has started."]),
        ({"people": (ANA, BEN), "status": Status.CLOSED, "deadline": 9, "invited": (5,)}, ["2. **Ben**"]),
    ],
)
def test_a_lobby_ends_with_what_its_match_waits_for(changes: dict[str, Any], end: list[str]) -> None:
    assert told(**changes).split("\n")[-len(end) :] == end


BUTTONS = "-# **Join** takes a seat, **Start** deals, **Play with computers** adds computers and deals."


def test_a_beginners_lobby_tells_in_two_lines_how_long_a_match_takes_and_what_the_buttons_do() -> None:
    lines = told(Guidance(1500.0, explains=True)).split("\n")
    assert lines[2] == "100 points · singles · about 25 minutes"
    assert lines[-2:] == [BUTTONS, "-# At least 2 players are needed to start."]
    assert len(lines) == len(told().split("\n")) + 1
    assert told(Guidance(60.0), rules="sebastopol", options={}).split("\n")[2] == "about 1 minute"


@pytest.mark.parametrize(
    ("rules", "line"),
    [
        ("express", "*Lay a tile that matches an open end. Whoever is out of tiles first wins the deal.*"),
        ("misere", "*Lay a tile that matches an open end. Whoever is out of tiles first loses.*"),
        (
            "mata-alsace",
            "*Lay a tile so that halves that touch add up to seven. Pips left in your hand count against you.*",
        ),
        ("memory", "*Face down in a grid: find two tiles that share a half*"),
    ],
)
def test_a_beginners_lobby_says_what_players_do_in_place_of_the_trait(rules: str, line: str) -> None:
    assert told(Guidance(explains=True), rules=rules, options={}).split("\n")[1] == line
    trait = told(rules=rules, options={}).split("\n")[1]
    assert (trait == line) is (rules == "memory")


def test_a_full_table_and_a_match_that_began_need_no_explanation() -> None:
    explained = Guidance(60.0, explains=True)
    assert BUTTONS not in told(explained, people=(ANA, BEN, CLEO, DAN))
    assert BUTTONS not in told(explained, people=(ANA, BEN), status=Status.PLAYING)


@pytest.mark.parametrize(
    ("seconds", "text"),
    [
        (5, "about 1 minute"),
        (200, "about 3 minutes"),
        (9.4 * 60, "about 9 minutes"),
        (12 * 60, "about 10 minutes"),
        (13 * 60, "about 15 minutes"),
        (84 * 60, "about 85 minutes"),
        (95 * 60, "about 2 hours"),
        (10_000, "about 3 hours"),
    ],
)
def test_a_duration_is_rounded(seconds: float, text: str) -> None:
    assert duration_text(seconds, WORDS) == text


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({}, Guidance(60.0)),
        ({"people": (BEN,), "host_id": BEN.user_id}, Guidance(60.0, explains=True)),
        ({"people": (ANA, BEN, CLEO)}, Guidance(600.0)),
        ({"invited": (5, 6)}, Guidance(600.0)),
        ({"invited": (5, 6, 7, 8, 9)}, Guidance(600.0)),
        ({"time_control": TimeControl.SLOW}, Guidance()),
        ({"delivery": Delivery.DIRECT, "people": (BEN,), "host_id": BEN.user_id}, Guidance(60.0)),
        ({"status": Status.PLAYING}, Guidance()),
        ({"status": Status.CLOSED}, Guidance()),
    ],
)
def test_a_lobby_is_guided_by_what_its_host_has_finished_and_by_its_players(
    changes: dict[str, Any], expected: Guidance
) -> None:
    assert guidance(replace(AS_USUAL, **changes), Known()) == expected  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("clock", "text"),
    [
        (TimeControl.NONE, "none; after two days the bot plays"),
        (TimeControl.CASUAL, "casual, 2 minutes a turn"),
        (TimeControl.SLOW, "slow, 1 day a turn"),
    ],
)
def test_a_lobby_tells_its_clock(clock: TimeControl, text: str) -> None:
    assert f"\n-# Clock: {text}\n" in told(time_control=clock)


@pytest.mark.parametrize("delivery", Delivery)
def test_a_lobby_names_a_clock_only_where_turns_are_timed(delivery: Delivery) -> None:
    assert ("Clock" in told(delivery=delivery)) is delivery.timed


@pytest.mark.parametrize("rules", RULE_SETS)
def test_a_lobby_has_as_many_seats_as_the_rule_set(rules: str) -> None:
    assert told(rules=rules, options={}).count("*free*") == RULE_SETS[rules].seats[-1] - 1


@pytest.mark.parametrize(
    ("changes", "rows"),
    [
        ({}, ["Join (Start) Play with computers More"]),
        ({"people": (ANA, BEN, BODIL)}, ["Join Start Play with computers More"]),
        ({"people": (ANA, BEN, CLEO, DAN), "options": PAIRS}, ["(Join) Start (Play with computers) More"]),
        ({"people": (ANA, BEN, CLEO, DAN), "rules": "memory"}, ["Join Start (Play with computers) More"]),
        ({"people": (ANA, BEN), "status": Status.PLAYING}, []),
        ({"people": (ANA, BEN), "status": Status.CLOSED}, []),
    ],
)
def test_a_lobby_has_four_buttons(changes: dict[str, Any], rows: list[str]) -> None:
    """Disabled controls are in brackets."""

    def shown(item: Any) -> str:
        label = getattr(item, "label", None) or item.placeholder
        return f"({label})" if item.disabled else label

    message = lobby(replace(AS_USUAL, **changes), Timeouts(), {}, WORDS)
    assert [" ".join(map(shown, row)) for row in message.rows] == rows


def test_a_lobby_that_closed_says_why_below_its_seats_and_has_no_controls() -> None:
    closed = replace(AS_USUAL, people=(), status=Status.CLOSED)
    message = closed_lobby(closed, Timeouts(), {}, [Closed("empty", ANA.user_id)], WORDS)
    reason = "Everyone has left, so this table is closed."
    assert message.text == f"{told(people=(), status=Status.CLOSED)}\n\n{reason}"
    assert (message.archived_text, message.rows) == (message.text, ())
    assert unreadable_table(closed, [Closed("empty", ANA.user_id)], WORDS).text == reason


def test_a_lobby_that_was_replaced_keeps_its_title_and_a_match_that_began_all_of_it() -> None:
    waiting = lobby(AS_USUAL, Timeouts(), {}, WORDS)
    assert waiting.archived_text == "## Dominoes: Domino Express\n-# This table continues further down."
    begun = lobby(replace(AS_USUAL, people=(ANA, BEN), status=Status.PLAYING), Timeouts(), {}, WORDS)
    assert begun.archived_text == begun.text
