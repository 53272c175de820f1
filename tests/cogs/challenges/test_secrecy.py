"""Before a challenge ends, nothing that is shown depends on hidden tiles, and nothing else knows of its matches."""

from __future__ import annotations

import inspect
import logging
import random
from dataclasses import replace
from gettext import NullTranslations

import pytest

from cogs.challenges.attempts import Attempt
from cogs.challenges.invitation import invitation
from cogs.challenges.match_message import Reader, match_message
from cogs.core.preferences import Appearance
from cogs.messages.emojis import TileEmojis
from engine.dealing import Seed
from engine.live.challenges.attempt import Position, recent
from engine.live.challenges.challenge import SEAT, Kind
from engine.live.challenges.choosing import Played
from engine.live.challenges.store import Player as Attempted
from engine.live.model.table import Person
from render import DEFAULT
from tests.cogs.attacks.test_secrecy import tiles_in
from tests.cogs.challenges.flow import attempt, choose, play_on, position, today
from tests.engine.laws.laws import shuffled
from tests.engine.live.challenges.playing import at_random, challenge, played_to_the_end
from tests.support.cases import few
from tests.support.features import all_handlers
from tests.support.in_memory.deliveries import pressed
from tests.support.in_memory.players import Player
from tests.support.in_memory.seen import Answer
from tests.support.in_memory.world import World

ANA = Person(1, "Ana", "en-US")
UNKNOWN = "zzzz2345"
GAMES = ("classic", "parejas", "all-fives", "mexican-train-nine", "matador", "forty-two", "memory")

OPENING = ("chplay", "rematch", "open", "alone")
"""What begins an own match, or a table like another."""


def drawn(played: Played, *, as_text: bool) -> tuple[object, ...]:
    """Return all that a player is sent: texts, pictures, descriptions and controls."""
    reader = Reader(ANA, Appearance(as_text, DEFAULT), TileEmojis(), {})
    content = match_message(played.position, played.events, reader)
    return replace(content, controls=(), rows=()), content.components.to_components()


@pytest.mark.sampled(2)
@pytest.mark.parametrize("rules", few(GAMES, ["classic", "memory"]))
async def test_hidden_tiles_change_no_byte_of_a_players_message(rules: str) -> None:
    chance = random.Random(rules)
    presses = await played_to_the_end(challenge(rules, deals=2), at_random(3))
    running = [each for each in presses if each.position.in_play]
    for played in chance.sample(running, min(4, len(running))):
        state = shuffled(played.position.state, SEAT, chance)
        other = played._replace(position=replace(played.position, state=state))
        for as_text in (False, True):
            assert drawn(played, as_text=as_text) == drawn(other, as_text=as_text)


async def test_no_repr_of_an_attempt_has_a_tile() -> None:
    made = challenge("all-fives", deals=2)
    player = Attempted(made.id, "key", "zyxw2345", 1, "Ana", 0, 0.0, None, (), cut=False, void=False, percentage=None)
    for played in await played_to_the_end(made, at_random(3)):
        shown = f"{played!r} {Attempt(made, player, played.position, played.events)!r} {Position.begin(made)!r}"
        assert "Position(" in shown
        assert "tile(" not in shown
        assert not tiles_in(shown)


def test_of_a_seed_an_invitation_has_nothing_but_its_promise() -> None:
    texts: set[str] = set()
    for each in range(3):
        seed = Seed(bytes([each]) * 32)
        made = challenge(kind=Kind.FRIENDS, seed=seed)
        components = invitation(made, ["Ana"], 1, NullTranslations()).to_components()
        texts.add(str(components).replace(seed.commitment[:12], ""))
    assert len(texts) == 1


# ---------------------------------------------------------------------- what others learn


def of_matches() -> list[tuple[str, str, int]]:
    """Return the kinds and verbs of the controls that are about a match, with the number of their other arguments."""
    named = ("table_id", "identity", "challenge_id", "which")
    found: list[tuple[str, str, int]] = []
    for (kind, verb), handler in all_handlers().items():
        first = [*inspect.signature(handler.function).parameters][1:2]
        about = handler.takes_table or (first and first[0] in named)
        if kind in ("b", "s") and about and verb not in OPENING:
            found.append((kind, verb, handler.min_arguments - 1 - (kind == "s")))
    return found


async def answers(world: World, who: Player, match_id: str, shown: Answer) -> dict[str, str]:
    """Return the answers to forged controls about a match, without its id; none of them opens one."""
    found: dict[str, str] = {}
    for kind, verb, count in of_matches():
        chosen = {"values": ["0"]} if kind == "s" else {}
        custom_id = ":".join([kind, verb, match_id, *("1" for _ in range(count))])
        answer = await pressed(who, custom_id, shown, **chosen).send()
        found[f"{kind}:{verb}"] = f"{answer.text} {answer.alts} {answer.files}".replace(match_id, "ID")
    return found


@pytest.mark.long
async def test_forged_controls_lead_to_no_match_of_a_challenge(world: World) -> None:
    made = await today(world)
    shown = await play_on(world.alice, await world.alice.run("daily"), "Next deal")
    shown = await choose(world.alice, await world.alice.press("Next deal", shown))
    player = await attempt(world, made, world.alice)
    state = (await position(world, made, world.alice)).state
    hidden = {str(tile) for hand in state.hands for tile in hand} | {str(tile) for tile in state.boneyard}
    as_unknown = await answers(world, world.bruno, UNKNOWN, shown)
    for match_id in (f"{player.id}-1", made.id):
        for control, answer in (await answers(world, world.bruno, match_id, shown)).items():
            if ":ch" in control:
                assert not tiles_in(answer) & hidden, control
                assert not any(f"{margin:+}" in answer.split() for margin in player.margins if margin), control
            else:
                assert answer == as_unknown[control], control
    assert await world.store.challenges.player(made, world.bruno.id) is None
    assert await attempt(world, made, world.alice) == player


@pytest.mark.long
async def test_no_command_knows_of_a_match_of_a_challenge(world: World) -> None:
    async def seen(who: Player) -> list[str]:
        found = [await who.run(each) for each in ("match history", "tables", "stats", "leaderboard")]
        for command in ("replay", "record", "verify"):
            found += [await who.run(f"match {command}", id=match_id) for match_id in ids]
        return [f"{each.text} {each.alts} {each.files} {[*each.buttons.values()]}" for each in found]

    made = await today(world)
    ids = [UNKNOWN] * 4
    before = {who: [text.replace(UNKNOWN, "ID") for text in await seen(who)] for who in (world.alice, world.bruno)}
    await play_on(world.alice, await world.alice.run("daily"))
    player = await attempt(world, made, world.alice)
    ids = [player.id, f"{player.id}-1", f"{player.id}-3", made.id]
    for who, known in before.items():
        after = await seen(who)
        for match_id in sorted(ids, key=len, reverse=True):
            after = [text.replace(match_id, "ID") for text in after]
        assert after == known
    assert not world.tables


@pytest.mark.long
async def test_no_log_has_a_tile_or_a_secret_of_a_challenge(world: World, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    made = await today(world)
    shown = await world.alice.press("Result", await play_on(world.alice, await world.alice.run("daily")))
    await world.alice.run("daily")
    await world.bruno.forge(f"b:chact:{made.id}:0:0:0", shown)
    assert made.secret is not None
    secrets = [made.seed, made.secret, *(made.deal_seed(deal) for deal in (1, 2, 3))]
    words = [*(each.reveal() for each in secrets), made.player_key(world.alice.id)]
    own = [each.getMessage() for each in caplog.records if each.name.split(".")[0] in ("cogs", "engine", "render")]
    assert not [text for text in own if tiles_in(text) or any(word in text for word in words)]
    assert not [each for each in caplog.records if any(word in each.getMessage() for word in words)]
    entries = await world.store.challenges.entries(await attempt(world, made, world.alice))
    assert recent(made, entries)[0].over
