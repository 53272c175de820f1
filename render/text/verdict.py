"""Texts on the end of deals and matches: the winners, the reason, and the points."""

from __future__ import annotations

from collections.abc import Sequence
from gettext import NullTranslations

from engine.events import Bonus, Result
from engine.tiles import pips
from engine.view import View
from render.text import tricks
from render.text.blocks import blocked, is_compared
from render.text.sentences import list_names, list_phrases, points, rules_of, target


def who_won(view: View, result: Result, names: Sequence[str], t: NullTranslations, scored: str = "") -> str:
    """Return the end of a deal, its winners or their points, and then the reason, without a full stop.

    Args:
        view: the match.
        result: the end of the deal.
        names: each seat's name, as it stands in the sentence.
        t: the catalog of the reader's language.
        scored: the winners' points (:func:`scored_points`); empty where they stand beside the sentence.

    """
    match result.reason:
        case "out":
            return _out(view, result, names, t, scored)
        case "blocked":
            why = blocked(view, result, names, t)
            return _because(_won(view, result, names, t, scored), why, t) if _decided(view, result) else why
        case "mark":
            return _mark(view, result, names, t, scored)
        case "made" | "set":
            return tricks.verdict(view, result, names, t)
        case "void" if view.layout.has_tricks:
            return t.gettext("The deal is void: everybody passed")
        case "void":
            return _void(result, names, t)
        case _:
            return _taken(result, names, t)


def below_winners(view: View, result: Result, names: Sequence[str], t: NullTranslations) -> str:
    """Return the end of a deal as :func:`who_won`, to stand below its winners and their points."""
    if result.reason == "blocked" and _decided(view, result):
        why = blocked(view, result, names, t)
        return why[0].upper() + why[1:]
    return _gone(view, result, names, t) if result.reason == "out" else who_won(view, result, names, t)


def _decided(view: View, result: Result) -> bool:
    """Whether a blocked deal has winners that a comparison of hands decided."""
    return is_compared(view) and bool(result.winners)


def _because(won: str, why: str, t: NullTranslations) -> str:
    return t.gettext("{won}: {reason}").format(won=won, reason=why)


def _won(view: View, result: Result, names: Sequence[str], t: NullTranslations, scored: str) -> str:
    """Return the winners of a deal, and their points if given."""
    several = len(result.winners)
    if len({view.team_of(seat) for seat in result.winners}) > 1:
        form = t.gettext("{names} share the win")
    elif scored:
        form = t.ngettext("{names} scores {points}", "{names} score {points}", several)
    else:
        form = t.ngettext("{names} wins the deal", "{names} win the deal", several)
    return form.format(names=list_names(result.winners, names, t), points=scored)


def _gone(view: View, result: Result, names: Sequence[str], t: NullTranslations) -> str:
    out = [seat for seat, hand in enumerate(result.hands) if not hand and played(view, result, seat)]
    return t.ngettext("{names} goes out", "{names} go out", len(out)).format(names=list_names(out, names, t))


def _out(view: View, result: Result, names: Sequence[str], t: NullTranslations, scored: str) -> str:
    rules = rules_of(view)
    won = list_names(result.winners, names, t)
    if rules.scoring.points_against:
        return _gone(view, result, names, t)
    if rules.scoring.blocked_criterion == "most pips":
        return t.ngettext(
            "{names} wins with the most pips, {count}: {out} goes out first and loses",
            "{names} share the win with the most pips, {count}: {out} goes out first and loses",
            len(result.winners),
        ).format(out=names[result.hands.index(())], names=won, count=pips(result.hands[result.winners[0]]))
    if len(result.winners) > 1:
        return _because(_won(view, result, names, t, scored), _gone(view, result, names, t), t)
    form = t.gettext("{names} goes out and wins the deal")
    if scored:
        form = t.gettext("{names} goes out and scores {points}")
    return form.format(names=won, points=scored)


def _void(result: Result, names: Sequence[str], t: NullTranslations) -> str:
    """Return the reason of a void deal."""
    doubles = [sum(each.double for each in hand) for hand in result.hands]
    count = max(doubles)
    form = t.gettext("The deal is void: {name} holds {count} doubles")
    return form.format(name=names[doubles.index(count)], count=count)


def _mark(view: View, result: Result, names: Sequence[str], t: NullTranslations, scored: str) -> str:
    marks, goal = rules_of(view).scoring.scoring_totals, target(view)
    won = list_names(result.winners, names, t)
    side = view.team_of(result.winners[0]) if result.winners else 0
    if scored:
        # the last tile was worth the point that was still missing
        form = t.gettext("{name} goes out, scores {points} and reaches {total}")
        if len(result.winners) > 1:
            form = t.gettext("{name} goes out; {names} score {points} and reach {total}")
        out = result.hands.index(())
        return form.format(name=names[out], names=won, points=scored, total=result.totals[side])
    if result.winners and goal is not None and result.totals[side] >= goal:
        return t.ngettext("{names} reaches {count} points", "{names} reach {count} points", len(result.winners)).format(
            names=won, count=result.totals[side]
        )
    if not result.winners:
        return t.gettext("The total has reached {mark}, and nobody scored in this deal").format(mark=marks[-1])
    return t.ngettext(
        "{names} scored the most in this deal, {count}: the total has reached {mark}",
        "{names} scored the most in this deal, {count} each: the total has reached {mark}",
        len(result.winners),
    ).format(mark=marks[-1], names=won, count=result.points[side])


def _taken(result: Result, names: Sequence[str], t: NullTranslations) -> str:
    won = t.ngettext(
        "{names} has the most tiles, {count}",
        "{names} have the most tiles, {count} each",
        len(result.winners),
    ).format(names=list_names(result.winners, names, t), count=len(result.hands[result.winners[0]]))
    return _because(won, t.gettext("all are taken") if result.reason == "taken" else t.gettext("no pair is left"), t)


def arithmetic(result: Result, t: NullTranslations) -> str:
    """Return the sum of the points of a deal's end: the pips of the hands that count, and the bonuses.

    The pips are ``7+4+11 = 22``; the bonuses and the sum follow: ``22; capicúa 25; 47 in all``.
    """
    earned, bonus = max(result.earned), _bonus_points(result)
    parts = [bonus_text(bonus, t) for bonus in result.bonuses]
    if result.counted:
        counts = [*_pips_counted(result).values()]
        sums = str(sum(counts))
        if len(counts) > 1:
            sums = f"{'+'.join(map(str, counts))} = {sums}"
        parts.insert(0, _rounded(sums, sum(counts), earned - bonus, t))
    elif earned > bonus or not parts:
        parts.insert(0, str(earned - bonus))
    if bonus and len(parts) > 1:
        parts.append(t.gettext("{points} in all").format(points=earned))
    return list_phrases(parts, t)


def scored_points(view: View, result: Result, names: Sequence[str], t: NullTranslations) -> str:
    """Return the winners' points at a deal's end, and their parts: ``11 points (Bo 7 + Cem 4)``.

    Examples: ``7 points`` for one hand's pips, ``2 points (carroça)``, ``47 points (Bo 7 + Di 15 = 22; capicúa 25)``.
    Empty if the winners score nothing, or marks.
    """
    earned = max(result.earned)
    if earned <= 0 or rules_of(view).scoring.points_against or view.layout.has_tricks:
        return ""
    bonuses = [bonus_text(bonus, t) if bonus.points != earned else t.gettext(bonus.name) for bonus in result.bonuses]
    parts = [*_hands_part(result, names, earned, t), *bonuses]
    total = points(earned, view, t)
    return t.gettext("{points} ({parts})").format(points=total, parts=list_phrases(parts, t)) if parts else total


def _hands_part(result: Result, names: Sequence[str], earned: int, t: NullTranslations) -> list[str]:
    """Return the sum of the points beside the bonuses; nothing where they are one hand's pips, or none."""
    bonus = _bonus_points(result)
    counted = _pips_counted(result)
    total, several = sum(counted.values()), len(counted) > 1
    if counted and (several or total != earned):
        sums = " + ".join(f"{names[seat]} {count}" for seat, count in counted.items())
        if bonus and several:
            sums = f"{sums} = {total}"
        return [_rounded(sums, total, earned - bonus, t)]
    return [t.gettext("the deal {points}").format(points=earned - bonus)] if bonus and earned > bonus else []


def _pips_counted(result: Result) -> dict[int, int]:
    """Return the pips left by each seat whose hand counts, without empty hands."""
    return {seat: pips(result.hands[seat]) for seat in result.counted if result.hands[seat]}


def _bonus_points(result: Result) -> int:
    """Return the points of a deal's bonuses."""
    return sum(bonus.points for bonus in result.bonuses)


def _rounded(sums: str, total: int, won: int, t: NullTranslations) -> str:
    """Return a sum of pips, and the points if they are rounded."""
    return sums if total == won else t.gettext("{sum}, rounded to {points}").format(sum=sums, points=won)


def signed(points: int) -> str:
    """Return the points that a deal added to a total, or took off: ``+25``, ``−3``."""
    return f"−{-points}" if points < 0 else f"+{points}"


def bonus_text(bonus: Bonus, t: NullTranslations) -> str:
    """Return a bonus with its points: ``capicúa 25``."""
    return f"{t.gettext(bonus.name)} {bonus.points}" if bonus.points else t.gettext(bonus.name)


def penalty(result: Result, seat: int) -> int:
    """Return the points against a seat beyond its pips (the matas of the Alsatian rules)."""
    return result.earned[seat] - pips(result.hands[seat])


def points_text(view: View, result: Result, names: Sequence[str], t: NullTranslations) -> str:
    """Return the points of a deal's end, without a full stop; empty if there are none."""
    if rules_of(view).scoring.points_against:
        written: list[str] = []
        for seat in result.counted:
            extra = penalty(result, seat)
            own = f"{pips(result.hands[seat])}+{extra} = " if extra else ""
            written.append(f"{names[seat]} {own}{result.earned[seat]}")
        return t.gettext("Points against: {points}").format(points=list_phrases(written, t))
    if any(result.earned) and not view.layout.has_tricks:
        return t.gettext("Points: {sum}").format(sum=arithmetic(result, t))
    return ""


def points_beside_totals(view: View, result: Result, names: Sequence[str], t: NullTranslations) -> str:
    """Return the points of a deal's end, unless the totals beside them say the same.

    Points against a player equal the pips, so only penalties beyond the pips need an explanation.
    """
    told_by_totals = rules_of(view).scoring.points_against and not any(penalty(result, seat) for seat in result.counted)
    return "" if told_by_totals else points_text(view, result, names, t)


def eliminated_text(view: View, names: Sequence[str], t: NullTranslations) -> str:
    """Return the players eliminated by the last deal, with a full stop; empty if there are none."""
    out = [seat for seat in view.eliminated if seat in view.results[-1].counted]
    if not out:
        return ""
    return t.ngettext(
        "{names} has reached {points} and is out of the match.",
        "{names} have reached {points} and are out of the match.",
        len(out),
    ).format(names=list_names(out, names, t), points=points(int(view.options["limit"]), view, t))


def match_won(view: View, names: Sequence[str], t: NullTranslations) -> str:
    """Return the winners of the match, as a sentence."""
    won = list_names(view.winners, names, t)
    if len({view.team_of(seat) for seat in view.winners}) > 1:
        return t.gettext("{names} share the match!").format(names=won)
    several = len(view.winners)
    return t.ngettext("{names} wins the match!", "{names} win the match!", several).format(names=won)


def match_reason(view: View, t: NullTranslations) -> str:
    """Return the reason of the win, as a sentence; empty if the most points win."""
    if not rules_of(view).scoring.points_against:
        return ""
    limit = view.options.get("limit")
    total = view.totals[view.team_of(view.winners[0])]
    if view.options.get("until") == "last" and isinstance(limit, int) and total < limit:
        return t.gettext("Everybody else has reached {points}.").format(points=points(limit, view, t))
    return t.gettext("The fewest points win.")


def has_points(view: View) -> bool:
    """Whether the rules count points."""
    return not rules_of(view).scoring.scoreless


def standings_text(view: View, names: Sequence[str], t: NullTranslations) -> str:
    """Return the totals, the best first; empty if the rules count no points."""
    if not has_points(view):
        return ""
    sign = 1 if rules_of(view).scoring.points_against else -1
    order = sorted(range(len(view.teams)), key=lambda side: sign * view.totals[side])
    totals = totals_of_sides(view, names, t)
    return list_phrases([totals[side] for side in order], t)


def totals_of_sides(view: View, names: Sequence[str], t: NullTranslations, result: Result | None = None) -> list[str]:
    """Return the total of each side, with the points of a deal if given: ``Ana and Cem: 25 points (+10)``."""
    phrases: list[str] = []
    for side, seats in enumerate(view.teams):
        form, added = t.gettext("{names}: {points}"), 0 if result is None else result.points[side]
        if added and not takes_tiles(view):
            form = t.gettext("{names}: {points} ({added})")
        total = points(view.totals[side], view, t)
        phrases.append(form.format(names=list_names(seats, names, t), points=total, added=signed(added)))
    return phrases


def takes_tiles(view: View) -> bool:
    """Whether tiles are taken in the game, not held."""
    return view.layout.is_face_down


def played(view: View, result: Result, seat: int) -> bool:
    """Whether a seat was still in the match when a deal was played."""
    return not rules_of(view).scoring.points_against or seat in result.counted
