"""Texts on the end of deals and matches: the winners, the reason, and the points."""

from __future__ import annotations

from collections.abc import Sequence
from gettext import NullTranslations

from engine.events import Bonus, Result
from engine.layouts import Grid, Tricks
from engine.rules import RuleSet
from engine.tiles import pips
from engine.view import View
from render.i18n import list_items
from render.text import tricks
from render.text.sentences import list_phrases, points, rules_of, target


def who_won(view: View, result: Result, names: Sequence[str], t: NullTranslations) -> str:
    """Return why a deal ended and who won it, without a full stop.

    Args:
        view: the match.
        result: how the deal ended.
        names: each seat's name, as it stands in the sentence.
        t: the catalog of the reader's language.

    """
    match result.reason:
        case "out":
            return _out(view, result, names, t)
        case "blocked":
            return _blocked(view, result, names, t)
        case "mark":
            return _mark(view, result, names, t)
        case "made" | "set":
            return tricks.verdict(view, result, names, t)
        case "void" if isinstance(view.layout, Tricks):
            return t.gettext("The deal is void: everybody passed")
        case "void":
            return _void(result, names, t)
        case _:
            return _taken(result, names, t)


def _names(seats: Sequence[int], names: Sequence[str], t: NullTranslations) -> str:
    return list_items([names[seat] for seat in seats], t)


def _out(view: View, result: Result, names: Sequence[str], t: NullTranslations) -> str:
    rules = rules_of(view)
    out = [seat for seat, hand in enumerate(result.hands) if not hand and played(view, result, seat)]
    gone = _names(out, names, t)
    several = len(result.winners)
    won = _names(result.winners, names, t)
    if rules.points_against:
        return t.ngettext("{names} goes out", "{names} go out", len(out)).format(names=gone)
    if rules.blocked_winner == "most pips":
        return t.ngettext(
            "{out} goes out first and loses; {names} wins with the most pips, {count}",
            "{out} goes out first and loses; {names} share the win with the most pips, {count}",
            several,
        ).format(out=gone, names=won, count=pips(result.hands[result.winners[0]]))
    if in_pairs(view):
        return t.gettext("{out} goes out for {names}").format(out=gone, names=won)
    return t.ngettext("{names} goes out and wins the deal", "{names} win the deal by going out", several).format(
        names=won
    )


def _block_ranking(rules: RuleSet, result: Result, seats: Sequence[int]) -> tuple[int, int]:
    """Return the key that ranks a side in a blocked deal."""
    tiles = sum(len(result.hands[seat]) for seat in seats)
    total = sum(pips(result.hands[seat]) for seat in seats)
    return (tiles, total) if rules.blocked_winner == "tiles" else (total, tiles)


def _blocked(view: View, result: Result, names: Sequence[str], t: NullTranslations) -> str:
    rules = rules_of(view)
    if rules.points_against or rules.blocked_winner == "nobody":
        return t.gettext("Blocked: nobody can go on")
    measure = rules.measure(view.options)
    if measure == "next":
        return _blocker_against_next(view, result, names, t)
    compared = [(seat,) for seat in range(view.seats)] if measure == "hand" else view.teams
    ranks = {side: _block_ranking(rules, result, side) for side in compared}
    firsts = [rank[0] for rank in ranks.values()]
    best = max(firsts) if rules.blocked_winner == "most pips" else min(firsts)
    level = [side for side, rank in ranks.items() if rank[0] == best]
    if not result.winners:
        return t.gettext("Blocked: {names} tie for the fewest pips, {count}, so nobody scores").format(
            names=_names([seat for side in level for seat in side], names, t), count=best
        )
    if result.winning_seat is not None and len({view.team_of(seat) for side in level for seat in side}) > 1:
        return _tie_decided(view, result, best, names, t)
    if measure == "hand" and in_pairs(view):
        return t.gettext("Blocked: {name} has the lightest hand, {count}, and wins the deal for {names}").format(
            name=_names([result.winning_seat or 0], names, t), names=_names(result.winners, names, t), count=best
        )
    winners = [side for side in view.teams if side[0] in result.winners]
    facts = {"names": _names(result.winners, names, t), "count": best, "second": ranks[winners[0]][1]}
    if len(winners) > 1:
        return t.gettext("Blocked: {names} tie in pips and in tiles and share the win").format(**facts)
    return _single_winner(rules, len(result.winners), len(level) > 1, t).format(**facts)


def _blocker_against_next(view: View, result: Result, names: Sequence[str], t: NullTranslations) -> str:
    """Return how a block ended in which only the blocker's hand and the next seat's are compared."""
    blocker = result.last_seat or 0
    other = (blocker + 1) % view.seats
    return t.gettext("Blocked by {blocker}: {count} pips against {more} for {other}; {names} win the deal").format(
        blocker=names[blocker],
        count=pips(result.hands[blocker]),
        other=names[other],
        more=pips(result.hands[other]),
        names=_names(result.winners, names, t),
    )


def _tie_decided(view: View, result: Result, count: int, names: Sequence[str], t: NullTranslations) -> str:
    """Return how a tied block ended that the opener or the blocker decided."""
    if view.options.get("tie") == "opener":
        form = t.gettext("Blocked: a tie in pips, {count}; {names} win the deal, since {opener} opened")
    else:
        form = t.gettext("Blocked: a tie in pips, {count}; {names} win the deal, since {blocker} blocked it")
    won, blocker = _names(result.winners, names, t), names[result.last_seat or 0]
    return form.format(count=count, names=won, opener=names[result.opener], blocker=blocker)


def _void(result: Result, names: Sequence[str], t: NullTranslations) -> str:
    """Return why a deal is void."""
    doubles = [sum(each.double for each in hand) for hand in result.hands]
    most = max(doubles)
    return t.gettext("The deal is void: {name} holds {count} doubles").format(
        name=names[doubles.index(most)], count=most
    )


def _single_winner(rules: RuleSet, several: int, level: bool, t: NullTranslations) -> str:
    """Return the sentence format for a blocked deal with one winning side, of ``several`` seats."""
    if not level:
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
        }[rules.blocked_winner]
    if not rules.scoreless:
        return t.ngettext(
            "Blocked: a tie in pips, {count}; {names} sits nearest after the opener and wins the deal",
            "Blocked: a tie in pips, {count}; {names} sit nearest after the opener and win the deal",
            several,
        )
    return {
        "pips": t.gettext("Blocked: a tie in pips, {count}; {names} wins the deal with the fewest tiles, {second}"),
        "tiles": t.gettext("Blocked: a tie in tiles, {count}; {names} wins the deal with the fewest pips, {second}"),
        "most pips": t.gettext("Blocked: a tie in pips, {count}; {names} wins the deal with the most tiles, {second}"),
    }[rules.blocked_winner]


def _mark(view: View, result: Result, names: Sequence[str], t: NullTranslations) -> str:
    marks, goal = rules_of(view).scoring_totals, target(view)
    won = _names(result.winners, names, t)
    side = view.team_of(result.winners[0]) if result.winners else 0
    if result.winners and goal is not None and result.totals[side] >= goal:
        return t.ngettext("{names} reaches {count} points", "{names} reach {count} points", len(result.winners)).format(
            names=won, count=result.totals[side]
        )
    if not result.winners:
        return t.gettext("The total has reached {mark}, and nobody scored in this deal").format(mark=marks[-1])
    return t.ngettext(
        "The total has reached {mark}; {names} scored the most in this deal, {count}",
        "The total has reached {mark}; {names} scored the most in this deal, {count} each",
        len(result.winners),
    ).format(mark=marks[-1], names=won, count=result.points[side])


def _taken(result: Result, names: Sequence[str], t: NullTranslations) -> str:
    several = len(result.winners)
    if result.reason == "taken":
        form = t.ngettext(
            "All tiles are taken; {names} has the most, {count}",
            "All tiles are taken; {names} have the most, {count} each",
            several,
        )
    else:
        form = t.ngettext(
            "No pair is left; {names} has the most tiles, {count}",
            "No pair is left; {names} have the most tiles, {count} each",
            several,
        )
    return form.format(names=_names(result.winners, names, t), count=len(result.hands[result.winners[0]]))


def in_pairs(view: View) -> bool:
    """Whether the match is played in pairs."""
    return len(view.teams) < view.seats


def arithmetic(result: Result, t: NullTranslations, names: Sequence[str] = ()) -> str:
    """Return how the points of a deal's end add up: the pips of the hands that count, and the bonuses.

    The pips are ``7+4+11 = 22``, or with names ``Bo 7 + Cem 4 + Di 11 = 22``; the bonuses and the sum follow:
    ``22; capicúa 25; 47 in all``.
    """
    most, beside = max(result.earned), sum(bonus.points for bonus in result.bonuses)
    parts = [bonus_text(bonus, t) for bonus in result.bonuses]
    if result.counted:
        parts.insert(0, _pips_sum(result, most - beside, t, names))
    elif most > beside or not parts:
        parts.insert(0, str(most - beside))
    if beside and len(parts) > 1:
        parts.append(t.gettext("{points} in all").format(points=most))
    return list_phrases(parts, t)


def _pips_sum(result: Result, won: int, t: NullTranslations, names: Sequence[str]) -> str:
    """Return the sum of the pips of the hands that count, which makes ``won`` points."""
    counted = [(seat, pips(result.hands[seat])) for seat in result.counted if result.hands[seat]]
    sums = sum(count for _, count in counted)
    text = str(sums)
    if names:
        text = f"{' + '.join(f'{names[seat]} {count}' for seat, count in counted)} = {sums}"
    elif len(counted) > 1:
        text = f"{'+'.join(str(count) for _, count in counted)} = {sums}"
    return text if sums == won else t.gettext("{sum}, rounded to {points}").format(sum=text, points=won)


def signed(points: int) -> str:
    """Return what a deal added to a total, or took off it: ``+25``, ``−3``."""
    return f"−{-points}" if points < 0 else f"+{points}"


def bonus_text(bonus: Bonus, t: NullTranslations) -> str:
    """Return a bonus with its points: ``capicúa 25``."""
    return f"{t.gettext(bonus.name)} {bonus.points}" if bonus.points else t.gettext(bonus.name)


def penalty(result: Result, seat: int) -> int:
    """Return the points against a seat beyond its pips (the matas of the Alsatian rules)."""
    return result.earned[seat] - pips(result.hands[seat])


def points_text(view: View, result: Result, names: Sequence[str], t: NullTranslations) -> str:
    """Return the points of a deal's end, without a full stop; empty if there are none."""
    if rules_of(view).points_against:
        written: list[str] = []
        for seat in result.counted:
            extra = penalty(result, seat)
            own = f"{pips(result.hands[seat])}+{extra} = " if extra else ""
            written.append(f"{names[seat]} {own}{result.earned[seat]}")
        return t.gettext("Points against: {points}").format(points=list_phrases(written, t))
    if any(result.earned) and not isinstance(view.layout, Tricks):
        return t.gettext("Points: {sum}").format(sum=arithmetic(result, t))
    return ""


def points_beside_totals(view: View, result: Result, names: Sequence[str], t: NullTranslations) -> str:
    """Return the points of a deal's end, unless the totals beside them say the same.

    Points against a player equal the pips, so only penalties beyond the pips need an explanation.
    """
    told_by_totals = rules_of(view).points_against and not any(penalty(result, seat) for seat in result.counted)
    return "" if told_by_totals else points_text(view, result, names, t)


def eliminated_text(view: View, names: Sequence[str], t: NullTranslations) -> str:
    """Return who was eliminated by the last deal, with a full stop; empty if there is none."""
    out = [seat for seat in view.eliminated if seat in view.results[-1].counted]
    if not out:
        return ""
    return t.ngettext(
        "{names} has reached {limit} points and is out of the match.",
        "{names} have reached {limit} points and are out of the match.",
        len(out),
    ).format(names=_names(out, names, t), limit=view.options.get("limit"))


def match_won(view: View, names: Sequence[str], t: NullTranslations) -> str:
    """Return who won the match, as a sentence."""
    won = _names(view.winners, names, t)
    if len({view.team_of(seat) for seat in view.winners}) > 1:
        return t.gettext("{names} share the match!").format(names=won)
    several = len(view.winners)
    return t.ngettext("{names} wins the match!", "{names} win the match!", several).format(names=won)


def match_reason(view: View, t: NullTranslations) -> str:
    """Return why the match was won, as a sentence; empty if it was won by the most points."""
    if not rules_of(view).points_against:
        return ""
    limit = view.options.get("limit")
    total = view.totals[view.team_of(view.winners[0])]
    if view.options.get("until") == "last" and isinstance(limit, int) and total < limit:
        return t.gettext("Everybody else has reached {limit} points.").format(limit=limit)
    return t.gettext("The fewest points win.")


def has_points(view: View) -> bool:
    """Return whether the rules count points."""
    return not rules_of(view).scoreless


def standings_text(view: View, names: Sequence[str], t: NullTranslations) -> str:
    """Return the totals, the best first; empty if the rules count no points."""
    if not has_points(view):
        return ""
    sign = 1 if rules_of(view).points_against else -1
    order = sorted(range(len(view.teams)), key=lambda side: sign * view.totals[side])
    told = [
        t.gettext("{names}: {points}").format(
            names=_names(view.teams[side], names, t), points=points(view.totals[side], view, t)
        )
        for side in order
    ]
    return list_phrases(told, t)


def takes_tiles(view: View) -> bool:
    """Return whether the game is one in which tiles are taken, not held."""
    return isinstance(view.layout, Grid)


def played(view: View, result: Result, seat: int) -> bool:
    """Return whether a seat was still in the match when a deal was played."""
    return not rules_of(view).points_against or seat in result.counted
