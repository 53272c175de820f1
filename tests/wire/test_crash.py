"""Crashes lose nothing, on either store: matches of several rule sets, before a bot that dies at many moments."""

from __future__ import annotations

import random
from collections import Counter
from pathlib import Path

import pytest

from cogs.messages.hand import has_hands
from tests.support.bots.crowd import crowd
from tests.support.bots.kept import Place, results
from tests.support.bots.lives import Fate, on_each_store
from tests.support.bots.nursery import Nursery
from tests.wire.crash_run import CrashRun
from tests.wire.script import Game
from tests.wire.seen import boards, check_hands, check_words, doubled

pytestmark = [pytest.mark.long, pytest.mark.wire, pytest.mark.filterwarnings("ignore:unread_data:DeprecationWarning")]

GAMES = {
    "pairs": Game("express", {"target": 50, "pairs": True}, ("alice", "bruno", "chloe", "davide")),
    "all-fives": Game("all-fives", {"target": 50}, ("alice", "bruno", "eve")),
    "trains": Game("mexican-train-nine", {"deals": 1}, ("alice", "bruno")),
    "memory": Game("memory", {}, ("alice", "bruno")),
    "mata": Game("mata", {"deals": 2}, ("alice", "bruno", "eve")),
}


LOBBY = ("create:begin", "create:committed", "answer:before", "save:commit", "save:committed", "answer:after")
HANDS = ("post hand:before", "post hand:after", "hand_message:commit")
PLAY = (
    "append:begin",
    "append:commit",
    "append:committed",
    "answer:before",
    "answer:after",
    "post board:before",
    "post board:after",
    "post:commit",
    "post:committed",
    "edit board:before",
    "edit board:after",
)
STARTS = {
    "sqlite": ("load:begin", "load:commit", "load:committed"),
    "postgres": tuple(
        f"{what}:{moment}" for what in ("join", "renew") for moment in ("begin", "commit", "sent", "committed")
    ),
}
"""The moments of a start, by store. With a server, a process joins others, and takes the shard of the dead one."""
SENT = {"sqlite": (), "postgres": ("create:sent", "save:sent", "post:sent", *("append:sent",) * 3)}
"""The moments that there are only with a server: the commit is sent, and nobody knows whether it is done."""
DEATHS = {"sqlite": 44, "postgres": 55}
"""The number of the bot's deaths in each test, by store."""
REVIVED = 3
"""The minimum number of controls pressed again after a death that were refused, and that did their work."""


def fates(game: Game, store: str, source: random.Random) -> list[Fate]:
    """Choose how the bot dies, again and again: while a table is opened first, then by a shuffled deck."""
    hands = ("edit hand:before", "edit hand:after") if has_hands(game.rules) else ()
    first = [Fate(point) for point in (*LOBBY, *(HANDS if hands else ()))]
    # after the deal's second move, when a hand may look again as it did at first
    first.append(Fate("append:committed", 2))
    deck = [Fate(point, source.choice((1, 1, 2))) for point in (*PLAY, *hands) * 2]
    deck += [Fate(point) for point in (*STARTS[store], *SENT[store])]
    outside = DEATHS[store] - len(first) - len(deck)
    deck += [Fate("", source.choice((0, 1, 2)), source.uniform(0, 0.15)) for _ in range(outside)]
    source.shuffle(deck)
    return first + deck


@on_each_store
def test_the_bot_dies_at_two_hundred_moments(store: str) -> None:
    planned = [fates(game, store, random.Random(1)) for game in GAMES.values()]
    assert sum(map(len, planned)) >= 200
    deaths = Counter(fate.point for each in planned for fate in each)
    assert deaths[""] >= 20, "killed from outside, at any moment"
    points = (*LOBBY, *PLAY, *STARTS[store], *SENT[store])
    assert all(deaths[point] >= 5 for point in points), deaths


@on_each_store
@pytest.mark.parametrize("name", GAMES)
async def test_crashes_lose_nothing(tmp_path: Path, nursery: Nursery, database: Place, name: str, store: str) -> None:
    game = GAMES[name]
    async with crowd() as people:
        run = CrashRun(people, nursery, database, tmp_path / "bot.log", game, seed=1)
        planned = fates(game, store, random.Random(name))
        for fate in planned:
            await run.live(fate)
        # on a busy machine kills from outside leave fewer of these; what comes of one is known in the next life
        for result, point in (("refused", "append:committed"), ("done", "append:begin")) * 3:
            if run.revived[result] < REVIVED:
                planned.append(Fate(point))
                await run.live(planned[-1])
        await run.live(None)
        assert run.points == [*(fate.point for fate in planned), ""]
        assert run.revived["refused"] >= REVIVED
        assert run.revived["done"] >= REVIVED
        check_results(run)
        for press in run.presses:
            assert not (press.lost and people.answered(press)), "acknowledged, and not there"
        shown = boards(run)
        check_words(shown)
        assert doubled(shown) == 0
        assert check_hands(run) <= DEATHS[store] / 4
        log = run.log.read_text()
        assert "ERROR" not in log
        assert "Traceback" not in log


def check_results(run: CrashRun) -> None:
    """Every match is over, and counts once for each of its players, as its control run ended."""
    kept = results(run.database)
    assert set(kept) == set(run.matches)
    for table, control in run.matches.items():
        state = control.state
        assert state.finished
        for seat, (user, points, won) in enumerate(kept[table]):
            assert user == control.people[seat].user
            assert won == (seat in state.winners)
            assert points in (0, state.totals[seat % len(state.totals)])
