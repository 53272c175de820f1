"""Texts on the ends of blocked deals."""

from __future__ import annotations

from collections.abc import Sequence
from gettext import NullTranslations

from engine.events import Result
from engine.rules import RuleSet
from engine.tiles import pips
from engine.view import View
from render.i18n import list_items
from render.text.sentences import in_pairs, rules_of


def blocked(view: View, result: Result, names: Sequence[str], t: NullTranslations, scored: str = "") -> str:
    """Return how a blocked deal ended: who wins it or scores, and why, without a full stop.

    Args:
        view: the match.
        result: how the deal ended.
        names: each seat's name, as it stands in the sentence.
        t: the catalog of the reader's language.
        scored: the winners' points; empty where they stand beside the sentence.

    """
    rules = rules_of(view)
    if rules.scoring.points_against or rules.scoring.blocked_criterion == "nobody":
        return t.gettext("Blocked: nobody can go on")
    measure = rules.measure(view.options)
    if measure == "next":
        return _blocker_against_next(view, result, names, t, scored)
    compared = [(seat,) for seat in range(view.seats)] if measure == "hand" else view.teams
    ranks = {side: _ranking(rules, result, side) for side in compared}
    firsts = [rank[0] for rank in ranks.values()]
    best = max(firsts) if rules.scoring.blocked_criterion == "most pips" else min(firsts)
    level = [side for side, rank in ranks.items() if rank[0] == best]
    if not result.winners:
        if measure != "hand" and in_pairs(view):
            return t.gettext("Blocked, tied at {pips}: nobody scores").format(pips=_pips(best, t))
        tied = [seat for side in level for seat in side]
        form = t.gettext("Blocked: {names} tie for the fewest pips, {count}, so nobody scores")
        return form.format(names=_names(tied, names, t), count=best)
    if not rules.scoring.scoreless and len({view.team_of(seat) for side in level for seat in side}) > 1:
        return _tie_decided(view, result, best, names, t, scored)
    if measure == "hand" and in_pairs(view):
        form = t.gettext("Blocked: {names} win the deal, since {name} has the lightest hand, {count}")
        if scored:
            form = t.gettext("Blocked: {names} score {points}, since {name} has the lightest hand, {count}")
        name = names[result.winning_seat or 0]
        return form.format(name=name, names=_names(result.winners, names, t), points=scored, count=best)
    winners = [side for side in view.teams if side[0] in result.winners]
    facts = {"names": _names(result.winners, names, t), "count": best, "second": ranks[winners[0]][1]}
    if len(winners) > 1:
        return t.gettext("Blocked: {names} tie in pips and in tiles and share the win").format(**facts)
    facts |= {"points": scored, "pips": _pips(best, t), "tiles": _tiles(best, t)}
    if len(level) > 1:
        return _second_count(rules, t).format(**facts)
    return _best_count(rules, len(result.winners), t, scored).format(**facts)


def _names(seats: Sequence[int], names: Sequence[str], t: NullTranslations) -> str:
    return list_items([names[seat] for seat in seats], t)


def _pips(count: int, t: NullTranslations) -> str:
    return t.ngettext("{count} pip", "{count} pips", count).format(count=count)


def _tiles(count: int, t: NullTranslations) -> str:
    return t.ngettext("{count} tile", "{count} tiles", count).format(count=count)


def _ranking(rules: RuleSet, result: Result, seats: Sequence[int]) -> tuple[int, int]:
    """Return the key that ranks a side in a blocked deal."""
    tiles = sum(len(result.hands[seat]) for seat in seats)
    total = sum(pips(result.hands[seat]) for seat in seats)
    return (tiles, total) if rules.scoring.blocked_criterion == "tiles" else (total, tiles)


def _blocker_against_next(view: View, result: Result, names: Sequence[str], t: NullTranslations, scored: str) -> str:
    """Return how a block ended in which only the blocker's hand and the next seat's are compared."""
    blocker = result.last_seat or 0
    other = (blocker + 1) % view.seats
    form = t.gettext("Blocked by {blocker}: {names} win the deal, since {blocker} has {pips} and {other} has {more}")
    if scored:
        form = t.gettext(
            "Blocked by {blocker}: {names} score {points}, since {blocker} has {pips} and {other} has {more}"
        )
    return form.format(
        blocker=names[blocker],
        names=_names(result.winners, names, t),
        points=scored,
        pips=_pips(pips(result.hands[blocker]), t),
        other=names[other],
        more=pips(result.hands[other]),
    )


def _tie_decided(view: View, result: Result, count: int, names: Sequence[str], t: NullTranslations, scored: str) -> str:
    """Return how a tied block ended that the opener, the blocker or the order of play decided."""
    several = len(result.winners)
    if not rules_of(view).ties_go_to_opener(view.options):
        form = t.gettext("Blocked, tied at {pips}: {names} win the deal, since {blocker} blocked it")
        if scored:
            form = t.gettext("Blocked, tied at {pips}: {names} score {points}, since {blocker} blocked it")
    elif result.opener in result.winners:
        form = t.ngettext(
            "Blocked, tied at {pips}: {names} wins the deal, since {opener} opened",
            "Blocked, tied at {pips}: {names} win the deal, since {opener} opened",
            several,
        )
        if scored:
            form = t.ngettext(
                "Blocked, tied at {pips}: {names} scores {points}, since {opener} opened",
                "Blocked, tied at {pips}: {names} score {points}, since {opener} opened",
                several,
            )
    else:
        form = t.gettext(
            "Blocked, tied at {pips}: {names} wins the deal, as the first of them to play after the opener, {opener}"
        )
        if scored:
            form = t.gettext(
                "Blocked, tied at {pips}: {names} scores {points}, as the first of them to play after the opener, "
                "{opener}"
            )
    return form.format(
        pips=_pips(count, t),
        names=_names(result.winners, names, t),
        points=scored,
        opener=names[result.opener],
        blocker=names[result.last_seat or 0],
    )


def _best_count(rules: RuleSet, several: int, t: NullTranslations, scored: str) -> str:
    """Return the sentence format for a block that one side, of ``several`` seats, wins by the first count."""
    if scored:
        return t.ngettext(
            "Blocked: {names} scores {points} with the fewest pips, {count}",
            "Blocked: {names} score {points} with the fewest pips, {count}",
            several,
        )
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
    }[rules.scoring.blocked_criterion]


def _second_count(rules: RuleSet, t: NullTranslations) -> str:
    """Return the sentence format for a block that one side wins by the second count, after a tie in the first."""
    return {
        "pips": t.gettext("Blocked, tied at {pips}: {names} wins the deal with the fewest tiles, {second}"),
        "tiles": t.gettext("Blocked, tied at {tiles}: {names} wins the deal with the fewest pips, {second}"),
        "most pips": t.gettext("Blocked, tied at {pips}: {names} wins the deal with the most tiles, {second}"),
    }[rules.scoring.blocked_criterion]
