"""Tests of messages about matches, and of failures of Discord."""

from tests.support.in_memory.world import World

BLOCKED = "I can't show the table in its channel right now, so keep playing from here"
LOST = "This table's channel no longer exists."
EVERYBODY = ("alice", "bruno", "chloe")


async def assert_goes_on(world: World, place: object = None) -> None:
    """Check that the next move is shown in the channel, with buttons, and that hands say nothing of trouble."""
    assert not any(world.hands_say(BLOCKED) + world.hands_say(LOST))
    await world.move(place=place)
    shown = world.newest(place) if place else world.board  # type: ignore[arg-type]
    assert "My hand" in shown.buttons
    assert "it's your turn" in shown.text
