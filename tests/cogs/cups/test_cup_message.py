"""The one message of a tournament."""

from __future__ import annotations

from typing import Any

import pytest

from cogs.cups.cup_message import cup_lines, cup_view
from engine import cups
from engine.cups import (
    Absent,
    Action,
    Began,
    Cancelled,
    Ended,
    Finished,
    Paired,
    Paused,
    Phase,
    Sides,
    SignedUp,
    SoughtPartner,
)
from engine.cups import OfferedToSubstitute as Offered
from engine.live.cups.course import CALLED_OFF
from engine.live.cups.model import LiveTable, Post, Situation
from render.i18n import languages, translations
from render.text.length import length
from tests.cogs.cups.examples import NOW, PAIRS, cup_at

T = translations("en-US")
ROUND = Paired(1, ((1, (1,), (2,)), (2, (3,), (4,))))
BEGUN = (*PAIRS, Began(), ROUND)
POSTS = {"round-1": Post(2, 21), "standings-1": Post(2, 31), "end": Post(2, 41)}
HEAD = [
    "## Friday",
    "Domino Express (100 points · A blocked deal in pairs scores: the pips of all four hands)",
    "Fixed pairs · Swiss, as many rounds as one winner needs",
    "-# In each round you meet somebody with about as many wins; nobody is out by losing.",
    "-# All in one evening: a round takes 45 minutes at most. The draw is sealed: `66687aadf862`…",
    "",
]
LATEST = f"at the latest <t:{int(NOW) + 86_400}:R>"
ORGANIZER = "-# Organizer: <@9>"
FOUR = "**Signed up: 4 pairs** – Ana and Ben\\_ · Cleo and Dan · Eve and Fay · Gus and Hal"


def address(message_id: int) -> str:
    return f"https://discord.com/channels/1/2/{message_id}"


@pytest.mark.parametrize(
    ("actions", "fields", "told"),
    [
        (
            (SignedUp((11, 12)), SoughtPartner(13), Offered(14)),
            {"starts_at": NOW + 900},
            [
                "**Signed up: 1 pair** – Ana and Ben\\_",
                "Looking for a partner: Cleo",
                "Substitutes: Dan",
                "",
                "-# At least 4 pairs are needed; with fewer, it is called off.",
                ORGANIZER,
                f"It begins <t:{int(NOW) + 900}:F>, <t:{int(NOW) + 900}:R>.",
            ],
        ),
        ((Offered(14),), {}, ["Nobody has signed up yet.", "Substitutes: Dan"]),
        (PAIRS, {}, [FOUR, "", f"It begins when <@9> says so, {LATEST}."]),
        (
            PAIRS,
            {"organizer_id": -(2**40)},
            [FOUR, "", f"It begins when a former player says so, {LATEST}."],
        ),
    ],
)
def test_before_the_beginning_it_says_who_is_in_and_when_it_begins(
    actions: tuple[Action, ...], fields: dict[str, Any], told: list[str]
) -> None:
    lines = cup_lines(cup_at(*actions, **fields), T)
    assert lines[: len(HEAD)] == HEAD
    assert lines[len(HEAD) :][: len(told)] == told


@pytest.mark.parametrize(
    ("reason", "told"),
    [
        (CALLED_OFF, "The tournament was called off: too few have signed up."),
        ("no *hall*", "The tournament was called off: no \\*hall\\*"),
    ],
)
def test_it_says_why_it_was_called_off(reason: str, told: str) -> None:
    assert cup_lines(cup_at(*PAIRS, Cancelled(reason)), T)[-1] == told


def test_who_was_absent_twice_is_no_longer_among_its_people() -> None:
    second = Paired(2, ((1, (1,), (3,)), (2, (2,), (4,))))
    at = cup_at(*BEGUN, Absent(1, 1, (0,)), Finished(1, 2, 0, (100, 40)), second, Absent(2, 1, (0,)))
    assert cup_lines(at, T)[-1] == "**Signed up: 3 pairs** – Cleo and Dan · Eve and Fay · Gus and Hal"


@pytest.mark.parametrize(
    ("actions", "fields", "told"),
    [
        (BEGUN, {}, ["**Round 1 of 2**", "2 tables have no result yet.", ORGANIZER, "", FOUR]),
        (
            (*BEGUN, Paused()),
            {"posts": {"round-1": POSTS["round-1"]}},
            [
                "**Round 1 of 2**",
                "The tournament is paused. <@9> can continue it.",
                ORGANIZER,
                f"[Tables of this round]({address(21)})",
            ],
        ),
        (
            (*BEGUN, Finished(1, 1, 0, (100, 40)), Finished(1, 2, 0, (100, 40))),
            {"next_at": NOW + 120, "posts": POSTS},
            ["**Round 1 of 2**", f"The next round begins <t:{int(NOW) + 120}:R>.", ORGANIZER],
        ),
        ((*PAIRS, Began()), {"next_at": NOW}, ["**Round 1 of 2**", "The round is being drawn."]),
        (
            (*BEGUN, Finished(1, 1, 0, (100, 40)), Finished(1, 2, 0, (100, 40))),
            {"waits_since": NOW},
            [
                "**Round 1 of 2**",
                f"The next round begins when <@9> says so; everybody can begin it <t:{int(NOW) + 1_800}:R>.",
            ],
        ),
    ],
)
def test_while_it_runs_it_says_where_it_stands(
    actions: tuple[Action, ...], fields: dict[str, Any], told: list[str]
) -> None:
    at = cup_at(*actions, tables=[LiveTable(1, number, NOW) for number in (1, 2)], **fields)
    lines = cup_lines(at, T)
    assert lines[2] == "Fixed pairs · Swiss, 2 rounds"
    assert at.phase in (Phase.PLAYING, Phase.PAIRING)
    assert lines[len(HEAD) - 1 :][: len(told)] == told


def ended() -> Situation:
    """Return a cup that is over."""
    actions: list[Action] = [*PAIRS, Began()]
    for _ in range(2):
        paired = cups.pair(cup_at(*actions).cup)
        actions += [paired, *(Finished(paired.round, number, 0, (100, 40)) for number, _, _ in paired.tables)]
    return cup_at(*actions, Ended(), posts=POSTS)


def test_at_the_end_it_names_the_winners_and_leads_to_the_podium() -> None:
    lines = cup_lines(ended(), T)[len(HEAD) - 1 :]
    assert lines[0].startswith("🏆 **")
    assert lines[1] == "The tournament is over."
    assert lines[2] == f"[Result]({address(41)})"


def labels(at: Situation) -> list[str]:
    return [item.label for item in cup_view(at, T).walk_children() if getattr(item, "label", None)]  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("at", "shown"),
    [
        (cup_at(), ["Sign up", "Look for a partner", "Substitute", "Withdraw", "Organize", "How it works"]),
        (cup_at(SignedUp((11,)), sides=Sides.ALONE), ["Sign up", "Substitute", "Withdraw", "Organize", "How it works"]),
        (cup_at(*BEGUN), ["My table", "Substitute", "Withdraw", "Organize", "How it works"]),
        (
            cup_at(*BEGUN, settings={"late_entry": True}),
            ["My table", "Sign up", "Substitute", "Withdraw", "Organize", "How it works"],
        ),
        (cup_at(*PAIRS, Cancelled("x")), []),
        (ended(), []),
    ],
)
def test_its_buttons_are_those_that_do_something(at: Situation, shown: list[str]) -> None:
    assert labels(at) == shown


@pytest.mark.parametrize("locale", ["en", *languages()])
def test_a_full_cup_fits_into_one_message_in_every_language(locale: str) -> None:
    t = translations(locale)
    entered = [SignedUp((each,)) for each in range(100, 356)]
    names = {each: "Wolfeschlegelsteinhausen " + str(each) for each in range(100, 356)}
    at = cup_at(*entered, *(Offered(each) for each in range(400, 460)), sides=Sides.ALONE, names=names)
    assert sum(length(line) + 1 for line in cup_lines(at, t)) < 3_500
    assert "256" in "\n".join(cup_lines(at, t))
