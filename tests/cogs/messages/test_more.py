"""Tests of More, made of a header."""

from __future__ import annotations

from dataclasses import replace
from gettext import NullTranslations
from typing import Any

import discord
import pytest

from cogs.messages.forms.form import Page
from cogs.messages.more import board_more, lobby_more
from engine.bots.level import Level
from engine.live.model.pace import Auto
from engine.live.model.table import Delivery, Header, Pause, Person, Presence, Status

WORDS = NullTranslations()
ANA, BEN, CLEO, DAN = (Person(number, name, "en-US") for number, name in enumerate(("Ana", "Ben", "Cleo", "Dan"), 1))
BODIL = Person(-1, "Bodil", "", level=Level.EASY)
HEADER = Header("abc", 7, 8, ANA.user_id, "express", {"target": 100}, (ANA, BEN), Status.LOBBY, "en-US", (), 0, None)
PLAYING = replace(HEADER, status=Status.PLAYING, auto=Auto.TURNS)


def rows(panel: discord.ui.LayoutView) -> list[str]:
    """Return the labels of each row."""
    found = [each for each in panel.walk_children() if isinstance(each, discord.ui.ActionRow)]
    return [" ".join(getattr(item, "label", None) or item.placeholder for item in row.children) for row in found]


def test_the_host_adds_computers_of_each_level_and_removes_them_by_name() -> None:
    """The custom ids change with each person seated, or Discord would not let the same level be chosen again."""

    def shown(*people: Person) -> list[tuple[str, list[tuple[str, str]]]]:
        panel = lobby_more(replace(HEADER, people=people), ANA.user_id, WORDS, manages=False)
        selects = [each for each in panel.walk_children() if isinstance(each, discord.ui.Select)]
        found = [(each.custom_id, [(option.label, option.value) for option in each.options]) for each in selects]
        assert found.pop(0)[0] == "s:ruleset:abc"
        return found

    levels = [("Computer: easy", "easy"), ("Computer: normal", "normal"), ("Computer: expert", "expert")]
    assert shown(ANA) == [("s:computer:abc:1", levels)]
    assert shown(ANA, BODIL) == [("s:computer:abc:2", levels), ("s:unseat:abc:2", [("🤖 Bodil (easy)", "c1")])]


@pytest.mark.parametrize(
    ("changes", "reader", "manages", "shown"),
    [
        (
            {},
            ANA,
            False,
            [
                *("Rule set", "Options Which game suits us?", "Rules Save these rules", "Add a computer…"),
                "Leave Close the table",
            ],
        ),
        ({}, BEN, False, ["Rules", "Leave"]),
        ({}, CLEO, False, ["Rules"]),
        ({}, CLEO, True, ["Rules", "Close the table"]),
        ({"options": {"pairs": True}}, BEN, False, ["Rules", "Partner of Ana", "Leave"]),
        (
            {"options": {"pairs": True}, "people": (ANA, BEN, CLEO, DAN)},
            ANA,
            False,
            [
                "Rule set",
                "Options Which game suits us?",
                "Rules Save these rules",
                "Partner of Ben Partner of Dan Shuffle seats",
                "Leave Close the table",
            ],
        ),
    ],
)
def test_a_lobby_offers_each_reader_what_they_may_do(
    changes: dict[str, Any], reader: Person, manages: bool, shown: list[str]
) -> None:
    panel = lobby_more(replace(HEADER, **changes), reader.user_id, WORDS, manages=manages, pages=[Page("Options", ())])
    assert rows(panel) == shown


@pytest.mark.parametrize(
    ("people", "lines"),
    [
        ((ANA,), []),
        ((ANA, BEN), ["Choose"]),
        ((ANA, None, BEN), ["Your partner: **Ben**"]),
        ((ANA, CLEO, BEN), ["Your partner: **Ben**", "Choose"]),
    ],
)
def test_a_lobby_for_pairs_asks_for_a_partner_where_there_is_a_choice(
    people: tuple[Person | None, ...], lines: list[str]
) -> None:
    seated = tuple(filter(None, people))
    seating = tuple(each.user_id if each else 0 for each in people)
    header = replace(HEADER, options={"pairs": True}, people=seated, seating=seating)
    panel = lobby_more(header, ANA.user_id, WORDS, manages=False)
    (text,) = [each.content for each in panel.walk_children() if isinstance(each, discord.ui.TextDisplay)]
    shown = [line.removeprefix("-# ") for line in text.split("\n")[1:]]
    assert [each.split()[0] if each.startswith("Choose") else each for each in shown] == lines


@pytest.mark.parametrize(
    ("changes", "reader", "may", "shown"),
    [
        ({}, ANA, {"may_end": True}, ["Rules", "Leave Pause End the match"]),
        ({}, BEN, {}, ["Rules", "Leave Ask everyone to end it"]),
        ({}, CLEO, {}, ["Watch Rules"]),
        ({"rules": "memory"}, CLEO, {}, ["Rules"]),
        ({}, CLEO, {"may_end": True, "manages": True}, ["Watch Rules", "Pause End the match"]),
        ({"pause": Pause(None)}, ANA, {"may_end": True}, ["Rules", "Leave End the match"]),
        ({"people": (ANA, BODIL)}, ANA, {"may_end": True}, ["Rules", "Pause End the match"]),
        ({"people": (ANA, BODIL)}, ANA, {"may_wait": True, "may_end": True}, ["Rules Wait for friends"]),
        ({"delivery": Delivery.ANSWERS}, ANA, {"may_end": True}, ["Rules", "Leave End the match"]),
        ({"delivery": Delivery.DIRECT, "people": (ANA, BODIL)}, ANA, {"may_end": True}, ["Rules", "End the match"]),
        ({"people": (ANA, replace(BEN, presence=Presence.LEFT))}, BEN, {}, ["I'm back Rules"]),
    ],
)
def test_a_board_offers_each_reader_what_they_may_do(
    changes: dict[str, Any], reader: Person, may: dict[str, bool], shown: list[str]
) -> None:
    allowed = {"may_end": False, "manages": False, "may_wait": False, "edited": False} | may
    panel = board_more(replace(PLAYING, **changes), reader.user_id, WORDS, **allowed)
    assert rows(panel)[: len(shown)] == shown
