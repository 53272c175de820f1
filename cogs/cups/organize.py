"""**Organize**: the organizer's panel and its actions."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from cogs.bot import Interaction
from cogs.core.cog import Cog, Sent, on_button, on_modal, on_select
from cogs.core.components import number, only
from cogs.core.errors import UserError, reply_privately
from cogs.cups.cup_message import MAX_REASON
from cogs.cups.form import SWITCH
from cogs.cups.new import read_start
from cogs.cups.organize_text import (
    ABSENT,
    BY_COMPUTER,
    BY_TIME,
    FIRST,
    LEVEL,
    PLAYED,
    SECOND,
    begin_question,
    correction_form,
    entrant_panel,
    panel,
    people_form,
    text_form,
)
from cogs.cups.refusals import act, find_cup, is_manager, organizer_here
from cogs.cups.sign_up import people_chosen
from cogs.cups.texts import person_name
from cogs.messages.forms.fields import one_of
from cogs.messages.option_fields import page_of, redraw
from engine.cups import Corrected, How, Table
from engine.cups.results import less_is_better
from engine.live.cups import organizing
from engine.live.cups.live_cup import LiveCup
from engine.live.cups.model import Change
from engine.live.model.errors import Code, TableError
from render.i18n import translations
from render.names import clean


class Organizing(Cog):
    """Lets organizers run their tournaments."""

    @on_button("cuporg")
    async def open_panel(self, interaction: Interaction, cup_id: str) -> None:
        """Handle Organize, and Back: show the panel to organizers; tell others the organizer."""
        live = await organizer_here(interaction, cup_id)
        await _show(interaction, live)

    @on_button("cupbegin")
    async def ask_to_begin(self, interaction: Interaction, cup_id: str) -> None:
        """Handle Begin now: ask, since nothing takes it back."""
        live = await organizer_here(interaction, cup_id)
        await redraw(interaction, begin_question(live.situation, translations(interaction.locale)))

    @on_button("cupbeginnow")
    async def begin(self, interaction: Interaction, cup_id: str) -> None:
        """Handle the confirmation."""
        live = await organizer_here(interaction, cup_id)
        # the order of the first round
        await live.rate()
        await _change(interaction, cup_id, organizing.begin_now)

    @on_button("cupstart")
    async def ask_start(self, interaction: Interaction, cup_id: str) -> None:
        """Handle Move the start: ask for the time."""
        await organizer_here(interaction, cup_id)
        t = translations(interaction.locale)
        form = text_form(
            "cupstart",
            cup_id,
            heading=t.gettext("Move the start"),
            label=t.gettext("New start"),
            about=t.gettext("Minutes from now (90), 2 h, 20:00 +1, a timestamp; empty: when you press Begin now"),
            length=40,
            required=False,
        )
        await interaction.response.send_modal(form)

    @on_modal("cupstart")
    async def move_start(self, interaction: Interaction, cup_id: str, sent: Sent) -> None:
        """Handle the new start."""
        typed, t = only(sent.get("text")).strip(), translations(interaction.locale)
        starts_at = read_start(typed, interaction.client.clock(), t) if typed else None
        await _change(interaction, cup_id, organizing.move_start, starts_at)

    @on_button("cupnext")
    async def begin_round(self, interaction: Interaction, cup_id: str) -> None:
        """Handle Next round: the organizer's, and everybody's once the organizer has waited too long."""
        live = await _decide(interaction, cup_id, organizing.next_round_now)
        message = interaction.message
        if message is not None and message.flags.ephemeral:
            await _show(interaction, live)
        else:
            text = translations(interaction.locale).gettext("The next round begins.")
            await reply_privately(interaction, text)

    @on_button("cupauto")
    async def choose_rounds(self, interaction: Interaction, cup_id: str, automatic: str) -> None:
        """Handle the choice whether rounds begin by themselves."""
        await _change(interaction, cup_id, organizing.set_automatic, one_of(SWITCH, automatic))

    @on_button("cuppause")
    async def pause(self, interaction: Interaction, cup_id: str) -> None:
        """Handle Pause."""
        await _change(interaction, cup_id, organizing.pause)

    @on_button("cupresume")
    async def resume(self, interaction: Interaction, cup_id: str) -> None:
        """Handle Continue."""
        await _change(interaction, cup_id, organizing.resume)

    @on_button("cupcancel")
    async def ask_reason(self, interaction: Interaction, cup_id: str) -> None:
        """Handle Call off: ask for the reason, which confirms it."""
        await organizer_here(interaction, cup_id)
        t = translations(interaction.locale)
        form = text_form(
            "cupcancel",
            cup_id,
            heading=t.gettext("Call off the tournament"),
            label=t.gettext("Reason"),
            about=t.gettext("Everybody sees it in the channel. Nothing takes this back."),
        )
        await interaction.response.send_modal(form)

    @on_modal("cupcancel")
    async def cancel(self, interaction: Interaction, cup_id: str, sent: Sent) -> None:
        """Handle the reason."""
        await _change(interaction, cup_id, organizing.cancel, _reason(interaction, only(sent.get("text"))))

    @on_button("cuphand")
    async def ask_successor(self, interaction: Interaction, cup_id: str) -> None:
        """Handle Hand over: ask for the next organizer."""
        await organizer_here(interaction, cup_id)
        t = translations(interaction.locale)
        form = people_form("cuphand", cup_id, heading=t.gettext("Hand over"), label=t.gettext("New organizer"))
        await interaction.response.send_modal(form)

    @on_modal("cuphand")
    async def hand_over(self, interaction: Interaction, cup_id: str, sent: Sent) -> None:
        """Handle the new organizer; the old one may no longer organize."""
        (other,), t = people_chosen(interaction, sent.get("people", [])), translations(interaction.locale)
        await _decide(interaction, cup_id, organizing.hand_over, other)
        text = t.gettext("{name} organizes the tournament from now on.").format(name=f"<@{other.user_id}>")
        await reply_privately(interaction, text)

    # people

    @on_select("cupentrant")
    async def choose_entrant(self, interaction: Interaction, cup_id: str, choice: str) -> None:
        """Handle the choice of an entrant, or of another page of them."""
        live = await organizer_here(interaction, cup_id)
        page = page_of(choice)
        if page is not None:
            await redraw(interaction, panel(live.situation, translations(interaction.locale), people_page=page))
        else:
            await _show_entrant(interaction, live, _entrant_id(live, choice))

    @on_button("cuptake")
    async def take(self, interaction: Interaction, cup_id: str, entrant: str, where: str) -> None:
        """Handle Take out and Take back."""
        entrant_id = _entrant_id(find_cup(interaction, cup_id), entrant)
        decide = one_of({"out": organizing.take_out, "back": organizing.take_back}, where)
        live = await _decide(interaction, cup_id, decide, entrant_id)
        if entrant_id in live.situation.cup.entrants:
            await _show_entrant(interaction, live, entrant_id)
        else:
            await _show(interaction, live)

    @on_button("cupreplace")
    async def ask_replacement(self, interaction: Interaction, cup_id: str, entrant: str, member: str) -> None:
        """Handle Replace: ask for the new person."""
        live = await organizer_here(interaction, cup_id)
        t = translations(interaction.locale)
        name = person_name(live.situation.people, _member(live, entrant, member), t)
        form = people_form(
            "cupreplace",
            cup_id,
            entrant,
            member,
            heading=t.gettext("Replace {name}").format(name=name),
            label=t.gettext("By whom"),
            about=t.gettext("They take over the place and its results. Everybody sees it in the channel."),
        )
        await interaction.response.send_modal(form)

    @on_modal("cupreplace")
    async def replace(self, interaction: Interaction, cup_id: str, entrant: str, member: str, sent: Sent) -> None:
        """Handle the person who takes a place over."""
        person_id = _member(find_cup(interaction, cup_id), entrant, member)
        (by,) = people_chosen(interaction, sent.get("people", []))
        live = await _decide(interaction, cup_id, organizing.replace_person, person_id, by)
        await _show_entrant(interaction, live, _entrant_id(live, entrant))

    @on_button("cupapart")
    async def ask_apart(self, interaction: Interaction, cup_id: str) -> None:
        """Handle Keep two apart: ask for both people."""
        await organizer_here(interaction, cup_id)
        t = translations(interaction.locale)
        form = people_form(
            "cupapart",
            cup_id,
            heading=t.gettext("Keep two apart"),
            label=t.gettext("Two people"),
            about=t.gettext("They never sit at one table, from the next round on. Nobody else is told."),
            count=2,
        )
        await interaction.response.send_modal(form)

    @on_modal("cupapart")
    async def keep_apart(self, interaction: Interaction, cup_id: str, sent: Sent) -> None:
        """Handle the two people."""
        first, second = people_chosen(interaction, sent.get("people", []), 2)
        await _change(interaction, cup_id, organizing.keep_apart, first, second)

    @on_select("cupmeet")
    async def let_meet(self, interaction: Interaction, cup_id: str, choice: str) -> None:
        """Handle the choice of two people who may meet again."""
        live = await organizer_here(interaction, cup_id)
        pairs = {f"{first}.{second}": (first, second) for first, second in live.situation.cup.forbidden}
        await _change(interaction, cup_id, organizing.let_meet, *one_of(pairs, choice))

    # results

    @on_select("cupcorrect")
    async def choose_table(self, interaction: Interaction, cup_id: str, choice: str) -> None:
        """Handle the choice of a table, or of another page of them: open the form for its result."""
        live = await organizer_here(interaction, cup_id)
        page, t = page_of(choice), translations(interaction.locale)
        if page is not None:
            await redraw(interaction, panel(live.situation, t, tables_page=page))
        else:
            await interaction.response.send_modal(correction_form(live.situation, _table(live, *choice.split("-")), t))

    @on_modal("cupcorrect")
    async def correct(self, interaction: Interaction, cup_id: str, round_: str, table: str, sent: Sent) -> None:
        """Handle the corrected result."""
        live = find_cup(interaction, cup_id)
        found = _table(live, round_, table)
        reason = _reason(interaction, only(sent.get("reason")))
        correction = _correction(interaction, found, sent, reason)
        if not agrees(correction, less_wins=less_is_better(live.situation.cup)):
            text = translations(interaction.locale).gettext(
                "The winner and the points don't go together. Open the form again, and set both."
            )
            raise UserError(text)
        await _change(interaction, cup_id, organizing.correct, correction)


async def _change(interaction: Interaction, cup_id: str, decide: Callable[..., Change], *arguments: Any) -> None:
    """Let the organizer decide as :func:`_decide` does, and show the new panel."""
    await _show(interaction, await _decide(interaction, cup_id, decide, *arguments))


async def _decide(interaction: Interaction, cup_id: str, decide: Callable[..., Change], *arguments: Any) -> LiveCup:
    """Let the organizer decide; return the changed cup.

    Raises:
        UserError: the user may not organize it, or the cup refuses.

    """
    live, manager = find_cup(interaction, cup_id), await is_manager(interaction)
    await act(interaction, live, decide, interaction.user.id, *arguments, manager=manager)
    return live


async def _show(interaction: Interaction, live: LiveCup) -> None:
    await redraw(interaction, panel(live.situation, translations(interaction.locale)))


async def _show_entrant(interaction: Interaction, live: LiveCup, entrant_id: int) -> None:
    await redraw(interaction, entrant_panel(live.situation, entrant_id, translations(interaction.locale)))


def _entrant_id(live: LiveCup, argument: str) -> int:
    """Return the id of an entrant of people; raise :class:`TableError` if there is none any more."""
    entrant = live.situation.cup.entrants.get(number(argument))
    if entrant is None or entrant.is_computer:
        raise TableError(Code.STALE)
    return entrant.id


def _member(live: LiveCup, entrant: str, member: str) -> int:
    """Return the user id of a member of an entrant, by their place in it; raise as :func:`_entrant_id`."""
    members = live.situation.cup.entrants[_entrant_id(live, entrant)].members
    if number(member) >= len(members):
        raise TableError(Code.STALE)
    return members[number(member)]


def _table(live: LiveCup, *named: str) -> Table:
    """Return a table with a result, by the numbers of its round and of itself; raise TableError if there is none."""
    table = live.situation.cup.table_at(*map(number, named)) if len(named) == 2 else None
    if table is None or table.result is None:
        raise TableError(Code.STALE)
    return table


def _reason(interaction: Interaction, typed: str) -> str:
    """Return a reason that everybody sees; raise :class:`UserError` if there is none."""
    reason = clean(typed)[:MAX_REASON]
    if not reason:
        raise UserError(translations(interaction.locale).gettext("Give a reason: everybody sees it in the channel."))
    return reason


def _correction(interaction: Interaction, table: Table, sent: Sent, reason: str) -> Corrected:
    """Return the correction that a form describes.

    Raises:
        UserError: the points are no numbers.
        TableError: a value was not on offer, so the form is forged.

    """
    how = only(sent.get("how"))
    if how in ABSENT:
        absent = ABSENT[how]
        winner = None if len(absent) == 2 else 1 - absent[0]
        return Corrected(table.round, table.number, winner, (0, 0), How.ABSENT, reason, absent)
    ended = one_of({PLAYED: How.PLAYED, BY_TIME: How.TIME, BY_COMPUTER: How.COMPUTER}, how)
    winner = one_of({FIRST: 0, SECOND: 1, LEVEL: None}, only(sent.get("winner")))
    points = [only(sent.get(f"points-{side}")).strip() for side in (0, 1)]
    if not all(_POINTS.fullmatch(each) for each in points):
        raise UserError(translations(interaction.locale).gettext("Type the points of both sides as whole numbers."))
    left = table.result.left if table.result is not None and ended is How.COMPUTER else ()
    return Corrected(table.round, table.number, winner, (int(points[0]), int(points[1])), ended, reason, left=left)


def agrees(correction: Corrected, *, less_wins: bool) -> bool:
    """Whether the winner of a corrected result has the better points; with level points, anybody may have won."""
    first, second = correction.points
    if first == second:
        return True
    return correction.winner == ((first < second) != less_wins)


_POINTS = re.compile(r"-?\d{1,5}", re.ASCII)
