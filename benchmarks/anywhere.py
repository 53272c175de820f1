"""What a match costs where it is played: on a server with the bot, alone in its direct messages, and where it is not.

    uv run python -m benchmarks.anywhere [--quick | --games]

The bot runs as a process of its own against the playground's server in this one, without rate limits; scripted people
play Domino Express to its end. Prints a line for each place: presses and moves of people, and the bot's requests for
each of these moves, with the bot's token and with those of interactions. With ``--games``: the messages that a first
deal leaves in a server's channel, a line for each game: ``messages-express 29``.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import tempfile
from collections.abc import AsyncIterator, Mapping
from pathlib import Path
from typing import NamedTuple

from playground.process import BotProcess
from playground.server import Playground
from tests.support.bots.match_flow import MatchFlow
from tests.support.people import People
from tests.support.playground import wait_for_bot, wait_for_commands


class Place(NamedTuple):
    """Who plays where, with which options of ``/domino play``."""

    name: str
    channel: str
    players: tuple[str, ...]
    options: Mapping[str, int | str]


ALONE: Mapping[str, int | str] = {"computers": 2}
PEOPLE = ("alice", "bruno", "chloe", "davide")
GAMES = (
    *(Place(rules, "table", PEOPLE, {"rules": rules}) for rules in ("express", "quinientos", "chickenfoot")),
    *(Place(rules, "table", PEOPLE, {"rules": rules}) for rules in ("mexican-train", "forty-two")),
    Place("alone", "table", PEOPLE[:1], ALONE),
)
PLACES = (
    Place("server, three people", "table", ("alice", "bruno", "chloe"), {}),
    Place("server, one and two computers", "table", ("alice",), ALONE),
    Place("direct messages, one and two computers", "dm", ("alice",), ALONE),
    Place("group message, three people", "group", ("alice", "bruno", "chloe"), {}),
    Place("group message, one and two computers", "group", ("alice",), ALONE),
    Place("direct message of two people", "friend", ("alice", "davide"), {}),
    Place("server without the bot, three people", "lounge", ("alice", "bruno", "chloe"), {}),
)


@contextlib.asynccontextmanager
async def flow_at(place: Place) -> AsyncIterator[tuple[Playground, MatchFlow]]:
    """Run a playground and the bot; yield the playground, and its people who are about to play."""
    with tempfile.TemporaryDirectory() as folder:
        database = Path(folder) / "d.sqlite3"
        env = {"DOMINO_DATABASE": str(database), "DOMINO_TILE_EMOJIS": "false", "DOMINO_COMPUTER_PAUSE": "0-0.01"}
        async with (
            Playground(port=0, data=None, rate_limits=False) as playground,
            BotProcess(playground.url, env=env, log=Path(folder) / "log") as _,
        ):
            await wait_for_bot(playground, 20)
            await wait_for_commands(playground, 20)
            async with People(playground.url) as people:
                players = [people[name] for name in place.players]
                yield playground, MatchFlow(playground, database, players, place.channel)


async def count_messages(place: Place) -> str:
    """Play a deal; return the number of messages that it leaves in the channel for everybody."""
    async with flow_at(place) as (_, flow):
        await flow.sit(**place.options)
        while not (state := flow.kept.state()).results and await flow.step():
            pass
        await asyncio.sleep(1)
        messages = await flow.players[0].messages(place.channel, limit=100)
    assert state.results, "the deal has ended"
    return f"messages-{place.name} {sum(not each.ephemeral for each in messages)}"


async def measure(place: Place, target: int) -> str:
    """Play a match; return what it cost."""
    async with flow_at(place) as (playground, flow):
        before = playground.limits.with_token, playground.limits.without_token
        await flow.sit(target=target, **place.options)
        presses = await flow.play()
        await asyncio.sleep(1)
        with_token = playground.limits.with_token - before[0]
        others = playground.limits.without_token - before[1]
        moves = sum(row.user is not None and not row.action.startswith("deal") for row in flow.kept.log)
    listed = ", ".join(f"{verb} {count}" for verb, count in flow.presses.most_common())
    requests = f"{with_token / moves:.2f} with the bot's token and {others / moves:.2f} others a move"
    return f"{place.name}: {presses} presses ({listed}), {moves} moves; requests: {requests}"


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--quick", action="store_true", help="shorter matches")
    parser.add_argument("--games", action="store_true", help="the messages of a deal, by game")
    parser.add_argument("--place", type=int, help="only the place of this number, from 1")
    chosen = parser.parse_args()
    if chosen.games:
        for place in GAMES:
            print(asyncio.run(count_messages(place)), flush=True)
        return
    for place in PLACES if chosen.place is None else PLACES[chosen.place - 1 : chosen.place]:
        print(asyncio.run(measure(place, 50 if chosen.quick else 100)), flush=True)


if __name__ == "__main__":
    main()
