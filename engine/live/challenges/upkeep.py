"""The upkeep of challenges: days are planned and begin, par is computed, and what is over is closed.

Each step can be cut off anywhere, and goes on from there when it is done again. One process does them for all; a second
one that does the same meanwhile changes nothing.
"""

from __future__ import annotations

import asyncio
from typing import Final

from engine.bots.level import Level
from engine.dealing import Seed
from engine.live.challenges.attempt import Position, replayed
from engine.live.challenges.calendar import DEALS, LEVEL, game_of, month_of, number_at, starts_at
from engine.live.challenges.challenge import Challenge, Kind
from engine.live.challenges.choosing import Decide, NoAnswer, Played, finished, par
from engine.live.challenges.standing import percentages
from engine.live.challenges.store import ChallengeStore, Over, Player
from engine.live.model.errors import Conflict, TableError
from engine.live.model.ids import new_id
from engine.options import complete
from engine.rules import RULE_SETS, find

LEAD_DAYS: Final = 7
"""The days before a month in which its deals are planned at the latest; their commitments are public from then on."""

PATIENCE_SECONDS: Final = 3600
"""The seconds after the end of a challenge for which a computer that can't choose keeps it open."""

PORTION: Final = 20
"""The number of attempts that are read at a time."""

KEPT_SECONDS: Final = 30 * 86_400
"""The seconds for which the actions of a challenge are kept after its end."""


def day(number: int) -> Challenge:
    """Return a new challenge for the day with a number, with a seed of its own."""
    game = game_of(number)
    return Challenge(
        id=new_id(),
        kind=Kind.DAILY,
        number=number,
        rules=game.rules,
        options=complete(game.rules, find(game.rules).options, game.options),
        seats=game.seats,
        deals=DEALS,
        level=LEVEL,
        seed=Seed.new(),
        secret=Seed.new(),
        opens_at=starts_at(number),
        ends_at=starts_at(number + 1),
    )


async def plan(store: ChallengeStore, now: float) -> None:
    """Store the challenges of the days that have none: from today to the end of the month that a week's time is in."""
    today = number_at(now)
    last = month_of(today + LEAD_DAYS)[-1]
    known = {each.number for each in await store.dailies(today, last)}
    if missing := [number for number in range(today, last + 1) if number not in known]:
        await store.add(*map(day, missing))


async def keep_day(store: ChallengeStore, version: int, now: float) -> None:
    """Let the day begin, with the version of the computers' choices, and count one minute more of it.

    The bot was up in that minute. With another version than it began with, the day is void, and breaks no streak.
    """
    today = await store.daily(number_at(now))
    if today is None:
        return
    if await store.set_version(today.id, version) == version:
        await store.count_minute(today.id)
    elif today.up_minutes:
        await store.excuse(today.id)


def can_play(challenge: Challenge, version: int) -> bool:
    """Whether these computers are those of a challenge, and its rules are still known."""
    return challenge.version in (None, version) and challenge.rules in RULE_SETS


async def compute_par(store: ChallengeStore, challenge: Challenge, version: int, decide: Decide) -> None:
    """Store what the expert makes of a challenge, if it has no par and can be played."""
    if challenge.par is None and can_play(challenge, version):
        await store.set_par(challenge.id, await par(Position.begin(challenge), decide))


async def close(store: ChallengeStore, challenge: Challenge, version: int, now: float, decide: Decide) -> bool:
    """Close a challenge whose time has run out: play unfinished attempts to their ends, and make the results final.

    Without the computers of the challenge, these attempts are void. So are those for which a computer can't choose
    within :data:`PATIENCE_SECONDS`; then the challenge may also be closed without par.

    Args:
        store: the store.
        challenge: the challenge.
        version: the version of the computers' choices.
        now: the time in seconds since 1970.
        decide: how computers choose.

    Returns:
        Whether this call closed it.

    Raises:
        NoAnswer: a computer could not choose, and may do so later.

    """
    playable, late = can_play(challenge, version), now >= challenge.ends_at + PATIENCE_SECONDS
    while players := await store.unfinished(challenge.id, PORTION):
        ended, failure = False, None
        for each in players:
            try:
                ended |= await _end(store, challenge, each, now, decide if playable else None, late=late)
            except NoAnswer as error:
                failure = error
        if not ended:
            if failure is not None:
                raise failure
            # another process plays them; the next call finds out
            return False
    try:
        await compute_par(store, challenge, version, decide)
    except NoAnswer:
        if not late:
            raise
    return await store.close(challenge.id, percentages)


async def _end(
    store: ChallengeStore, challenge: Challenge, player: Player, now: float, decide: Decide | None, *, late: bool
) -> bool:
    """Play an attempt to its end; it is void without computers, if they can't choose, or if it can't be read.

    Returns:
        Whether this call ended it; a press or another process may have come first.

    """
    try:
        position = None if decide is None else replayed(challenge, await store.entries(player))
    except TableError:
        position = None
    if position is None or decide is None:
        await store.void(player)
        return True
    # reading an attempt takes milliseconds, and so do choices that need no process
    await asyncio.sleep(0)
    try:
        rest = await finished(Played(position), Level.NORMAL, now, decide)
    except NoAnswer:
        if not late:
            raise
        await store.void(player)
        return True
    try:
        await store.append(player, rest.entries, rest.position, now, cut=True)
    except (Conflict, Over):
        return False
    return True


async def thin(store: ChallengeStore, now: float) -> None:
    """Delete the actions of challenges that ended long ago; their results stay."""
    while await store.thin(now - KEPT_SECONDS):
        pass
