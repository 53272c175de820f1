"""The sentences that ask a player to act, for that player alone."""

from __future__ import annotations

from collections.abc import Sequence
from gettext import NullTranslations

from cogs.messages.names import name
from engine.actions import Draw, Move, Pass, Play
from engine.layouts import START, Feet, Pile, Trains, Tricks
from engine.live.model.table import Person
from engine.tiles import Tile
from engine.view import View
from render.i18n import list_items
from render.text import tricks
from render.text.end_labels import waiting_text
from render.text.sentences import at_end


def drawn_text(view: View, t: NullTranslations) -> str:
    """Return which tiles the viewer drew, in this turn or their last one; empty if none."""
    if not view.drawn or view.turn is None:
        return ""
    if view.turn == view.seat and not view.mid_turn:
        text = t.ngettext(
            "On your last turn you drew {tiles}.",
            "On your last turn you drew {count} tiles: {tiles}.",
            len(view.drawn),
        )
    else:
        text = t.ngettext("You drew {tiles}.", "You drew {count} tiles: {tiles}.", len(view.drawn))
    return text.format(count=len(view.drawn), tiles=list_items([each.text for each in view.drawn], t))


def open_double_text(view: View, people: Sequence[Person], t: NullTranslations) -> str:
    """Return what an open double or foot requires of the player in turn, for everyone; empty if none is open."""
    trains = view.layout
    if isinstance(trains, Feet) and view.turn is not None:
        return waiting_text(view, t)
    if not isinstance(trains, Trains) or trains.open_double is None or view.turn is None:
        return ""
    if _owes_second_tile(view):
        text = t.gettext("After the double {tile}, a second tile has to be laid.")
    else:
        text = t.gettext("The double {tile} {where} is open and has to be covered first.")
    where = at_end(trains.open_double, t, [name(person) for person in people])
    return text.format(tile=_last_tile(trains, trains.open_double), where=where)


def bot_move_text(move: Move, t: NullTranslations) -> str:
    """Return what the bot soon does for the viewer, whose turn it is and who is left no choice."""
    match move:
        case Draw():
            return t.gettext("It's your turn, and you can only draw: the bot draws for you.")
        case Pass():
            return t.gettext("It's your turn, and you can only pass: the bot passes for you.")
        case Play():
            return t.gettext("It's your turn, and you can only play {tile}: the bot plays it for you.").format(
                tile=move.tile
            )
        case _:
            return t.gettext("It's your turn, and only one tile is left to turn up: the bot does it for you.")


def prompt(view: View, people: Sequence[Person], t: NullTranslations) -> str:
    """Return what the viewer, whose turn it is, can do."""
    kinds = {type(move) for move in view.legal}
    if isinstance(view.layout, Tricks):
        return _in_tricks(view, people, t)
    if isinstance(view.layout, Trains):
        return _on_trains(view, view.layout, kinds, people, t)
    if isinstance(view.layout, Feet) and view.layout.waiting:
        now = t.gettext("It's your turn: choose a tile.") if Play in kinds else _unable(view, kinds, t)
        return f"{now} {waiting_text(view, t)}"
    return _able(view, kinds, t) if Play in kinds else _unable(view, kinds, t)


def _able(view: View, kinds: set[type[Move]], t: NullTranslations) -> str:
    """Return what the viewer, who can play a tile, may choose from."""
    if any(isinstance(move, Play) and move.end == START for move in view.legal):
        return _opening(view, t)
    if isinstance(view.layout, Pile):
        text = t.gettext("It's your turn, and the total is {total}. Next to each tile is the total it would make.")
        return text.format(total=view.layout.total)
    if Draw in kinds:
        return t.gettext("It's your turn: choose a tile, or draw one, which ends your turn.")
    if view.mid_turn and isinstance(view.history[-1], Play):
        return t.gettext("It's still your turn: lay another tile.")
    return t.gettext("It's your turn: choose a tile.")


def _in_tricks(view: View, people: Sequence[Person], t: NullTranslations) -> str:
    """Return what the viewer can do, and below it what was bid, led and taken."""
    names = [name(person) for person in people]
    table = tricks.table_of(view)
    now = t.gettext("{sentence}.").format(sentence=tricks.what_now(view, t))
    told = [now, tricks.contract_text(view, names, t)]
    if table.trump is None and table.bid is not None and not tricks.is_bidding(view):
        told[1] = t.gettext("You have won the bidding with {bid}.").format(bid=tricks.bid_text(table.bid, t))
    elif table.trump is not None:
        told.append(tricks.trick_text(view, names, t) if table.trick else "")
        told.append(tricks.points_text(view, names, t))
    return " ".join(filter(None, told))


def _opening(view: View, t: NullTranslations) -> str:
    if view.must_open_with is not None:
        return t.gettext("It's your turn: you open, with {tile}.").format(tile=view.must_open_with)
    if len(view.legal) < len(view.hand):
        return t.gettext("It's your turn: you open, with any tile but a double.")
    return t.gettext("It's your turn: you open. Choose a tile.")


def _unable(view: View, kinds: set[type[Move]], t: NullTranslations) -> str:
    if Pass in kinds:
        return t.gettext("It's your turn, and none of your tiles fits: pass.")
    if not view.ends:
        return t.gettext("It's your turn. Nobody has a double to open with: draw a tile.")
    if not view.hand:
        return t.gettext("It's your turn, and you have no tiles: draw one.")
    return t.gettext("It's your turn, and none of your tiles fits: draw.")


def _on_trains(
    view: View, trains: Trains, kinds: set[type[Move]], people: Sequence[Person], t: NullTranslations
) -> str:
    if _owes_second_tile(view):
        if Play in kinds:
            return t.gettext("It's still your turn: lay a second tile, not a double.")
        if Draw in kinds:
            return t.gettext("You have to lay a second tile, and none of yours fits: draw.")
        return t.gettext("You have to lay a second tile, and none of yours fits: pass. A marker opens your train.")
    if trains.open_double is not None:
        where = at_end(trains.open_double, t, [name(person) for person in people], view.seat)
        double = _last_tile(trains, trains.open_double)
        if Play in kinds:
            text = t.gettext("It's your turn: the double {tile} {where} is open. Cover it.")
        elif Draw in kinds:
            text = t.gettext("It's your turn: the double {tile} {where} is open, and you can't cover it: draw.")
        else:
            text = t.gettext("The double {tile} {where} is open, and you can't cover it: pass.")
        return text.format(tile=double, where=where)
    if Play in kinds:
        return t.gettext("It's your turn: choose a tile for a train.")
    if Draw in kinds:
        return t.gettext("It's your turn, and none of your tiles fits: draw.")
    return t.gettext("It's your turn, and none of your tiles fits: pass. A marker opens your train.")


def _owes_second_tile(view: View) -> bool:
    """Whether the player in turn has played a double in this turn and owes its second tile, even after drawing."""
    own = [move for move in view.history[-2:] if isinstance(move, Play) and move.seat == view.turn]
    return view.mid_turn and bool(own) and own[-1].tile.double


def _last_tile(trains: Trains, end: str) -> Tile:
    return trains.train(end)[-1].tile
