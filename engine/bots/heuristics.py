"""Rates moves by simple reasons, without any simulation."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from engine import match
from engine.actions import Move, Play
from engine.bots.beliefs import Beliefs
from engine.bots.decision import Rationale
from engine.bots.running_total import count_hits
from engine.bots.trains import best_chain
from engine.fitting import MATADORS
from engine.game import RuleSet
from engine.layouts import Grid, Pile, Trains, train_of
from engine.move_points import points_by_move
from engine.tiles import Tile
from engine.view import View

DECISIVE = 1000.0
"""A weight that exceeds all others together."""

DRAW_COST = 30.0
"""The weight against drawing while a tile fits, in pips."""

MARK_VALUE = 30.0
"""The value of hitting a mark, in pips."""

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
    return {"pips": PIPS_WEIGHTS, "tiles": TILES_WEIGHTS, "most pips": MOST_PIPS_WEIGHTS}[rules.blocked_winner]


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
        assert view.turn is not None, "a seat is in turn"
        self.next = self.start.next_seat(view.turn)
        # the possible tiles of each slot in the next hand
        self.next_slots = [mask for seat, mask in beliefs.slots if seat == self.next]

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
