"""``/domino-cup show`` and **My table**: the place of a person in a tournament, for that person alone."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from gettext import NullTranslations

import discord
from discord import app_commands

from cogs.bot import Interaction
from cogs.core.answer import edit_answer
from cogs.core.cog import Cog, on_button, on_select
from cogs.core.command_names import commands_for
from cogs.core.commands import CUP, ON_SERVERS, command
from cogs.core.components import select
from cogs.core.errors import UserError
from cogs.core.frame import choice, escaped, framed
from cogs.cups.cup_message import cup_lines
from cogs.cups.open_cups import cups_of
from cogs.cups.refusals import TO_YOURSELF, find_cup, is_manager
from cogs.cups.results.pages import situation_of
from cogs.cups.rounds import table_label
from cogs.cups.running.runner import runner_of
from cogs.cups.sign_up import SEEKING, SUBSTITUTE
from cogs.cups.texts import computer_name, linked_title, person_name, relative, side_name, table_link
from cogs.messages.option_fields import MAX_ENTRIES, redraw
from engine.cups import Entrant, Format, How, Phase, Refusal, Result, Sides, Table, standings
from engine.cups.presence import out_by_misses
from engine.i18n import N_
from engine.live.cups.live_cup import LiveCup
from engine.live.cups.model import LiveTable, Situation
from engine.live.cups.seats import Seat, seats_of
from render.i18n import translations
from render.text.standings import signed_decimal, wins_text

_ = app_commands.locale_str

_COME, _ENDS = N_("press **I'm here** there; the wait ends {when}"), N_("the round's time ends {when}")
OUT_BY_MISSES = N_("You missed or left two rounds, so you are out. The organizer can take you back in.")
_BEGINS = N_("you are there; at the latest, the match begins {when}")
_WON, _LOST, _LEVEL = N_("won"), N_("lost"), N_("level match")


class ShowCup(Cog):
    """Shows people their place."""

    @command(
        under=CUP,
        name=_("show"),
        description=_("Where you stand, your table, your next opponent"),
        where=ON_SERVERS,
    )
    async def show_command(self, interaction: Interaction) -> None:
        """Handle ``/domino-cup show``: the tournament where the user plays, or the newest."""
        open_here, t = cups_of(interaction.client).of_guild(interaction.guild_id or 0), translations(interaction.locale)
        if not open_here:
            text = t.gettext("No tournament is open on this server. {command} opens one.")
            if not await is_manager(interaction):
                text = t.gettext(
                    "No tournament is open on this server. Members with Manage Events open one: {command}."
                )
            raise UserError(text.format(command=commands_for(interaction).name("new", root=CUP)))
        mine = [each for each in open_here if takes_part(each.situation, interaction.user.id)]
        await self._show(interaction, (mine or open_here)[-1])

    @on_button("cupme")
    async def show_mine(self, interaction: Interaction, cup_id: str) -> None:
        """Handle My table, also below a match in direct messages, and of a tournament that is over."""
        at = await situation_of(interaction, cup_id, direct=True)
        if at.over:
            await redraw(interaction, self._page(interaction, at))
        else:
            await self._show(interaction, find_cup(interaction, cup_id, direct=True))

    @on_select("cupshow")
    async def choose(self, interaction: Interaction, cup_id: str) -> None:
        """Handle the choice of another tournament."""
        await self._show(interaction, find_cup(interaction, cup_id))

    async def _show(self, interaction: Interaction, live: LiveCup) -> None:
        """Show a person their page; send deleted messages again that it leads to, and correct its links."""
        page = self._page(interaction, live.situation)
        await redraw(interaction, page)
        await runner_of(interaction.client).look(live, interaction.user.id)
        linked = self._page(interaction, live.situation)
        if linked.to_components() != page.to_components():
            await edit_answer(interaction, view=linked)

    @staticmethod
    def _page(interaction: Interaction, at: Situation) -> discord.ui.LayoutView:
        t = translations(interaction.locale)
        _heading, *facts = cup_lines(at, t, people=False)
        lines = [f"## {linked_title(at.header)}", *own_lines(at, interaction.user.id, t), "", *facts]
        open_here = cups_of(interaction.client).of_guild(interaction.guild_id or 0)
        if len(open_here) < 2:
            return framed("\n".join(lines))
        options = [
            choice(each.header.name, each.id, chosen=each.id == at.header.id) for each in open_here[-MAX_ENTRIES:]
        ]
        return framed(
            "\n".join(lines), rows=[[select("cupshow", options=options, placeholder=t.gettext("Tournaments"))]]
        )


def takes_part(at: Situation, user_id: int) -> bool:
    """Whether somebody is in a tournament, looks for a partner in it, or is a substitute."""
    cup = at.cup
    return cup.entrant_of(user_id) is not None or user_id in (*cup.seekers, *cup.substitutes)


def own_lines(at: Situation, user_id: int, t: NullTranslations) -> list[str]:
    """Return somebody's place in a tournament, and their next event."""
    entrant, found = at.cup.entrant_of(user_id), _seat_of(at, user_id)
    lines = [_without_place(at, user_id, t)] if entrant is None else [*_entered(at, entrant, user_id, t)]
    if found is not None:
        table, number = found
        seat = seats_of(at.cup, table)[number]
        if seat.person_id != user_id:
            name = escaped(person_name(at.people, seat.person_id, t))
            lines.append(t.gettext("You play for **{name}** in this round.").format(name=name))
        lines.append(_table_line(at, table, number, user_id, t))
        if entrant is not None and entrant.id in out_by_misses(at.cup):
            lines.append(t.gettext(OUT_BY_MISSES))
    elif entrant is not None and at.cup.rounds and not at.over:
        lines += _without_table(at, entrant, t)
    return lines


def _entered(at: Situation, entrant: Entrant, user_id: int, t: NullTranslations) -> Iterator[str]:
    """Yield the place of a person's entrant in the standings; before the first ones, a line that the person is in."""
    cup = at.cup
    if not cup.rounds:
        partners = [escaped(person_name(at.people, each, t)) for each in entrant.members if each != user_id]
        if partners:
            yield t.gettext("You are signed up with **{name}**.").format(name=partners[0])
        else:
            yield t.gettext("You are signed up.")
    elif any(table.result is not None for each in cup.rounds for table in each.tables):
        yield from _place(at, entrant.id, t)


def _without_place(at: Situation, user_id: int, t: NullTranslations) -> str:
    cup = at.cup
    if user_id in cup.seekers:
        return t.gettext(SEEKING)
    if user_id in cup.substitutes:
        number = cup.substitutes.index(user_id) + 1
        return t.gettext(SUBSTITUTE).format(number=number)
    return t.gettext(TO_YOURSELF[Refusal.NOT_SIGNED_UP])


def _place(at: Situation, entrant_id: int, t: NullTranslations) -> Iterator[str]:
    """Yield an entrant's place in the standings, and its wins; a knock-out has places at its end alone."""
    if at.cup.settings.format is Format.KNOCK_OUT and not at.over:
        return
    rows = standings(at.cup)
    row = next((each for each in rows if each.entrant == entrant_id and each.place is not None), None)
    if row is not None:
        place = t.gettext("Place {place} of {count}").format(place=row.place, count=len(rows))
        difference = t.gettext("difference {value}").format(value=signed_decimal(row.difference, t))
        yield f"**{place}** · {wins_text(row.wins, t)} · {difference}"


def _seat_of(at: Situation, user_id: int) -> tuple[Table, int] | None:
    """Return the table and the seat of a person in the present round; else those where another plays for them."""
    tables = at.cup.rounds[-1].tables if at.cup.rounds else ()
    seats = [(table, number, seat) for table in tables for number, seat in enumerate(seats_of(at.cup, table))]
    own = [(table, number) for table, number, seat in seats if seat.user_id == user_id]
    own += [(table, number) for table, number, seat in seats if seat.person_id == user_id]
    return own[0] if own else None


def _partner(at: Situation, seats: Sequence[Seat], number: int, user_id: int, t: NullTranslations) -> str:
    """Return the partner of a seat in this round; empty without one, or if the partner is that of all rounds."""
    if len(seats) == 2 or (at.cup.settings.sides is Sides.PAIRS and seats[number].person_id == user_id):
        return ""
    partner = seats[(number + 2) % 4]
    person_id = partner.user_id or partner.person_id
    return escaped(person_name(at.people, person_id, t) if person_id else computer_name(partner.entrant_id))


def _table_line(at: Situation, table: Table, number: int, user_id: int, t: NullTranslations) -> str:
    """Return somebody's table of this round: the partner, the opponents, the result or the time, and a link."""
    live, seats = at.tables.get(table.key), seats_of(at.cup, table)
    # the seats of both sides alternate
    side = number % 2
    against = escaped(side_name(at.cup, at.people, table.sides[1 - side], t))
    label, told = table_label(at.cup, table.round, table.number, t), t.gettext("{table}, against {names}")
    partner = _partner(at, seats, number, user_id, t)
    if partner:
        told = t.gettext("{table}, with {partner} against {names}")
    told = told.format(table=label, partner=partner, names=against)
    address = table_link(at.header, live)
    line = f"[{told}]({address})" if address else told
    state = _time_left(live, user_id, t) if table.result is None else _result(at, table, table.result, side, t)
    return f"{line} · {state}" if state else line


def _time_left(live: LiveTable | None, user_id: int, t: NullTranslations) -> str:
    """Return the next deadline of a table without a result; empty if it has none yet."""
    if live is not None and not live.match_id and live.until is not None:
        wait = _BEGINS if user_id in live.here else _COME
        return t.gettext(wait).format(when=relative(live.until))
    return t.gettext(_ENDS).format(when=relative(live.ends_at)) if live is not None and live.ends_at is not None else ""


def _result(at: Situation, table: Table, result: Result, side: int, t: NullTranslations) -> str:
    """Return the result of a table, for a person of one of its sides."""
    if result.how is not How.ABSENT:
        points = "{}:{}".format(*(result.points if side == 0 else reversed(result.points)))
        word = _LEVEL if result.winner is None else _WON if result.winner == side else _LOST
        return f"{t.gettext(word)} {points}"
    if side not in result.absent:
        return t.gettext("won: the other side did not come")
    text = t.gettext("lost: nobody came for your side")
    if out_by_misses(at.cup).intersection(table.sides[side]):
        return text
    return f"{text}. {t.gettext('A second time puts you out of the tournament.')}"


def _without_table(at: Situation, entrant: Entrant, t: NullTranslations) -> Iterator[str]:
    """Yield why an entrant has no table in this round."""
    cup = at.cup
    last = cup.rounds[-1]
    if entrant.id in out_by_misses(cup):
        yield t.gettext(OUT_BY_MISSES)
    elif entrant.gone:
        yield t.gettext("You are out of the tournament; the organizer can take you back.")
    elif entrant.id in last.byes and cup.settings.format is Format.KNOCK_OUT:
        yield t.gettext("You have a bye: you are through to the next round.")
    elif entrant.id in last.byes:
        yield t.gettext("You have a bye in this round: it counts as a win, and you wait for the next one.")
    elif cup.settings.format is Format.KNOCK_OUT:
        yield t.gettext("You are out of the knock-out; its end tells all places.")
    elif at.phase in (Phase.PLAYING, Phase.PAIRING):
        yield t.gettext("You have no table in this round; you are paired for the next one.")
