"""One player's hand at one moment, and what a message with it says."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from gettext import NullTranslations

from cogs.core.bot import Trouble
from cogs.core.errors import link
from cogs.messages.names import rules_name
from cogs.messages.narration import tell
from cogs.messages.prompts import drew, prompt
from engine.events import DealEnded, MatchEnded
from engine.i18n import N_
from engine.live.model.table import Presence
from engine.live.tables.table import Table
from engine.rules import find
from engine.tiles import Tile
from engine.view import View
from render.text.sentences import list_items

_TROUBLES = {
    "blocked": N_(
        "I can't show the table in its channel right now, so play on from here; /domino doctor tells what is wrong."
    ),
    "lost": N_(
        "The channel of this table is gone. Play on from here, or type /domino board in another channel of the server:"
        " that takes the table there."
    ),
}

_ABSENT = {
    Presence.HELD: N_("You were away, so the bot plays for you. Press **I'm back** to play on."),
    Presence.LEFT: N_("You have left this match, and the bot plays on for you."),
    Presence.REMOVED: N_("The host has removed you from this match, and the bot plays on for you."),
}


@dataclass(frozen=True, slots=True)
class Sight:
    """One player's hand at one moment: everything that a message with it shows.

    Attributes:
        user: whose hand.
        locale: their language.
        view: what their seat sees.
        ply: how many actions the table's log holds.
        over: whether the table has closed.
        presence: whether they play for themselves.
        paused: whether the match is paused.
        host: who lets a paused match go on; 0 where it isn't paused.
        trouble: what keeps the table from being shown in its channel; empty where it is.
        as_text: whether they want text in place of pictures.

    """

    user: int
    locale: str
    view: View
    ply: int
    over: bool
    presence: Presence = Presence.HERE
    paused: bool = False
    trouble: Trouble = ""
    as_text: bool = False
    host: int = 0

    @property
    def away(self) -> bool:
        """Whether the bot plays for them."""
        return self.presence is not Presence.HERE

    @property
    def face(self) -> str:
        """What tells two sights apart, without telling what is on them; equal faces need no edit.

        In its turn a hand shows the table, and its controls bear the ply; at other times a picture has neither, while
        a text always tells the table, too.
        """
        view = self.view
        shown = self.ply if view.legal or self.as_text else None
        seen = (view.seat, view.deal, view.hand, view.drawn, shown, view.turn is None, self.over, self.as_text)
        whole = repr((*seen, self.presence, self.paused, self.host, self.trouble))
        return hashlib.blake2s(whole.encode(), digest_size=12).hexdigest()


def has_hands(rules: str) -> bool:
    """Tell whether players hold tiles by some rules."""
    return any(find(rules).hand_sizes.values())


def text(table: Table, sight: Sight, t: NullTranslations, ends_of: Tile | None = None) -> str:
    """Say whose hand of which table it is, and what its player can do."""
    view = sight.view
    where = t.gettext("{rules}, deal {deal}, in <#{channel}>").format(
        rules=rules_name(view.rules, t), deal=view.deal, channel=table.header.channel
    )
    lines = [f"**{t.gettext('Your hand')}** · {where} · [{t.gettext('go to the table')}]({link(table)})"]
    if sight.over:
        lines.append(t.gettext("This match was ended."))
    elif ends_of is not None:
        lines.append(t.gettext("{tile}: at which end?").format(tile=ends_of))
    elif sight.away:
        lines.append(t.gettext(_ABSENT[sight.presence]))
    elif view.finished:
        ended = [DealEnded(view.deal, view.results[-1]), MatchEnded(view.winners)]
        lines += tell(ended, view, table.people, t)
    elif view.turn is None:
        lines += tell([DealEnded(view.deal, view.results[-1])], view, table.people, t)
    elif view.seat in view.eliminated:
        lines.append(t.gettext("You are out of this match; the others play on."))
    else:
        drawn = drew(view, t)
        lines += [drawn] if drawn else []
        mine = view.turn == view.seat
        if sight.paused:
            paused = t.gettext("The match is paused. Its host, <@{host}>, lets it go on: /domino resume.")
            paused = paused.format(host=sight.host)
            if sight.user == sight.host:
                paused = t.gettext("The match is paused. Press **Resume** under the table to let it go on.")
            lines.append(paused)
        else:
            lines.append(prompt(view, table.people, t) if mine else t.gettext("Wait for your turn."))
    if sight.trouble and not sight.over and not view.finished:
        lines.append(f"-# {t.gettext(_TROUBLES[sight.trouble])}")
    return "\n".join(lines)


def taken(view: View, t: NullTranslations) -> str:
    """Say what a player has in a game in which nobody holds tiles."""
    assert view.seat is not None
    tiles = view.open_hands[view.seat] if view.open_hands else ()
    nobody = t.gettext("Nobody holds tiles in this game: they are turned over on the table.")
    if not tiles:
        return f"{nobody} {t.gettext('You have taken none yet.')}"
    text = t.ngettext("You have taken {count} tile: {tiles}.", "You have taken {count} tiles: {tiles}.", len(tiles))
    return f"{nobody} {text.format(count=len(tiles), tiles=list_items([tile.text for tile in tiles], t))}"
