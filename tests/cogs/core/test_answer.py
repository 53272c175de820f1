"""Tests of a law: every interaction is answered or deferred in time, and once, with any handler."""

from __future__ import annotations

import asyncio
import re
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import discord
import pytest
from discord import InteractionResponseType as Type

import cogs
from cogs.core import answer, components, throttle
from cogs.core.answer import Answer, delete_answer, edit_answer
from cogs.core.cog import Handler, Mark
from cogs.core.commands import DOMINO, groups_of
from cogs.core.components import custom_id, modal
from cogs.core.errors import UserError, reply_privately
from cogs.core.frame import framed
from tests.support.features import all_handlers
from tests.support.in_memory.deliveries import MODAL, Delivery, commanded, interaction, pressed, send_all
from tests.support.in_memory.seen import Seen
from tests.support.in_memory.world import World

Say = Callable[[Any], Awaitable[None]]

AT_ONCE = 100
"""How many interactions are sent together."""


@contextmanager
def answering(say: Say) -> Iterator[str]:
    """Let a button be answered by a function; yield its custom id."""
    mark, found = Mark("b", "probe"), components.handler_of
    probe = Handler(say, takes_table=False, min_arguments=0, max_arguments=0, mark=mark)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(
            components, "handler_of", lambda bot, kind, verb: probe if verb == "probe" else found(bot, kind, verb)
        )
        yield "b:probe"


def callbacks(world: World, sent: Delivery) -> list[int]:
    """Return the types of the answers that the bot gave an interaction."""
    return [each.json["type"] for each in world.requests(path=f"/interactions/{sent.id}/")]


@pytest.fixture
def late(monkeypatch: pytest.MonkeyPatch) -> Callable[[Say], Say]:
    """Return a function that delays a handler's answer beyond the time for one."""
    monkeypatch.setattr(answer, "IN_TIME_SECONDS", 0.05)

    def delayed(say: Say) -> Say:
        async def waits(interaction: Any) -> None:
            await asyncio.sleep(0.3)
            await say(interaction)

        return waits

    return delayed


# ---------------------------------------------------------------------- answers of handlers


async def nothing(_: Any) -> None:
    """Say nothing."""


async def acknowledge(interaction: Any) -> None:
    await interaction.response.defer()


async def tell(interaction: Any) -> None:
    await interaction.response.send_message(view=framed("told"), ephemeral=True)


async def tell_and_edit(interaction: Any) -> None:
    await interaction.response.send_message(view=framed("first"), ephemeral=True)
    await edit_answer(interaction, view=framed("told"), attachments=[])


async def tell_everybody(interaction: Any) -> None:
    await interaction.response.send_message(view=framed("told"))


async def promise(interaction: Any) -> None:
    await interaction.response.defer(ephemeral=True, thinking=True)
    await edit_answer(interaction, view=framed("told"), attachments=[])


async def promise_everybody(interaction: Any) -> None:
    await interaction.response.defer(thinking=True)
    await edit_answer(interaction, view=framed("told"), attachments=[])


async def refuse(_: Any) -> None:
    raise UserError("told")


async def reply_after_all(interaction: Any) -> None:
    await interaction.response.defer()
    await reply_privately(interaction, "told")


async def change(interaction: Any) -> None:
    await interaction.response.edit_message(view=framed("told"), attachments=[])


async def ask(interaction: Any) -> None:
    field: Any = discord.ui.Label(text="word", component=discord.ui.TextInput())
    await interaction.response.send_modal(modal("word", "x", title="word", fields=[field]))


TOLD = [tell, tell_and_edit, promise, refuse, reply_after_all]
"""The private answer."""
PUBLIC = [tell_everybody, promise_everybody]


# ---------------------------------------------------------------------- the law


@pytest.mark.sampled(2)
@pytest.mark.parametrize("say", [nothing, acknowledge, *TOLD, *PUBLIC, change, ask])
@pytest.mark.parametrize("slow", [False, True])
async def test_every_press_is_answered_in_time(world: World, late: Callable[[Say], Say], say: Say, slow: bool) -> None:
    await world.sit("alice", "bruno")
    with answering(late(say) if slow else say) as control:
        sent = pressed(world.eve, control)
        answered = await sent.send()
    assert answered.acknowledged
    assert len(callbacks(world, sent)) == 1
    if slow:
        assert callbacks(world, sent) == [Type.deferred_message_update.value]


@pytest.mark.sampled(2)
@pytest.mark.parametrize("say", TOLD)
async def test_late_words_are_told_to_the_user_alone(world: World, late: Callable[[Say], Say], say: Say) -> None:
    await world.sit("alice", "bruno")
    before = (world.board.text, world.board.labels)
    with answering(late(say)) as control:
        answered = await pressed(world.eve, control).send()
    assert (world.board.text, world.board.labels) == before, "the table is not overwritten"
    assert [Seen(each).text for each in answered.result.followups] == ["told"]
    assert all(each.flags.ephemeral for each in answered.result.followups)


@pytest.mark.parametrize("say", PUBLIC)
async def test_a_late_public_answer_is_seen_by_all(world: World, late: Callable[[Say], Say], say: Say) -> None:
    await world.sit("alice", "bruno")
    with answering(late(say)) as control:
        await pressed(world.eve, control).send()
    assert world.board.text == "told"
    assert world.board in world.seen_by(world.bruno)


async def test_a_late_change_of_the_pressed_message_changes_it(world: World, late: Callable[[Say], Say]) -> None:
    await world.lobby("alice")
    panel = await world.alice.press("More")
    with answering(late(change)) as control:
        sent = pressed(world.alice, control, panel)
        await sent.send()
    assert panel.text == "told"
    assert callbacks(world, sent) == [Type.deferred_message_update.value]


async def test_a_form_that_comes_too_late_is_a_sentence(world: World, late: Callable[[Say], Say]) -> None:
    await world.lobby("alice")
    with answering(late(ask)) as control:
        answered = await pressed(world.alice, control).send()
    assert answered.followups == ["I can't do that right now. Try again in a moment."]


@pytest.mark.long
async def test_a_late_answer_can_be_deleted_without_what_was_pressed(world: World, late: Callable[[Say], Say]) -> None:
    async def tell_and_delete(interaction: Any) -> None:
        await interaction.response.send_message(view=framed("told"), ephemeral=True)
        await delete_answer(interaction)

    async def delete_nothing(interaction: Any) -> None:
        await delete_answer(interaction)

    await world.lobby("alice")
    before = (world.board.id, world.board.text)
    for say in (tell_and_delete, delete_nothing):
        with answering(late(say)) as control:
            answered = await pressed(world.alice, control).send()
        assert "told" not in answered.text
        assert (world.board.id, world.board.text) == before


async def test_an_answer_that_is_under_way_when_its_time_is_up_is_the_only_one(monkeypatch: pytest.MonkeyPatch) -> None:
    given: list[Type] = []

    async def slowly(self: Any, *_: Any, **__: Any) -> None:
        given.append(Type.channel_message)
        await asyncio.sleep(0.01)
        self._response_type = Type.channel_message

    async def defer(_: Any, **__: Any) -> None:
        given.append(Type.deferred_message_update)

    monkeypatch.setattr(discord.InteractionResponse, "send_message", slowly)
    monkeypatch.setattr(discord.InteractionResponse, "defer", defer)
    client = SimpleNamespace(is_closed=lambda: False)
    pressed: Any = SimpleNamespace(type=discord.InteractionType.component, message=object(), client=client)
    under_way = Answer(pressed)
    await asyncio.gather(under_way.send_message("told"), under_way.be_late())
    assert given == [Type.channel_message]


async def test_a_message_after_a_late_handler_is_not_its_answer(world: World, late: Callable[[Say], Say]) -> None:
    """The table may follow a press in a hand, which is edited by that press from then on."""
    pressed_in: list[Any] = []

    async def change_and_keep(interaction: Any) -> None:
        await change(interaction)
        pressed_in.append(interaction)

    await world.lobby("alice")
    panel = await world.alice.press("More")
    with answering(late(change_and_keep)) as control:
        await pressed(world.alice, control, panel).send()
    async with world.directly():
        await pressed_in[0].response.send_message(view=framed("the table"))
        await edit_answer(pressed_in[0], view=framed("the hand"), attachments=[])
    assert panel.text == "the hand"
    assert world.board.text == "the table"


# ---------------------------------------------------------------------- commands


@pytest.fixture
def help_says(world: World, monkeypatch: pytest.MonkeyPatch) -> Callable[[Say], None]:
    """Return what lets a function answer ``/domino help``."""

    def says(say: Say) -> None:
        async def answered(_: object, interaction: Any) -> None:
            await say(interaction)

        monkeypatch.setattr(groups_of(world.bot)[DOMINO].get_command("help"), "_callback", answered)

    return says


@pytest.mark.parametrize("slow", [False, True])
async def test_a_command_that_says_nothing_promises_nothing_for_ever(
    world: World, late: Callable[[Say], Say], help_says: Callable[[Say], None], slow: bool
) -> None:
    help_says(late(nothing) if slow else nothing)
    sent = commanded(world.alice, "help")
    answered = await sent.send()
    assert callbacks(world, sent) == [Type.deferred_channel_message.value]
    assert not answered.result.followups
    assert not world.seen_by(world.alice), "the promise is taken back"


@pytest.mark.sampled
@pytest.mark.parametrize("say", TOLD)
async def test_a_late_command_keeps_its_promise_to_the_user_alone(
    world: World, late: Callable[[Say], Say], help_says: Callable[[Say], None], say: Say
) -> None:
    help_says(late(say))
    sent = commanded(world.alice, "help")
    answered = await sent.send()
    assert callbacks(world, sent) == [Type.deferred_channel_message.value]
    assert answered.private == "told"
    assert [each.text for each in world.seen_by(world.alice)] == ["told"]
    assert not world.seen_by(world.bruno)


@pytest.mark.parametrize("say", PUBLIC)
async def test_a_late_command_answers_everybody_in_the_place_of_its_promise(
    world: World, late: Callable[[Say], Say], help_says: Callable[[Say], None], say: Say
) -> None:
    help_says(late(say))
    sent = commanded(world.alice, "help")
    await sent.send()
    assert callbacks(world, sent) == [Type.deferred_channel_message.value]
    assert [each.text for each in world.seen_by(world.bruno)] == ["told"]
    assert [each.text for each in world.seen_by(world.alice)] == ["told"]


@pytest.mark.usefixtures("late")
async def test_choices_that_take_too_long_are_none(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    found = world.store.league.seasons

    async def slow(guild: int) -> Any:
        await asyncio.sleep(0.3)
        return await found(guild)

    monkeypatch.setattr(world.store.league, "seasons", slow)
    assert await world.alice.complete("leaderboard", "time", "") == []


# ---------------------------------------------------------------------- all controls there are


@pytest.mark.long
@pytest.mark.parametrize("name", ["alice", "eve"])
async def test_every_control_is_answered_once_to_players_and_others(
    world: World, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for limit in ("BURST", "MAX_PENDING"):
        monkeypatch.setattr(throttle, limit, 10**9)
    table, who, sending = await world.sit("alice", "bruno"), world.people[name], list[tuple[Delivery, Any]]()
    for kind, verb in sorted(all_handlers()):
        if verb in ("end", "walk", "cancel", "erased", "erasedserver"):
            # they end the match that the others are about
            continue
        for rest in ((), (table.id,), (table.id, table.ply), (table.id, table.ply, 0, 0), (1, "all", "all", "all")):
            if kind == "m":
                data = {"custom_id": custom_id(kind, verb, *rest), "components": []}
                message = world.board.message
                sent = interaction(world.env, who, MODAL, data, channel=world.channel.id, message=message)
            else:
                chosen = {} if kind == "b" else {"values": ["0"]}
                sent = pressed(who, custom_id(kind, verb, *rest), **chosen)
            sending.append((sent, (kind, verb, rest)))
    for batch in range(0, len(sending), AT_ONCE):
        await send_all(*(sent for sent, _ in sending[batch : batch + AT_ONCE]))
    answers = Counter(each.path.split("/")[2] for each in world.requests(path="/interactions/"))
    assert [about for sent, about in sending if answers[sent.id] != 1] == []


def test_the_library_edits_and_follows_answers_in_one_place_alone() -> None:
    """A late answer is another message than the library's original response, which may be a public one."""
    root = Path(cogs.__file__).parent
    found = {
        path.name
        for path in root.rglob("*.py")
        if re.search(r"(edit|delete)_original_response|\.followup\.send", path.read_text())
    }
    assert found <= {"answer.py", "delivery.py"}
