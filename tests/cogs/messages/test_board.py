"""Tests of messages about deals in play: made of a header, and as the library sees them."""

from __future__ import annotations

from dataclasses import replace
from gettext import NullTranslations
from typing import Any

import pytest

import render
from cogs.messages.board import board
from engine import match
from engine.bots.level import Level
from engine.events import Passed
from engine.live.model.news import CameBack, News
from engine.live.model.table import Delivery, Pause, Person, Presence
from tests.engine.games import late
from tests.support.hands import header_of
from tests.support.in_memory.world import World

ANA, BEN = Person(1, "Ana", "en-US"), Person(2, "Ben", "en-US")
ANA_HELD, BEN_HELD, BEN_LEFT = (
    replace(ANA, presence=Presence.KEPT),
    replace(BEN, presence=Presence.KEPT),
    replace(BEN, presence=Presence.LEFT),
)
STATE = late(["6-1 5-1", "6-2 5-0"], ["6-6"], rules="classic", opener=1)
"""Ana is in turn."""
HEADER = replace(header_of(STATE), as_text=True, people=(ANA, BEN), deadline=99.9)

TURN = "➡️ <@1>, it's your turn. Your time runs out <t:99:R>."


@pytest.mark.parametrize(
    ("changes", "line", "rows", "notified"),
    [
        ({}, TURN, ["My hand, Pass, More"], True),
        ({"deadline": None}, "➡️ <@1>, it's your turn.", ["My hand, Pass, More"], True),
        # the hand below says the rest
        ({"delivery": Delivery.DIRECT}, "", ["More"], False),
        (
            {"delivery": Delivery.ANSWERS},
            "➡️ It's **Ana**'s turn.",
            ["My hand, Pass, Nudge, More"],
            False,
        ),
        (
            {"pause": Pause(None)},
            "⏸️ The match is paused. **Ana** can continue it; once this deal has been paused for an hour, every player "
            "can.",
            ["My hand, Resume, More"],
            False,
        ),
        (
            {"pause": Pause(None), "delivery": Delivery.ANSWERS},
            "⏸️ The match is paused. **Ana** can continue it; once this deal has been paused for an hour, every player "
            "can.",
            ["My hand, Resume, More"],
            False,
        ),
        ({"people": (ANA, BEN_LEFT)}, TURN, ["My hand, Pass, I'm back, Take this seat, More"], True),
        (
            {"people": (ANA_HELD, BEN)},
            "It is **Ana**'s turn; the bot is playing for them.",
            ["My hand, Pass, I'm back, More"],
            False,
        ),
        (
            {"people": (ANA_HELD, BEN_HELD)},
            "Everyone is away, so the match is on hold. Press **I'm back** to continue.",
            ["My hand, Pass, I'm back, More"],
            False,
        ),
        (
            {"people": (ANA, Person(-1, "Bodil", "", level=Level.EASY))},
            TURN,
            ["My hand, Pass, More"],
            True,
        ),
    ],
)
def test_a_board_says_whose_turn_it_is_and_has_buttons_for_those_who_read_it(
    changes: dict[str, Any], line: str, rows: list[str], notified: bool
) -> None:
    message = board(replace(HEADER, **changes), match.view(STATE, None), 5, [], NullTranslations(), render.DEFAULT)
    assert message.text == line
    assert [", ".join(getattr(each, "label", "") for each in row) for row in message.rows] == rows
    assert message.mentions == ((1,) if notified else ())


@pytest.mark.parametrize(("news", "notified"), [([CameBack(1)], ()), ([CameBack(1), Passed(1, ())], (1,))])
def test_who_comes_back_notifies_the_player_in_turn_no_second_time(news: list[News], notified: tuple[int, ...]) -> None:
    message = board(HEADER, match.view(STATE, None), 5, news, NullTranslations(), render.DEFAULT)
    assert message.mentions == notified


async def test_the_bot_keeps_no_view_of_a_sent_message(world: World) -> None:
    await world.sit("alice", "bruno")
    await world.moves(3)
    assert list(world.bot.persistent_views) == []


def boards_sent(world: World) -> list[dict[str, Any]]:
    """The body of every new message about a table in the channel."""
    return [each.json for each in world.requests(method="POST", path=f"/channels/{world.channel.id}/messages")]


async def test_a_turn_notifies_its_player_once(world: World) -> None:
    await world.sit("alice", "bruno", "chloe")
    first, (other, *_) = world.mover(), [each for each in world.others() if each is not world.alice]
    assert [int(user) for user in boards_sent(world)[-1]["allowed_mentions"]["users"]] == [first.id]
    await world.alice.press("Remove", await world.alice.run("table remove", person=other))
    latest = boards_sent(world)[-1]
    assert "was removed by the host" in str(latest)
    assert f"<@{first.id}>" in str(latest)
    assert not latest["allowed_mentions"].get("users")
