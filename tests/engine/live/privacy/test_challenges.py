"""Challenges keep a person's data no longer than they need it, and nobody plays twice by having it deleted."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from engine.live.challenges.attempt import Entry, Position
from engine.live.challenges.challenge import Kind
from engine.live.challenges.choosing import Played, finished
from engine.live.challenges.store import Over
from engine.live.model.deleted_users import is_deleted
from engine.live.model.table import Person
from engine.live.privacy.service import Remains
from tests.engine.live.challenges.playing import challenge, decide, first
from tests.engine.live.club import ANA, BEN, DIA, HERE, THERE, Club
from tests.engine.live.traces import rows, traces


async def given_to(club: Club) -> list[dict[str, Any]]:
    """Return Ana's challenges as she is given them."""
    export = await club.store.privacy.export(ANA.user_id, club.clock.now)
    return json.loads(export.written())["challenges"]


async def test_an_export_lists_challenges_and_tells_moves_once_they_are_secret_no_more(club: Club) -> None:
    friends, daily = await club.challenges()
    last, today = sorted(await given_to(club), key=lambda each: each["kind"], reverse=True)
    assert (last["id"], last["opened"], last["invited"], last["closed"]) == (friends.id, True, True, True)
    player = await club.store.challenges.attempt(last["attempt"]["id"])
    assert player is not None
    own = [each for each in await club.store.challenges.entries(player) if each.by_person]
    assert [(each["deal"], each["action"]) for each in last["attempt"]["moves"]] == [(e.deal, e.action) for e in own]
    assert (last["attempt"]["margins"], last["attempt"]["percentage"]) == ([*player.margins], 50.0)
    assert (today["id"], today["opened"], today["invited"], today["closed"]) == (daily.id, False, False, False)
    assert (today["attempt"]["finished_at"], today["attempt"]["server"]) == (None, HERE)
    assert "moves" not in today["attempt"]
    text = json.dumps([last, today])
    for secret in (daily.seed, daily.secret, friends.seed):
        assert secret is not None
        assert secret.reveal() not in text
    assert str(BEN.user_id) not in text


async def test_an_export_leaves_out_the_challenge_of_somebody_with_a_longer_id(club: Club) -> None:
    longer = int(f"{ANA.user_id}0")
    among = {"kind": Kind.FRIENDS, "number": 0, "guild_id": HERE, "channel_id": 5, "opener_id": BEN.user_id}
    await club.store.challenges.add(challenge(id="another2", **among, invited=(longer,)))
    assert await given_to(club) == []
    await club.store.challenges.add(challenge(id="invited2", **among, invited=(longer, ANA.user_id)))
    assert [each["id"] for each in await given_to(club)] == ["invited2"]


async def test_who_has_their_data_deleted_is_nobody_and_has_played_already(club: Club, file: Path) -> None:
    friends, daily = await club.challenges()
    store = club.store.challenges
    before = await store.player(daily, ANA.user_id)
    assert before is not None
    entries = await store.entries(before)
    await club.delete(ANA)
    assert not traces(file, ANA.user_id, ANA.name)
    assert await given_to(club) == []
    # coming back finds the attempt of a former player
    again = await store.begin(daily, ANA, THERE, 9.0)
    assert again is not None
    assert is_deleted(again.user_id)
    assert (again.id, again.name, again.guild_id) == (before.id, "", 0)
    assert await store.entries(again) == entries
    assert not traces(file, ANA.user_id, ANA.name)
    # a press that was under way is refused
    with pytest.raises(Over):
        await store.append(before, (Entry(99, 1, "0 pass", True, 1.0),), Position.begin(daily), 1.0)
    kept = await store.find(friends.id)
    assert kept is not None
    former = kept.opener_id
    assert is_deleted(former)
    assert kept.invited == (former, BEN.user_id)
    assert former != again.user_id, "nothing links two challenges"


async def test_the_attempt_of_a_former_player_still_counts(club: Club) -> None:
    _, daily = await club.challenges()
    store = club.store.challenges
    await club.delete(ANA)
    for each in await store.unfinished(daily.id, 10):
        position = Position.begin(daily)
        for entry in await store.entries(each):
            position = Played(position).with_move(first(position), entry.at).position
        rest = await finished(Played(position), daily.level, 9.0, decide)
        await store.append(each, rest.entries, rest.position, 9.0, cut=True)
    assert await store.close(daily.id, lambda totals: dict.fromkeys(totals, 50.0))
    best = await store.best(daily.id, 10)
    assert sorted(is_deleted(each.user_id) for each in best) == [False, True]


async def test_nobody_is_invited_in_the_place_of_a_former_player(club: Club) -> None:
    among = {"kind": Kind.FRIENDS, "number": 0, "guild_id": HERE, "channel_id": 5, "opener_id": BEN.user_id}
    await club.store.challenges.add(challenge(**among, invited=(ANA.user_id,)))
    await club.delete(ANA)
    kept = await club.store.challenges.find("abcd2345")
    assert kept is not None
    assert [is_deleted(each) for each in kept.invited] == [True]


async def test_a_closed_challenge_has_no_secret_that_links_its_keys_to_people(club: Club, file: Path) -> None:
    friends, daily = await club.challenges()
    assert friends.secret is not None
    assert daily.secret is not None
    assert not traces(file, friends.secret.reveal())
    assert traces(file, daily.secret.reveal()) == {("challenges", "secret")}
    assert await club.store.challenges.player(daily, DIA.user_id) is None


async def test_a_server_takes_its_challenges_with_it_and_leaves_the_days_of_people(club: Club, file: Path) -> None:
    friends, daily = await club.challenges()
    await club.store.privacy.delete_guild(HERE)
    assert not traces(file, HERE)
    assert await club.store.challenges.find(friends.id) is None
    assert {each for (each,) in rows(file, "SELECT DISTINCT challenge_id FROM challenge_log")} == {daily.id}
    player = await club.store.challenges.player(daily, ANA.user_id)
    assert player is not None
    assert (player.name, player.guild_id) == (ANA.name, 0)


async def test_a_private_channel_is_no_server_that_could_have_removed_the_bot(club: Club) -> None:
    among = {"kind": Kind.FRIENDS, "number": 0, "opener_id": BEN.user_id}
    await club.store.challenges.add(
        challenge(id="private2", **among, guild_id=77, channel_id=77),
        challenge(id="server22", **among, guild_id=HERE, channel_id=78),
        today := challenge(),
    )
    await club.store.challenges.begin(today, ANA, 79, 1.0)
    assert await club.store.privacy.guilds() == {HERE}


@pytest.mark.parametrize("deleted_first", [True, False])
async def test_a_challenge_among_friends_goes_once_it_is_long_over_and_has_no_people(
    deleted_first: bool, club: Club
) -> None:
    friends, daily = await club.challenges()
    store = club.store.challenges

    async def thin() -> None:
        while await store.thin(1e12):
            pass

    async def delete(*people: Person) -> None:
        for each in people:
            await club.delete(each)

    await (delete(ANA) if deleted_first else thin())
    assert await store.find(friends.id) is not None
    await (delete(BEN) if deleted_first else delete(ANA))
    assert await store.find(friends.id) is not None
    await (thin() if deleted_first else delete(BEN))
    assert await store.find(friends.id) is None
    assert await store.find(daily.id) is not None


@pytest.mark.postgres
async def test_the_secret_of_a_closed_challenge_goes_from_unused_parts_with_the_next_vacuum(club: Club) -> None:
    await club.challenges()
    notes = "SELECT count(*) FROM notes WHERE name = 'unswept'"
    assert await club.store.connection.rows(notes) == [(1,)]
    assert await club.store.privacy.vacuum() is Remains.NONE
    assert await club.store.connection.rows(notes) == [(0,)]
