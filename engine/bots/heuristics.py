"""Rates moves by simple reasons, without any simulation."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from engine import match
from engine.actions import Move, Pass, Play
from engine.bots.beliefs import Beliefs
from engine.bots.decision import Rationale
from engine.bots.trains import best_chain
from engine.game import RuleSet, State
from engine.layouts import Grid, Line, Pile, Trains, train_of
from engine.move_points import points_by_move
from engine.tiles import MATADORS, Tile, bitmask
from engine.view import View

DECISIVE = 1000.0
"""A weight that exceeds all others together."""

DRAW_COST = 30.0
"""The weight against drawing while a tile fits, in pips."""

MARK_VALUE = 30.0
"""The value of hitting a mark, in pips."""

BLOCK_PIP = 2.0
MAX_BLOCK = 60.0
"""The value of each pip by which a blocked deal is expected to be won, and the most it can amount to, in pips."""

LAST_TILE_CHANCE = 0.3
"""How likely the ends are to stay as they are until the next turn."""

MAX_ADDED = 12
"""The most pips that one tile adds to a running total."""

Reasons = Mapping[Rationale, float]
"""The reasons for a move, each with its weight in pips."""


@dataclass(frozen=True, slots=True)
class Weights:
    """The weight of each feature of a move, in pips.

    Attributes:
        pip: each pip that leaves the hand.
        double: a double that leaves it.
        answer: each other tile of the hand that could be played next.
        gain: each point scored at once.
        shut: leaving only ends on which the next opponent has passed.
        scarce: each unseen tile that fits an end, which counts against the move.

    """

    pip: float
    double: float
    answer: float
    gain: float = 8.0
    shut: float = 3.0
    scarce: float = 0.5


PIPS_WEIGHTS = Weights(pip=0.5, double=2.0, answer=1.5)
TILES_WEIGHTS = Weights(pip=0.1, double=2.0, answer=2.0)
MOST_PIPS_WEIGHTS = Weights(pip=-0.5, double=-1.0, answer=-1.5, shut=0.0, scarce=-0.5)
"""For rule sets in which most pips win, and a player who goes out loses."""


def weights_for(rules: RuleSet) -> Weights:
    """Return the weights for a rule set."""
    kinds = {"pips": PIPS_WEIGHTS, "tiles": TILES_WEIGHTS, "most pips": MOST_PIPS_WEIGHTS, "nobody": TILES_WEIGHTS}
    return kinds[rules.blocked_winner]


def weigh_moves(view: View) -> tuple[Reasons, ...]:
    """Return the reasons for each of a view's legal moves, in their order."""
    assert view.seat is not None, "the channel does not play"
    hidden = Beliefs(view)
    here = _MoveWeigher(view, hidden)
    return tuple(here.reasons(move) for move in view.legal)


class _MoveWeigher:
    def __init__(self, view: View, beliefs: Beliefs) -> None:
        self.view = view
        self.start = beliefs.visible
        self.rules: RuleSet = self.start.rules
        self.weights = weights_for(self.rules)
        self.unseen = beliefs.unseen
        self.gains = {view.legal[index]: points for index, points in points_by_move(view).items()}
        self.side = view.team_of(view.seat or 0)
        self.in_pairs = len(view.teams) < view.seats and not beliefs.draws
        assert view.turn is not None, "a seat is in turn"
        self.next = self.start.next_seat(view.turn)
        # the possible tiles of each slot in the other hands
        self.slots = {seat: [mask for owner, mask in beliefs.slots if owner == seat] for seat in range(self.view.seats)}
        self.next_slots = self.slots[self.next]

    def reasons(self, move: Move) -> Reasons:
        if not isinstance(move, Play):
            return {Rationale.KEEPS: -DRAW_COST}
        weights, tile = self.weights, move.tile
        hand = tuple(each for each in self.view.hand if each is not tile)
        losing = self.rules.blocked_winner == "most pips"
        if not hand:
            return {Rationale.GOES_OUT: -DECISIVE if losing else DECISIVE}
        after = match.step(self.start, move)
        found = {Rationale.HEAVY: weights.pip * tile.pips}
        if tile.double:
            found[Rationale.DOUBLE] = weights.double
        if move in self.gains:
            found[Rationale.SCORES] = weights.gain * self.gains[move]
        layout = after.layout
        if isinstance(layout, Pile):
            found[Rationale.KEEPS] = -self._mark_risk(layout)
        elif isinstance(layout, Trains):
            found[Rationale.VARIED] = self._train_value(layout, hand, move)
        elif not isinstance(layout, Grid):
            found.update(self._ends_reasons(set(layout.ends.values()), hand))
            if self.in_pairs and isinstance(layout, Line):
                for rationale, weight in self._pair_reasons(layout, hand, move).items():
                    found[rationale] = found.get(rationale, 0.0) + weight
            if (tile in self.rules.crosswise and not tile.double) or (
                self.rules.crosswise == MATADORS and tile in MATADORS
            ):
                # a tile that fits anywhere is worth keeping
                found[Rationale.KEEPS] = -3.0
        return found

    def _ends_reasons(self, ends: set[int], hand: tuple[Tile, ...]) -> dict[Rationale, float]:
        touching = self.rules.fits
        takes = [touching[end] for end in ends]
        answers = sum(any(each in fits for fits in takes) for each in hand)
        open_to = [each for each in self.unseen if any(each in fits for fits in takes)]
        found = {Rationale.VARIED: self.weights.answer * answers - self.weights.scarce * len(open_to)}
        if self.next_slots and not any(mask >> each.order & 1 for each in open_to for mask in self.next_slots):
            friend = self.view.team_of(self.next) == self.side
            found[Rationale.SHUTS_OUT] = -self.weights.shut if friend else self.weights.shut
        return found

    def _pair_reasons(self, layout: Line, hand: tuple[Tile, ...], move: Play) -> dict[Rationale, float]:
        """Return what a play on a line is worth to a pair beyond the next turn: a block, or bonuses."""
        assert self.view.seat is not None
        takes = [self.rules.fits[end] for end in set(layout.ends.values())]
        open_to = [each for each in self.unseen if any(each in fits for fits in takes)]
        if not open_to and not any(each in fits for fits in takes for each in hand):
            margin = self._pips_ahead(sum(each.pips for each in hand))
            return {Rationale.BLOCKS: max(-MAX_BLOCK, min(MAX_BLOCK, BLOCK_PIP * margin))}
        hands = tuple(hand if seat == self.view.seat else () for seat in range(self.view.seats))
        after = self.start._replace(layout=layout, hands=hands, history=(*self.start.history, move))
        found: dict[Rationale, float] = {}
        if passes := self._pass_points(after, bitmask(open_to)):
            found[Rationale.SHUTS_OUT] = self._worth(passes)
        if len(hand) == 1 and (last := self._last_tile_points(after, hand[0])):
            found[Rationale.ENDS_IN_STYLE] = self._worth(last) * LAST_TILE_CHANCE
        return found

    def _worth(self, points: float) -> float:
        """Return points in pips, a match to 100 taken as the measure."""
        target = self.view.options.get("target", self.rules.target)
        return self.weights.pip * 100 * points / target if isinstance(target, int) else 0.0

    def _pips_ahead(self, own: int) -> float:
        """Return by how many pips the pair is expected to win a blocked deal, with ``own`` in the hand."""
        view, me = self.view, self.view.seat or 0
        mean = sum(each.pips for each in self.unseen) / max(1, len(self.unseen))
        held = [own if seat == me else mean * size for seat, size in enumerate(view.hand_sizes)]
        ours = view.teams[self.side]
        others = [seat for seat in range(view.seats) if seat not in ours]
        match self.rules.measure(view.options):
            case "next":
                return held[self.next] - own
            case "hand":
                return min(held[seat] for seat in others) - min(held[seat] for seat in ours)
            case "pair":
                return sum(held[seat] for seat in others) - sum(held[seat] for seat in ours)

    def _pass_points(self, after: State, open_to: int) -> float:
        """Return the points that passes of the other seats are expected to score, ``open_to`` being what fits."""
        if self.rules.pass_bonus is None:
            return 0.0
        chance, expected, seat = 1.0, 0.0, self.next
        while seat != self.view.seat:
            for mask in self.slots[seat]:
                chance *= 1 - (mask & open_to).bit_count() / max(1, mask.bit_count())
            after = after._replace(history=(*after.history, Pass(seat)))
            bonus = self.rules.pass_bonus(after)
            if bonus is not None:
                expected += chance * bonus.points
            seat = after.next_seat(seat)
        return expected

    def _last_tile_points(self, after: State, tile: Tile) -> int:
        """Return the bonuses for going out next with the last tile, if both ends stay as they are."""
        assert isinstance(after.layout, Line)
        seat, most = self.view.seat or 0, 0
        for end, shown in after.layout.ends.items():
            if tile in self.rules.fits[shown]:
                play = Play(seat, tile, end)
                layout = self.rules.lay(after.layout, play, shown)
                out = after._replace(layout=layout, hands=((),) * after.seats, history=(*after.history, play))
                most = max(most, sum(bonus.points for bonus in self.rules.score_deal(out, "out").bonuses))
        return most

    def _mark_risk(self, pile: Pile) -> float:
        """Return what the running total offers the next player: the marks that unseen tiles would hit."""
        marks = count_hits(pile.total, self.rules, self.view.options.get("hit") == "reach", self.unseen)
        return MARK_VALUE * min(1.0, marks * len(self.view.hand) / max(1, len(self.unseen)))

    def _train_value(self, trains: Trains, hand: tuple[Tile, ...], move: Play) -> float:
        """Return the value of the rest of the hand: tiles of a chain on the own train count as played."""
        assert self.view.seat is not None
        own = train_of(self.view.seat)
        chain = best_chain(hand, trains.ends[own], self.rules.fits)
        laid = sum(each.pips for each in chain)
        return (
            0.8 * laid + 1.0 * len(chain) - (2.0 if move.tile.double and not self._covers(trains, hand, move) else 0.0)
        )

    def _covers(self, trains: Trains, hand: tuple[Tile, ...], move: Play) -> bool:
        takes = self.rules.fits[trains.ends[move.end]]
        return any(each in takes for each in hand)


def count_hits(total: int, rules: RuleSet, passing: bool, tiles: Iterable[Tile]) -> int:
    """Return how many tiles would bring a total to a mark, or with ``passing`` past it."""
    missing = [mark - total for mark in rules.scoring_totals if 0 < mark - total <= MAX_ADDED]
    if not missing:
        return 0
    nearest = missing[0]
    return sum(each.pips >= nearest if passing else each.pips in missing for each in tiles)
