"""What happened at a table, in a sentence each, for everyone in its channel."""

from __future__ import annotations

from collections.abc import Sequence
from gettext import NullTranslations

from cogs.names import name
from engine.events import DealEnded, Dealt, MatchEnded, Passed, Played, Result
from engine.layouts import START
from engine.live.news import Closed, News, TimedOut, WentAway
from engine.live.store import Person
from engine.tiles import pips
from engine.view import View
from render.sentences import arithmetic, end_name, listed, numbers


def tell(news: Sequence[News], view: View, people: Sequence[Person], words: NullTranslations) -> list[str]:
    """Tell the news of a table, a line each.

    Args:
        news: what happened, oldest first.
        view: what the channel sees now.
        people: who sits at the table, in seat order.
        words: the channel's language.

    """
    return [_sentence(each, view, people, words) for each in news]


def _sentence(news: News, view: View, people: Sequence[Person], words: NullTranslations) -> str:
    match news:
        case Dealt(deal, opener):
            return words.gettext("Deal {deal}: **{name}** opens.").format(deal=deal, name=name(people[opener]))
        case Played(seat, tile, end, _):
            if end == START:
                return words.gettext("**{name}** opens with {tile}.").format(name=name(people[seat]), tile=tile)
            where = {
                "left": words.gettext("**{name}** plays {tile} on the left."),
                "right": words.gettext("**{name}** plays {tile} on the right."),
            }.get(end, words.gettext("**{name}** plays {tile} at {end}."))
            return where.format(name=name(people[seat]), tile=tile, end=end_name(end, words))
        case Passed(seat, on):
            return words.gettext("**{name}** passes: no {numbers}.").format(
                name=name(people[seat]), numbers=numbers(on)
            )
        case DealEnded(_, result):
            return _deal_ended(result, view, people, words)
        case MatchEnded(winners):
            return _match_ended(winners, view, people, words)
        case TimedOut(seat):
            text = (
                words.gettext("The bot plays for **{name}**, who has left:")
                if people[seat].away
                else words.gettext("**{name}** ran out of time, so the bot plays:")
            )
            return text.format(name=name(people[seat]))
        case WentAway(seat):
            return words.gettext("**{name}** has left; the bot plays on for them.").format(name=name(people[seat]))
        case Closed(how, user):
            return _closed(how, user, people, words)


def _deal_ended(result: Result, view: View, people: Sequence[Person], words: NullTranslations) -> str:
    winners = listed([f"**{name(people[seat])}**" for seat in result.winners], words)
    sums = arithmetic(result)
    if result.reason == "out":
        return words.ngettext(
            "{winners} is out and scores {sums}.",
            "{winners} are out and score {sums}.",
            len(result.winners),
        ).format(winners=winners, sums=sums)
    left = [sum(pips(result.hands[seat]) for seat in side) for side in view.sides]
    fewest = min(left)
    if left.count(fewest) > 1:
        text = words.ngettext(
            "Blocked! Level with {fewest}, {winners} sits nearest to the opening and scores {sums}.",
            "Blocked! Level with {fewest}, {winners} sit nearest to the opening and score {sums}.",
            len(result.winners),
        )
    else:
        text = words.ngettext(
            "Blocked! {winners} has the fewest pips, {fewest}, and scores {sums}.",
            "Blocked! {winners} have the fewest pips, {fewest}, and score {sums}.",
            len(result.winners),
        )
    return text.format(winners=winners, fewest=fewest, sums=sums)


def _match_ended(winners: tuple[int, ...], view: View, people: Sequence[Person], words: NullTranslations) -> str:
    won = view.side_of(winners[0])
    text = words.ngettext(
        "🏆 {winners} wins the match with {points}.", "🏆 {winners} win the match with {points}.", len(winners)
    ).format(
        winners=listed([f"**{name(people[seat])}**" for seat in winners], words),
        points=_points(view.totals[won], words),
    )
    others = sorted((side for side in range(len(view.sides)) if side != won), key=lambda side: -view.totals[side])
    rest = [
        f"{listed([name(people[seat]) for seat in view.sides[side]], words)} {view.totals[side]}" for side in others
    ]
    return f"{text} {', '.join(rest)}."


def _points(points: int, words: NullTranslations) -> str:
    return words.ngettext("{count} point", "{count} points", points).format(count=points)


def tell_closed(news: Sequence[News], people: Sequence[Person], words: NullTranslations) -> list[str]:
    """Tell why a table closed, a line each; other news than that is left out."""
    return [_closed(each.how, each.user, people, words) for each in news if isinstance(each, Closed)]


def _closed(how: str, user: int | None, people: Sequence[Person], words: NullTranslations) -> str:
    who = next((name(person) for person in people if person.user == user), None)
    match how:
        case "idle":
            return words.gettext("Nobody started in time, so this table is closed.")
        case "cancelled":
            return words.gettext("This table was cancelled.")
        case "empty":
            return words.gettext("Everyone has left, so this table is closed.")
        case _ if who is not None:
            return words.gettext("**{name}** ended the match. It counts for nobody.").format(name=who)
        case _:
            return words.gettext("The match was ended. It counts for nobody.")
