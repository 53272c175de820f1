"""Tests of the history checker: what it has to hold against a bot, it does."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

import pytest

from engine import match
from engine.actions import parse
from engine.dealing import random_deal
from tests.attack.history import LEFT_OUT, History
from tests.attack.people import Press
from tests.attack.stage import Stage
from tests.attack.world import Interaction, Shown, World, too_big
from tests.support.bots.kept import Kept, Row

MOVES = ("deal first 0", "0 play 5-5 mexican", "1 play 9-3 train1", "0 play 6-5 mexican", "1 play 6-2 mexican")
TOLD = {
    "each": (["A plays **5-5**.", "B plays 9-3.", "A plays 6-5 and covers the double 5-5.", "B plays 6-2."], True),
    "together": (["A plays 5-5.\nB plays 9-3.\nA plays 6-5.\nB plays 6-2."], True),
    "twice": (["A plays 5-5.", "A plays 5-5.\nB plays 9-3.", "A plays 6-5.\nB plays 6-2."], True),
    "not one": (["A plays 5-5.", "A plays 6-5 and covers the double 5-5.", "B plays 6-2."], False),
    "in another order": (["B plays 9-3.\nA plays 6-5.\nB plays 6-2.", "A plays 5-5."], False),
    "in German": (
        ["A legt 5-5 an.\nDer Pasch 5-5 muss zuerst abgedeckt werden.", *(f"X: {t}" for t in ("9-3", "6-5", "6-2"))],
        True,
    ),
    "with the table in words": (
        ["A plays 5-5.\n**Train**\nOpen: [5-5]", *(f"X: {t}" for t in ("9-3", "6-5", "6-2"))],
        True,
    ),
    "without room": ([f"{LEFT_OUT[0]}\nA plays 6-5 and covers the double 5-5.\nB plays 6-2."], True),
    "without room, not one more": ([f"{LEFT_OUT[1]}\nA plays 6-5 and covers the double 5-5."], False),
    "another match in between": (["A plays 5-5.\nB plays 9-3.", "C plays 6-2.", "A plays 6-5.\nB plays 6-2."], True),
    "not one before, then without room": (["A plays 5-5.", "B plays 9-3.", "B plays 6-2.", f"{LEFT_OUT[0]}\n"], False),
}


def history(moves: tuple[str, ...], texts: list[str]) -> History:
    """Hold what was told in a channel against the moves of a match."""
    log = [Row(ply, action, 1, 0.0) for ply, action in enumerate(moves)]
    found = History()
    found._told(Kept("t", 1, "finished", None, "mexican-train", {}, "", "", [1, 2], [None, None], log), texts)
    return found


@pytest.mark.parametrize("how", TOLD)
def test_each_move_is_told_in_order_or_left_out_where_there_is_no_room(how: str) -> None:
    texts, good = TOLD[how]
    assert history(MOVES, texts).broken["not told"] == (not good)


def test_a_tile_of_the_next_deal_is_not_looked_for_in_a_text_about_the_last() -> None:
    next_deal = ("deal first 1", "1 play 6-2 train1", "0 play 1-0 mexican", "1 play 9-3 train1")
    full, its_archive = (
        f"{LEFT_OUT[0]}\nA plays 6-5.\nB plays 6-2.",
        f"{LEFT_OUT[0]}\nB plays 9-3.\nA plays 6-5.\nB plays 6-2.",
    )
    texts = [full, its_archive, "B plays 6-2.", "A plays 1-0.", "B plays 9-3."]
    assert not history(MOVES + next_deal, texts).broken
    assert history(MOVES + next_deal, [*texts[:3], texts[4]]).broken


SIZES: dict[str, tuple[list[dict[str, Any]], list[str]]] = {
    "text": ([{"content": "x" * 4000}], []),
    "text of all parts": ([{"content": "x" * 2000}, {"components": [{"content": "x" * 2001}]}], ["text: 4001 of 4000"]),
    "signs that count twice": ([{"content": "🁫" * 2001}], ["text: 4002 of 4000"]),
    "components": ([{"components": [{}] * 40}], ["components: 41 of 40"]),
    "label": ([{"label": "x" * 81}], ["label: 81 of 80"]),
    "custom id": ([{"custom_id": "x" * 101}], ["custom id: 101 of 100"]),
    "alt text": ([{"items": [{"description": "x" * 1025}]}], ["alt text: 1025 of 1024"]),
    "options": ([{"options": [{}] * 26}], ["options: 26 of 25"]),
    "option": ([{"options": [{"label": "x" * 101}]}], ["option: 101 of 100"]),
}


@pytest.mark.parametrize("what", SIZES)
def test_a_message_that_is_too_big_for_discord_is_told(what: str) -> None:
    components, told = SIZES[what]
    assert too_big({"components": components}) == told


# ---------------------------------------------------------------------- the log, and what is hidden

WORLD = World({"Ana": "en-US", "Ben": "en-US"}, 1)
ANA, BEN = WORLD.people


def deal() -> list[Row]:
    """The log of a deal and three plays, as Ana and Ben pressed them."""
    state, log = match.new("no-boneyard", 2, {}), list[Row]()
    while len(log) < 4:
        action = random_deal(state, 5) if state.turn is None else match.legal(state)[0]
        state, _ = match.apply(state, action)
        user = (ANA, BEN)[int(str(action)[0])].id if log else ANA.id
        log.append(Row(len(log), str(action), user, float(len(log))))
    return log


LOG = deal()


def kept(log: list[Row], status: str = "playing") -> Kept:
    return Kept("t", WORLD.channels[0], status, None, "no-boneyard", {}, "ab" * 32, "", [1, 2], [None, None], log)


def press(row: Row, **changed: Any) -> Press:
    """The press from which a row comes, acknowledged unless it is changed."""
    made = Interaction(1, "token", row.user or 0, WORLD.channels[0], {}, taken=6)
    verb, arguments = ("start", ["t"]) if row.ply == 0 else ("act", ["t", str(row.ply), "0"])
    tile = row.action.split()[2] if row.ply else ""
    given = {"who": WORLD.accounts[row.user or 0], "verb": verb, "arguments": arguments, "tile": tile, "made": made}
    return Press(**given | changed)


PRESSES = [press(row) for row in LOG]
WRONG: dict[str, tuple[str | None, Sequence[Row], Sequence[Press]]] = {
    "all is well": (None, LOG, PRESSES),
    "a move acknowledged and lost": ("lost", LOG[:-1], PRESSES),
    "a ply that is missing": ("doubled", [*LOG[:2], LOG[3]], PRESSES),
    "a move that the rules refuse": ("illegal", [*LOG, LOG[3]._replace(ply=4)], [*PRESSES, press(LOG[3])]),
    "a move that nobody pressed": ("not pressed", LOG, PRESSES[:-1]),
    "a move of a person that the bot made": ("not pressed", [*LOG[:-1], LOG[-1]._replace(user=None)], PRESSES[:-1]),
    "a deal for which nobody asked": ("not pressed", LOG, PRESSES[1:]),
    "another tile than the one pressed": ("another move", LOG, [*PRESSES[:-1], press(LOG[-1], tile="0-9")]),
}


@pytest.mark.parametrize("what", WRONG)
def test_a_log_is_held_against_what_people_pressed(what: str) -> None:
    kind, log, presses = WRONG[what]
    found = History()
    found._told = lambda table, told: None  # type: ignore[method-assign]
    found.check([kept(list(log))], presses, [])
    assert kind in found.broken if kind else not found.broken


@pytest.mark.parametrize("named", ["hidden", "seed", "laid"])
def test_a_text_for_others_names_no_seed_and_no_hidden_tile(named: str) -> None:
    table, found = kept(LOG), History()
    state = table.state()
    chance = random.Random(1)
    hidden = chance.choice([tile.text for hand in state.hands for tile in hand])
    text = {
        "hidden": f"Ben holds {hidden}.",
        "seed": table.seed,
        "laid": f"Ana plays {parse(LOG[1].action).tile.text}.",
    }
    found.leaks([table], text[named])
    assert found.broken["leak"] == (named != "laid")


@pytest.mark.parametrize(("other", "tells"), [("<t:17:R> Ana plays.", True), ("Ben plays.", False)])
def test_pictures_of_one_text_are_the_same_whenever_its_turn_ends(other: str, tells: bool) -> None:
    world = World({"Ana": "en-US"}, 1)
    for number, text in enumerate(("<t:5:R> Ana plays.", other)):
        payload = {"content": text, "components": []}
        shown = Shown(number, world.channels[0], payload, pictures=[(f"digest {number}", text, 1)])
        world.messages[number] = shown
    stage: Any = Stage(world, *[None] * 4, random.Random(1))  # type: ignore[arg-type]
    stage._pictures([])
    assert bool(stage.history.broken["picture tells"]) == tells
