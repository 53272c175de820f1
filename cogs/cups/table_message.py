"""The message at a table before its match: both sides, the people who are there, and the end of the grace."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from gettext import NullTranslations
from typing import Final

import discord

from cogs.bot import Interaction
from cogs.core.cog import Cog, on_button
from cogs.core.components import button, number
from cogs.core.errors import UserError, reply_privately
from cogs.core.frame import escaped, framed
from cogs.cups.cup_message import playing_line
from cogs.cups.refusals import act, find_cup
from cogs.cups.results.entrants import EntrantNames
from cogs.cups.results.tables import result_line
from cogs.cups.rounds import place_name, stage_name
from cogs.cups.sign_up import cup_person
from cogs.cups.texts import computer_name, linked_title, person_name, relative, rules_line, title
from engine.cups import Table
from engine.live.cups import presence
from engine.live.cups.model import LiveTable, Situation
from engine.live.cups.seats import absent_sides, expected, members_of, seats_of, side_members
from engine.live.model.deleted_users import is_deleted
from render.i18n import list_items, translations


def table_message(at: Situation, table: Table, live: LiveTable, locale: str = "") -> discord.ui.LayoutView:
    """Return the message of a table, in the language of the cup or of its only reader."""
    t = translations(locale or at.header.locale)
    place = place_name(at.cup, table.round, table.number, t)
    sides = [_joined(at, table, side, t) for side in (0, 1)]
    lines = [
        f"## {place}",
        t.gettext("{one} against {other}").format(one=sides[0], other=sides[1]),
        f"-# {linked_title(at.header)} · {rules_line(at.cup.settings, t)}",
        *_standing(at, table, live, t),
    ]
    here = button("cuphere", at.header.id, *live.key, label=t.gettext("I'm here"), style=discord.ButtonStyle.success)
    return framed("\n".join(lines), rows=((here,),) if is_awaited(at, table, live) else ())


def is_awaited(at: Situation, table: Table, live: LiveTable) -> bool:
    """Whether the people of a table may still say that they are there."""
    return not (live.match_id or table.result is not None or at.over)


def mentioned_at(at: Situation, table: Table, live: LiveTable) -> tuple[int, ...]:
    """Return the ids of the people to be notified by a table's message: only the first message of a round notifies."""
    return expected(at, table) if live.until is None else ()


def _side(at: Situation, table: Table, side: int, t: NullTranslations) -> Iterable[str]:
    for entrant_id, person_id in side_members(at.cup, table, side):
        yield _mention(at, person_id, t) if person_id else escaped(computer_name(entrant_id))


def _joined(at: Situation, table: Table, side: int, t: NullTranslations) -> str:
    return list_items(list(_side(at, table, side, t)), t)


def _mention(at: Situation, person_id: int, t: NullTranslations) -> str:
    return escaped(person_name(at.people, person_id, t)) if is_deleted(person_id) else f"<@{person_id}>"


def _standing(at: Situation, table: Table, live: LiveTable, t: NullTranslations) -> Sequence[str]:
    """Return the lines on the people present, or on their stand-ins."""
    if table.result is not None:
        absent = table.result.absent
        told = _absent(at, table, absent, t) if absent else result_line(at, table, EntrantNames(at, t), t)
        return [told, *_others(at, table, t)]
    if live.match_id:
        begun = t.gettext("The match has begun.")
        if live.ends_at is not None and not live.called:
            text = t.gettext("The match has begun; the round's time ends {when}.")
            begun = text.format(when=relative(live.ends_at))
        return [*_stand_ins(at, table, t), begun]
    if not is_awaited(at, table, live):
        return []
    return list(_waiting(at, table, live, t))


def _waiting(at: Situation, table: Table, live: LiveTable, t: NullTranslations) -> Iterator[str]:
    """Yield the people present, the end of the wait for the others, and the consequence of their absence."""
    here = [_mention(at, each, t) for each in members_of(at.cup, table) if each in live.here]
    if here:
        yield t.gettext("Here: {people}.").format(people=list_items(here, t))
    text = t.gettext("Press **I'm here**. The match begins once everyone is here; the wait ends {when}.")
    if len(expected(at, table)) == 1:
        text = t.gettext("The match begins as soon as you press **I'm here**; the wait ends {when}.")
    yield text.format(when=relative(live.until or at.now + at.header.graces.here))
    absent = absent_sides(at, table, live)
    if here and len(absent) == 1:
        text = t.gettext("If nobody comes for the other side, the round goes to {winner}.")
        yield text.format(winner=_joined(at, table, 1 - absent[0], t))


def _others(at: Situation, table: Table, t: NullTranslations) -> Iterator[str]:
    """Yield the next event for the people of a table whose match is over, while its round lasts."""
    if at.over or not at.waiting or table.round < len(at.cup.rounds):
        return
    yield playing_line(at, t)
    if len(at.cup.rounds) < at.cup.planned:
        yield t.gettext("Whoever plays on is mentioned at their next table.")


def _stand_ins(at: Situation, table: Table, t: NullTranslations) -> list[str]:
    lines: list[str] = []
    for seat in seats_of(at.cup, table):
        if not seat.person_id or seat.user_id == seat.person_id:
            continue
        text = t.gettext("{one} plays for {other}.") if seat.user_id else t.gettext("A computer plays for {other}.")
        lines.append(text.format(one=_mention(at, seat.user_id, t), other=_mention(at, seat.person_id, t)))
    return lines


def _absent(at: Situation, table: Table, sides: Sequence[int], t: NullTranslations) -> str:
    if len(sides) > 1:
        return t.gettext("Nobody came, so this table is not played.")
    text = t.gettext("Nobody came for the other side, so the round goes to {winner}.")
    return text.format(winner=_joined(at, table, 1 - sides[0], t))


# ---------------------------------------------------------------------- substitutes


MAX_CALLED: Final = 25
"""The most substitutes who are called in a round; Discord notifies no more than 100 people by one message."""


def called_substitutes(at: Situation) -> list[int]:
    """Return the ids of the first substitutes who have not said that they can play."""
    return presence.unanswered(at)[:MAX_CALLED]


def substitutes_message(at: Situation) -> discord.ui.LayoutView:
    """Return the question to the substitutes."""
    t, number = translations(at.header.locale), len(at.cup.rounds)
    grace_ends = (live.until for _, live in at.waiting if live.until is not None and not live.match_id)
    text = t.gettext(
        "{people}: somebody is missing at a table. Press **I can play** if you can. The first of you on the list "
        "plays, and that is decided {when}."
    ).format(
        people=list_items([f"<@{each}>" for each in called_substitutes(at)], t),
        when=relative(min(grace_ends, default=at.now)),
    )
    stand_by = button(
        "cupstandby", at.header.id, number, label=t.gettext("I can play"), style=discord.ButtonStyle.success
    )
    return framed(f"{text}\n-# {title(at.header)} · {stage_name(at.cup, number, t)}", rows=((stand_by,),))


# ---------------------------------------------------------------------- presses


class AtTables(Cog):
    """Takes the arrivals of players, and of substitutes."""

    @on_button("cuphere")
    async def here(self, interaction: Interaction, cup_id: str, round_number: str, table_number: str) -> None:
        """Handle I'm here, below the message of a table."""
        cup, key = find_cup(interaction, cup_id, direct=True), (number(round_number), number(table_number))
        live = cup.situation.tables.get(key)
        known = live is not None and interaction.user.id in live.here
        await act(interaction, cup, presence.arrive, cup_person(interaction), *key)
        at = cup.situation
        table = at.cup.table_at(*key)
        if interaction.guild_id is None and table is not None:
            view = table_message(at, table, at.tables[key], str(interaction.locale))
            await interaction.response.edit_message(view=view)
        elif known:
            text = translations(interaction.locale).gettext("I know that you are here. The match begins by itself.")
            await reply_privately(interaction, text)

    @on_button("cupstandby")
    async def stand_by(self, interaction: Interaction, cup_id: str, round_number: str) -> None:
        """Handle I can play, below the question to the substitutes of a round."""
        cup, t = find_cup(interaction, cup_id), translations(interaction.locale)
        if number(round_number) != len(cup.situation.cup.rounds):
            raise UserError(t.gettext("That round is over. Wait for the next one."))
        await act(interaction, cup, presence.stand_by, cup_person(interaction))
        await reply_privately(interaction, t.gettext("Thank you. If a place is free when the wait is over, you play."))
