"""Play where the bot is not: in its direct messages, in private channels and on servers without it, over the wire."""

from __future__ import annotations

import pytest

from tests.support.bots.running import Running

pytestmark = pytest.mark.wire


def refused(built: Running) -> list[int]:
    """Return the codes of the requests that Discord refused."""
    return [each.status for each in built.playground.requests if each.status >= 400]


def to_channels(built: Running) -> list[str]:
    """Return the paths of requests with the bot's token to channels."""
    return [each.path for each in built.playground.requests if each.path.startswith("/channels/")]


@pytest.mark.long
async def test_alone_in_direct_messages_the_first_move_is_one_press_away(quick: Running) -> None:
    # who has installed nothing
    flow = quick.flow("dm", "eve")
    await flow.open()
    while quick.people.eve.id not in (row.user for row in quick.kept.log[1:]):
        await flow.step()
    # a tile that fits both ends takes another
    assert flow.presses.total() <= 2
    for _ in range(3):
        await flow.step()
    (board,) = await quick.people.eve.messages("dm")
    assert len(board.pictures) == 2
    assert to_channels(quick) == refused(quick) == []


@pytest.mark.long
@pytest.mark.parametrize("channel", ["table", "group"])
async def test_a_match_begins_from_the_menu_of_a_person(quick: Running, channel: str) -> None:
    alice, bruno = quick.people.alice, quick.people.bruno
    lobby = (await alice.use_on(bruno, "Play dominoes", channel=channel)).message
    assert bruno.mention in lobby.text
    assert (await bruno.wait_for(lambda each: each.id == lobby.id)).data["pings_me"]
    await bruno.press(lobby, label="Join")
    ready = await alice.wait_for(lambda each: each.id == lobby.id and "Start" in each.labels)
    await alice.press(ready, label="Start")
    await alice.wait_for(lambda each: each.channel_id == lobby.channel_id and "My hand" in each.labels)
    told = (await alice.use_on(bruno, "Domino statistics", channel=channel)).message
    assert told.ephemeral
    assert told.text == "Bruno hasn't finished a match here yet."
    assert refused(quick) == []
