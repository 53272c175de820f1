"""Sentences about the events at a table, for everyone in the channel."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from gettext import NullTranslations
from itertools import groupby

from cogs.messages.event_moves import EventMove, first_of_pair, with_moves
from cogs.messages.names import localized, name
from engine.actions import Play
from engine.events import (
    BidMade,
    Bonus,
    DealEnded,
    Dealt,
    Drew,
    Flipped,
    MatchEnded,
    Passed,
    Played,
    Result,
    TrumpNamed,
)
from engine.i18n import N_
from engine.layouts import START
from engine.live.model.news import (
    CameBack,
    Closed,
    Kept,
    LeftNoChoice,
    NewHost,
    News,
    Paused,
    Removed,
    Resumed,
    TimeCalled,
    TimedOut,
    TookSeat,
    WentAway,
)
from engine.live.model.table import Header, Person, Presence
from engine.live.tables.cup_matches import ended_by_time, side_in_front, side_points
from engine.view import View
from render.i18n import list_items
from render.text import tricks, verdict
from render.text.forms import text_form
from render.text.sentences import at_end, list_names, points, rules_of

_CUP_ALONE = N_("This result counts for the tournament alone, not for the leaderboard.")


def narrate(
    news: Sequence[News],
    view: View,
    people: Sequence[Person],
    t: NullTranslations,
    *,
    ephemeral: bool = False,
    half_turns: bool = True,
) -> list[str]:
    """Return a line for each event; consecutive draws, and the two flips of a turn of Memory, share one.

    The lines stay readable for ever, so they do not name tiles that are flipped back. Only ``ephemeral`` lines name
    them, as long as the view shows them.

    Args:
        news: the events, oldest first.
        view: the channel's view now.
        people: the players, in seat order.
        t: the channel's catalog.
        ephemeral: whether the lines disappear when tiles are flipped back.
        half_turns: whether to include half a turn of Memory, one tile flipped and no second one yet.

    """
    return _Narrator(view, people, t, ephemeral=ephemeral, half_turns=half_turns).lines(news)


def narrate_end(
    news: Sequence[News], view: View, people: Sequence[Person], t: NullTranslations
) -> tuple[list[str], list[str]]:
    """Return the lines about the end of the match and of its last deal, and then those about all else.

    Args:
        news: the events, oldest first.
        view: the channel's view now.
        people: the players, in seat order.
        t: the channel's catalog.

    """
    narrator = _Narrator(view, people, t, ephemeral=False, half_turns=True)
    ended = max((at for at, each in enumerate(news) if isinstance(each, DealEnded)), default=len(news))
    ends = [each for at, each in enumerate(news) if _is_end(each, of_last=at >= ended)]
    others = [each for at, each in enumerate(news) if not _is_end(each, of_last=at >= ended)]
    return narrator.lines(ends[::-1]), narrator.lines(others)


def narrate_result(header: Header, view: View, t: NullTranslations) -> list[str]:
    """Return the lines about the last deal's end, and about that of the match if it is over."""
    ended: list[News] = [DealEnded(view.deal, view.results[-1])]
    if view.finished:
        ended.append(MatchEnded(view.winners))
    elif ended_by_time(header, view.turn):
        ended.append(Closed("time"))
    return narrate(ended, view, header.people, t)


def _is_end(event: News, *, of_last: bool) -> bool:
    """Whether an event ends the match, or if it is ``of_last`` the last deal, or says that another deal decides."""
    if isinstance(event, DealEnded | MatchEnded):
        return of_last
    return isinstance(event, Closed) or (isinstance(event, TimeCalled) and event.one_more)


class _Narrator:
    def __init__(
        self, view: View, people: Sequence[Person], t: NullTranslations, *, ephemeral: bool, half_turns: bool
    ) -> None:
        self._view = view
        self._half_turns = half_turns
        self._ephemeral = ephemeral
        self._people = [localized(person, t) for person in people]
        self._t = t
        self._names = [name(person) for person in self._people]
        self._bold = [f"**{each}**" for each in self._names]
        self._form = text_form(view, t, self._bold)

    def lines(self, news: Sequence[News]) -> list[str]:
        lines: list[str] = []
        moves = with_moves(_introduced_once(news, self._people), self._view)
        for _, group in groupby(moves, _same_turn):
            several = list(group)
            last = several[-1]
            match last.event:
                case Drew() as drew:
                    lines.append(self._drew(drew, len(several)))
                case Flipped():
                    lines += self._flipped(several)
                case _:
                    lines += [self._sentence(each) for each in several]
        return lines

    def _sentence(self, entry: EventMove) -> str:
        match entry.event:
            case Dealt(deal, opener):
                return self._form.deal_begins(deal, self._bold[opener])
            case Played() as played:
                return self._played(played, entry)
            case Passed() as passed:
                return self._passed(passed, entry)
            case BidMade() as call:
                return self._bid(call, entry)
            case TrumpNamed(seat, trump):
                text = self._t.gettext("{name} names trump: {trump}.")
                if trump == "none":
                    text = self._t.gettext("{name} plays without trump.")
                return text.format(name=self._bold[seat], trump=tricks.trump_name(trump, self._t))
            case DealEnded(_, result):
                return self._deal_ended(result)
            case MatchEnded():
                return self._match_ended()
            case Drew() | Flipped():
                raise AssertionError("draws and flips are narrated in groups")
            case TimeCalled(scored, one_more):
                return self._time_called(scored, one_more=one_more)
            case Closed("time"):
                return self._won_by_time()
            case about_people:
                return _about_people(about_people, self._people, self._bold, self._t)

    # -------------------------------------------------------------- moves

    def _bid(self, call: BidMade, entry: EventMove) -> str:
        text = self._t.gettext("{name} bids {bid}.")
        if self._form.wins_bidding(entry.move_index) == call.seat:
            text = self._t.gettext("{name} wins the bidding with {bid}.")
        return text.format(name=self._bold[call.seat], bid=tricks.bid_text(call.points, self._t))

    def _played(self, played: Played, entry: EventMove) -> str:
        if played.addends:
            return self._counted(played, entry)
        called = rules_of(self._view).about.points_names.get(played.points)
        if called:
            return self._scored(played, entry, self._t.gettext(called))
        return self._form.after_play(self._play(played, entry), played, entry.placed, entry.move_index)

    def _counted(self, played: Played, entry: EventMove) -> str:
        """Return a play, its points, and the count at the ends or on the pile that decides about them."""
        total = sum(played.addends)
        sums = f"{'+'.join(map(str, played.addends))} = {total}" if len(played.addends) > 1 else str(total)
        if played.points:
            return self._scored(played, entry, "" if sums == str(played.points) else sums)
        return self._t.gettext("{play}: {sum}.").format(play=self._play(played, entry), sum=sums)

    def _scored(self, played: Played, entry: EventMove, why: str) -> str:
        t = self._t
        text = t.gettext("{play} and scores {points} ({why}).") if why else t.gettext("{play} and scores {points}.")
        return text.format(play=self._play(played, entry), points=points(played.points, self._view, t), why=why)

    def _play(self, played: Played, entry: EventMove) -> str:
        """Return the player, tile and place of a play, without a full stop."""
        t, view = self._t, self._view
        who, tile, end = self._bold[played.seat], played.tile, played.end
        if end == START:
            return t.gettext("{name} opens with {tile}").format(name=who, tile=tile)
        if not view.layout.has_ends:
            return t.gettext("{name} plays {tile}").format(name=who, tile=tile)
        by_half = self._form.place(entry.placed) if entry.placed is not None else ""
        where = by_half or at_end(end, t, self._names, who=played.seat)
        move = view.history[entry.move_index] if entry.move_index is not None else None
        if isinstance(move, Play) and move.facing is not None and not tile.double:
            text = t.gettext("{name} plays {tile} {where}, the {half} facing out")
            return text.format(name=who, tile=tile, where=where, half=move.facing)
        return t.gettext("{name} plays {tile} {where}").format(name=who, tile=tile, where=where)

    def _passed(self, passed: Passed, entry: EventMove) -> str:
        t = self._t
        numbers = list_items([*map(str, passed.numbers)], t)
        text = t.gettext("{name} passes on {numbers}.") if numbers else t.gettext("{name} passes.")
        sentences = [text.format(name=self._bold[passed.seat], numbers=numbers)]
        if passed.bonus is not None:
            sentences.append(self._scored_by_pass(passed.bonus))
        return " ".join([*sentences, *self._form.after_pass(passed.seat, entry.move_index)])

    def _scored_by_pass(self, bonus: Bonus) -> str:
        t, team = self._t, self._view.teams[self._view.team_of(bonus.seat)]
        text = t.ngettext("{names} scores {points} ({bonus}).", "{names} score {points} ({bonus}).", len(team))
        return text.format(
            names=list_names(team, self._bold, t),
            points=points(bonus.points, self._view, t),
            bonus=t.gettext(bonus.name),
        )

    def _drew(self, last: Drew, count: int) -> str:
        t = self._t
        text = t.ngettext(
            "{name} draws {count} tile ({left} left in the boneyard).",
            "{name} draws {count} tiles ({left} left in the boneyard).",
            count,
        )
        if not last.boneyard_size:
            text = t.ngettext(
                "{name} draws {count} tile, and the boneyard is empty.",
                "{name} draws {count} tiles, and the boneyard is empty.",
                count,
            )
        return text.format(name=self._bold[last.seat], count=count, left=last.boneyard_size)

    def _flipped(self, several: Sequence[EventMove]) -> list[str]:
        """Return a line for each pair of tiles that one player flipped in a row."""
        lines: list[str] = []
        first: int | None = None
        who = ""
        for entry in several:
            flipped = entry.event
            assert isinstance(flipped, Flipped), "these belong together"
            who = self._bold[flipped.seat]
            if flipped.pair is None:
                first = flipped.position
                continue
            if first is None and entry.move_index is not None:
                first = first_of_pair(self._view, entry.move_index)
            one, other = flipped.taken or (None, None)
            places = {"first": self._position(first), "second": self._position(flipped.position)}
            lines.append(_of_pair(flipped, first, self._t).format(name=who, **places, one=one, other=other))
            first = None
        if first is not None and self._half_turns:
            lines.append(
                self._t.gettext("{name} turns up {position}.").format(name=who, position=self._position(first))
            )
        return lines

    def _position(self, position: int | None) -> str:
        """Return a position, in lines that disappear with the tile that lies there face up; empty if it is unknown."""
        tile = self._view.layout.tile_at(position) if position is not None and self._ephemeral else None
        return f"{position} ({tile})" if tile is not None else str(position or "")

    # -------------------------------------------------------------- ends

    def _deal_ended(self, result: Result) -> str:
        view, t, names = self._view, self._t, self._bold
        scored = verdict.scored_points(view, result, self._names, t)
        sentence = verdict.who_won(view, result, names, t, scored)
        text = t.gettext("{sentence}.").format(sentence=sentence)
        if rules_of(view).scoring.points_against:
            against = verdict.points_text(view, result, self._names, t)
            text = t.gettext("{sentence}. {points}.").format(sentence=sentence, points=against)
        elif result.bonuses and not scored:
            lost = list_items([t.gettext(bonus.name) for bonus in result.bonuses], t)
            text = t.gettext("{sentence}: {sum}.").format(sentence=sentence, sum=lost)
        out = verdict.eliminated_text(view, names, t) if view.results[-1] == result else ""
        feats = [
            t.gettext("🎉 {name}: {bonus}!").format(name=names[bonus.seat], bonus=verdict.bonus_text(bonus, t))
            for bonus in result.bonuses
            if bonus.feat
        ]
        return " ".join(filter(None, (text, *feats, out)))

    def _time_called(self, scored: tuple[int, int], *, one_more: bool) -> str:
        """Return a line on the end of a cup's round, with the score then."""
        t, front = self._t, side_in_front(scored, rules_of(self._view))
        if front is None:
            text = t.gettext("⏰ Time! This is the last deal. The score is level at {points}.")
            if one_more:
                text = t.gettext("⏰ Time is up and the score is level at {points}, so one more deal is played.")
            return text.format(points=scored[0])
        text = t.ngettext(
            "⏰ Time! This is the last deal. {names} leads {points} to {other}.",
            "⏰ Time! This is the last deal. {names} lead {points} to {other}.",
            len(self._view.teams[front]),
        )
        return self._of_side(text, scored, front)

    def _won_by_time(self) -> str:
        """Return a line on the result of a match that the time of a cup's round ended."""
        t, view = self._t, self._view
        scored = side_points(view)
        front = side_in_front(scored, rules_of(view))
        if front is None:
            level = t.gettext("⏰ Time is up. The match ends level at {points}.").format(points=scored[0])
            return f"{level} {t.gettext(_CUP_ALONE)}"
        text = t.ngettext(
            "⏰ Time is up: {names} wins {points} to {other}.",
            "⏰ Time is up: {names} win {points} to {other}.",
            len(view.teams[front]),
        )
        return f"{self._of_side(text, scored, front)} {t.gettext(_CUP_ALONE)}"

    def _of_side(self, text: str, scored: tuple[int, int], side: int) -> str:
        names = list_names(self._view.teams[side], self._bold, self._t)
        return text.format(names=names, points=scored[side], other=scored[1 - side])

    def _match_ended(self) -> str:
        view, t = self._view, self._t
        standing = verdict.standings_text(view, self._names, t)
        sentences = [
            t.gettext("🏆 {sentence}").format(sentence=verdict.match_won(view, self._bold, t)),
            verdict.match_reason(view, t),
            t.gettext("{sentence}.").format(sentence=standing) if standing else "",
        ]
        return " ".join(filter(None, sentences))


def _of_pair(second: Flipped, first: int | None, t: NullTranslations) -> str:
    """Return the sentence about the two tiles of a turn, of which the first may be unknown."""
    if first is None:
        if second.pair:
            return t.gettext("{name} turns up {second}: a pair, {one} and {other}.")
        return t.gettext("{name} turns up {second}: no pair.")
    if second.pair:
        return t.gettext("{name} turns up {first} and {second}: a pair, {one} and {other}.")
    return t.gettext("{name} turns up {first} and {second}: no pair.")


_PLAYED_FOR = {
    Presence.HERE: N_("{name} took too long, so the bot plays:"),
    Presence.KEPT: N_("The bot plays for {name}, who is away:"),
    Presence.LEFT: N_("The bot plays for {name}, who has left:"),
    Presence.REMOVED: N_("The bot plays for {name}, who was removed by the host:"),
}
"""The introduction of the bot's move for a player whose time ran out."""


def _introduced_once(news: Sequence[News], people: Sequence[Person]) -> list[News]:
    """Return the events without those that introduce the bot's moves for the same absent player again."""
    away = [each.seat if isinstance(each, TimedOut) and people[each.seat].away else None for each in news]
    return [each for at, each in enumerate(news) if away[at] is None or away[at] not in away[:at]]


_AboutSeat = LeftNoChoice | WentAway | Kept | CameBack | Removed | NewHost

_OF_A_SEAT: Mapping[type[_AboutSeat], str] = {
    LeftNoChoice: N_("{name} has no choice, so the bot plays:"),
    WentAway: N_("{name} has left; the bot is playing for them."),
    Kept: N_("{name} took too long: the bot plays for them until they press **I'm back**."),
    CameBack: N_("{name} is back."),
    Removed: N_("{name} was removed by the host; the bot is playing for them."),
    NewHost: N_("{name} is now the host."),
}
_OF_A_SEAT_ON_HOLD: Mapping[type[_AboutSeat], str] = {
    WentAway: N_("{name} has left."),
    Removed: N_("{name} was removed by the host."),
}
"""Sentences on the player of a seat; the bot plays for nobody in a match on hold."""


def _about_people(
    news: _AboutSeat | TimedOut | TookSeat | Paused | Resumed | Closed,
    people: Sequence[Person],
    bold: Sequence[str],
    t: NullTranslations,
) -> str:
    """Return a line on a player's arrival, absence or return, on a pause, or on a table's end."""
    match news:
        case Closed(how, user):
            return _closed(how, user, people, t)
        case Paused():
            # by the host, or by a member who may manage messages
            return t.gettext("⏸️ The match was paused.")
        case Resumed():
            return t.gettext("▶️ The match continues.")
        case TookSeat(seat, left):
            text = t.gettext("{name} now plays in place of {left}.")
            return text.format(name=bold[seat], left=name(Person(0, left, "")))
        case TimedOut(seat):
            return t.gettext(_PLAYED_FOR[people[seat].presence]).format(name=bold[seat])
        case _:
            on_hold = all(person.away for person in people)
            forms = {**_OF_A_SEAT, **_OF_A_SEAT_ON_HOLD} if on_hold else _OF_A_SEAT
            return t.gettext(forms[type(news)]).format(name=bold[news.seat])


def _same_turn(entry: EventMove) -> tuple[object, ...]:
    """Return a key that is equal for events that share one sentence."""
    event = entry.event
    return (type(event), event.seat) if isinstance(event, Drew | Flipped) else ("alone", id(entry))


def closing_lines(news: Sequence[News], people: Sequence[Person], t: NullTranslations) -> list[str]:
    """Return a line on the reason why a table closed; other events are left out."""
    return [_closed(each.how, each.user_id, people, t) for each in news if isinstance(each, Closed)]


_CLOSED = {
    "idle": N_("The match wasn't started in time, so this table is closed."),
    "cancelled": N_("This table was cancelled."),
    "empty": N_("Everyone has left, so this table is closed."),
    "voted": N_("The players have voted to end the match. It doesn't count for anyone."),
    "asleep": N_("No one has made a move for two days, so this match is closed. It doesn't count for anyone."),
    "unreadable": N_(
        "I can't read this table any more, so it is closed, and its match doesn't count for anyone. The bot's owner "
        "has been notified. To play on, open a new table."
    ),
}
"""The reason why a table closed that no player closed."""


def _closed(how: str, user: int | None, people: Sequence[Person], t: NullTranslations) -> str:
    if how in _CLOSED:
        return t.gettext(_CLOSED[how])
    who = next((name(person) for person in people if person.user_id == user), None)
    if who is None:
        return t.gettext("The match was ended. It doesn't count for anyone.")
    text = t.gettext("**{name}** ended the match. It doesn't count for anyone.")
    if how == "reopened":
        text = t.gettext("**{name}** is waiting for friends: join in the lobby below.")
    return text.format(name=who)
