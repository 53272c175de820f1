"""Playing from the hand, by what is peculiar to each rule set: with the real bot, by pressing what people see."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from typing import Any

import pytest

from cogs.messages.hand import has_hands
from engine import match
from engine.actions import Deal
from engine.game import State
from engine.live.tables.table import Table
from engine.rules import CATALOGUE
from engine.tiles import tile
from tests.cogs.play.test_hand_choices import nine_trains
from tests.cogs.players import Player
from tests.cogs.world import World
from tests.engine.games import tiles
from tests.support.simcord_private import as_the_bot

Rig = Callable[..., None]


@pytest.fixture
def rig(monkeypatch: pytest.MonkeyPatch) -> Rig:
    """Deal these hands, seat 0 first, and then this boneyard."""

    def rigged(*hands: str, boneyard: str = "", first: int | None = None) -> None:
        begun = tiles(" ".join((*hands, boneyard)))

        def rigged_deal(state: State, _source: object) -> Deal:
            return Deal((*begun, *(each for each in match.stock_of(state) if each not in begun)), first)

        monkeypatch.setattr("tests.cogs.world.random_deal", rigged_deal)

    return rigged


async def arrange(world: World, table: Table, state: State) -> None:
    """Put a table into a position that no short game leads to, and show it."""
    async with world.directly():
        table._state = state
        await world.bot.hands.show(table, world.bot.hands.snapshot(table))


async def sit(world: World, *names: str, rules: str, **options: Any) -> Table:
    """Seat people as :meth:`World.sit` does, with options that the command does not offer."""
    table = await world.lobby(*names, rules=rules)
    async with world.directly():
        await table.configure(world.people[names[0]].id, options=options)
    await world.people[names[0]].press("Start")
    return table


def invite(world: World, count: int) -> list[str]:
    """Let more people onto the server; give the names of all."""
    for number in range(count):
        world.people[f"guest{number}"] = world.join(f"guest{number}")
    return list(world.people)


def labels(message: Any) -> list[str]:
    """Return the labels of a hand's buttons, in their order."""
    return [node.get("label", "") for node in message.components if node.get("type") == 2]


def lists(message: Any) -> list[dict[str, Any]]:
    """Return the selects of a hand."""
    return [node for node in message.components if node.get("type") == 3]


async def choose(person: Player, world: World, label: str) -> Any:
    """Press a button of one's hand in the direct messages."""
    return await person.press(label, person.hand)


# ---------------------------------------------------------------------- large hands


async def test_a_hand_of_forty_five_tiles_plays_at_nine_trains_in_two_presses(world: World) -> None:
    names = invite(world, 3)
    table = await sit(world, *names, rules="mexican-train")
    await arrange(world, table, nine_trains(45))
    message = world.alice.hand
    assert len(message.alt) <= 1024
    found = lists(message)
    assert [each["placeholder"] for each in found] == [
        "On your train (0):",
        "On the Mexican train (8):",
        *(f"On {table.people[seat].name}'s train ({seat}):" for seat in range(1, 8)),
    ]
    assert not labels(message)
    wanted = found[1]["options"][0]
    await world.alice.choose(found[1]["custom_id"], wanted["value"], on=message)
    view = table.view(None)
    assert (view.layout.placed[-1].tile.text, view.layout.placed[-1].end) == (wanted["label"], "mexican")
    assert view.hand_sizes[0] == 44


async def test_an_old_list_says_so_and_plays_nothing(world: World) -> None:
    names = invite(world, 3)
    table = await sit(world, *names, rules="mexican-train")
    await arrange(world, table, nine_trains(45))
    message = world.alice.hand
    old = lists(message)[0]
    await world.alice.choose(old["custom_id"], old["options"][0]["value"], on=message)
    ply = table.ply
    values = [old["options"][1]["value"]]
    again = await world.alice.forge(old["custom_id"], message, values=values)
    assert again.followups[0] == "That button was for an earlier move."
    assert table.ply == ply


async def test_a_hand_at_few_trains_has_its_tiles_under_each_train(world: World) -> None:
    names = invite(world, 3)
    table = await sit(world, *names, rules="mexican-train")
    await arrange(world, table, nine_trains(5))
    message = world.alice.hand
    assert "On your train (0):" in message.text
    assert not lists(message)
    assert labels(message)[0] == "0-0"
    await choose(world.alice, world, "0-0")
    view = table.view(None)
    assert (view.layout.placed[-1].tile.text, view.layout.placed[-1].end) == ("0-0", "train0")
    assert not world.alice.hand.lacks("lay a second tile, not a double.", "On Davide's train (3):")
    await choose(world.alice, world, "9-3")
    assert table.view(None).layout.placed[-1].end == "train3"
    assert not labels(world.alice.hand)
    assert "Wait for your turn." in world.alice.hand.text


async def test_twelve_players_have_a_hand_each(world: World) -> None:
    names = invite(world, 7)
    table = await world.sit(*names, rules="double-twelve")
    for seat, name in enumerate(names):
        alt = world.people[name].hand.alt
        assert all(each.text in alt for each in table.view(seat).hand)
    turn = table.view(None).turn
    opener = world.people[names[turn]]
    await choose(opener, world, table.view(turn).must_open_with.text)
    assert table.view(None).turn == (turn + 1) % 12


# ---------------------------------------------------------------------- every rule set


@pytest.mark.parametrize("rules", [each.id for each in CATALOGUE.values() if has_hands(each.id)])
async def test_every_rule_set_is_played_from_its_hands(world: World, rules: str) -> None:
    names = ("alice", "bruno", "chloe", "davide")[: max(2, CATALOGUE[rules].seats[0])]
    table = await world.sit(*names, rules=rules)
    rest = random.Random(rules)
    for _ in range(12):
        view = table.view(None)
        if view.turn is None:
            break
        person, ply, pressed = world.who(table.people[view.turn].user), table.ply, 0
        while table.ply == ply:
            message = person.hand
            ids = [each for label, each in message.buttons.items() if label != "Back"]
            await person.press(rest.choice(ids), message)
            pressed += 1
            assert pressed <= 2
        sight = world.bot.hands.hand_state(table, view.turn)
        drawn = sight.view.drawn and sight.view.turn is not None
        assert ("you drew" in person.hand.text.lower()) == bool(drawn)


# ---------------------------------------------------------------------- drawing

DRAWN = ("1-1", "2-1", "6-4")


async def test_drawing_until_playable_is_shown_to_the_drawer_alone(world: World, rig: Rig) -> None:
    rig("6-6 5-5 4-4 3-3 5-4 5-3 4-3", "0-0 1-0 2-0 3-0 4-0 5-0 2-2", boneyard=" ".join(DRAWN))
    table = await world.sit("alice", "bruno", rules="classic-draw")
    await choose(world.alice, world, "6-6")
    theirs = await world.alice.press("My hand")
    mine = await world.bruno.press("My hand")
    assert "none of your tiles fits: draw." in mine.text
    sent = world.sent
    await choose(world.bruno, world, "Draw")
    assert table.view(None).hand_sizes == (6, 10)
    for shown in (world.bruno.hand, mine):
        assert "You drew 3 tiles: 1-1, 2-1 and 6-4." in shown.text
        assert labels(shown) == ["6-4"]
    bruno = str(world.bruno.user.dm_channel.id)
    elsewhere = [
        each
        for each in world.env.http_requests[sent:]
        if bruno not in each.path and "/webhooks/" not in each.path and "/interactions/" not in each.path
    ]
    assert not any(drawn in json.dumps(each.json) for each in elsewhere for drawn in DRAWN)
    for reader in (world.alice, world.eve):
        for message in world.seen_by(reader):
            seen = message.text + "".join(message.alts)
            assert not any(drawn in seen for drawn in DRAWN)
    for shown in (world.alice.hand, theirs):
        assert not any(drawn in shown.text + "".join(shown.alts) for drawn in DRAWN)
    await choose(world.bruno, world, "6-4")
    assert "You drew" not in world.alice.hand.text


async def test_a_draw_that_ends_the_turn_is_still_shown_to_its_drawer(world: World, rig: Rig) -> None:
    rig("5-5 5-4 4-3 4-4 3-2 6-4 2-2", "5-1 1-0 2-0 3-0 4-0 5-0 2-1", boneyard="6-2 1-1")
    table = await world.sit("alice", "bruno", rules="all-fives")
    await choose(world.alice, world, "5-5 (+10)")
    assert labels(world.bruno.hand) == ["5-0 (+10)", "5-1", "Draw"]
    await choose(world.bruno, world, "Draw")
    assert not world.bruno.hand.lacks("You drew 6-2.", "Wait for your turn.")
    assert table.view(None).turn == 0
    assert "You drew" not in world.alice.hand.text
    await choose(world.alice, world, "5-4")
    assert "In your last turn you drew 6-2." in world.bruno.hand.text


# ---------------------------------------------------------------------- peculiar turns


async def test_a_run_is_laid_without_leaving_the_hand(world: World, rig: Rig) -> None:
    rig("6-6 6-5 5-4 4-3 3-2 2-1 1-0 0-0 6-4 5-3 4-2 3-1", "2-0 3-0 4-0 5-0 6-0 1-1 2-2 3-3 4-4 5-5 4-1 5-1")
    table = await world.sit("alice", "bruno", rules="no-boneyard")
    message = world.alice.hand
    pressed = [await world.alice.press("6-6", message)]
    for label in ("6-5", "5-4"):
        assert table.view(None).turn == 0
        assert "It's still your turn: lay another tile." in world.alice.hand.text
        assert label in labels(world.alice.hand)
        pressed.append(await world.alice.press(label, message))
        if "Back" in labels(world.alice.hand):
            way = labels(world.alice.hand)[0]
            pressed.append(await world.alice.press(way, message))
    assert table.view(None).hand_sizes[0] == 9
    assert all(answer.id == message.id for answer in pressed)
    assert len(world.alice.hands) == 1


async def test_a_matadors_player_chooses_the_half_that_faces_out(world: World, rig: Rig) -> None:
    rig("6-6 5-5 5-4 4-4 3-3 5-3 2-1", "4-3 1-0 2-0 3-0 4-0 5-0 1-1", first=0)
    table = await sit(world, "alice", "bruno", rules="matador", matador_ends="choose")
    await choose(world.alice, world, "6-6")
    await choose(world.bruno, world, "4-3")
    assert "4-3: at which end?" in world.bruno.hand.text
    await choose(world.bruno, world, "4-3 at the left end (takes 1), the 3 facing out")
    assert dict(table.view(None).ends) == {"left": 3, "right": 6}


async def test_accountants_see_on_each_tile_the_total_it_makes(world: World, rig: Rig) -> None:
    rig("6-6 6-5 5-5 6-3 5-4 4-4 5-3 5-2", "6-2 1-0 1-1 2-0 2-1 2-2 3-0 3-1", "6-4 0-0 3-2 3-3 4-0 4-1 4-2 4-3")
    table = await world.sit("alice", "bruno", "chloe", rules="accountants")
    assert "the total is 0" in world.alice.hand.text
    await choose(world.alice, world, "6-6 → 12")
    await choose(world.bruno, world, "6-2 → 20")
    assert "the total is 20" in world.chloe.hand.text
    assert "4-3 → 27" in labels(world.chloe.hand)
    await choose(world.chloe, world, "6-4 → 30 (+10)")
    assert table.view(None).totals == (0, 0, 10)


async def test_memory_sends_no_hand_and_says_what_was_taken(world: World) -> None:
    table = await world.sit("alice", "bruno", rules="memory")
    assert not world.alice.hands
    assert (await world.alice.run("hand")).private == (
        "Players have no hands in this game: they turn tiles over on the table. No tiles taken yet."
    )
    await arrange(world, table, table._state._replace(hands=((tile(6, 4), tile(6, 6)), ()), legal=None))
    assert (await world.alice.forge(f"b:hand:{table.id}")).text.endswith("You have taken 2 tiles: 6-4 and 6-6.")
    assert not world.alice.hands


async def test_an_eliminated_player_gets_no_hand_any_more(world: World) -> None:
    table = await sit(world, "alice", "bruno", "chloe", "davide", rules="mata", until="last", limit=50)
    for _ in range(400):
        view = table.view(None)
        if not table.playing or (view.eliminated and view.turn is not None):
            break
        with as_the_bot(world.env):
            if view.turn is None:
                await table.next_deal(table.people[0].user, view.deal)
            else:
                await table.play(table.people[view.turn].user, view.turn, table.ply, 0)
    await world.settle()
    view = table.view(None)
    assert view.eliminated
    assert table.playing
    out = world.who(table.people[view.eliminated[0]].user)
    still = world.who(table.people[view.turn].user)
    assert f"deal {view.deal}," in still.hand.text
    assert f"deal {view.deal}," not in out.hand.text
    assert "You are out of this match; the others keep playing." in (await out.run("hand")).text
    await world.rush()


@pytest.mark.parametrize(
    ("forged", "value"),
    [
        ("s:act:{table}:{ply}:{seat}", "x"),
        ("s:pick:{table}:{ply}:{seat}:0", "999"),
        ("s:pick:{table}:{ply}:{seat}:0", "-1"),
        ("b:pick:{table}:{ply}:{seat}:0:999", ""),
        ("b:tile:{table}:{ply}:{seat}:999", ""),
        ("s:pick:{table}:{ply}:{seat}", "0"),
    ],
)
async def test_a_forged_choice_gets_a_sentence_and_plays_nothing(world: World, forged: str, value: str) -> None:
    table = await world.sit("alice", "bruno", rules="mexican-train")
    seat, ply = table.view(None).turn, table.ply
    person = world.who(table.people[seat].user)
    custom_id = forged.format(table=table.id, ply=ply, seat=seat)
    kind = {"component_type": 3, "values": [value]} if value else {}
    answer = await person.forge(custom_id, person.hand, **kind)
    assert table.ply == ply
    said = [answer.text, *(each for each in answer.followups)]
    assert "That button was for an earlier move." in said
