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


def blocked(view: View, result: Result, names: Sequence[str], t: NullTranslations, scored: str = "") -> str:
    """Return the end of a blocked deal, its winners or their points, and the reason, without a full stop.

    Args:
        view: the match.
        result: the end of the deal.
        names: each seat's name, as it stands in the sentence.
        t: the catalog of the reader's language.
        scored: the winners' points; empty where they stand beside the sentence.

    """
    rules = rules_of(view)
    if rules.scoring.points_against or rules.scoring.blocked_criterion == "nobody":
        return t.gettext("Blocked: nobody can go on")
    block = _Block(view, result, names, t, scored)
    return block.against_next() if rules.measure(view.options) == "next" else block.compared()


class _Block:
    """A blocked deal in which hands are compared; the arguments are those of :func:`blocked`."""

    def __init__(self, view: View, result: Result, names: Sequence[str], t: NullTranslations, scored: str) -> None:
        self._view = view
        self._rules = rules_of(view)
        self._result = result
        self._names = names
        self._t = t
        self._scored = scored
        self._winners = list_names(result.winners, names, t)

    def _pips(self, count: int) -> str:
        return self._t.ngettext("{count} pip", "{count} pips", count).format(count=count)

    def against_next(self) -> str:
        """Return the end of a block in which only the blocker's hand and the next seat's are compared."""
        t, hands = self._t, self._result.hands
        blocker = self._result.last_seat or 0
        other = (blocker + 1) % self._view.seats
        form = t.gettext(
            "Blocked by {blocker}: {names} win the deal, since {blocker} has {pips} and {other} has {more}"
        )
        if self._scored:
            form = t.gettext(
                "Blocked by {blocker}: {names} score {points}, since {blocker} has {pips} and {other} has {more}"
            )
        return form.format(
            blocker=self._names[blocker],
            names=self._winners,
            points=self._scored,
            pips=self._pips(pips(hands[blocker])),
            other=self._names[other],
            more=pips(hands[other]),
        )

    def compared(self) -> str:
        """Return the end of a block in which the hands of all seats or sides are compared."""
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
            return self._lightest_hand(best)
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

    def _lightest_hand(self, best: int) -> str:
        """Return the win of a pair by the lightest hand of one of the two."""
        form = self._t.gettext("Blocked: {names} win the deal, since {name} has the lightest hand, {count}")
        if self._scored:
            form = self._t.gettext("Blocked: {names} score {points}, since {name} has the lightest hand, {count}")
        name = self._names[self._result.winning_seat or 0]
        return form.format(name=name, names=self._winners, points=self._scored, count=best)

    def _tie_decided(self, best: int) -> str:
        """Return the end of a tied block that the opener, the blocker or the order of play decided."""
        t, result, several = self._t, self._result, len(self._result.winners)
        if not self._rules.ties_go_to_opener(self._view.options):
            form = t.gettext("Blocked, tied at {pips}: {names} win the deal, since {blocker} blocked it")
            if self._scored:
                form = t.gettext("Blocked, tied at {pips}: {names} score {points}, since {blocker} blocked it")
        elif result.opener in result.winners:
            form = t.ngettext(
                "Blocked, tied at {pips}: {names} wins the deal, since {opener} opened",
                "Blocked, tied at {pips}: {names} win the deal, since {opener} opened",
                several,
            )
            if self._scored:
                form = t.ngettext(
                    "Blocked, tied at {pips}: {names} scores {points}, since {opener} opened",
                    "Blocked, tied at {pips}: {names} score {points}, since {opener} opened",
                    several,
                )
        else:
            form = t.gettext(
                "Blocked, tied at {pips}: {names} wins the deal, as the first of them to play after the opener, "
                "{opener}"
            )
            if self._scored:
                form = t.gettext(
                    "Blocked, tied at {pips}: {names} scores {points}, as the first of them to play after the opener, "
                    "{opener}"
                )
        return form.format(
            pips=self._pips(best),
            names=self._winners,
            points=self._scored,
            opener=self._names[result.opener],
            blocker=self._names[result.last_seat or 0],
        )

    def _counted(self, best: int, second: int, *, shared: bool, tied: bool) -> str:
        """Return the end of a block that the first count decided, or the second after a tie in the first."""
        t = self._t
        if shared:
            form = t.gettext("Blocked: {names} tie in pips and in tiles and share the win")
        elif tied:
            form = self._second_count()
        elif self._scored:
            form = t.ngettext(
                "Blocked: {names} scores {points} with the fewest pips, {count}",
                "Blocked: {names} score {points} with the fewest pips, {count}",
                len(self._result.winners),
            )
        else:
            form = self._first_count()
        return form.format(
            names=self._winners,
            points=self._scored,
            count=best,
            second=second,
            pips=self._pips(best),
            tiles=t.ngettext("{count} tile", "{count} tiles", best).format(count=best),
        )

    def _first_count(self) -> str:
        t, several = self._t, len(self._result.winners)
        return {
            "pips": t.ngettext(
                "Blocked: {names} wins the deal with the fewest pips, {count}",
                "Blocked: {names} win the deal with the fewest pips, {count}",
                several,
            ),
            "tiles": t.ngettext(
                "Blocked: {names} wins the deal with the fewest tiles, {count}",
                "Blocked: {names} win the deal with the fewest tiles, {count}",
                several,
            ),
            "most pips": t.ngettext(
                "Blocked: {names} wins the deal with the most pips, {count}",
                "Blocked: {names} win the deal with the most pips, {count}",
                several,
            ),
        }[self._rules.scoring.blocked_criterion]

    def _second_count(self) -> str:
        t = self._t
        return {
            "pips": t.gettext("Blocked, tied at {pips}: {names} wins the deal with the fewest tiles, {second}"),
            "tiles": t.gettext("Blocked, tied at {tiles}: {names} wins the deal with the fewest pips, {second}"),
            "most pips": t.gettext("Blocked, tied at {pips}: {names} wins the deal with the most tiles, {second}"),
        }[self._rules.scoring.blocked_criterion]
