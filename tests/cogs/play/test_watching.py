"""Tests of Watch: a spectator sees the public view, kept up to date, and costs players nothing."""

from __future__ import annotations

import pytest

from cogs.publishing import watchers
from cogs.publishing.tokens import TOKEN_SECONDS
from tests.support.in_memory.deliveries import pressed
from tests.support.in_memory.world import World, laid

UNKNOWN_MESSAGE = (404, 10008)


def watching(world: World) -> int:
    """Return how many messages of people who watch are kept up to date."""
    return len(list(world.bot.watchers._watching()))


async def test_a_spectator_sees_the_table_as_it_goes_on(world: World) -> None:
    table = await world.sit("alice", "bruno", "chloe")
    messages = len(world.messages)
    shown = await world.eve.press("Watch")
    assert "You are watching" in shown.private
    assert f"It is **{world.bot.hub.find(table.id).people[table.view(None).turn or 0].name}**'s turn." in shown.text
    assert not shown.buttons
    assert len(world.messages) == messages
    for _ in range(3):
        await world.move()
        await world.wait(2)
        assert laid(table)[-1] in shown.alt
    await world.end_deal()
    await world.wait(2)
    assert "scores" in shown.text
    assert shown.files == ["deal.png"]
    await world.wait(20)
    assert "deal 2" in shown.text


async def test_a_spectator_sees_no_hand(world: World) -> None:
    table = await world.sit("alice", "bruno", rules="classic-draw")
    shown = await world.eve.press("Watch")
    for _ in range(4):
        await world.do()
        await world.wait(2)
        public = {*laid(table)}
        hidden = {tile.text for seat in (0, 1) for tile in table.view(seat).hand} - public
        assert not [tile for tile in hidden if tile in shown.everything]


async def test_players_see_their_hand_instead(world: World) -> None:
    await world.sit("alice", "bruno")
    shown = await world.alice.forge(f"b:look:{world.table.id}")
    assert "Your hand" in shown.private
    assert shown.buttons.keys() == world.alice.hand.buttons.keys()


async def test_a_reader_of_text_and_of_french_watches_in_them(world: World) -> None:
    table = await world.sit("alice", "bruno")
    await world.eve.write_text()
    await world.move()
    shown = await world.eve.press("Watch")
    assert not shown.alts
    assert f"[{laid(table)[-1]}]" in shown.text
    press = pressed(world.davide, f"b:look:{table.id}", world.board)
    press.payload["locale"] = "fr"
    french = await press.send()
    assert "Tu regardes" in french.private
    await world.move()
    await world.wait(2)
    assert f"[{laid(table)[-1]}]" in shown.text
    assert "C'est à **" in french.text
    assert laid(table)[-1] in french.alt


@pytest.mark.long
async def test_watching_ends_with_the_match(world: World) -> None:
    await world.sit("alice", "bruno", target=50)
    finished, ended = await world.eve.press("Watch"), await world.davide.press("Watch")
    await world.rush()
    await world.wait(2)
    for shown in (finished, ended):
        assert "🏆" in shown.text
    assert not watching(world)
    await world.sit("alice", "bruno")
    stopped = await world.eve.press("Watch")
    await world.alice.press("End the match", await world.alice.run("table end"))
    await world.wait(2)
    assert "This match was stopped." in stopped.text
    assert not watching(world)


@pytest.mark.long
async def test_a_message_that_can_no_longer_be_edited_says_so_before(world: World) -> None:
    await world.sit("alice", "bruno", clock="none")
    shown = await world.eve.press("Watch")
    await world.wait(TOKEN_SECONDS + 2)
    assert "To keep watching, press **Watch** again." in shown.text
    assert not watching(world)
    again = await world.eve.press("Watch")
    await world.move()
    await world.wait(2)
    assert laid(world.table)[-1] in again.alt


async def test_a_person_who_watches_again_has_one_message(world: World) -> None:
    await world.sit("alice", "bruno")
    await world.eve.press("Watch")
    shown = await world.eve.press("Watch")
    await world.move()
    await world.wait(2)
    assert laid(world.table)[-1] in shown.alt
    assert watching(world) == 1


async def test_a_message_that_is_gone_is_not_edited_any_more(world: World) -> None:
    await world.sit("alice", "bruno")
    await world.eve.press("Watch")
    world.fail("PATCH", "/webhooks/*/*/messages/@original", *UNKNOWN_MESSAGE)
    await world.move()
    await world.wait(2)
    assert not watching(world)


async def test_spectators_wait_while_much_is_published_and_then_see_the_newest(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await world.sit("alice", "bruno")
    shown = await world.eve.press("Watch")
    before = shown.alt
    monkeypatch.setattr(world.bot.watchers, "_is_busy", lambda table: True)
    for _ in range(2):
        await world.move()
        await world.wait(3)
    assert shown.alt == before
    monkeypatch.undo()
    await world.wait(2)
    assert laid(table)[-1] in shown.alt


async def test_only_some_people_watch_a_table(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(watchers, "MAX_WATCHERS", 2)
    await world.sit("alice", "bruno")
    for person in (world.eve, world.davide, world.eve):
        assert "You are watching" in (await person.press("Watch")).private
    assert (
        await world.chloe.press("Watch")
    ).private == "2 people are already watching this table, and that is the limit."


async def test_a_grid_is_watched_in_the_channel_alone(world: World) -> None:
    table = await world.sit("alice", "bruno", rules="memory")
    assert "Watch" not in world.board.labels
    forged = await world.eve.forge(f"b:look:{table.id}")
    assert forged.private == "That button was for an earlier move."
