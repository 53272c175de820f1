"""The buttons of a tournament's message: sign up, look for a partner, substitute, withdraw."""

from __future__ import annotations

import pytest

from engine.live.cups import organizing, signing
from engine.live.cups.model import CupPerson
from tests.cogs.cups.opening import message, newest, opened, organizer, shown
from tests.support.in_memory.deliveries import pressed, send_all
from tests.support.in_memory.players import Player
from tests.support.in_memory.seen import Answer, Seen
from tests.support.in_memory.world import World
from tests.support.simcord_private import speaking


async def press(world: World, player: Player, label: str) -> Answer:
    """Press a button of the tournament's message."""
    return await player.press(label, message(world))


async def ask(world: World, asker: Player, partner: Player) -> tuple[Answer, Seen]:
    """Let somebody ask a partner; return the answer and the public question."""
    form = await press(world, asker, "Sign up")
    answer = await asker.submit(form, {"people": [partner]})
    return answer, world.board


@pytest.fixture
async def alone(world: World) -> None:
    await opened(world, organizer(world), rules="express", sides="alone", start="90")


@pytest.fixture
async def pairs(world: World) -> None:
    await opened(world, organizer(world), rules="express", sides="pairs")


@pytest.mark.usefixtures("alone")
async def test_a_press_signs_up_and_says_what_comes_next(world: World) -> None:
    answer = await press(world, world.alice, "Sign up")
    assert answer.private.startswith("You are signed up. Your table gets a place of its own")
    assert "It begins <t:" in answer.private
    await shown(world)
    assert not message(world).lacks("**Signed up: 1 player** – Alice", "At least 4 players are needed")
    again = await press(world, world.alice, "Sign up")
    assert again.private == "You are in this tournament already."


@pytest.mark.usefixtures("alone")
async def test_who_withdraws_before_the_beginning_is_out_at_once(world: World) -> None:
    await press(world, world.alice, "Sign up")
    assert (await press(world, world.alice, "Withdraw")).private == "You have withdrawn from the tournament."
    assert (await press(world, world.alice, "Withdraw")).private == "You aren't in this tournament."
    await shown(world)
    assert not message(world).lacks("Nobody has signed up yet.")


@pytest.mark.usefixtures("alone")
async def test_substitutes_are_told_their_place_on_the_list(world: World) -> None:
    await press(world, world.alice, "Substitute")
    answer = await press(world, world.bruno, "Substitute")
    assert answer.private.startswith("You are a substitute, number 2 on the list.")
    await press(world, world.alice, "Sign up")
    await shown(world)
    assert not message(world).lacks("Signed up: 1 player** – Alice", "Substitutes: Bruno")


@pytest.mark.usefixtures("pairs")
async def test_a_chosen_partner_is_asked_in_public_and_signs_both_up_by_accepting(world: World) -> None:
    answer, question = await ask(world, world.alice, world.bruno)
    assert not answer.ephemeral
    assert question.lines == [
        f"<@{world.bruno.id}>, <@{world.alice.id}> would like to play **Friday** with you. Do you want to?"
    ]
    assert not newest(world).situation.cup.entrants
    assert "Only the player who was asked" in (await world.chloe.press("Accept", question)).private
    await world.bruno.press("Accept", question)
    assert newest(world).situation.cup.entrants[1].members == (world.alice.id, world.bruno.id)
    assert world.now(question).lines == [f"<@{world.alice.id}> and <@{world.bruno.id}> play **Friday** together."]
    await shown(world)
    assert not message(world).lacks("**Signed up: 1 pair** – Alice and Bruno")


@pytest.mark.usefixtures("pairs")
async def test_what_partners_agree_is_told_in_the_language_of_the_tournament(world: World) -> None:
    with speaking({world.bruno.id: "fr"}, guild=""):
        _, question = await ask(world, world.alice, world.bruno)
        await world.bruno.press("Accept", question)
    assert "play **Friday** together." in world.now(question).text


@pytest.mark.usefixtures("pairs")
async def test_either_of_the_two_may_decline(world: World) -> None:
    for who in (world.alice, world.bruno):
        world.skip(61)
        _, question = await ask(world, world.alice, world.bruno)
        assert "Only the player" in (await world.eve.press("Decline", question)).private
        await who.press("Decline", question)
        assert "don't play **Friday** together" in world.now(question).text
        assert not world.now(question).buttons
    assert not newest(world).situation.cup.entrants


@pytest.mark.usefixtures("pairs")
async def test_nobody_asks_the_whole_server_at_once(world: World) -> None:
    await ask(world, world.alice, world.bruno)
    answer, question = await ask(world, world.alice, world.chloe)
    assert answer.private.startswith("You asked somebody a moment ago. You can ask somebody else <t:")
    assert f"<@{world.chloe.id}>" not in question.text
    world.skip(61)
    answer, question = await ask(world, world.alice, world.chloe)
    assert f"<@{world.chloe.id}>" in question.text


@pytest.mark.usefixtures("pairs")
async def test_nobody_is_signed_up_by_a_forged_answer(world: World) -> None:
    cup_id = newest(world).id
    answer = await world.bruno.forge(f"b:cupyes:{cup_id}:{world.alice.id}:{world.bruno.id}", message(world))
    assert "earlier move" in answer.private
    assert not newest(world).situation.cup.entrants


@pytest.mark.usefixtures("pairs")
async def test_partners_have_to_be_somebody_else_on_this_server(world: World) -> None:
    answer, _ = await ask(world, world.alice, world.alice)
    assert answer.private == "Choose somebody else: a pair is two people."
    _, question = await ask(world, world.alice, world.bruno)
    await world.bruno.press("Accept", question)
    answer, _ = await ask(world, world.chloe, world.bruno)
    assert answer.private == "Bruno is in this tournament already."
    assert (await press(world, world.alice, "Sign up")).private == "You are in this tournament already."


@pytest.mark.usefixtures("pairs")
async def test_two_who_look_for_a_partner_are_a_pair_and_leaving_one_alone_says_so(world: World) -> None:
    answer = await press(world, world.alice, "Look for a partner")
    assert answer.private.startswith("You are looking for a partner.")
    await shown(world)
    assert not message(world).lacks("Looking for a partner: Alice")
    answer = await press(world, world.bruno, "Look for a partner")
    assert not answer.ephemeral
    assert answer.text.startswith(f"<@{world.bruno.id}> and <@{world.alice.id}> play **")
    answer = await press(world, world.bruno, "Withdraw")
    assert answer.private == "You have withdrawn from the tournament. Alice now looks for another partner."


@pytest.mark.usefixtures("pairs")
async def test_two_presses_at_once_both_count(world: World) -> None:
    cup_id, on = newest(world).id, message(world)
    people = (world.alice, world.bruno, world.chloe, world.davide)
    await send_all(*(pressed(each, f"b:cuppartner:{cup_id}", on) for each in people))
    assert [len(each.members) for each in newest(world).situation.cup.entrants.values()] == [2, 2]


async def begun(world: World) -> None:
    """Let four people play alone, and the tournament begin."""
    live = newest(world)
    admin = live.header.organizer_id
    async with world.directly():
        for each in (world.alice, world.bruno, world.chloe, world.davide):
            await live.do(signing.sign_up, CupPerson(each.id, each.user.name.title(), "en-US"))
        await live.do(organizing.begin_now, admin, manager=True)
    await shown(world)


@pytest.mark.usefixtures("alone")
async def test_after_the_beginning_withdrawing_asks_first(world: World) -> None:
    await begun(world)
    shown_now = message(world)
    assert shown_now.labels == ["My table", "Substitute", "Withdraw", "Organize", "How it works"]
    answer = await press(world, world.alice, "Withdraw")
    assert answer.private.startswith("Withdraw from **Friday**? Your results stay")
    await world.alice.press("Withdraw", answer)
    assert newest(world).situation.cup.entrant_of(world.alice.id).gone  # type: ignore[union-attr]
    answer = await press(world, world.alice, "Withdraw")
    assert answer.private == "You have already left this tournament. The organizer can take you back."
    late = await world.eve.forge(f"b:cupin:{newest(world).id}", shown_now)
    assert "nobody can enter it any more" in late.private


@pytest.mark.usefixtures("alone")
async def test_the_buttons_work_after_a_restart(world: World) -> None:
    await world.restart()
    assert (await press(world, world.alice, "Sign up")).private.startswith("You are signed up.")
