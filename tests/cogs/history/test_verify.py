"""``/domino verify``: the deals of a match that is over, drawn once more."""

from __future__ import annotations

import sqlite3
from typing import Any

import pytest

from engine.fair_dealing import Seed
from engine.live.model.preferences import PersonPreferences, Visibility
from engine.live.model.table import Status
from engine.live.tables.table import Table
from engine.record import loads
from engine.verify import verify
from tests.cogs.conftest import World
from tests.cogs.playing import answered_at_once, rush, text
from tests.support.simcord_private import as_the_bot

SEED = Seed(bytes(range(32)))


@pytest.fixture(autouse=True)
def fair(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let tables deal as outside of tests, from a seed that is known here."""
    object.__setattr__(world.bot.hub._services, "dealer", None)
    monkeypatch.setattr(Seed, "new", classmethod(lambda _cls: SEED))


async def verified(world: World, identity: str, person: Any = None) -> Any:
    return await (person or world.alice).slash(world.channel, "domino verify", id=identity)


async def over(world: World, **options: Any) -> Table:
    table = await world.sit("alice", "bruno", **options)
    await rush(world, table)
    return table


async def cut_short(world: World, table: Table, deals: int = 1) -> Table:
    """Play all deals but the last of so many, and end the match as soon as that is dealt."""
    with as_the_bot(world.env):
        while table.view(None).deal < deals or table.view(None).turn is None:
            view = table.view(None)
            if view.turn is None:
                await table.next_deal(world.alice.id, view.deal)
            else:
                await table.play(table.people[view.turn].user, view.turn, table.ply, 0)
        await table.end(world.alice.id)
    await world.env.settle(timeout=60)
    return table


def rewrite(world: World, table: Table, sql: str, *values: object) -> None:
    """Change what the database holds of a table behind the bot's back."""
    with sqlite3.connect(world.database) as connection:
        assert connection.execute(sql, (*values, table.id)).rowcount == 1
    connection.close()


async def test_a_match_that_is_over_is_drawn_once_more_for_whoever_asks(world: World) -> None:
    table = await over(world, target=50)
    deals = table.view(None).deal
    for person in (world.alice, world.eve):
        answer = await verified(world, table.id, person)
        assert answered_at_once(world)
        assert answer.ephemeral
        said = text(answer.response)
        assert f"**Fair deals** · Domino Express, match `{table.id}`" in said
        assert f"all {deals} deals come out the same" in said
        assert "Seed: `000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f`" in said
        assert "Its SHA-256: `630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd`" in said
        assert "Nobody added a word." in said
        assert "`/domino record`" in said


async def test_the_file_of_the_match_proves_the_same_far_from_the_bot(world: World) -> None:
    table = await over(world, target=50)
    answer = await world.eve.slash(world.channel, "domino record", id=table.id)
    (file,) = answer.response.attachments
    assert verify(loads(await file.read())) == table.view(None).deal


async def test_a_match_of_one_deal_is_told_as_one(world: World) -> None:
    table = await over(world, rules="classic")
    assert "its 1 deal comes out the same" in text((await verified(world, table.id)).response)


async def test_it_tells_the_words_that_were_added_to_each_deal_and_whose_they_are(world: World) -> None:
    await world.alice.slash(world.channel, "domino play", rules="express", target=200)
    table = world.table
    await world.bruno.click(world.last(), custom_id=f"b:join:{table.id}")
    with as_the_bot(world.env):
        await table.add_word(world.bruno.id, "  *é* <@1> \u202e")
        await table.start(world.alice.id)
        while (turn := table.view(None).turn) is not None:
            await table.play(table.people[turn].user, turn, table.ply, 0)
        await table.add_word(world.alice.id, "two")
        await table.add_word(world.bruno.id, "deux")
    await cut_short(world, table, deals=2)
    said = text((await verified(world, table.id)).response)
    assert "come out the same" in said
    assert r"Words in deal 1: **Bruno** “\*é\* \<\@1\>”" in said
    assert "Words in deal 2: **Alice** “two”, **Bruno** “deux”" in said
    assert "Words in deal 3" not in said
    with as_the_bot(world.env):
        await world.bot.hub.store.set_preferences(world.alice.id, PersonPreferences(shown=Visibility.NAMELESS))
    said = text((await verified(world, table.id, world.eve)).response)
    assert "Words in deal 2: **Player 1** “two”, **Bruno** “deux”" in said
    assert "Alice" not in said


async def test_a_match_that_was_ended_early_is_verified_as_far_as_it_went(world: World) -> None:
    table = await cut_short(world, await world.sit("alice", "bruno"), deals=2)
    assert table.header.status is Status.CLOSED
    assert "all 2 deals come out the same" in text((await verified(world, table.id)).response)


async def test_a_match_still_being_played_keeps_its_seed(world: World) -> None:
    table = await world.sit("alice", "bruno")
    for person in (world.alice, world.eve):
        answer = await verified(world, table.id, person)
        assert answer.ephemeral
        assert answer.response.content == "That match is still being played. Its hands are secret until it is over."
    assert SEED.reveal() not in str([request.json for request in world.env.http_requests])


async def test_there_is_nothing_to_verify_of_a_lobby_or_of_no_match(world: World) -> None:
    await world.alice.slash(world.channel, "domino play")
    assert (await verified(world, world.table.id)).response.content.startswith("That match hasn't begun yet")
    for identity in ("nosuchid", "", "`", "x" * 200):
        answer = await verified(world, identity or " ")
        assert answer.ephemeral
        assert answer.response.content.startswith("There is no such match on this server.")


async def test_another_servers_match_is_as_unknown_as_none(world: World) -> None:
    table = await over(world, rules="classic")
    elsewhere = world.env.create_guild("Elsewhere", owner=world.env.create_user("other"))
    stranger = elsewhere.add_member(world.env.create_user("stranger"))
    answer = await stranger.slash(elsewhere.create_text_channel("here"), "domino verify", id=table.id)
    assert answer.response.content.startswith("There is no such match on this server.")


async def test_a_match_from_before_there_were_seeds_says_so(world: World) -> None:
    table = await over(world, rules="classic")
    rewrite(world, table, "UPDATE tables SET seed = NULL WHERE id = ?")
    answer = await verified(world, table.id)
    assert answer.ephemeral
    assert answer.response.content.startswith("The deals of that match were not promised beforehand")


async def test_it_tells_the_deal_from_which_on_something_is_wrong(world: World) -> None:
    table = await cut_short(world, await world.sit("alice", "bruno"), deals=2)
    first, second = (each.ply for each in (await world.bot.hub.saved(table.id)).log if each.action.startswith("deal "))
    rewrite(world, table, 'UPDATE log SET words = \'["", "no"]\' WHERE ply = ? AND table_id = ?', first)
    said = text((await verified(world, table.id)).response)
    assert "❌ Deal 1 is not what the seed and the players' words make of it." in said
    assert "the seed and the words give" in said
    assert "before it" not in said
    rewrite(world, table, "UPDATE log SET words = NULL WHERE ply = ? AND table_id = ?", first)
    rewrite(world, table, 'UPDATE log SET words = \'["no", ""]\' WHERE ply = ? AND table_id = ?', second)
    said = text((await verified(world, table.id)).response)
    assert "❌ Deal 2 is not" in said
    assert "The 1 deal before it comes out the same." in said


async def test_whoever_luck_had_begin_is_told_by_name(world: World) -> None:
    table = await cut_short(world, await world.sit("alice", "bruno", rules="matador"))
    (dealt, *_) = (await world.bot.hub.saved(table.id)).log
    first = int(dealt.action[-1])
    changed = f"{dealt.action[:-1]}{1 - first}"
    rewrite(world, table, "UPDATE log SET action = ? WHERE ply = 0 AND table_id = ?", changed)
    said = text((await verified(world, table.id)).response)
    names = ["Alice", "Bruno"]
    assert f"> By lot {names[1 - first]} began; the seed and the words give {names[first]}." in said


async def test_a_log_that_the_rules_refuse_is_told_without_an_error(world: World) -> None:
    table = await over(world, rules="classic")
    rewrite(world, table, "UPDATE log SET action = '0 flip 99' WHERE ply = 1 AND table_id = ?")
    said = text((await verified(world, table.id)).response)
    assert "❌ Deal 1 can't be played once more" in said


async def test_it_works_after_a_restart_and_ids_are_offered(world: World) -> None:
    table = await over(world, rules="classic")
    await world.restart()
    offered = await world.alice.autocomplete(world.channel, "domino verify", "id", table.id[:3])
    assert [each["value"] for each in offered] == [table.id]
    assert "comes out the same" in text((await verified(world, table.id)).response)
