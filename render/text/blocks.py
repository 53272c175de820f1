"""Texts on the ends of blocked deals."""

from __future__ import annotations

from collections.abc import Sequence
from gettext import NullTranslations
from itertools import chain
from operator import itemgetter

from engine.events import Result
from engine.tiles import pips
from engine.view import View
from render.text.sentences import in_pairs, list_names, rules_of


def blocked(view: View, result: Result, names: Sequence[str], t: NullTranslations) -> str:
    """Return the reason of the win of a blocked deal, to follow a colon, or the sentence on one that nobody wins.

    Args:
        view: the match.
        result: the end of the deal.
        names: each seat's name, as it stands in the sentence.
        t: the catalog of the reader's language.

    """
    if not is_compared(view):
        return t.gettext("Blocked: nobody can go on")
    block = _Block(view, result, names, t)
    return block.against_next() if rules_of(view).measure(view.options) == "next" else block.compared()


def is_compared(view: View) -> bool:
    """Whether the rules compare hands in a blocked deal, so that somebody may win it."""
    scoring = rules_of(view).scoring
    return not scoring.points_against and scoring.blocked_criterion != "nobody"


class _Block:
    """A blocked deal in which hands are compared; the arguments are those of :func:`blocked`."""

    def __init__(self, view: View, result: Result, names: Sequence[str], t: NullTranslations) -> None:
        self._view = view
        self._rules = rules_of(view)
        self._result = result
        self._names = names
        self._t = t

    def _pips(self, count: int) -> str:
        return self._t.ngettext("{count} pip", "{count} pips", count).format(count=count)

    def against_next(self) -> str:
        """Return the reason where only the blocker's hand and the next seat's are compared."""
        hands = self._result.hands
        blocker = self._result.last_seat or 0
        other = (blocker + 1) % self._view.seats
        form = self._t.gettext("blocked by {blocker}, with {pips} against {other}'s {more}")
        return form.format(
            blocker=self._names[blocker],
            pips=self._pips(pips(hands[blocker])),
            other=self._names[other],
            more=pips(hands[other]),
        )

    def compared(self) -> str:
        """Return the reason where the hands of all seats or sides are compared."""
        view = self._view
        by_hand = self._rules.measure(view.options) == "hand"
        sides = [(seat,) for seat in range(view.seats)] if by_hand else view.teams
        ranks = {side: self._rank(side) for side in sides}
        choose = max if self._rules.scoring.blocked_criterion == "most pips" else min
        best, _ = choose(ranks.values(), key=itemgetter(0))
        level = [side for side, (first, _) in ranks.items() if first == best]
        # first blocks without a winner, then ties that the rules decide, then those that a count decides
        if not self._result.winners:
            return self._nobody_scores(level, best, by_hand=by_hand)
        if not self._rules.scoring.scoreless and len({view.team_of(side[0]) for side in level}) > 1:
            return self._tie_decided(best)
        if by_hand and in_pairs(view):
            form = self._t.gettext("blocked, and {name} has the lightest hand, {count}")
            return form.format(name=self._names[self._result.winning_seat or 0], count=best)
        winners = [side for side in view.teams if side[0] in self._result.winners]
        return self._counted(best, ranks[winners[0]][1], shared=len(winners) > 1, tied=len(level) > 1)

    def _rank(self, seats: Sequence[int]) -> tuple[int, int]:
        """Return the key that ranks a side."""
        hands = [self._result.hands[seat] for seat in seats]
        tiles, total = sum(map(len, hands)), sum(map(pips, hands))
        return (tiles, total) if self._rules.scoring.blocked_criterion == "tiles" else (total, tiles)

    def _nobody_scores(self, level: Sequence[Sequence[int]], best: int, *, by_hand: bool) -> str:
        if not by_hand and in_pairs(self._view):
            return self._t.gettext("Blocked, tied at {pips}: nobody scores").format(pips=self._pips(best))
        tied = list_names(chain.from_iterable(level), self._names, self._t)
        form = self._t.gettext("Blocked: {names} tie for the fewest pips, {count}, so nobody scores")
        return form.format(names=tied, count=best)

    def _tie_decided(self, best: int) -> str:
        """Return the reason where the opener, the blocker or the order of play decided a tie."""
        t, result = self._t, self._result
        if not self._rules.ties_go_to_opener(self._view.options):
            form = t.gettext("blocked by {blocker} and tied at {pips}")
        elif result.opener in result.winners:
            form = t.gettext("blocked and tied at {pips}, and {opener} opened")
        else:
            form = t.gettext("blocked and tied at {pips}, with the first turn after the opener, {opener}")
        return form.format(
            pips=self._pips(best),
            opener=self._names[result.opener],
            blocker=self._names[result.last_seat or 0],
        )

    def _counted(self, best: int, second: int, *, shared: bool, tied: bool) -> str:
        """Return the reason where the first count decided, or the second after a tie in the first."""
        t = self._t
        if shared:
            form = t.gettext("blocked and tied in pips and in tiles")
        else:
            form = self._second_count() if tied else self._first_count()
        return form.format(
            count=best,
            second=second,
            pips=self._pips(best),
            tiles=t.ngettext("{count} tile", "{count} tiles", best).format(count=best),
        )

    def _first_count(self) -> str:
        t = self._t
        return {
            "pips": t.gettext("blocked, with the fewest pips, {count}"),
            "tiles": t.gettext("blocked, with the fewest tiles, {count}"),
            "most pips": t.gettext("blocked, with the most pips, {count}"),
        }[self._rules.scoring.blocked_criterion]

    def _second_count(self) -> str:
        t = self._t
        return {
            "pips": t.gettext("blocked and tied at {pips}, with the fewest tiles, {second}"),
            "tiles": t.gettext("blocked and tied at {tiles}, with the fewest pips, {second}"),
            "most pips": t.gettext("blocked and tied at {pips}, with the most tiles, {second}"),
        }[self._rules.scoring.blocked_criterion]
