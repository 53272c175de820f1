"""The contents of a cup's messages in its channel, and the part of the cup that each shows."""

from __future__ import annotations

from collections.abc import Hashable
from gettext import NullTranslations

import discord

from cogs.bot import DominoBot
from cogs.core.components import button
from cogs.core.frame import framed
from cogs.cups.cup_message import cancelled_line, cup_view
from cogs.cups.running.sending import Letter
from cogs.cups.texts import title
from engine.cups import Phase
from engine.live.cups.course import waits_for_round
from engine.live.cups.model import Situation
from render.i18n import translations


def shown_part(at: Situation, key: str) -> Hashable:
    """Return the part of a cup that a message shows: another value where it has to be edited."""
    kind, _, number = key.partition("-")
    match kind:
        case "standings":
            last = int(number) == len(at.cup.rounds) and waits_for_round(at)
            waits = (at.header.next_at, at.header.waits_since) if last else ()
            return at.cup.rounds[: int(number)], waits
        case "end":
            return at.cup.rounds, at.cup.cancelled
        case _:
            # a text costs little to write anew
            return str(_text(at, key, translations(at.header.locale)).to_components())


async def letter_of(bot: DominoBot, at: Situation, key: str) -> Letter:
    """Return a message of a cup's channel as it is now, by its key."""
    t = translations(at.header.locale)
    kind, _, number = key.partition("-")
    match kind:
        case "standings":
            return Letter(
                framed(
                    f"## {title(at.header)}: {key}",
                    rows=[next_buttons(at, int(number), t)] if next_buttons(at, int(number), t) else (),
                )
            )
        case "end" if at.phase is Phase.ENDED:
            return Letter(framed(f"## {title(at.header)}: {key}"))
        case "end":
            return Letter(framed(f"## {title(at.header)}\n{cancelled_line(at, t)}"))
        case _:
            return Letter(_text(at, key, t))


def _text(at: Situation, key: str, t: NullTranslations) -> discord.ui.LayoutView:
    """Return a message that has no picture."""
    if key == "cup":
        return cup_view(at, t)
    return framed(f"## {title(at.header)}: {key}")


def next_buttons(at: Situation, number: int, t: NullTranslations) -> list[discord.ui.Button[discord.ui.View]]:
    """Return the button that begins the next round, below the standings after a round; none if it begins by itself."""
    if number != len(at.cup.rounds) or not waits_for_round(at) or at.header.next_at is not None:
        return []
    return [button("cupnext", at.header.id, label=t.gettext("Next round"), style=discord.ButtonStyle.success)]
