"""Attempts at challenges: begun, resumed and played, each choice in one transaction."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from engine.actions import Move
from engine.bots.choose import CHOICES
from engine.bots.level import Level
from engine.bots.memory import FlippedTiles
from engine.events import Event
from engine.live.challenges.attempt import Position, recent
from engine.live.challenges.challenge import Challenge
from engine.live.challenges.choosing import EFFORT, Decide, NoAnswer, Played, answered
from engine.live.challenges.store import ChallengeStore, Over, Player
from engine.live.model.errors import Code, Conflict, TableError
from engine.live.model.table import Person
from engine.live.thinking.pool import Thinker
from engine.live.thinking.worker import Request
from engine.view import View


@dataclass(frozen=True, slots=True)
class Attempt:
    """A person's attempt at a challenge, as it is stored.

    Attributes:
        challenge: the challenge.
        player: the attempt without its actions.
        position: the position after its actions.
        events: the events since the person's last choice, or since the deal; the choice is the first of them.

    """

    challenge: Challenge
    player: Player
    position: Position
    events: Sequence[Event] = field(default=(), repr=False)

    @property
    def next(self) -> Position:
        """The position of the next choice: after the tiles of the next deal were dealt, if a deal has ended."""
        position = self.position
        while not (position.in_play or position.over):
            position = position.next_deal()
        return position


def decider(thinkers: Thinker, *, patient: bool = False) -> Decide:
    """Return how the computers of challenges choose: the same for the same view and seed on every machine.

    It raises :class:`NoAnswer` if no process answers.
    """

    async def decide(view: View, turned: FlippedTiles, level: Level, seed: int) -> Move:
        decision = await thinkers.decide(Request(view, turned, level, seed, EFFORT), patient=patient)
        if decision is None:
            raise NoAnswer
        return decision.move

    return decide


def is_void(challenge: Challenge) -> bool:
    """Whether this version of the bot has not the computers that a challenge began with."""
    return challenge.version not in (None, CHOICES)


async def resumed(store: ChallengeStore, challenge: Challenge, player: Player) -> Attempt:
    """Return an attempt as it is stored; raise :class:`TableError` if its actions can't be read."""
    return Attempt(challenge, player, *recent(challenge, await store.entries(player)))


async def begun(
    store: ChallengeStore, challenge: Challenge, person: Person, guild_id: int, now: float, decide: Decide
) -> Attempt | None:
    """Return a person's attempt, which begins now if they have none; None if the challenge is closed.

    After a deletion of the person's data, the attempt has another ``user_id``.
    """
    player = await store.begin(challenge, person, guild_id, now)
    if player is None:
        return None
    attempt = await resumed(store, challenge, player)
    if attempt.position.ply or attempt.position.awaits_person or player.user_id != person.user_id:
        return attempt
    try:
        return await _stored(store, attempt, Played(attempt.position), now, decide)
    except TableError:
        # begun on another device
        return await resumed(store, challenge, player)


def offered(position: Position, ply: int, choice: int) -> Move | None:
    """Return a choice of the person, by the number of actions when it was offered; None if that was earlier."""
    legal = position.view().legal if position.awaits_person else ()
    return legal[choice] if ply == position.ply and choice < len(legal) else None


async def played(store: ChallengeStore, attempt: Attempt, ply: int, choice: int, now: float, decide: Decide) -> Attempt:
    """Return an attempt after a choice of its person and the moves of the computers, all stored.

    Args:
        store: the store.
        attempt: the attempt.
        ply: the number of actions when the choice was offered.
        choice: the number of the chosen action among the legal ones.
        now: the time in seconds since 1970.
        decide: how the computers choose.

    Raises:
        TableError: the choice was offered for an earlier action.

    """
    position = attempt.next
    move = offered(position, ply, choice)
    if move is None:
        raise TableError(Code.STALE)
    chosen = Played(position).with_move(move, now, by_person=True)
    return await _stored(store, attempt, chosen, now, decide)


async def dealt(store: ChallengeStore, attempt: Attempt, deal: int, now: float, decide: Decide) -> Attempt:
    """Return an attempt after the tiles of the next deal were dealt, and the computers before its person have moved.

    Raises:
        TableError: the deal that was offered has begun, or another than ``deal`` has ended.

    """
    position = attempt.position
    # a void deal ends with its tiles, and leaves no action
    while position.deal < deal and not (position.in_play or position.over):
        position = position.next_deal()
    if position.in_play or position.over or position.deal != deal:
        raise TableError(Code.STALE)
    return await _stored(store, attempt, Played(position.next_deal()), now, decide)


async def _stored(store: ChallengeStore, attempt: Attempt, played: Played, now: float, decide: Decide) -> Attempt:
    """Let the computers answer, store all actions, and return the attempt after them.

    Raises:
        TableError: another press came first, or the attempt takes no more actions.

    """
    played = await answered(played, now, decide)
    position = played.position
    if played.entries or position.over:
        try:
            await store.append(attempt.player, played.entries, position, now)
        except (Conflict, Over):
            raise TableError(Code.STALE) from None
    finished_at = now if position.over else None
    player = replace(attempt.player, margins=position.margins, finished_at=finished_at)
    return Attempt(attempt.challenge, player, position, played.events)
