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
