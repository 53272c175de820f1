"""Ways to come by positions: dealt by hand, written out, or played at random."""

from __future__ import annotations

import itertools
import math
import random
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from typing import NamedTuple

from hypothesis import strategies as st

from engine import match, random_deal
from engine.actions import Action, Deal, Play, parse_move
from engine.errors import IllegalMove
from engine.events import Event, Played
from engine.game import State
from engine.layouts import START, Grid, Pile
from engine.options import Value
from engine.rules import RULE_SETS
from engine.tiles import Tile, full_set, parse_tile

SEATINGS = [(rules.id, seats) for rules in RULE_SETS.values() for seats in rules.seats]
"""Every rule set with every number of players that it allows."""


def tiles(text: str) -> tuple[Tile, ...]:
    """Read tiles written with blanks between them."""
    return tuple(parse_tile(each) for each in text.split())


# ---------------------------------------------------------------------- by hand


def deal_action(
    hands: Sequence[str], *, boneyard: str = "", first: int | None = None, stock: Sequence[Tile] = full_set(6)
) -> Deal:
    """Choose a stock that deals these hands, seat 0 first, then these tiles; the rest follows in ascending order."""
    dealt = (*(tile for hand in hands for tile in tiles(hand)), *tiles(boneyard))
    return Deal((*dealt, *(each for each in stock if each not in dealt)), first)


def deal(state: State, *hands: str, boneyard: str = "", first: int | None = None) -> State:
    """Deal these hands, which must be whole, to the seats still in the match.

    Args:
        state: the match; it has to await a deal.
        hands: the tiles of each seat.
        boneyard: the tiles to be drawn first, in that order.
        first: the seat that luck chooses, where it does.

    """
    sizes = {len(tiles(hand)) for hand in hands}
    assert sizes == {state.rules.tiles_each(state.options, state.seats)}, f"hands of {sizes} tiles"
    assert len(hands) == len(state.active_seats)
    return match.apply(state, deal_action(hands, boneyard=boneyard, first=first, stock=match.stock_of(state)))[0]


def dealt(rules: str, hands: str, *, boneyard: str = "", first: int | None = None, **options: Value) -> State:
    """Begin a match and deal its first hands, which bars set apart."""
    held = hands.split(" | ")
    return deal(match.new(rules, len(held), options), *held, boneyard=boneyard, first=first)


def dealt_in_order(rules: str, seats: int, stock: str, *, first: int | None = None, **options: Value) -> State:
    """Begin a match and deal these tiles, those of seat 0 first; the rest of the set follows in ascending order."""
    state = match.new(rules, seats, options)
    return match.apply(state, deal_action([stock], first=first, stock=match.stock_of(state)))[0]


def scores(state: State, moves: str) -> tuple[State, list[int]]:
    """Play moves, separated by commas and written as in the record; return the points of each play in turn."""
    points: list[int] = []
    for move in moves.split(","):
        state, events = match.apply(state, parse_move(" ".join(move.split())))
        points += [event.points for event in events if isinstance(event, Played)]
    return state, points


def outer_totals(state: State, moves: str) -> tuple[State, list[int]]:
    """Play moves in the same way; return the outer total after each play."""
    totals: list[int] = []
    for move in moves.split(","):
        state, events = match.apply(state, parse_move(" ".join(move.split())))
        totals += [sum(event.addends) for event in events if isinstance(event, Played)]
    return state, totals


def after(state: State, *moves: str) -> State:
    """Play moves written as in the record."""
    for move in moves:
        state, _ = match.apply(state, parse_move(move))
    return state


def late(
    hands: Sequence[str],
    chain: Sequence[str],
    *,
    rules: str = "express",
    turn: int = 0,
    opener: int = 0,
    totals: tuple[int, ...] | None = None,
    boneyard: str | None = None,
    **options: Value,
) -> State:
    """Write out a position late in a deal.

    Args:
        hands: what each seat still holds.
        chain: what lies, in the order in which it was laid: the opening tile alone, then ``TILE END``.
        rules: the rule set.
        turn: whose turn it is.
        opener: who opened.
        totals: the points so far, one number a side.
        boneyard: the tiles left to draw, in that order, as though the rest were out of the set; None: all the rest.
        options: the house rules.

    """
    state = match.new(rules, len(hands), options)
    book = state.rules
    layout = book.initial_layout(state)
    for at, step in enumerate(chain):
        text, _, end = step.partition(" ")
        tile = parse_tile(text)
        shown = 0 if not end or isinstance(layout, Pile) else layout.ends[end]
        touching = book.fits[shown].get(tile) if end else tile.high
        assert touching is not None, f"{step} does not fit"
        assert not isinstance(layout, Grid)
        play = Play((opener + at) % state.seats, tile, end or START)
        layout = layout.place(play, touching, crosswise=tile in book.crosswise)
    held = tuple(tuple(sorted(tiles(hand))) for hand in hands)
    used = {*itertools.chain(*held), *(each.tile for each in layout.placed)}
    rest = tuple(each for each in match.stock_of(state) if each not in used)
    return state._replace(
        hands=held,
        boneyard=rest if boneyard is None else tiles(boneyard),
        layout=layout,
        opener=opener,
        turn=turn,
        totals=totals or state.totals,
        scored=(0,) * len(state.teams),
        legal=None,
    )


LOCK = (
    *("6-6 start", "6-1 left", "2-1 left", "6-2 left", "6-3 right"),
    *("4-3 right", "6-4 right", "6-0 right", "5-0 right", "6-5 right"),
)
"""Ten plays in turn that lay every six of a double-six set and leave a six at both ends: nothing fits any more."""


def locked(remaining: Sequence[str], *, opener: int = 0, rules: str = "express", **options: Value) -> State:
    """Play a first deal of four up to its block after ten plays.

    Args:
        remaining: what each seat is to be left with: four tiles for the opener and the next, five for the other two,
            all of them without a six.
        opener: who is dealt 6-6.
        rules: the rule set.
        options: the house rules.

    """
    by_seat: list[list[str]] = [[] for _ in range(4)]
    moves: list[str] = []
    for at, step in enumerate(LOCK):
        seat = (opener + at) % 4
        by_seat[seat].append(step.split()[0])
        moves.append(f"{seat} play {step}")
    hands = [" ".join((*laid, left)) for laid, left in zip(by_seat, remaining, strict=True)]
    return after(deal(match.new(rules, 4, options), *hands), *moves)


# ---------------------------------------------------------------------- at random


class Step(NamedTuple):
    """One action of a match, with the states around it."""

    before: State
    action: Action
    after: State
    events: tuple[Event, ...]


def play_on(state: State, source: random.Random) -> Iterator[Step]:
    """Play random legal actions and deals until the match ends."""
    while not state.finished:
        action: Action = random_deal(state, source) if state.awaits_deal else source.choice(match.legal(state))
        then, events = match.apply(state, action)
        yield Step(state, action, then, events)
        state = then


def play_out(rules: str, seats: int, options: dict[str, Value], seed: int, limit: int = 10_000) -> list[Step]:
    """Play a whole match at random; past ``limit`` actions it is an error."""
    steps: list[Step] = []
    for step in play_on(match.new(rules, seats, options), random.Random(seed)):
        steps.append(step)
        assert len(steps) <= limit, f"no end after {limit} actions"
    return steps


FEW: dict[str, tuple[int, ...]] = {"deals": (1, 2), "limit": (1, 40)}
"""Numbers that keep matches short, for the options that take too many to try them all; the default comes on top."""


MANY = 96
"""More choices of options than this are not all tried: only so many, each value of each option among them."""


@cache
def options_of(rules: str, seats: int) -> list[dict[str, Value]]:
    """Return every choice of options that so many players may make; of deals and limits only a few numbers.

    Where there are more than :data:`MANY`, they are the defaults, each other value by itself, and random choices.
    """
    offered = RULE_SETS[rules].options
    tried = [(*FEW[option.id], option.default) if option.id in FEW else tuple(option.values) for option in offered]
    # a target that a series of wins has to reach may take for ever
    tried = [
        (min(values, key=int),) if option.id == "target" and "series" in {each.id for each in offered} else values
        for option, values in zip(offered, tried, strict=True)
    ]
    choices: Iterable[tuple[Value, ...]] = itertools.product(*tried)
    if math.prod(map(len, tried)) > MANY:
        defaults = tuple(option.default for option in offered)
        alone = [(*defaults[:at], value, *defaults[at + 1 :]) for at, some in enumerate(tried) for value in some]
        source = random.Random(rules)
        mixed = [tuple(map(source.choice, tried)) for _ in range(MANY)]
        choices = [*dict.fromkeys([defaults, *alone, *mixed])][:MANY]
    chosen: list[dict[str, Value]] = []
    for values in choices:
        options = dict(zip((option.id for option in offered), values, strict=True))
        try:
            match.new(rules, seats, options)
        except IllegalMove:
            continue
        chosen.append(options)
    return chosen


def short_options(rules: str) -> dict[str, Value]:
    """Return options with which a match is soon over: two deals if the rule set allows, else the lowest target."""
    options: dict[str, Value] = {}
    for name, wanted in (("deals", 2), ("target", 50)):
        option = RULE_SETS[rules].option(name)
        if option is not None:
            options[name] = wanted if option.accepts(wanted) else min(option.values)
    return options


SEEDS = st.integers(min_value=0, max_value=2**32 - 1)


@st.composite
def positions(draw: st.DrawFn, rules: str, seats: int) -> State:
    """Draw a position with a deal in play, options and all before it drawn as well."""
    state = match.new(rules, seats, draw(st.sampled_from(options_of(rules, seats))))
    source = random.Random(draw(SEEDS))
    far = draw(st.integers(min_value=1, max_value=150))
    for step in itertools.islice(play_on(state, source), far):
        state = step.after
    if state.finished:
        state = match.new(rules, seats, dict(state.options))
    # a deal may be void
    while state.awaits_deal:
        state = match.apply(state, random_deal(state, source))[0]
    return state
