"""Tests of small commands and of the languages of answers."""

from __future__ import annotations

import pytest

from tests.cogs.world import World
from tests.support.simcord_private import speaking


async def test_rules_show_a_rule_set_with_its_options(world: World) -> None:
    answer = await world.alice.run("rules", rules="express-it")
    assert "Domino Express (Italian)" in answer.private
    assert not answer.lacks("any tile but a double", "**100 points**")


async def test_rules_without_a_name_are_those_of_the_channels_table(world: World) -> None:
    await world.alice.run("play", rules="express-it")
    assert "Italian" in (await world.bruno.run("rules")).text


@pytest.mark.parametrize(("highest", "tiles"), [(6, 28), (9, 55), (12, 91)])
async def test_a_set_is_shown_to_its_asker_with_what_it_holds(world: World, highest: int, tiles: int) -> None:
    answer = await world.alice.run("set", highest=highest)
    assert world.answered_at_once
    assert f"{tiles} tiles" in answer.private
    assert [each.filename for each in answer.attachments] == [f"double-{highest}.png", f"double-{highest}-a4.png"]
    assert answer.alt


async def test_ping_and_about_answer_their_asker(world: World) -> None:
    assert (await world.alice.run("ping")).private.startswith("Awake.")
    assert "`/domino play`" in (await world.alice.run("about")).private


async def test_commands_work_in_a_server_only(world: World) -> None:
    assert not world.alice.user.available_commands()


async def test_private_answers_are_in_the_players_language_and_boards_in_the_servers(world: World) -> None:
    with speaking({world.bruno.id: "fr"}, guild="en-US"):
        await world.sit("alice", "bruno")
        await world.move()
        assert "Ta main" in (await world.bruno.press("My hand")).text
        assert (await world.eve.press("My hand")).text.startswith("You aren't")
        assert "it's your turn" in world.board.text


async def test_a_french_server_reads_french(world: World) -> None:
    with speaking({}, guild="fr"):
        await world.sit("alice", "bruno", target=50)
        await world.move()
        assert "it's your turn" not in world.board.text
        assert "Ma main" in world.board.buttons
        assert "Open end" not in world.board.alt


async def test_commands_are_registered_with_french_names(world: World) -> None:
    (sync,) = world.requests(path="/commands")
    (group,) = sync.json
    names = {option["name"]: option["name_localizations"] for option in group["options"]}
    assert set(names) == {
        *("play", "hand", "hint", "board", "rules", "set", "leave", "end", "vote", "back", "host", "remove", "pause"),
        *("resume", "doctor", "leaderboard", "stats", "history", "replay", "record", "verify", "privacy", "settings"),
        *("ping", "about"),
    }
    assert names["play"]["fr"] == "jouer"
    assert names["hand"]["fr"] == "main"
    await world.restart()
    assert world.requests(path="/commands") == [sync], "they are sent again only when they have changed"
