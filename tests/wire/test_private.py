"""A match alone in a channel, over the wire: one ephemeral message, and nothing of the bot's token."""

from __future__ import annotations

import asyncio

import pytest

from tests.support.bots.running import Running
from tests.support.people import Message
from tests.wire.test_anywhere import refused, to_channels

pytestmark = pytest.mark.wire


async def screens(built: Running, channel: str) -> tuple[list[Message], list[Message]]:
    """Return the messages of a channel that Alice alone sees, and those that Bruno sees."""
    alone = [each for each in await built.people.alice.messages(channel) if each.ephemeral]
    return alone, await built.people.bruno.messages(channel)


@pytest.mark.long
@pytest.mark.parametrize("channel", ["table", "group"])
async def test_a_private_match_is_played_through_deaths_of_the_bot_with_nothing_of_its_token(
    quick: Running, channel: str
) -> None:
    flow, alice = quick.flow(channel, "alice"), quick.people.alice
    await flow.open(computers=3)
    seen = [each.id for each in (await screens(quick, channel))[1]]
    for _ in range(3):
        await flow.step()
    # until the computers have moved, and that is shown
    while flow.mover(flow.kept) is None:
        await flow.step()
    await flow.offers(flow.kept, alice)
    await quick.restart()
    await asyncio.sleep(1)
    # nothing is sent by itself, and the message of before goes on
    (shown,), others = await screens(quick, channel)
    plies = len(flow.kept.log)
    while len(flow.kept.log) == plies:
        await flow.step()
    (again,), _ = await screens(quick, channel)
    assert again.id == shown.id
    await quick.restart()
    await alice.dismiss(again)
    answer = await alice.run("domino hand", channel=channel)
    assert answer.message is not None
    assert answer.message.ephemeral
    while not flow.kept.state().results:
        await flow.step()
    await alice.wait_for(lambda message: "Next deal" in message.labels)
    _, others = await screens(quick, channel)
    assert [each.id for each in others] == seen
    assert to_channels(quick) == refused(quick) == []
