"""The capabilities of each way to deliver messages, and that the code asks for these, not for the way."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.live.model.table import Capabilities, Delivery

ROOT = Path(__file__).parents[4]
FOLDERS = ("cogs", "engine", "render", "playground", "benchmarks")


@pytest.mark.parametrize(
    ("delivery", "capabilities"),
    [
        ("server", {"on_server", "in_guild", "by_token", "timed", "sends_hands", "has_reminders", "has_leaderboard"}),
        ("direct", {"by_token", "alone", "single_message"}),
        ("answers", {"has_nudge", "has_leaderboard"}),
        ("private", {"in_guild", "alone", "single_message", "ephemeral", "has_leaderboard"}),
        ("hands", {"in_guild", "by_token", "timed", "hands_alone", "sends_hands", "has_leaderboard"}),
        ("private_answers", {"alone", "single_message", "ephemeral", "has_leaderboard"}),
    ],
)
def test_each_way_to_deliver_has_capabilities(delivery: str, capabilities: set[str]) -> None:
    way = Delivery(delivery)
    assert {each for each in Capabilities.__annotations__ if getattr(way, each)} == capabilities


def test_each_capability_of_a_row_exists() -> None:
    named = {each for way in Delivery for each in vars(way) if not each.startswith("_")}
    assert named == set(Capabilities.__annotations__)


@pytest.mark.parametrize("delivery", Delivery)
def test_a_way_to_deliver_that_can_do_one_thing_can_do_what_that_needs(delivery: Delivery) -> None:
    needed = {
        "on_server": "in_guild",
        "timed": "by_token",
        "sends_hands": "by_token",
        "has_reminders": "timed",
        "single_message": "alone",
        "ephemeral": "single_message",
        "hands_alone": "sends_hands",
    }
    assert all(getattr(delivery, other) for each, other in needed.items() if getattr(delivery, each))
    assert not (delivery.alone and delivery.has_nudge)
    assert not (delivery.ephemeral and delivery.by_token), "no token of the bot edits an ephemeral message"


@pytest.mark.parametrize(
    ("delivery", "for_one", "for_all"),
    [("server", "private", "server"), ("answers", "private_answers", "answers")],
)
def test_a_table_in_a_channel_is_for_one_or_for_all(delivery: str, for_one: str, for_all: str) -> None:
    assert (Delivery(delivery).for_one, Delivery(for_one).for_one) == (for_one, for_one)
    assert (Delivery(for_one).for_all, Delivery(delivery).for_all) == (for_all, for_all)


def test_direct_messages_are_for_one_already() -> None:
    assert Delivery.DIRECT.for_one is Delivery.DIRECT


def compared(tree: ast.AST) -> Iterator[int]:
    """Return the lines that compare something with a member of :class:`Delivery`."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Compare | ast.MatchValue) and re.search(r"\bDelivery\.[A-Z]", ast.unparse(node)):
            yield node.lineno


@pytest.mark.parametrize(
    "code",
    [
        "way is Delivery.SERVER",
        "Delivery.DIRECT != way",
        "way in (Delivery.SERVER, Delivery.DIRECT)",
        "match way:\n  case Delivery.SERVER: pass",
    ],
)
def test_a_comparison_is_found(code: str) -> None:
    assert list(compared(ast.parse(code)))


@pytest.mark.long
def test_the_code_asks_for_capabilities_and_compares_no_way_to_deliver() -> None:
    found = {
        str(file.relative_to(ROOT)): lines
        for folder in FOLDERS
        for file in (ROOT / folder).rglob("*.py")
        if (lines := list(compared(ast.parse(file.read_text(encoding="utf-8")))))
    }
    assert not found
