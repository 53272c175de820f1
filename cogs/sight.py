"""One player's hand at one moment, and what a message with it says."""

from __future__ import annotations

from dataclasses import dataclass
from gettext import NullTranslations

from cogs.errors import link
from cogs.names import rules_name
from cogs.narration import tell
from cogs.prompt import drew, prompt
from engine.events import DealEnded, MatchEnded
from engine.live.table import Table
from engine.rules.catalogue import find
from engine.tiles import Tile
from engine.view import View
from render.words.sentences import listed


@dataclass(frozen=True, slots=True)
class Sight:
    """One player's hand at one moment: everything that a message with it shows.

    Attributes:
        user: whose hand.
        locale: their language.
        view: what their seat sees.
        ply: how many actions the table's log holds.
        over: whether the table has closed.
        away: whether they have left the match.
        as_text: whether they want text in place of pictures.

    """

    user: int
    locale: str
    view: View
    ply: int
    over: bool
    away: bool
    as_text: bool = False

    @property
    def face(self) -> tuple[object, ...]:
        """What tells two sights apart; equal faces need no edit.

        In its turn a hand shows the table, and its controls bear the ply; at other times a picture has neither, while
        a text always tells the table, too.
        """
        view = self.view
        shown = self.ply if view.legal or self.as_text else None
        return (view.deal, view.hand, view.drawn, shown, view.turn is None, self.over, self.away, self.as_text)


def has_hands(rules: str) -> bool:
    """Tell whether players hold tiles by some rules."""
    return any(find(rules).hand_sizes.values())


def text(table: Table, sight: Sight, words: NullTranslations, ends_of: Tile | None = None) -> str:
    """Say whose hand of which table it is, and what its player can do."""
    view = sight.view
    where = words.gettext("{rules}, deal {deal}, in <#{channel}>").format(
        rules=rules_name(view.rules, words), deal=view.deal, channel=table.header.channel
    )
    lines = [f"**{words.gettext('Your hand')}** · {where} · [{words.gettext('go to the table')}]({link(table)})"]
    if sight.over:
        lines.append(words.gettext("This match was ended."))
    elif ends_of is not None:
        lines.append(words.gettext("{tile}: at which end?").format(tile=ends_of))
    elif sight.away:
        lines.append(words.gettext("You have left this match, and the bot plays on for you."))
    elif view.finished:
        ended = [DealEnded(view.deal, view.results[-1]), MatchEnded(view.winners)]
        lines += tell(ended, view, table.people, words)
    elif view.turn is None:
        lines += tell([DealEnded(view.deal, view.results[-1])], view, table.people, words)
    elif view.seat in view.gone:
        lines.append(words.gettext("You are out of this match; the others play on."))
    else:
        drawn = drew(view, words)
        lines += [drawn] if drawn else []
        mine = view.turn == view.seat
        lines.append(prompt(view, table.people, words) if mine else words.gettext("Wait for your turn."))
    return "\n".join(lines)


def taken(view: View, words: NullTranslations) -> str:
    """Say what a player has in a game in which nobody holds tiles."""
    assert view.seat is not None
    tiles = view.shown[view.seat] if view.shown else ()
    nobody = words.gettext("Nobody holds tiles in this game: they are turned over on the table.")
    if not tiles:
        return f"{nobody} {words.gettext('You have taken none yet.')}"
    text = words.ngettext("You have taken {count} tile: {tiles}.", "You have taken {count} tiles: {tiles}.", len(tiles))
    return f"{nobody} {text.format(count=len(tiles), tiles=listed([tile.text for tile in tiles], words))}"
