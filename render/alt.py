"""Alt texts: in words, all that the pictures show. At most 1024 characters, what matters most first."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from gettext import NullTranslations
from typing import Final

from engine.actions import Move, Play
from engine.events import Result
from engine.layouts import START
from engine.tiles import Tile, pips
from engine.view import View
from render import sentences
from render.board import MOST, LeaderboardRow
from render.names import clean, plain
from render.own_hand import fitting, is_mine
from render.reckoning import match_won, who_won

LONGEST: Final = 1024
"""The longest alt text that Discord takes, in characters (UTF-16 units)."""


def _length(text: str) -> int:
    return len(text.encode("utf-16-le", "replace")) // 2


def _cut(text: str, most: int) -> str:
    if _length(text) <= most:
        return text
    # Half of a character outside the basic plane is dropped.
    return text.encode("utf-16-le", "replace")[: 2 * (most - 1)].decode("utf-16-le", "ignore").rstrip() + "…"


def _joined(sentences_: Iterable[str]) -> str:
    """Join whole sentences as far as there is room; the first is cut where it alone is too long."""
    text = ""
    for sentence in sentences_:
        longer = f"{text} {sentence}" if text else sentence
        if _length(longer) <= LONGEST:
            text = longer
        elif not text:
            text = _cut(sentence, LONGEST)
    return text


def _tiles(held: Iterable[Tile]) -> str:
    return " ".join(each.text for each in held)


def _ends(view: View, words: NullTranslations) -> str:
    if not view.ends:
        return words.gettext("No tile lies on the table yet.")
    if set(view.ends) == {"left", "right"}:
        return words.gettext("Open ends: {left} on the left, {right} on the right.").format(**view.ends)
    return words.gettext("Open ends: {numbers}.").format(numbers=sentences.numbers(tuple(view.ends.values())))


def _move(move: Move, who: str, words: NullTranslations) -> str:
    if not isinstance(move, Play):
        return words.gettext("{name} passed").format(name=who)
    if move.end == START:
        return words.gettext("{name} opened with {tile}").format(name=who, tile=move.tile.text)
    if move.end == "left":
        return words.gettext("{name} laid {tile} on the left").format(name=who, tile=move.tile.text)
    if move.end == "right":
        return words.gettext("{name} laid {tile} on the right").format(name=who, tile=move.tile.text)
    return words.gettext("{name} laid {tile}").format(name=who, tile=move.tile.text)


def _last(view: View, names: Sequence[str], words: NullTranslations) -> Iterable[str]:
    if view.history:
        move = view.history[-1]
        told = _move(move, sentences.said_name(names, move.seat), words)
        yield words.gettext("Last move: {move}.").format(move=told)


def _turn(view: View, names: Sequence[str], words: NullTranslations) -> Iterable[str]:
    if view.turn is not None:
        name = sentences.said_name(names, view.turn)
        yield words.gettext("It is {name}'s turn.").format(name=name)


def _chain(view: View, words: NullTranslations) -> Iterable[str]:
    if view.layout.placed:
        chain = " ".join(f"{left}-{right}" for _, left, right in view.layout.chain())
        yield words.gettext("Chain from left to right: {chain}.").format(chain=chain)


def _deal(view: View, words: NullTranslations) -> Iterable[str]:
    target = sentences.target(view)
    name = sentences.rules_name(view, words)
    if view.deal and target is not None:
        yield words.gettext("{rules}, deal {deal}, first to {target} points.").format(
            rules=name, deal=view.deal, target=target
        )
    else:
        yield words.gettext("{rules}, deal {deal}.").format(rules=name, deal=view.deal)


def _points(view: View, side: int, names: Sequence[str], words: NullTranslations) -> str:
    who = sentences.listed([sentences.said_name(names, seat) for seat in view.sides[side]], words)
    total = view.totals[side]
    return words.ngettext("{names}: {count} point", "{names}: {count} points", total).format(names=who, count=total)


def _seats(view: View, names: Sequence[str], words: NullTranslations) -> Iterable[str]:
    if any(view.counts):
        held = [
            words.ngettext("{name} holds {count} tile", "{name} holds {count} tiles", count).format(
                name=sentences.said_name(names, seat), count=count
            )
            for seat, count in enumerate(view.counts)
        ]
        yield words.gettext("Around the table: {seats}.").format(seats="; ".join(held))
    scores = [_points(view, side, names, words) for side in range(len(view.sides))]
    yield words.gettext("Scores: {scores}.").format(scores="; ".join(scores))
    for seat, passed in enumerate(view.passed):
        if passed:
            yield words.gettext("{name} has passed on {numbers}.").format(
                name=sentences.said_name(names, seat), numbers=sentences.numbers(passed)
            )
    if view.boneyard and view.turn is not None:
        yield words.ngettext("{count} tile was not dealt.", "{count} tiles were not dealt.", view.boneyard).format(
            count=view.boneyard
        )


def _moves(view: View, names: Sequence[str], words: NullTranslations, room: int) -> Iterable[str]:
    """Tell who played what, the latest first, as far as ``room`` characters reach."""
    told: list[str] = []
    whole = ""
    for move in reversed(view.history):
        more = [*told, _move(move, sentences.said_name(names, move.seat), words)]
        if len(more) == len(view.history):
            line = words.gettext("All moves, the latest first: {moves}.")
        else:
            line = words.gettext("The latest moves, the last first: {moves}.")
        line = line.format(moves="; ".join(more))
        if _length(line) > room:
            break
        told, whole = more, line
    if len(told) > 1:
        yield whole


def table_alt(view: View, names: Sequence[str], words: NullTranslations) -> str:
    """Tell the picture of :func:`render.table` in at most 1024 characters."""
    told = _joined(
        (
            _ends(view, words),
            *_last(view, names, words),
            *_turn(view, names, words),
            *_chain(view, words),
            *_seats(view, names, words),
            *_deal(view, words),
        )
    )
    return _joined((told, *_moves(view, names, words, LONGEST - _length(told) - 1)))


def hand_alt(view: View, names: Sequence[str], words: NullTranslations) -> str:
    """Tell the picture of :func:`render.hand` in at most 1024 characters: the viewer's own tiles, nobody else's."""
    fits = fitting(view)
    mine = is_mine(view)
    if view.hand:
        held = words.ngettext("You hold {count} tile: {tiles}.", "You hold {count} tiles: {tiles}.", len(view.hand))
        lines = [held.format(count=len(view.hand), tiles=_tiles(sorted(view.hand)))]
    else:
        lines = [words.gettext("You hold no tiles.")]
    if mine and fits:
        playable = "; ".join(_playable(view, each, ends, words) for each, ends in sorted(fits.items()))
        lines.append(words.gettext("You can play: {tiles}.").format(tiles=playable))
    elif mine:
        lines.append(words.gettext("No tile fits, you have to pass."))
    if mine:
        lines = [_ends(view, words), *_last(view, names, words), words.gettext("It is your turn."), *lines]
    elif view.turn is None:
        lines = [*_turn(view, names, words), *lines]
    return _joined((*lines, *_deal(view, words)))


def _playable(view: View, each: Tile, ends: Sequence[str], words: NullTranslations) -> str:
    shown = [end for end in ends if end in view.ends]
    if not shown:
        return each.text
    where = [
        words.gettext("{end} ({number})").format(end=sentences.end_name(end, words), number=view.ends[end])
        for end in shown
    ]
    return words.gettext("{tile} at {ends}").format(tile=each.text, ends=sentences.listed(where, words))


def deal_end_alt(view: View, names: Sequence[str], words: NullTranslations) -> str:
    """Tell the picture of :func:`render.deal_end` in at most 1024 characters.

    Raises:
        ValueError: no deal has ended.

    """
    if not view.results:
        raise ValueError("no deal has ended")
    result: Result = view.results[-1]
    said = [plain(name) for name in names]
    lines: list[str] = []
    if view.finished:
        lines.append(match_won(view, said, words))
    lines.append(words.gettext("{sentence}.").format(sentence=who_won(view, result, said, words)))
    lines.append(words.gettext("Points: {sum}.").format(sum=sentences.arithmetic(result)))
    for seat, hand in enumerate(result.hands):
        total = pips(hand)
        if hand:
            left = words.ngettext(
                "{name} is left with {tiles}: {count} pip.", "{name} is left with {tiles}: {count} pips.", total
            )
            lines.append(left.format(name=said[seat], tiles=_tiles(sorted(hand)), count=total))
        else:
            lines.append(words.gettext("{name} is out.").format(name=said[seat]))
    scores = [_points(view, side, names, words) for side in range(len(view.sides))]
    lines.append(words.gettext("Scores: {scores}.").format(scores="; ".join(scores)))
    return _joined(
        (
            *lines,
            _ends(view, words),
            *_last(view, names, words),
            *_chain(view, words),
            *_deal(view, words),
        )
    )


def leaderboard_alt(title: str, rows: Sequence[LeaderboardRow], words: NullTranslations) -> str:
    """Tell the picture of :func:`render.leaderboard` in at most 1024 characters."""
    of = clean(title)
    head = words.gettext("Leaderboard: {title}.").format(title=of) if of else words.gettext("Leaderboard.")
    lines = [_cut(head, 200)]
    for row in rows[:MOST]:
        won = words.ngettext("{wins} of {matches} match won", "{wins} of {matches} matches won", row.matches).format(
            wins=row.wins, matches=row.matches
        )
        points = words.ngettext("{count} point", "{count} points", row.points).format(count=row.points)
        form = (
            words.gettext("{rank}. {name} (you): {won}, {rate} %, {points}.")
            if row.you
            else words.gettext("{rank}. {name}: {won}, {rate} %, {points}.")
        )
        lines.append(form.format(rank=row.rank, name=plain(row.name), won=won, rate=row.rate, points=points))
    if not rows:
        lines.append(words.gettext("No match has been finished yet."))
        lines.append(words.gettext("Play one, and this board is yours."))
    return _joined(lines)
