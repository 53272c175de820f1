"""A hint: the move an expert would choose, and why."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from gettext import NullTranslations
from typing import Any, NamedTuple

import discord

from cogs.core.components import button
from cogs.messages.moves import move_name
from engine import match
from engine.actions import Flip, Move, Play
from engine.bots.beliefs import visible_state
from engine.bots.decision import Decision, Estimate, Rationale
from engine.bots.trains import best_chain
from engine.i18n import N_
from engine.layouts import train_of
from engine.move_points import points_by_move
from engine.rules import find
from engine.view import View

_REASONS = {
    Rationale.ONLY: N_("There is only one thing you can do: **{move}**."),
    Rationale.GOES_OUT: N_("An expert would choose **{move}**: it is your last tile, so you go out."),
    Rationale.SCORES: N_("An expert would choose **{move}**: it scores at once."),
    Rationale.ENDS_WELL: N_(
        "An expert would choose **{move}**: of all the ways this deal can still go, it leads to the best one."
    ),
    Rationale.SHUTS_OUT: N_(
        "An expert would choose **{move}**: it probably leaves the next player with nothing to play."
    ),
    Rationale.HEAVY: N_("An expert would choose **{move}**: it gets rid of the most pips."),
    Rationale.DOUBLE: N_("An expert would choose **{move}**: it's best to lay a double while it fits."),
    Rationale.VARIED: N_("An expert would choose **{move}**: it leaves you with tiles that fit well afterwards."),
    Rationale.BLOCKS: N_("An expert would choose **{move}**: it blocks the deal while you are ahead in pips."),
    Rationale.ENDS_IN_STYLE: N_("An expert would choose **{move}**: your last tile could then go out with a bonus."),
    Rationale.REMEMBERED: N_(
        "An expert would choose **{move}**: it makes a pair with a tile that players have already seen."
    ),
    Rationale.UNKNOWN: N_("An expert would choose **{move}**: nobody has seen the tile there yet."),
    Rationale.COUNTS: N_("An expert would choose **{move}**: that is what your hand can count on."),
    Rationale.TOO_LITTLE: N_("An expert would choose **{move}**: your hand is too weak for a bid here."),
    Rationale.TAKES: N_("An expert would choose **{move}**: it most likely takes the trick."),
    Rationale.FEEDS: N_("An expert would choose **{move}**: your partner takes the trick, so give it points."),
    Rationale.SAVES: N_("An expert would choose **{move}**: it's the tile that you can spare best."),
    Rationale.KEEPS: N_("An expert would choose **{move}**: your tiles are worth more in your hand."),
    Rationale.TRIED: N_("An expert would choose **{move}**: it did best in simulations of the rest of the deal."),
}
"""The sentence for each motive; ``{move}`` is the name of the move."""

_OVERALL = N_("An expert would choose **{move}**: all in all, it looks best.")
_FEW_LEFT = N_(
    "An expert would choose **{move}**: it leaves you with the fewest tiles that you would have to lay next."
)
_LITTLE_LEFT = N_("An expert would choose **{move}**: it leaves the next player little to score with.")


class _Chances(NamedTuple):
    """Sentences with chances: almost certain, almost none, known well, and known roughly."""

    certain: str
    lost: str
    about: str
    between: str


_OF_DEALS = _Chances(
    N_("It wins almost every deal that I can imagine."),
    N_("Even so, it wins hardly any deal that I can imagine."),
    N_("It wins about {share} of 100 deals that I can imagine."),
    N_("I have imagined only a few deals: it wins between {low} and {high} of 100."),
)
_OF_MATCH = _Chances(
    N_("After that, you are almost certain to win the match."),
    N_("Even so, you have almost no chance of winning the match."),
    N_("Your chance of winning the match is then about {share}%."),
    N_("Your chance of winning the match is then somewhere between {low}% and {high}%."),
)

_CERTAIN_PERCENT = 95
"""The percentage from which on the text gives no number."""

_WIDE = 0.15
"""The width of an interval from which on the text names both its ends."""


def hint_button(table_id: str, t: NullTranslations) -> discord.ui.Button[Any]:
    """Return the button that asks for a hint."""
    return button("hint", table_id, label=t.gettext("Hint"))


def advice(decision: Decision, view: View, people: Sequence[str], t: NullTranslations) -> str:
    """Return the move an expert would choose, the reason and the chances it leaves.

    Args:
        decision: the expert's decision.
        view: the view it was made from, that of the player who asks.
        people: each seat's name, as it stands in a sentence.
        t: the reader's catalog.

    """
    label = move_name(decision.move, view, t, people)
    if points := _points(decision.move, view):
        label += f" (+{points})"
    estimate = next((each for each in decision.estimates if each.move == decision.move), None)
    tried = estimate is not None and estimate.samples > 0
    if follow_ups := _follow_ups(decision, view):
        sentence = t.ngettext(
            "An expert would choose **{move}**: after that, {count} of your tiles can follow on your own train.",
            "An expert would choose **{move}**: after that, {count} of your tiles can follow in a row on "
            "your own train.",
            follow_ups,
        )
    else:
        sentence = t.gettext(_reason(decision, view, tried=tried))
    lines = [sentence.format(move=label, count=follow_ups)]
    if estimate is not None and tried and len(view.legal) > 1:
        lines.append(f"-# {_chances(estimate, t)}")
    return "\n".join(lines)


def _points(move: Move, view: View) -> int:
    """Return the points a move scores at once."""
    return points_by_move(view).get(view.legal.index(move), 0) if move in view.legal else 0


def _reason(decision: Decision, view: View, *, tried: bool) -> str:
    """Return the sentence for the reason; a motive whose sentence does not hold in this position gets a general one."""
    if decision.rationale is Rationale.KEEPS and isinstance(decision.move, Play) and view.layout.total is not None:
        return _LITTLE_LEFT
    if decision.rationale is Rationale.VARIED and _wants_pips(view):
        sentence, so = _FEW_LEFT, _leaves_fewest(decision.move, view)
    else:
        sentence, so = _REASONS[decision.rationale], _holds(decision.rationale, decision.move, view)
    if so:
        return sentence
    return _REASONS[Rationale.TRIED] if tried else _OVERALL


def _holds(rationale: Rationale, move: Move, view: View) -> bool:
    """Whether the sentence for a motive is true of a move in the player's view."""
    return rationale not in _CONDITIONS or _CONDITIONS[rationale](move, view)


def _goes_out(move: Move, view: View) -> bool:
    return isinstance(move, Play) and len(view.hand) == 1


def _is_heaviest(move: Move, view: View) -> bool:
    heaviest = max((each.tile.pips for each in view.legal if isinstance(each, Play)), default=0)
    return isinstance(move, Play) and move.tile.pips == heaviest and not _wants_pips(view)


def _is_double_that_fits(move: Move, view: View) -> bool:
    # on a pile every tile fits at any time
    return isinstance(move, Play) and move.tile.double and view.layout.has_ends


def _bids_first(_: Move, view: View) -> bool:
    # over a partner's bid even a strong hand may pass
    bidder = view.layout.bidder
    return view.layout.has_tricks and (bidder is None or bidder % 2 != (view.seat or 0) % 2)


def _turns_up_unseen(move: Move, view: View) -> bool:
    seen = {each.position for each in view.history if isinstance(each, Flip)}
    return isinstance(move, Flip) and move.position not in seen


_CONDITIONS: Mapping[Rationale, Callable[[Move, View], bool]] = {
    Rationale.ONLY: lambda _, view: len(view.legal) == 1,
    Rationale.GOES_OUT: _goes_out,
    Rationale.SCORES: lambda move, view: _points(move, view) > 0,
    Rationale.HEAVY: _is_heaviest,
    Rationale.DOUBLE: _is_double_that_fits,
    Rationale.VARIED: lambda move, view: isinstance(move, Play) and _fitting_count(move, view) > 0,
    Rationale.KEEPS: lambda move, _: not isinstance(move, Play),
    Rationale.TOO_LITTLE: _bids_first,
    Rationale.UNKNOWN: _turns_up_unseen,
}
"""The conditions under which the sentence of a motive is true; sentences without one are always true."""


def _follow_ups(decision: Decision, view: View) -> int:
    """Return the number of tiles that could follow on one's own train; 0 if that is not the reason for the move."""
    if decision.rationale is not Rationale.VARIED or not isinstance(decision.move, Play) or view.seat is None:
        return 0
    after = match.step(visible_state(view), decision.move)
    if not after.layout.has_own_ends:
        return 0
    return len(best_chain(after.hands[view.seat], after.layout.ends[train_of(view.seat)], after.rules.fits))


def _wants_pips(view: View) -> bool:
    """Whether the player left with the most pips wins; no player wants to get rid of tiles then."""
    return find(view.rules).scoring.blocked_criterion == "most pips"


def _fitting_count(play: Play, view: View) -> int:
    """Return the number of tiles of the hand that would fit an end after a play, open to the player or not."""
    after = match.step(visible_state(view), play)
    if not after.layout.has_ends:
        return 0
    takes = [after.rules.fits[half] for half in set(after.layout.ends.values())]
    return sum(any(tile in fits for fits in takes) for tile in view.hand if tile != play.tile)


def _leaves_fewest(move: Move, view: View) -> bool:
    """Whether no other play leaves fewer tiles that fit."""
    plays = [each for each in view.legal if isinstance(each, Play)]
    return isinstance(move, Play) and _fitting_count(move, view) == min(_fitting_count(each, view) for each in plays)


def _chances(estimate: Estimate, t: NullTranslations) -> str:
    """Return a sentence with the share of deals won, or else the chances of winning the match, as surely as known."""
    known, sentences = estimate.wins, _OF_DEALS
    if known is None:
        known, sentences = estimate.value, _OF_MATCH
    low, high = (known, known) if estimate.exact else _interval(known, estimate.samples)
    if 100 * known >= _CERTAIN_PERCENT:
        sentence = sentences.certain
    elif 100 * known <= 100 - _CERTAIN_PERCENT:
        sentence = sentences.lost
    elif high - low > _WIDE:
        sentence = sentences.between
    else:
        sentence = sentences.about
    share = round(100 * known) if sentences is _OF_DEALS else _fives(known)
    return t.gettext(sentence).format(share=share, low=_fives(low), high=_fives(high))


def _fives(share: float) -> int:
    return round(20 * share) * 5


def _interval(share: float, samples: int) -> tuple[float, float]:
    """Return the interval of 95 % for a share of samples (Wilson, 1927)."""
    z = 1.96
    middle = (share + z * z / (2 * samples)) / (1 + z * z / samples)
    half = z / (1 + z * z / samples) * math.sqrt(share * (1 - share) / samples + (z / (2 * samples)) ** 2)
    return max(0.0, middle - half), min(1.0, middle + half)
