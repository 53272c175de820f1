"""The deal of the day, as people play it."""

from __future__ import annotations

import asyncio
import re
import sqlite3
from collections.abc import Callable
from importlib import import_module
from typing import Any

import pytest

from engine.bots.choose import CHOICES
from engine.live.challenges.calendar import number_at
from engine.live.model.errors import StorageError
from engine.live.model.preferences import PersonPreferences, Visibility
from engine.rules import RULE_SETS, has_hands
from render.i18n import languages, translations
from tests.cogs.anywhere.test_private import everywhere
from tests.cogs.challenges.flow import attempt, choose, leave_open, play_on, position, today
from tests.support.in_memory.deliveries import pressed, send_all
from tests.support.in_memory.matches import show
from tests.support.in_memory.seen import Seen
from tests.support.in_memory.world import PEOPLE, World, failing, logged
from tests.support.simcord_private import deny

DAY = 86_400


async def test_the_command_begins_in_one_message_for_its_player_alone(world: World) -> None:
    made = await today(world)
    since = world.sent
    answer = await world.alice.run("daily")
    assert answer.ephemeral
    assert answer.files == ["table.png", "hand.png"]
    assert answer.lines[0] == f"**Deal of the day {made.number}** · Classic · deal 1 of 3"
    assert "Everybody plays these 3 deals once" in answer.lines[1]
    assert len(world.requests(since)) == 1
    assert not world.tables


async def test_a_day_is_played_to_its_result_without_a_request_of_the_bots_token(world: World) -> None:
    made = await today(world)
    since, shown = world.sent, await world.alice.run("daily")
    while "Result" not in shown.labels:
        shown = await play_on(world.alice, shown, "Next deal")
        assert "This deal: **" in shown.text
        shown = await world.alice.press("Next deal", shown)
        if "deal 3 of 3" in shown.text:
            shown = await play_on(world.alice, shown)
    shown = await world.alice.press("Result", shown)
    assert "Your result: **" in shown.text
    assert "Show here" in shown.labels
    assert (await attempt(world, made, world.alice)).finished_at is not None
    assert {each.path.split("/")[1] for each in world.requests(since)} <= {"interactions", "webhooks"}
    again = await world.alice.run("daily")
    assert again.text == shown.text


async def test_it_is_resumed_by_the_same_command_after_a_restart(world: World) -> None:
    made = await today(world)
    shown = await choose(world.alice, await world.alice.run("daily"))
    before = await world.store.challenges.entries(await attempt(world, made, world.alice))
    await world.restart()
    again = await world.alice.run("daily")
    assert again.alts == shown.alts
    assert again.buttons == shown.buttons
    assert await world.store.challenges.entries(await attempt(world, made, world.alice)) == before
    assert "Everybody plays these" not in again.text


async def test_the_first_player_of_a_new_bot_gets_the_deal_that_all_get(world: World) -> None:
    first = await world.alice.run("daily")
    days = await world.store.challenges.dailies(0, 9999)
    assert days[0].number == number_at(world.time)
    second = await world.bruno.run("daily")
    assert [each.replace("Bruno", "Alice") for each in second.alts] == first.alts
    assert await world.store.challenges.dailies(0, 9999) == days


# ---------------------------------------------------------------------- everywhere


@everywhere
async def test_it_is_played_wherever_the_bot_can_be_called(world: World, where: Callable[[World], Any]) -> None:
    await today(world, deals=1)
    place, since = where(world), world.sent
    shown = await world.alice.run("daily", place)
    assert shown.ephemeral
    shown = await play_on(world.alice, shown)
    shown = await world.alice.press("Result", shown)
    card = await world.alice.press("Show here", shown)
    assert not card.ephemeral
    assert "**Alice** · Dominoes 1 · " in card.text
    assert all("webhooks" in each.path or "interactions" in each.path for each in world.requests(since))
    bruno = await world.bruno.press("Play now", card)
    assert bruno.ephemeral
    assert bruno.files == ["table.png", "hand.png"]


async def test_in_direct_messages_it_is_one_message_and_the_card_is_text_to_copy(world: World) -> None:
    await today(world, deals=1)
    dm = world.alice.user.dm_channel
    shown = await world.alice.run("daily", dm)
    assert not shown.ephemeral
    shown = await world.alice.press("Result", await play_on(world.alice, shown))
    assert len(world.alice.hands) == 1
    assert "Show here" not in shown.labels
    assert "```\nDominoes 1 · " in shown.text
    assert world.count()["POST hand"] == 0


async def test_a_person_who_reads_text_gets_text_and_no_picture(world: World) -> None:
    await today(world)
    await world.store.preferences.set(world.alice.id, PersonPreferences(as_text=True))
    shown = await world.alice.run("daily")
    assert shown.files == []
    assert any("at the left end" in each for each in shown.labels)
    shown = await play_on(world.alice, shown, "Next deal")
    assert shown.files == []
    assert "**Hands**" in shown.text
    assert "first to" not in shown.text


@pytest.mark.parametrize("language", languages())
async def test_it_speaks_the_language_of_its_player(world: World, language: str) -> None:
    await today(world, deals=1)
    await world.store.preferences.set(world.alice.id, PersonPreferences(language=language))
    t, shown = translations(language), await world.alice.run("daily")
    assert t.gettext("Deal of the day {number}").format(number=1) in shown.text
    shown = await play_on(world.alice, shown, t.gettext("Result"))
    shown = await world.alice.press(t.gettext("Result"), shown)
    assert t.gettext("Show here") in shown.labels


async def test_a_card_is_in_the_language_of_its_channel(world: World) -> None:
    await today(world, deals=1)
    await world.prefer(language="de")
    shown = await world.alice.press("Result", await play_on(world.alice, await world.alice.run("daily")))
    assert "Domino 1" in (await world.alice.press("Show here", shown)).text


async def test_who_shows_no_name_posts_no_card(world: World) -> None:
    await today(world, deals=1)
    await show(world, "alice", Visibility.NAMELESS)
    shown = await world.alice.press("Result", await play_on(world.alice, await world.alice.run("daily")))
    assert "stays private" in (await world.alice.press("Show here", shown)).private


# ---------------------------------------------------------------------- presses at odd moments


async def test_a_press_for_an_earlier_move_shows_the_present_one(world: World) -> None:
    made = await today(world)
    shown = await world.alice.run("daily")
    old = next(each for each in shown.buttons.values() if each.startswith("b:chact"))
    await choose(world.alice, shown)
    ply, since = (await position(world, made, world.alice)).ply, world.sent
    world.skip(5)
    answer = await pressed(world.alice, old, shown).send()
    assert "That button was for an earlier move." in answer.text
    assert (await position(world, made, world.alice)).ply == ply
    assert any(each.path.endswith("/callback") for each in world.requests(since))


async def test_a_double_tap_moves_once_and_says_nothing(world: World) -> None:
    made = await today(world)
    shown = await world.alice.run("daily")
    tap = next(each for each in shown.buttons.values() if each.startswith("b:chact"))
    taps = [pressed(world.alice, tap, shown), pressed(world.alice, tap, shown)]
    answers = await send_all(*taps)
    chosen = [
        each for each in await world.store.challenges.entries(await attempt(world, made, world.alice)) if each.by_person
    ]
    assert len(chosen) == 1
    assert not any("earlier move" in each.text for each in answers)


async def test_two_messages_of_one_person_show_one_attempt(world: World) -> None:
    made = await today(world)
    first = await world.alice.run("daily")
    second = await world.alice.run("daily")
    assert first.buttons == second.buttons
    await choose(world.alice, second)
    world.skip(5)
    answer = await world.alice.press_first(first)
    assert "earlier move" in answer.text
    assert Seen(first.message).buttons == (await world.alice.run("daily")).buttons
    assert (await world.store.challenges.counts(made.id)).begun == 1


async def test_the_press_of_another_person_is_for_their_own_attempt(world: World) -> None:
    made = await today(world)
    shown = await world.alice.run("daily")
    before = await position(world, made, world.alice)
    for custom_id in {*shown.buttons.values(), f"b:chnext:{made.id}:1", f"b:chback:{made.id}"} - {"b:rules:classic"}:
        assert "You haven't begun these deals." in (await pressed(world.bruno, custom_id, shown).send()).text
    assert await position(world, made, world.alice) == before


@pytest.mark.parametrize("verb", ["chact:{id}:x:0:0", "chact:{id}:0:0:999", "chtile:{id}:0:0:999", "chnext:{id}:9"])
async def test_a_forged_id_changes_nothing(world: World, verb: str) -> None:
    made = await today(world)
    shown = await world.alice.run("daily")
    before = await position(world, made, world.alice)
    answer = await pressed(world.alice, f"b:{verb.format(id=made.id)}", shown).send()
    assert "earlier move" in answer.text
    assert await position(world, made, world.alice) == before


async def test_a_forged_result_of_a_match_in_play_says_that_it_is_not_finished(world: World) -> None:
    made = await today(world)
    shown = await world.alice.run("daily")
    answer = await pressed(world.alice, f"b:chresult:{made.id}", shown).send()
    assert "You haven't finished these deals yet." in answer.text
    assert "time ran out" not in answer.text


async def test_a_press_after_the_end_of_the_day_moves_nothing_and_says_so(world: World) -> None:
    leave_open(world)
    made = await today(world)
    shown = await world.alice.run("daily")
    before = await position(world, made, world.alice)
    world.skip(DAY)
    answer = await choose(world.alice, shown)
    assert "The time ran out before you had finished." in answer.text
    assert await position(world, made, world.alice) == before


async def test_a_full_disk_changes_nothing(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    made = await today(world)
    shown = await world.alice.run("daily")
    before = await position(world, made, world.alice)
    monkeypatch.setattr(world.store.challenges, "append", failing(StorageError("disk full")))
    assert "can't write to its disk" in (await choose(world.alice, shown)).text
    monkeypatch.undo()
    assert await position(world, made, world.alice) == before
    await choose(world.alice, shown)
    assert (await position(world, made, world.alice)).ply > before.ply


async def test_a_computer_that_can_not_choose_changes_nothing(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    made = await today(world)
    shown = await world.alice.run("daily")
    before = await position(world, made, world.alice)

    async def none(*_: object, **__: object) -> None:
        return None

    monkeypatch.setattr(world.bot.thinkers, "decide", none)
    answer = await choose(world.alice, shown)
    if (await position(world, made, world.alice)) == before:
        assert "Try again in a moment" in answer.text


@pytest.mark.long
async def test_computers_that_think_long_are_waited_for(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    await today(world, deals=1)
    shown, decide = await world.alice.run("daily"), world.bot.thinkers.decide

    async def slowly(question: Any, *, patient: bool) -> Any:
        await asyncio.sleep(0.1)
        return await decide(question, patient=patient)

    monkeypatch.setattr("cogs.core.answer.IN_TIME_SECONDS", 0.01)
    monkeypatch.setattr(world.bot.thinkers, "decide", slowly)
    assert "This deal" in (await play_on(world.alice, shown)).text


# ---------------------------------------------------------------------- no second look


async def test_a_day_of_another_version_is_void_for_those_who_come_late(world: World) -> None:
    made = await today(world, version=99)
    assert "I was updated meanwhile" in (await world.alice.run("daily")).text
    assert await world.store.challenges.player(made, world.alice.id) is None


async def test_a_match_under_way_is_void_after_an_update(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    await today(world)
    shown = await world.alice.run("daily")
    monkeypatch.setattr(import_module("cogs.challenges.attempts"), "CHOICES", 99)
    assert "I was updated meanwhile" in (await choose(world.alice, shown)).text
    assert "I was updated meanwhile" in (await world.alice.run("daily")).text


async def test_a_day_that_waits_for_its_version_gets_it_with_its_first_player(world: World) -> None:
    made = await today(world, version=None)
    await world.alice.run("daily")
    found = await world.store.challenges.find(made.id)
    assert found is not None
    assert found.version == CHOICES


async def test_people_who_move_alike_see_alike(world: World) -> None:
    made = await today(world)
    ends: list[Any] = []
    for player in (world.alice, world.bruno):
        shown = await play_on(player, await player.run("daily"), "Next deal")
        ends.append([text.replace(PEOPLE[player.name], "X") for text in (*shown.alts, shown.text)])
        entries = await world.store.challenges.entries(await attempt(world, made, player))
        ends[-1].append([(each.ply, each.deal, each.action, each.by_person) for each in entries])
    assert ends[0] == ends[1]


async def test_nothing_about_the_tiles_is_on_a_card(world: World) -> None:
    await today(world, deals=1)
    shown = await world.alice.press("Result", await play_on(world.alice, await world.alice.run("daily")))
    card = await world.alice.press("Show here", shown)
    assert card.files == []
    assert not re.search(r"\d-\d", card.everything)


@pytest.mark.long
async def test_from_five_players_on_a_result_has_the_percentage_of_the_field(world: World) -> None:
    made = await today(world, deals=1)
    shown: Any = None
    for number, player in enumerate(world.people.values(), 1):
        shown = await play_on(player, await player.run("daily"))
        shown = await player.press("Result", shown)
        assert ("Better than" in shown.text) is (number >= 5)
    assert "Better than 50% of the field so far, 5 people." in shown.text
    assert (await world.store.challenges.counts(made.id)).finished == 5


@pytest.mark.long
async def test_the_day_after_names_the_result_of_yesterday_and_the_days_in_a_row(world: World) -> None:
    made = await today(world, deals=1)
    await play_on(world.alice, await world.alice.run("daily"))
    for _ in range(24 * 60):
        await world.store.challenges.count_minute(made.id)
    await world.store.challenges.close(made.id, lambda _: {})
    world.skip(DAY)
    await today(world, deals=1, id="bcde2345")
    shown = await world.alice.run("daily")
    assert "Yesterday: " in shown.text
    assert "Everybody plays these" not in shown.text
    shown = await world.alice.press("Result", await play_on(world.alice, shown))
    assert "2 days in a row" in shown.text


async def test_who_comes_back_after_a_deletion_is_told_and_does_not_play_again(world: World) -> None:
    made = await today(world)
    shown = await choose(world.alice, await world.alice.run("daily"))
    before = await position(world, made, world.alice)
    with sqlite3.connect(world.database) as database:
        database.execute("UPDATE challenge_players SET user_id = -8589934593, name = ''")
    for answer in (await world.alice.run("daily"), await choose(world.alice, shown)):
        assert "before your data was deleted" in answer.text
    assert await position(world, made, world.alice) == before


async def test_a_card_of_yesterday_begins_the_deal_of_today(world: World) -> None:
    made = await today(world, deals=1)
    shown = await world.alice.press("Result", await play_on(world.alice, await world.alice.run("daily")))
    card = await world.alice.press("Show here", shown)
    world.skip(DAY)
    await today(world, id="bcde2345")
    assert f"Deal of the day {made.number + 1}" in (await world.bruno.press("Play now", card)).private


@pytest.mark.parametrize(("permission", "told"), [("attach_files", "**Attach Files**"), ("send_messages", "")])
async def test_a_private_match_needs_no_more_than_pictures(world: World, permission: str, told: str) -> None:
    made = await today(world)
    deny(world.env, world.guild, world.channel, permission)
    answer = await world.alice.run("daily")
    assert told in answer.private
    begun = (await world.store.challenges.counts(made.id)).begun
    assert bool(begun) is not bool(told)


@pytest.mark.sampled
@pytest.mark.parametrize("rules", [each for each in RULE_SETS if has_hands(each)])
async def test_each_game_is_played_with_the_controls_of_its_message(world: World, rules: str) -> None:
    made = await today(world, rules, deals=2)
    shown = await play_on(world.alice, await world.alice.run("daily"))
    assert "deal 2 of 2" in shown.text
    player = await attempt(world, made, world.alice)
    assert player.finished_at is not None
    assert len(player.margins) == 2
    assert (await position(world, made, world.alice)).margins == player.margins


async def test_a_match_that_can_not_be_drawn_goes_on_as_text(
    world: World, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    await today(world)
    world.alarmed = True

    def broken(*_: object, **__: object) -> bytes:
        raise RuntimeError("no picture of 6-4")

    monkeypatch.setattr("render.table", broken)
    shown = await world.alice.run("daily")
    assert shown.files == []
    assert any("at the left end" in each for each in shown.labels)
    assert "6-4" not in logged(caplog)
