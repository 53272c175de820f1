"""Tests of hands in the rule sets with turns of their own, pressed as people do."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from typing import Any

import pytest

from engine import match
from engine.actions import Deal
from engine.game import State
from engine.live.tables import lifecycle, lobby
from engine.live.tables.table import Table
from engine.rules import RULE_SETS, has_hands
from engine.tiles import tile
from tests.cogs.messages.test_hand_buttons import nine_trains
from tests.engine.games import tiles
from tests.support.cases import few_rule_sets
from tests.support.in_memory.seen import Seen
from tests.support.in_memory.world import World

Rig = Callable[..., None]


@pytest.fixture
def rig(monkeypatch: pytest.MonkeyPatch) -> Rig:
    """Deal these hands, seat 0 first, and then this boneyard."""

    def rigged(*hands: str, boneyard: str = "", first: int | None = None) -> None:
        begun = tiles(" ".join((*hands, boneyard)))

        def rigged_deal(state: State, _source: object) -> Deal:
            return Deal((*begun, *(each for each in match.stock_of(state) if each not in begun)), first)

        monkeypatch.setattr("tests.support.in_memory.world.random_deal", rigged_deal)

    return rigged


async def arrange(world: World, table: Table, state: State) -> None:
    """Put a table into a position that no short game leads to, and show it."""
    async with world.directly():
        table._use(table.situation.with_state(state))
        hands = world.bot.hands
        await hands.show(hands._screens.of(table))


async def sit(world: World, *names: str, rules: str, **options: Any) -> Table:
    """Seat people as :meth:`World.sit` does, with options that the command does not offer."""
    table = await world.lobby(*names, rules=rules)
    async with world.directly():
        await table.do(lobby.configure, world.people[names[0]].id, options=options)
    await world.people[names[0]].press("Start")
    return table


async def at_nine_trains(world: World, held: int) -> tuple[Table, Seen]:
    """Seat eight people at nine marked trains, and let Alice hold so many tiles; return the table and her hand."""
    world.crowd(3)
    table = await sit(world, *world.people, rules="mexican-train")
    await arrange(world, table, nine_trains(held))
    return table, world.alice.hand


# ---------------------------------------------------------------------- large hands


async def test_a_hand_of_forty_five_tiles_plays_at_nine_trains_in_two_presses(world: World) -> None:
    table, message = await at_nine_trains(world, 45)
    own, mexican, *_ = message.selects.values()
    wanted = mexican["options"][0]
    await world.alice.choose(mexican["custom_id"], wanted["value"], on=message)
    view = table.view(None)
    assert (view.layout.placed[-1].tile.text, view.layout.placed[-1].end) == (wanted["label"], "mexican")
    assert view.hand_sizes[0] == 44
    again = await world.alice.forge(own["custom_id"], message, values=[own["options"][1]["value"]])
    assert again.followups[0] == "That button was for an earlier move."
    assert table.view(None) == view


async def test_twelve_players_have_a_hand_each(world: World) -> None:
    world.crowd(7)
    names = list(world.people)
    table = await world.sit(*names, rules="double-twelve")
    for seat, name in enumerate(names):
        alt = world.people[name].hand.alt
        assert all(each.text in alt for each in table.view(seat).hand)
    turn = table.view(None).turn
    opener = world.people[names[turn]]
    await opener.play(table.view(turn).must_open_with.text)
    assert table.view(None).turn == (turn + 1) % 12


# ---------------------------------------------------------------------- every rule set


@pytest.mark.sampled(2)
@pytest.mark.parametrize("rules", few_rule_sets(each for each in RULE_SETS if has_hands(each)))
async def test_every_rule_set_is_played_from_its_hands(world: World, rules: str) -> None:
    names = ("alice", "bruno", "chloe", "davide")[: max(2, RULE_SETS[rules].seats[0])]
    table = await world.sit(*names, rules=rules)
    rest = random.Random(rules)
    for _ in range(12):
        view = table.view(None)
        if view.turn is None:
            break
        person, ply, pressed = world.who(table.people[view.turn].user_id), table.ply, 0
        while table.ply == ply:
            # a private message is not edited while the bot is about to move
            message = person.hand if lifecycle.only_move(table.situation) is None else await person.press("My hand")
            ids = [each for label, each in message.buttons.items() if label != "Back"]
            for select, raw in message.selects.items():
                await person.choose(select, rest.choice(raw["options"])["value"], on=message)
                break
            else:
                await person.press(rest.choice(ids), message)
            pressed += 1
            assert pressed <= 2
        sight = world.bot.hands.of(world.bot.hands._screens.of(table), view.turn)
        drawn = sight.view.drawn and sight.view.turn is not None
        assert ("you drew" in person.hand.text.lower()) == bool(drawn)


# ---------------------------------------------------------------------- drawing

DRAWN = ("1-1", "2-1", "6-4")


async def test_drawing_until_playable_is_shown_to_the_drawer_alone(world: World, rig: Rig) -> None:
    rig("6-6 5-5 4-4 3-3 5-4 5-3 4-3", "0-0 1-0 2-0 3-0 4-0 5-0 2-2", boneyard=" ".join(DRAWN))
    table = await world.sit("alice", "bruno", rules="classic-draw")
    await world.alice.play("6-6")
    theirs, mine = await world.alice.press("My hand"), await world.bruno.press("My hand")
    assert "you can only draw: the bot draws for you." in mine.text
    sent = world.sent
    await world.bruno.press("Draw", mine)
    assert table.view(None).hand_sizes == (6, 10)
    for shown in (world.bruno.hand, mine):
        assert "You drew 3 tiles: 1-1, 2-1 and 6-4." in shown.text
        assert shown.labels == ["6-4 → left 6"]
    private = (str(world.bruno.user.dm_channel.id), "/webhooks/", "/interactions/")
    told = [each.json for each in world.requests(sent) if not any(place in each.path for place in private)]
    messages = [*world.seen_by(world.alice), *world.seen_by(world.eve), world.alice.hand, theirs]
    told += [each.text + "".join(each.alts) for each in messages]
    assert not any(drawn in json.dumps(each) for each in told for drawn in DRAWN)
    await world.bruno.play("6-4 → left 6")
    assert "You drew" not in world.alice.hand.text


# ---------------------------------------------------------------------- peculiar turns


async def test_a_matadors_player_chooses_the_half_that_faces_out(world: World, rig: Rig) -> None:
    rig("6-6 5-5 5-4 4-4 3-3 5-3 2-1", "4-3 1-0 2-0 3-0 4-0 5-0 1-1", first=0)
    table = await sit(world, "alice", "bruno", rules="matador", matador_ends="choose")
    await world.alice.play("6-6")
    for label in ("4-3", "Back", "4-3"):
        await world.bruno.play(label)
        assert ("4-3: which half faces out?" in world.bruno.hand.text) is (label == "4-3")
    await world.bruno.play("4-3, the 3 facing out")
    assert dict(table.view(None).ends) == {"left": 3, "right": 6}


async def test_memory_sends_no_hand_and_says_what_was_taken(world: World) -> None:
    table = await world.sit("alice", "bruno", rules="memory")
    assert not world.alice.hands
    assert (await world.alice.run("hand")).private == (
        "Players have no hands in this game: they turn tiles over on the table. No tiles taken yet."
    )
    await arrange(world, table, table.situation.state._replace(hands=((tile(6, 4), tile(6, 6)), ()), legal=None))
    assert (await world.alice.forge(f"b:hand:{table.id}")).text.endswith("You have taken 2 tiles: 6-4 and 6-6.")
    assert not world.alice.hands


@pytest.mark.long
async def test_an_eliminated_player_gets_no_hand_any_more(world: World) -> None:
    table = await sit(world, "alice", "bruno", "chloe", "davide", rules="mata", until="last", limit=50)
    await world.until(lambda: bool(table.view(None).eliminated) and table.view(None).turn is not None)
    view = table.view(None)
    out = world.who(table.people[view.eliminated[0]].user_id)
    assert f"deal {view.deal}," in world.mover().hand.text
    assert f"deal {view.deal}," not in out.hand.text
    assert "You are out of this match; the others keep playing." in (await out.run("hand")).text
    await world.rush()


FORGED = (
    *(("s:act:{}", "x"), ("s:pick:{}:0", "999"), ("s:pick:{}:0", "-1"), ("s:pick:{}", "0")),
    *(("b:pick:{}:0:999", ""), ("b:tile:{}:999", "")),
)


@pytest.mark.sampled(1)
@pytest.mark.parametrize(("forged", "value"), FORGED)
async def test_a_forged_choice_gets_a_sentence_and_plays_nothing(world: World, forged: str, value: str) -> None:
    table = await world.sit("alice", "bruno", rules="mexican-train")
    person, ply = world.mover(), table.ply
    custom_id = forged.format(f"{table.id}:{ply}:{table.view(None).turn}")
    answer = await person.forge(custom_id, person.hand, **({"values": [value]} if value else {}))
    assert table.ply == ply
    assert "That button was for an earlier move." in [answer.text, *answer.followups]


FORCED, FREE = "5-5 5-4 5-3 4-4 3-3 2-2 1-1", "6-0 5-4 5-3 4-4 3-3 2-2 1-1"
SIXES = "6-6 6-5 6-4 6-3 6-2 6-1 1-0"


@pytest.mark.parametrize("held", [FORCED, FREE])
async def test_a_forced_pass_looks_like_any_turn_until_the_bot_plays_it(world: World, rig: Rig, held: str) -> None:
    rig(SIXES, held)
    table = await world.sit("alice", "bruno", rules="classic")
    await world.alice.play("6-6")
    board = world.board
    assert f"<@{world.bruno.id}>, it's your turn. Your time runs out" in board.text
    assert board.labels == ["My hand", "Pass", "More"]
    await world.wait(3)
    if held == FORCED:
        assert "**Bruno** has no choice, so the bot plays:\n**Bruno** passes" in world.board.text
        assert f"<@{world.alice.id}>, it's your turn" in world.board.text
    else:
        assert world.board.id == board.id
    assert (table.view(None).turn == 0) is (held == FORCED)
