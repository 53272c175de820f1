"""``/domino match verify``: the deals of a match that is over, drawn once more."""

from __future__ import annotations

import sqlite3
from typing import Any

import pytest

from engine.dealing import Seed
from engine.live.model.preferences import PersonPreferences, Visibility
from engine.live.model.table import Status
from engine.live.tables import deal_words, lifecycle, lobby
from engine.live.tables.table import Table
from tests.support.in_memory.world import World, act
from tests.support.simcord_private import as_the_bot

SEED = Seed(bytes(range(32)))


@pytest.fixture(autouse=True)
def fair(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let tables deal as outside of tests, from a seed that is known here."""
    object.__setattr__(world.bot.hub._services, "dealer", None)
    monkeypatch.setattr(Seed, "new", classmethod(lambda _cls: SEED))


async def verified(world: World, identity: str, person: Any = None) -> Any:
    return await (person or world.alice).run("match verify", id=identity)


async def over(world: World, **options: Any) -> Table:
    table = await world.sit("alice", "bruno", **options)
    await world.rush()
    return table


async def cut_short(world: World, table: Table, deals: int = 1) -> Table:
    """Play all deals but the last of so many, and end the match as soon as that is dealt."""
    await world.until(lambda: table.view(None).deal == deals and table.view(None).turn is not None)
    await table.do(lifecycle.end, world.alice.id, manager=True)
    await world.settle()
    return table


def rewrite(world: World, table: Table, sql: str, *values: object) -> None:
    """Change the stored table behind the bot's back."""
    with sqlite3.connect(world.database) as connection:
        assert connection.execute(sql, (*values, table.id)).rowcount == 1
    connection.close()


@pytest.mark.long
async def test_a_finished_match_is_drawn_again_for_everybody(world: World) -> None:
    table = await over(world, target=50)
    deals = table.view(None).deal
    for person in (world.alice, world.eve):
        answer = await verified(world, table.id, person)
        assert world.answered_at_once
        assert f"**Fair deals** · Domino Express, match `{table.id}`" in answer.private
        assert not answer.lacks(
            *(f"all {deals} deals come out the same", "Nobody added a word.", world.command("match", "record")),
            "Seed: `000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f`",
            "Its SHA-256: `630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd`",
        )


async def test_a_match_of_one_deal_is_told_as_one(world: World) -> None:
    table = await over(world, rules="classic")
    assert "its 1 deal comes out the same" in (await verified(world, table.id)).text


async def test_the_answer_names_the_words_of_each_deal_and_their_players(world: World) -> None:
    table = await world.lobby("alice", "bruno", target=200)
    with as_the_bot(world.env):
        await table.do(deal_words.add_word, world.bruno.id, "  *é* <@1> \u202e")
        await table.do(lobby.start, world.alice.id)
        while table.view(None).turn is not None:
            await act(table)
        await table.do(deal_words.add_word, world.alice.id, "two")
        await table.do(deal_words.add_word, world.bruno.id, "deux")
    await cut_short(world, table, deals=2)
    said = (await verified(world, table.id)).text
    assert "come out the same" in said
    assert r"Words in deal 1: **Bruno** “\*é\* \<\@1\>”" in said
    assert "Words in deal 2: **Alice** “two”, **Bruno** “deux”" in said
    assert "Words in deal 3" not in said
    with as_the_bot(world.env):
        await world.store.preferences.set(world.alice.id, PersonPreferences(shown=Visibility.NAMELESS))
    said = (await verified(world, table.id, world.eve)).text
    assert "Words in deal 2: **Player 1** “two”, **Bruno** “deux”" in said
    assert "Alice" not in said


async def test_a_match_that_was_ended_early_is_verified_as_far_as_it_went(world: World) -> None:
    table = await cut_short(world, await world.sit("alice", "bruno"), deals=2)
    assert table.header.status is Status.CLOSED
    assert "all 2 deals come out the same" in (await verified(world, table.id)).text


async def test_a_match_from_before_there_were_seeds_says_so(world: World) -> None:
    table = await over(world, rules="classic")
    rewrite(world, table, "UPDATE tables SET seed = NULL WHERE id = ?")
    assert (await verified(world, table.id)).private.startswith("The deals of that match were not promised in advance")


async def test_the_answer_names_the_first_deal_that_is_wrong(world: World) -> None:
    table = await cut_short(world, await world.sit("alice", "bruno"), deals=2)
    first, second = (each.ply for each in (await world.bot.hub.saved(table.id)).log if each.action.startswith("deal "))
    rewrite(world, table, 'UPDATE log SET words = \'["", "no"]\' WHERE ply = ? AND table_id = ?', first)
    said = await verified(world, table.id)
    assert not said.lacks("❌ Deal 1 doesn't match the seed and the players' words.", "the seed and the words give")
    assert "before it" not in said.text
    rewrite(world, table, "UPDATE log SET words = NULL WHERE ply = ? AND table_id = ?", first)
    rewrite(world, table, 'UPDATE log SET words = \'["no", ""]\' WHERE ply = ? AND table_id = ?', second)
    said = await verified(world, table.id)
    assert not said.lacks("❌ Deal 2 doesn't match", "The 1 deal before it comes out the same.")


async def test_a_drawn_opener_is_named(world: World) -> None:
    table = await cut_short(world, await world.sit("alice", "bruno", rules="matador"))
    (dealt, *_) = (await world.bot.hub.saved(table.id)).log
    first = int(dealt.action[-1])
    changed = f"{dealt.action[:-1]}{1 - first}"
    rewrite(world, table, "UPDATE log SET action = ? WHERE ply = 0 AND table_id = ?", changed)
    said = (await verified(world, table.id)).text
    names = ["Alice", "Bruno"]
    assert f"> {names[1 - first]} was drawn to begin; the seed and the words give {names[first]}." in said


async def test_a_named_opener_is_told_from_the_lobby_on_and_verified(world: World) -> None:
    told = (
        "The host named **Bruno** to open the first deal, before anybody added a word. That deal's shuffle comes from "
        "this seat, too."
    )
    table = await world.lobby("alice", "bruno", rules="matador")
    assert "named" not in (await world.alice.press("Fair deal")).text
    with as_the_bot(world.env):
        await table.do(lobby.configure, world.alice.id, opener_id=world.bruno.id)
    await world.settle()
    assert told in (await world.alice.press("Fair deal")).private
    await world.alice.press(f"b:start:{table.id}")
    assert told in (await world.alice.press("Fair deal")).private
    await cut_short(world, table)
    assert not (await verified(world, table.id)).lacks("its 1 deal comes out the same", told)
    (dealt, *_) = (await world.bot.hub.saved(table.id)).log
    rewrite(world, table, "UPDATE log SET action = ? WHERE ply = 0 AND table_id = ?", f"{dealt.action[:-1]}0")
    said = (await verified(world, table.id)).text
    assert "> The record says that Alice was named to begin; then the seed and the words give other tiles." in said


async def test_a_log_that_the_rules_refuse_is_told_without_an_error(world: World) -> None:
    table = await over(world, rules="classic")
    rewrite(world, table, "UPDATE log SET action = '0 flip 99' WHERE ply = 1 AND table_id = ?")
    said = (await verified(world, table.id)).text
    assert "❌ Deal 1 can't be replayed" in said
