"""What happened at a table, in a sentence each, for everyone in its channel."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from gettext import NullTranslations
from itertools import groupby

from cogs.messages.fairness import shuffled_in
from cogs.messages.moments import Moment, first_of_pair, moments
from cogs.messages.names import name
from engine.actions import Play
from engine.events import DealEnded, Dealt, Drew, Flipped, MatchEnded, Passed, Played, Result
from engine.layouts import START, Grid, Pile, Trains
from engine.live.model.news import (
    CameBack,
    Closed,
    Held,
    NewHost,
    News,
    Paused,
    Removed,
    Resumed,
    TimedOut,
    WentAway,
    Worded,
)
from engine.live.model.table import Person, Presence
from engine.tiles import Tile
from engine.view import View
from render.text import verdict
from render.text.accepts import takes as takes_of
from render.text.sentences import at_end, end_name, numbers, rules_of


def tell(
    news: Sequence[News],
    view: View,
    people: Sequence[Person],
    words: NullTranslations,
    *,
    fleeting: bool = False,
    halves: bool = True,
) -> list[str]:
    """Tell the news of a table, a line each; draws in a row, and the two tiles of a turn of Memory, share one.

    What is told stays readable for ever, so that a tile that is turned back is not named; only what is ``fleeting``
    names it, as long as the view shows it.

    Args:
        news: what happened, oldest first.
        view: what the channel sees now.
        people: who sits at the table, in seat order.
        words: the channel's language.
        fleeting: whether the lines go when tiles are turned back.
        halves: whether half a turn of Memory is told, a tile turned up and no second one yet.

    """
    return _Narrator(view, people, words, fleeting=fleeting, halves=halves).tell(news)


class _Narrator:
    def __init__(
        self, view: View, people: Sequence[Person], words: NullTranslations, *, fleeting: bool, halves: bool
    ) -> None:
        self._view = view
        self._halves = halves
        self._up: Mapping[int, Tile | None] = {}
        if fleeting and isinstance(view.layout, Grid):
            self._up = view.layout.lying
        self._people = people
        self._words = words
        self._names = [name(person) for person in people]
        self._bold = [f"**{each}**" for each in self._names]

    def tell(self, news: Sequence[News]) -> list[str]:
        told: list[str] = []
        for _, group in groupby(moments(news, self._view), _same_turn):
            several = list(group)
            last = several[-1]
            match last.event:
                case Drew() as drew:
                    told.append(self._drew(drew, len(several)))
                case Flipped():
                    told += self._flipped(several)
                case _:
                    told += [self._sentence(each) for each in several]
        return told

    def _sentence(self, moment: Moment) -> str:
        words, bold = self._words, self._bold
        match moment.event:
            case Dealt(deal, opener):
                text = words.gettext("Deal {deal}: {name} opens.")
                if isinstance(self._view.layout, Grid | Pile | Trains):
                    text = words.gettext("Deal {deal}: {name} begins.")
                return text.format(deal=deal, name=bold[opener])
            case Played() as played:
                return self._played(played, moment)
            case Passed() as passed:
                return self._passed(passed, moment)
            case DealEnded(_, result):
                return self._deal_ended(result)
            case MatchEnded():
                return self._match_ended()
            case TimedOut(seat):
                match self._people[seat].presence:
                    case Presence.HERE:
                        text = words.gettext("{name} ran out of time, so the bot plays:")
                    case Presence.HELD:
                        text = words.gettext("The bot plays for {name}, who is away:")
                    case Presence.LEFT:
                        text = words.gettext("The bot plays for {name}, who has left:")
                    case Presence.REMOVED:
                        text = words.gettext("The bot plays for {name}, whom the host has removed:")
                return text.format(name=bold[seat])
            case Worded(said):
                return shuffled_in(said, self._people, words)
            case Closed(how, user):
                return _closed(how, user, self._people, words)
            case Drew() | Flipped():
                raise AssertionError("draws and tiles turned up are told in groups")
            case came_or_went:
                return _attendance(came_or_went, bold, words)

    # -------------------------------------------------------------- moves

    def _played(self, played: Played, moment: Moment) -> str:
        words = self._words
        text = words.gettext("{play}.")
        if played.addends:
            sums = f"{'+'.join(map(str, played.addends))} = {sum(played.addends)}"
            if len(played.addends) == 1:
                sums = str(played.addends[0])
            text = (
                words.gettext("{play}: {sum}, scores {points}.") if played.gained else words.gettext("{play}: {sum}.")
            )
            return text.format(play=self._play(played, moment), sum=sums, points=played.gained)
        if moment.placed is not None and moment.placed.opens and played.end != START:
            takes = numbers(takes_of(self._view, moment.placed.tile.low))
            text = words.gettext("{play}; {end} opens and takes {takes}.")
            opened = end_name(moment.placed.opens, words)
            return text.format(play=self._play(played, moment), end=opened, takes=takes)
        before, after = moment.before, moment.after
        if before is not None and after is not None:
            if before.open_double == played.end:
                text = words.gettext("{play} and covers the double {double}.")
                double = before.train(played.end)[-1].tile
                return text.format(play=self._play(played, moment), double=double)
            if played.seat in before.markers and played.seat not in after.markers:
                text = words.gettext("{play}; the marker comes off.")
        return text.format(play=self._play(played, moment))

    def _play(self, played: Played, moment: Moment) -> str:
        """Say who lays which tile where, without a full stop."""
        words, view = self._words, self._view
        who, tile, end = self._bold[played.seat], played.tile, played.end
        if end == START:
            return words.gettext("{name} opens with {tile}").format(name=who, tile=tile)
        if isinstance(view.layout, Pile):
            return words.gettext("{name} plays {tile}").format(name=who, tile=tile)
        where = at_end(end, words, self._names, who=played.seat)
        move = view.history[moment.at] if moment.at is not None else None
        if isinstance(move, Play) and move.facing is not None and not tile.double:
            text = words.gettext("{name} plays {tile} {where}, the {half} facing out")
            return text.format(name=who, tile=tile, where=where, half=move.facing)
        return words.gettext("{name} plays {tile} {where}").format(name=who, tile=tile, where=where)

    def _passed(self, passed: Passed, moment: Moment) -> str:
        words = self._words
        who, on = self._bold[passed.seat], numbers(passed.on)
        text = words.gettext("{name} passes on {numbers}.") if on else words.gettext("{name} passes.")
        told = text.format(name=who, numbers=on)
        if isinstance(self._view.layout, Trains):
            told += " " + words.gettext("Their train bears a marker.")
        after = moment.after
        if after is not None and after.open_double is not None:
            double = after.train(after.open_double)[-1].tile
            told += " " + words.gettext("The double {tile} stays open.").format(tile=double)
        return told

    def _drew(self, last: Drew, count: int) -> str:
        words = self._words
        text = words.ngettext(
            "{name} draws {count} tile ({left} left in the boneyard).",
            "{name} draws {count} tiles ({left} left in the boneyard).",
            count,
        )
        if not last.boneyard:
            text = words.ngettext(
                "{name} draws {count} tile, and the boneyard is empty.",
                "{name} draws {count} tiles, and the boneyard is empty.",
                count,
            )
        return text.format(name=self._bold[last.seat], count=count, left=last.boneyard)

    def _flipped(self, several: Sequence[Moment]) -> list[str]:
        """Tell the tiles that one player turned up in a row, two and two."""
        told: list[str] = []
        first: int | None = None
        for moment in several:
            flipped = moment.event
            assert isinstance(flipped, Flipped), "these belong together"
            if flipped.pair is None:
                first = flipped.position
                continue
            if first is None and moment.at is not None:
                first = first_of_pair(self._view, moment.at)
            told.append(self._turn(flipped, first))
            first = None
        if first is not None and self._halves:
            last = several[-1].event
            assert isinstance(last, Flipped), "these belong together"
            who = self._bold[last.seat]
            told.append(self._words.gettext("{name} turns up {position}.").format(name=who, position=self._at(first)))
        return told

    def _at(self, position: int) -> str:
        """Give a position, with the tile that lies there where it is still face up and what is told goes with it."""
        tile = self._up.get(position)
        return str(position) if tile is None else f"{position} ({tile})"

    def _turn(self, second: Flipped, first: int | None) -> str:
        words = self._words
        if first is None:
            text = words.gettext("{name} turns up {second}: no pair.")
            if second.pair:
                text = words.gettext("{name} turns up {second}: a pair, {one} and {other}.")
        else:
            text = words.gettext("{name} turns up {first} and {second}: no pair.")
            if second.pair:
                text = words.gettext("{name} turns up {first} and {second}: a pair, {one} and {other}.")
        one, other = second.taken or (None, None)
        places = {"first": "" if first is None else self._at(first), "second": self._at(second.position)}
        return text.format(name=self._bold[second.seat], **places, one=one, other=other)

    # -------------------------------------------------------------- ends

    def _deal_ended(self, result: Result) -> str:
        view, words, names = self._view, self._words, self._bold
        ended = verdict.who_won(view, result, names, words)
        if rules_of(view).points_against:
            against = verdict.spoils(view, result, self._names, words)
            told = words.gettext("{sentence}. {points}.").format(sentence=ended, points=against)
        elif any(result.earned):
            sums = verdict.arithmetic(result, words)
            told = words.gettext("{sentence}; that scores {sum}.").format(sentence=ended, sum=sums)
        else:
            told = words.gettext("{sentence}.").format(sentence=ended)
        out = verdict.put_out(view, names, words) if view.results[-1] == result else ""
        return f"{told} {out}" if out else told

    def _match_ended(self) -> str:
        view, words = self._view, self._words
        standing = verdict.standing(view, self._names, words)
        told = [
            words.gettext("🏆 {sentence}").format(sentence=verdict.match_won(view, self._bold, words)),
            verdict.match_how(view, words),
            words.gettext("{sentence}.").format(sentence=standing) if standing else "",
        ]
        return " ".join(filter(None, told))


def _attendance(news: News, bold: Sequence[str], words: NullTranslations) -> str:
    """Tell who came, went or paused the match."""
    match news:
        case WentAway(seat):
            return words.gettext("{name} has left; the bot plays on for them.").format(name=bold[seat])
        case Held(seat):
            text = words.gettext(
                "{name} was away twice in a row: the bot plays for them until they press **I'm back**."
            )
            return text.format(name=bold[seat])
        case CameBack(seat):
            return words.gettext("{name} is back.").format(name=bold[seat])
        case Removed(seat):
            return words.gettext("{name} was removed by the host; the bot plays on for them.").format(name=bold[seat])
        case NewHost(seat):
            return words.gettext("{name} is the host now.").format(name=bold[seat])
        case Paused():
            # by the host, or by whoever may manage messages
            return words.gettext("⏸️ The match was paused.")
        case Resumed():
            return words.gettext("▶️ The match goes on.")
        case _:
            raise AssertionError(news)


def _same_turn(moment: Moment) -> tuple[object, ...]:
    """Give what events have in common that are told in one sentence."""
    event = moment.event
    return (type(event), event.seat) if isinstance(event, Drew | Flipped) else ("alone", id(moment))


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
        case "voted":
            return words.gettext("The players have voted to end the match. It counts for nobody.")
        case "asleep":
            return words.gettext("Nobody has moved for two days, so this match is closed. It counts for nobody.")
        case _ if who is not None:
            return words.gettext("**{name}** ended the match. It counts for nobody.").format(name=who)
        case _:
            return words.gettext("The match was ended. It counts for nobody.")
