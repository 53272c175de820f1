"""An attempt is a fold over its actions, and the computers answer equal moves equally."""

from __future__ import annotations

from itertools import chain

import pytest

from engine.bots.level import Level
from engine.dealing import Seed
from engine.live.challenges.attempt import Position, header_of, replayed, saved_table
from engine.live.challenges.challenge import SEAT
from engine.live.challenges.choosing import Played, choice_seed, finished
from engine.live.history.records import record_of
from engine.live.model.errors import TableError
from engine.record import loads
from engine.verify import verify
from tests.engine.live.challenges.playing import at_random, challenge, decide, played_to_the_end
from tests.engine.live.people import ANA, BEN

RULES = ("classic", "parejas", "all-fives", "mexican-train", "matador")


@pytest.mark.parametrize("rules", RULES)
async def test_equal_moves_lead_to_equal_logs(rules: str) -> None:
    ana, ben = [await played_to_the_end(challenge(rules), at_random(5)) for _ in range(2)]
    assert [each.entries for each in ana] == [each.entries for each in ben]
    assert ana[-1].position.over
    assert len(ana[-1].position.margins) == 3


@pytest.mark.parametrize("rules", RULES)
async def test_a_stored_attempt_is_replayed_to_the_same_position(rules: str) -> None:
    begun = challenge(rules)
    presses = await played_to_the_end(begun, at_random(3))
    entries = list(chain.from_iterable(each.entries for each in presses))
    assert [each.ply for each in entries] == list(range(len(entries)))
    assert replayed(begun, entries) == presses[-1].position


async def test_each_deal_is_the_same_whatever_happened_before() -> None:
    deals = set[object]()
    for seed in range(6):
        presses = await played_to_the_end(challenge(), at_random(seed))
        begun = next(each.position for each in presses if each.position.deal == 2)
        deals.add((begun.view().hand, begun.view().opener) if not begun.state.history else "played")
    assert len(deals - {"played"}) <= 1


async def test_a_deal_is_a_record_that_everybody_can_verify() -> None:
    begun = challenge("all-fives")
    entries = [entry for each in await played_to_the_end(begun) for entry in each.entries]
    over = challenge("all-fives", closed=True, secret=None)
    for deal in (1, 2, 3):
        record = loads(record_of(saved_table(over, ANA, f"abcd2345-{deal}", deal, entries, 0.0)))
        assert verify(record) == 1


async def test_a_broken_log_names_no_tile() -> None:
    entries = [entry for each in await played_to_the_end(challenge()) for entry in each.entries]
    with pytest.raises(TableError, match="unreadable"):
        replayed(challenge(), entries[1:])


async def test_a_computer_plays_the_rest_of_a_cut_attempt() -> None:
    whole = await finished(Played(Position.begin(challenge())), Level.NORMAL, 0.0, decide)
    assert whole.position.over
    assert whole.position == replayed(challenge(), whole.entries)


async def test_the_seed_of_a_choice_depends_on_what_its_seat_has_seen_alone() -> None:
    position = Position.begin(challenge())
    view = position.view()
    assert choice_seed(Seed(bytes(32)), 1, view) == choice_seed(Seed(bytes(32)), 1, view)
    others = {choice_seed(Seed(bytes(32)), 2, view), choice_seed(Seed(bytes(31) + b"1"), 1, view)}
    assert choice_seed(Seed(bytes(32)), 1, view) not in others


def test_the_computers_have_the_same_names_for_everybody() -> None:
    ana, ben = (header_of(challenge(), each).people for each in (ANA, BEN))
    assert ana[SEAT] != ben[SEAT]
    assert [each.name for each in ana[1:]] == [each.name for each in ben[1:]]
