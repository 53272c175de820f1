"""The people of a table: who comes, who plays for whom, and who is told."""

from __future__ import annotations

from dataclasses import replace

import pytest

from cogs.cups.running.places import Waiting
from cogs.cups.table_message import called_substitutes
from cogs.cups.texts import post_link
from engine.cups import Format, How, Phase, Settings, Sides
from engine.live.cups import organizing
from engine.live.database.connection import Statement
from engine.live.model.errors import PlayedElsewhere
from engine.live.tables import lifecycle
from tests.cogs.cups.flow import ALONE, Club, opened
from tests.support.in_memory.world import World

FOUR = ("alice", "bruno", "chloe", "davide")
PAIRS = Settings(Format.SWISS, Sides.PARTNERS_CHANGE, "parejas", rounds=1)


async def alone(world: World) -> Club:
    """Return a cup whose first tables are shown; Eve is a substitute."""
    club = await opened(world, *world.named(*FOUR), substitutes=(world.eve,))
    await club.begin()
    return club


@pytest.mark.long
async def test_the_message_tells_who_is_there_and_asks_no_longer_once_the_match_has_begun(world: World) -> None:
    club = await alone(world)
    live = club.tables[0]
    first, second = club.people(live)
    assert club.message(live).text.splitlines()[:3] == [
        "## Round 1 of 2 · Table 1",
        f"<@{first.id}> against <@{second.id}>",
        f"-# [Thursday Cup]({post_link(club.at.header, club.at.header.posts['cup'])}) · Domino Express (50 points)",
    ]
    await club.come(live, [second])
    assert f"Here: <@{second.id}>." in club.message(live).text
    await club.come(live, [first])
    await club.tick()
    message = club.message(live)
    assert "The match has begun; the round's time ends <t:" in message.text
    assert not message.labels
    match = club.match(live)
    assert match is not None
    assert [each.user_id for each in match.people] == [first.id, second.id]
    assert match.header.cup is not None


async def test_nobody_sits_down_at_a_table_of_others(world: World) -> None:
    club = await alone(world)
    live = club.tables[0]
    answer = await world.eve.press("I'm here", club.message(live))
    assert "You don't play at this table" in answer.private
    assert not club.tables[0].here


@pytest.mark.long
async def test_each_person_is_mentioned_once_and_a_substitute_once_in_the_round(world: World) -> None:
    club = await alone(world)
    for live in club.tables:
        await club.come(live, club.people(live)[:1])
    await club.wait(200)
    await club.tick()
    assert sorted(club.mentions()) == sorted(each.id for each in world.named(*FOUR, "eve"))
    assert "I can play" in world.board.labels


@pytest.mark.long
async def test_a_substitute_who_answers_plays_for_the_first_who_did_not_come(world: World) -> None:
    club = await alone(world)
    first, second = club.tables
    for live in (first, second):
        await club.come(live, club.people(live)[:1])
    await club.wait(160)
    await world.eve.press("I can play", world.board)
    await club.tick()
    assert club.match(first) is None, "the others may still come"
    missing = club.people(first)[1]
    await club.wait(160)
    assert f"<@{world.eve.id}> plays for <@{missing.id}>." in club.message(first).text
    match = club.match(first)
    assert match is not None
    assert match.header.seat_of(world.eve.id) == 1
    result = club.at.cup.rounds[0].tables[1].result
    assert result is not None
    assert (result.how, result.absent) == (How.ABSENT, (1,))


@pytest.mark.long
async def test_only_substitutes_can_answer(world: World) -> None:
    club = await alone(world)
    await club.come(club.tables[0], club.people(club.tables[0])[:1])
    await club.wait(160)
    answer = await world.alice.press("I can play", world.board)
    assert "You aren't on the list of substitutes" in answer.private
    await club.wait(200)
    club_round = len(club.at.cup.rounds)
    assert club_round == 1


@pytest.mark.long
async def test_a_side_of_which_nobody_comes_loses_the_round(world: World) -> None:
    club = await opened(world, *world.named(*FOUR))
    await club.begin()
    live = club.tables[0]
    here, absent = club.people(live)
    await club.come(live, [here])
    shown, place = live.message_id, club.place(live)
    await club.wait(310)
    text = next(each for each in place.history() if each.id == shown)
    assert f"Nobody came for the other side, so the round goes to <@{here.id}>." in str(
        [each.to_dict() for each in text.components]
    )
    result = club.at.cup.rounds[0].tables[0].result
    assert result is not None
    assert result.how is How.ABSENT
    assert absent.id not in {each.user_id for table in world.tables for each in table.people}


@pytest.mark.long
async def test_a_partner_who_comes_plays_with_a_computer(world: World) -> None:
    people = [*world.named(*FOUR), *world.crowd(4)]
    club = await opened(world, *people, settings=PAIRS)
    await club.begin()
    live = club.tables[0]
    await club.come(live, club.people(live)[:3])
    await club.wait(310)
    match = club.match(live)
    assert match is not None
    assert [each.computer for each in match.people].count(True) == 1
    assert "A computer plays for" in club.message(live).text


@pytest.mark.long
async def test_a_cup_to_which_nobody_comes_ends_by_itself(world: World) -> None:
    club = await opened(world, *world.named(*FOUR))
    await club.begin()
    for _ in range(4):
        await club.wait(330)
        if not club.is_open:
            break
    assert (await club.stored()).phase is Phase.ENDED
    assert not world.tables


@pytest.mark.long
async def test_the_round_ends_when_its_time_is_over(world: World) -> None:
    club = await opened(world, *world.named(*FOUR), round_seconds=600.0)
    await club.begin()
    for live in club.tables:
        await club.come(live)
    await club.tick()
    assert len(world.tables) == 2
    await club.wait(580)
    assert not any(table.header.is_called for table in world.tables)
    await club.wait(60)
    assert all(table.header.is_called for table in world.tables)
    for _ in range(100):
        await club.wait(60)
        if club.at.cup.rounds[0].over:
            break
    assert club.at.cup.rounds[0].over
    assert {table.result.how for table in club.at.cup.rounds[0].tables if table.result} <= {How.TIME, How.COMPUTER}


@pytest.mark.long
async def test_a_match_of_which_nothing_is_stored_holds_no_round(world: World, alarmed: None) -> None:
    club = await opened(world, *world.named(*FOUR))
    await club.begin()
    for live in club.tables:
        await club.come(live)
    await club.tick()
    match = club.match(club.tables[0])
    assert match is not None
    async with world.directly():
        # as the deletion of the server's data does
        await match.do(lifecycle.call_off)
        for name, key in (("log", "table_id"), ("seats", "table_id"), ("tables", "id")):
            await world.store.connection.write(Statement(f"DELETE FROM {name} WHERE {key} = ?", (match.id,)))
    await club.tick()
    result = club.at.cup.rounds[0].tables[0].result
    assert result is not None
    assert (result.winner, result.how) == (None, How.TIME)


@pytest.mark.long
async def test_the_organizers_button_begins_the_next_round(world: World) -> None:
    club = await opened(world, *world.named(*FOUR), settings=ALONE, automatic=False)
    await club.begin()
    await club.play_round()
    await club.wait(300)
    assert len(club.at.cup.rounds) == 1
    shown = next(each for each in reversed(world.messages) if "Next round" in each.labels)
    answer = await world.bruno.press("Next round", shown)
    assert "who organizes" in answer.private
    await world.alice.press("Next round", shown)
    await club.show()
    assert len(club.at.cup.rounds) == 2
    assert "Next round" not in world.now(shown).labels


@pytest.mark.long
async def test_everybody_may_begin_the_round_that_the_organizer_forgets(world: World) -> None:
    club = await opened(world, *world.named(*FOUR), settings=ALONE, automatic=False)
    await club.begin()
    await club.play_round()
    await club.wait(1820)
    shown = next(each for each in reversed(world.messages) if "Next round" in each.labels)
    await world.bruno.press("Next round", shown)
    await club.show()
    assert len(club.at.cup.rounds) == 2


async def test_the_channel_hears_of_the_organizer(world: World) -> None:
    club = await alone(world)
    async with world.directly():
        await club.cup.do(organizing.pause, world.alice.id, manager=False)
        await club.cup.do(organizing.take_out, world.alice.id, 2, manager=False)
    await club.show()
    texts = [each.text for each in world.messages]
    assert any("The tournament is paused" in each for each in texts)
    assert any("took **Bruno** out" in each for each in texts)
    assert len(club.nonces()) == len(set(club.nonces()))


@pytest.mark.long
async def test_time_is_called_once_this_process_has_the_match(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    club = await alone(world)
    live = club.tables[0]
    await club.come(live)
    await club.tick()
    matches, match = world.cog("CupRunner").matches, club.match(live)
    assert match is not None

    def elsewhere(table_id: str) -> None:
        raise PlayedElsewhere

    with monkeypatch.context() as patch:
        patch.setattr(world.bot.hub, "find", elsewhere)
        with pytest.raises(Waiting):
            await matches.call_time(club.cup, club.tables[0])
    assert not club.tables[0].called
    async with world.directly():
        await matches.call_time(club.cup, club.tables[0])
    assert club.tables[0].called
    assert match.header.is_called


async def test_only_the_first_substitutes_are_called(world: World) -> None:
    club = await alone(world)
    many = replace(club.at, cup=replace(club.at.cup, substitutes=tuple(range(1_000, 1_200))))
    assert called_substitutes(many) == [*range(1_000, 1_025)]
