"""Matches of a feature's archive, whose ids no table has: replays, verdicts, records and the proof of their deals."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from engine import match
from engine.dealing import Seed, fair_deal
from engine.live.model.preferences import Visibility
from engine.live.model.table import LogEntry, SavedTable, Status
from tests.support.in_memory.matches import keep, show
from tests.support.in_memory.seen import Answer
from tests.support.in_memory.world import World

ID = "abcd2345-2"
SEED = Seed(bytes(range(32)))
UNKNOWN = "There is no such match here."


class Archive:
    """An archive of one match."""

    def __init__(self, kept: SavedTable) -> None:
        self.kept = kept

    async def __call__(self, table_id: str) -> SavedTable | None:
        """Return the match under its id."""
        return self.kept if table_id == self.kept.header.id else None


@pytest.fixture
async def kept(world: World) -> SavedTable:
    """Return a match that only an archive knows."""
    stored = await keep(world, "alice bruno", guild=1)
    kept = SavedTable(replace(stored.header, id=ID, guild_id=0, channel_id=0), stored.log)
    world.bot.hub.archives.append(Archive(kept))
    return kept


async def test_a_match_of_an_archive_is_watched_again(world: World, kept: SavedTable) -> None:
    answer = await world.eve.run("match replay", id=ID)
    assert answer.ephemeral
    assert answer.private.startswith(f"**Replay** · Domino Express, deal 2 · match `{ID}`")
    assert "first to" not in answer.alt
    assert (await world.eve.press("Next", answer)).id == answer.id
    assert answer.lines[-1].startswith("-# Move 1 of ")
    assert (await world.eve.press("Play", answer)).attachments
    await world.eve.choose(f"s:jump:{ID}", "2", on=answer)
    await world.eve.press("Expert", answer)
    await world.settle()
    assert any(line.startswith("Expert") for line in answer.lines)
    await world.eve.press("Play", answer)


async def test_a_deal_of_an_archive_has_its_own_number(world: World) -> None:
    stored = await keep(world, "alice bruno", rules="all-fives", guild=1)
    world.bot.hub.archives.append(Archive(SavedTable(replace(stored.header, id=ID, channel_id=0), stored.log)))
    answer = await world.eve.run("match replay", id=ID)
    assert "deal 2, first to" in answer.alt


async def test_the_commands_about_finished_matches_know_an_archive(world: World, kept: SavedTable) -> None:
    replayed: Answer = await world.eve.run("match replay", id=f" {ID.upper()}")
    assert replayed.private.startswith("**Replay** · Domino Express")
    await show(world, "bruno", Visibility.HIDDEN)
    answer = await world.eve.run("match record", id=ID)
    assert answer.files == [f"domino-{ID}.json"]
    record = json.loads(await answer.attachments[0].read())
    assert record["players"] == ["Alice", "Player 2"]


async def test_the_deal_of_an_archived_match_is_repeated(world: World, kept: SavedTable) -> None:
    dealt = fair_deal(match.new(kept.header.rules, 2, kept.header.options), SEED, ())
    header = replace(kept.header, seed=SEED, status=Status.CLOSED)
    world.bot.hub.archives.insert(0, one := Archive(SavedTable(header, (LogEntry(0, str(dealt), None, 0.0),))))
    text = (await world.eve.run("match verify", id=ID)).text
    assert "its 1 deal comes out the same" in text
    assert "of the challenge shows how it comes from the promised seed" in text
    assert "before each deal" not in text
    world.bot.hub.archives.remove(one)


async def test_an_unloaded_archive_and_other_ids_are_unknown(world: World, kept: SavedTable) -> None:
    assert UNKNOWN in (await world.eve.run("match replay", id="abcd2345-3")).text
    assert UNKNOWN in (await world.eve.run("match replay", id="pastmtch")).text, "of another server"
    assert await world.bot.hub.saved(ID) is kept
    world.bot.hub.archives.clear()
    for asked in ("replay", "record", "verify"):
        assert UNKNOWN in (await world.eve.run(f"match {asked}", id=ID)).text


async def test_a_match_that_is_not_over_stays_secret_in_an_archive(world: World, kept: SavedTable) -> None:
    playing = SavedTable(replace(kept.header, status=Status.PLAYING, seed=SEED), kept.log)
    world.bot.hub.archives.insert(0, Archive(playing))
    for asked in ("replay", "record", "verify"):
        answer = await world.eve.run(f"match {asked}", id=ID)
        assert not answer.attachments
        assert SEED.reveal() not in answer.text
