"""Rates moves by simple reasons, without any simulation."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from engine.actions import Move, Pass, Play
from engine.bots.beliefs import Beliefs
from engine.bots.decision import Rationale
from engine.bots.trains import best_chain
from engine.game import RuleSet, State
from engine.layouts import Layout, Line, Pile, Trains, train_of
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
    return kinds[rules.scoring.blocked_criterion]


def weigh_moves(view: View) -> tuple[Reasons, ...]:
    """Return the reasons for each of a view's legal moves, in their order."""
    weigher = WEIGHERS.get(type(view.layout), MoveWeigher)(view)
    return tuple(weigher.reasons(move) for move in view.legal)


class MoveWeigher:
    """Rates the moves of a seat at a table with ends.

    Args:
        view: the view of the seat in turn.

    """

    def __init__(self, view: View) -> None:
        beliefs = Beliefs(view)
        self.view, self.seat = view, view.own_seat
        self.start = beliefs.visible
        self.rules: RuleSet = self.start.rules
        self.weights = weights_for(self.rules)
        self.unseen = beliefs.unseen
        self.gains = {view.legal[index]: points for index, points in points_by_move(view).items()}
        self.side = view.team_of(self.seat)
        self.in_pairs = len(view.teams) < view.seats and not beliefs.draws
        self.next = self.start.next_seat(self.seat)
        # the possible tiles of each slot in the other hands
        self.slots = {seat: [mask for owner, mask in beliefs.slots if owner == seat] for seat in range(view.seats)}

    def reasons(self, move: Move) -> Reasons:
        """Return the reasons for a move."""
        if not isinstance(move, Play):
            return {Rationale.KEEPS: -DRAW_COST}
        weights, tile = self.weights, move.tile
        hand = tuple(each for each in self.view.hand if each is not tile)
        if not hand:
            losing = self.rules.scoring.blocked_criterion == "most pips"
            return {Rationale.GOES_OUT: -DECISIVE if losing else DECISIVE}
        weighed = {Rationale.HEAVY: weights.pip * tile.pips}
        if tile.double:
            weighed[Rationale.DOUBLE] = weights.double
        if move in self.gains:
            weighed[Rationale.SCORES] = weights.gain * self.gains[move]
        weighed.update(self.on_table(self.start.laid(move), hand, move))
        return weighed

    def on_table(self, layout: Layout, hand: tuple[Tile, ...], move: Play) -> dict[Rationale, float]:
        """Return the reasons for a play that leads to a table, and leaves a hand."""
        weighed = self.at_ends(layout, hand, move)
        tile, crosswise = move.tile, self.rules.crosswise
        is_matador = tile in MATADORS if crosswise == MATADORS else tile in crosswise and not tile.double
        if is_matador:
            # a tile that fits anywhere is worth keeping
            weighed[Rationale.KEEPS] = -3.0
        return weighed

    def at_ends(self, layout: Layout, hand: tuple[Tile, ...], move: Play) -> dict[Rationale, float]:
        """Return the reasons for a play by the ends that it leaves."""
        del move
        fitting = self.fitting(layout)
        answers = sum(each in fitting for each in hand)
        open_to = bitmask(fitting.intersection(self.unseen))
        weighed = {Rationale.VARIED: self.weights.answer * answers - self.weights.scarce * open_to.bit_count()}
        next_slots = self.slots[self.next]
        if next_slots and not any(mask & open_to for mask in next_slots):
            is_friend = self.view.team_of(self.next) == self.side
            weighed[Rationale.SHUTS_OUT] = -self.weights.shut if is_friend else self.weights.shut
        return weighed

    def fitting(self, layout: Layout) -> set[Tile]:
        """Return the tiles that fit some end of a table."""
        return set[Tile]().union(*[self.rules.fits[number] for number in layout.ends.values()])


class LineWeigher(MoveWeigher):
    """Rates plays on a line: in pairs, they may block the deal, or score bonuses."""

    def at_ends(self, layout: Layout, hand: tuple[Tile, ...], move: Play) -> dict[Rationale, float]:
        """Return the reasons for a play by the ends that it leaves, for a pair beyond the next turn as well."""
        weighed = super().at_ends(layout, hand, move)
        if self.in_pairs:
            for rationale, weight in self._pair_reasons(layout, hand, move).items():
                weighed[rationale] = weighed.get(rationale, 0.0) + weight
        return weighed

    def _pair_reasons(self, layout: Layout, hand: tuple[Tile, ...], move: Play) -> Reasons:
        """Return the worth of a play to a pair beyond the next turn: a block, or bonuses."""
        fitting = self.fitting(layout)
        open_to = bitmask(fitting.intersection(self.unseen))
        if not open_to and fitting.isdisjoint(hand):
            margin = self._pips_ahead(sum(each.pips for each in hand))
            return {Rationale.BLOCKS: max(-MAX_BLOCK, min(MAX_BLOCK, BLOCK_PIP * margin))}
        hands = tuple(hand if seat == self.seat else () for seat in range(self.view.seats))
        after = self.start.with_move(move)._replace(hands=hands)
        weighed: dict[Rationale, float] = {}
        if passes := self._pass_points(after, open_to):
            weighed[Rationale.SHUTS_OUT] = self._worth(passes)
        if len(hand) == 1 and (last := self._last_tile_points(after, hand[0])):
            weighed[Rationale.ENDS_IN_STYLE] = self._worth(last) * LAST_TILE_CHANCE
        return weighed

    def _worth(self, points: float) -> float:
        """Return points in pips, a match to 100 taken as the measure."""
        target = self.view.options.get("target", self.rules.scoring.target)
        return self.weights.pip * 100 * points / target if isinstance(target, int) else 0.0

    def _pips_ahead(self, own: int) -> float:
        """Return the pips by which the pair is expected to win a blocked deal, with ``own`` in the hand."""
        mean = sum(each.pips for each in self.unseen) / max(1, len(self.unseen))
        held = [mean * size for size in self.view.hand_sizes]
        held[self.seat] = own
        # in pairs, seats of a side are two apart
        ours, others = held[self.seat % 2 :: 2], held[1 - self.seat % 2 :: 2]
        match self.rules.measure(self.view.options):
            case "next":
                return held[self.next] - own
            case "hand":
                return min(others) - min(ours)
            case "pair":
                return sum(others) - sum(ours)

    def _pass_points(self, after: State, open_to: int) -> float:
        """Return the expected points for passes of the other seats, where only the tiles ``open_to`` fit."""
        if self.rules.scoring.pass_bonus is None:
            return 0.0
        chance, expected, seat = 1.0, 0.0, self.next
        while seat != self.seat:
            for mask in self.slots[seat]:
                chance *= 1 - (mask & open_to).bit_count() / max(1, mask.bit_count())
            after = after._replace(history=(*after.history, Pass(seat)))
            bonus = self.rules.scoring.pass_bonus(after)
            if bonus is not None:
                expected += chance * bonus.points
            seat = after.next_seat(seat)
        return expected

    def _last_tile_points(self, after: State, tile: Tile) -> int:
        """Return the bonuses for going out next with the last tile, if both ends stay as they are."""
        max_points = 0
        for end, number in after.layout.ends.items():
            if tile in self.rules.fits[number]:
                out = after.with_move(Play(self.seat, tile, end))._replace(hands=((),) * after.seats)
                max_points = max(
                    max_points, sum(bonus.points for bonus in self.rules.scoring.score_deal(out, "out").bonuses)
                )
        return max_points


class PileWeigher(MoveWeigher):
    """Rates plays on a pile, by the running total."""

    def on_table(self, layout: Layout, hand: tuple[Tile, ...], move: Play) -> dict[Rationale, float]:
        """Return the risk that the total offers the next player: the marks that unseen tiles would hit."""
        del hand, move
        marks = count_hits(Pile.of(layout).total, self.rules, self.view.options.get("hit") == "reach", self.unseen)
        risk = min(1.0, marks * len(self.view.hand) / max(1, len(self.unseen)))
        return {Rationale.KEEPS: -MARK_VALUE * risk}


class TrainWeigher(MoveWeigher):
    """Rates plays on trains, by the rest of the hand."""

    def on_table(self, layout: Layout, hand: tuple[Tile, ...], move: Play) -> dict[Rationale, float]:
        """Return the value of the rest of the hand: tiles of a chain on the own train count as played."""
        chain = best_chain(hand, layout.ends[train_of(self.seat)], self.rules.fits)
        value = 0.8 * sum(each.pips for each in chain) + 1.0 * len(chain)
        takes = self.rules.fits[layout.ends[move.end]]
        if move.tile.double and not any(each in takes for each in hand):
            # nothing covers it
            value -= 2.0
        return {Rationale.VARIED: value}


WEIGHERS: Mapping[type[Layout], type[MoveWeigher]] = {Line: LineWeigher, Pile: PileWeigher, Trains: TrainWeigher}
"""The forms of table whose moves are not rated by the ends alone."""


def count_hits(total: int, rules: RuleSet, passing: bool, tiles: Iterable[Tile]) -> int:
    """Return how many tiles would bring a total to a mark, or with ``passing`` past it."""
    missing = [mark - total for mark in rules.scoring.scoring_totals if 0 < mark - total <= MAX_ADDED]
    if not missing:
        return 0
    nearest = missing[0]
    return sum(each.pips >= nearest if passing else each.pips in missing for each in tiles)
