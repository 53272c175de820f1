"""Cups for the people who press: the cup of a control, its refusals in sentences, and its organizers."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from gettext import NullTranslations
from typing import Concatenate, Final, ParamSpec

import discord

from cogs.bot import Interaction
from cogs.core.command_names import commands_for
from cogs.core.commands import CUP
from cogs.core.context import delivery_of, has
from cogs.core.errors import UserError
from cogs.core.frame import escaped
from cogs.core.preferences import server_preferences
from cogs.cups.open_cups import cups_of
from cogs.cups.texts import entrant_name, person_name
from engine.cups import CupError, Format, Refusal
from engine.i18n import N_
from engine.live.cups.errors import Code, CupDeclined
from engine.live.cups.live_cup import LiveCup
from engine.live.cups.model import Change, CupHeader, Situation
from engine.live.cups.organizing import is_organizer
from render.i18n import translations

P = ParamSpec("P")

CHANGED: Final = N_("Meanwhile something has changed. Look again, and try once more.")

REFUSALS: Final[Mapping[Refusal, str]] = {
    Refusal.BAD_SETTINGS: N_("These settings don't go together."),
    Refusal.BAD_ACTION: N_("That isn't possible. Check what you have chosen, and try again."),
    Refusal.CUP_OVER: N_("This tournament is over."),
    Refusal.BEGUN_ALREADY: N_("The tournament has already begun."),
    Refusal.NOT_BEGUN: CHANGED,
    Refusal.NOT_IN_THIS_FORMAT: N_("This tournament's format doesn't have that."),
    Refusal.SIGNED_UP_ALREADY: N_("{name} is in this tournament already."),
    Refusal.NOT_SIGNED_UP: N_("{name} isn't in this tournament."),
    Refusal.NO_LATE_ENTRY: N_(
        "The tournament has begun, and nobody can enter it any more. You can still press **Substitute**."
    ),
    Refusal.TOO_LATE: N_("It is too late for that."),
    Refusal.FULL: N_("The tournament is full: it takes {most} at most. You can still press **Substitute**."),
    Refusal.TOO_FEW: N_("It takes at least {fewest} to begin, and so far there are {entrants}."),
    Refusal.KEPT_APART: N_("The organizer keeps these two people apart, so they can't be at one table."),
    Refusal.NO_SUCH_ENTRANT: N_("They aren't in this tournament any more."),
    Refusal.THERE_ALREADY: N_("{name} is in the tournament, so there is nothing to take back."),
    Refusal.GONE_ALREADY: N_("{name} has already left the tournament."),
    Refusal.PAUSED: N_("The tournament is paused. The organizer can continue it under **Organize**."),
    Refusal.NOT_PAUSED: N_("The tournament isn't paused."),
    Refusal.ROUND_RUNNING: CHANGED,
    Refusal.ROUNDS_OVER: CHANGED,
    Refusal.ROUNDS_LEFT: CHANGED,
    Refusal.STALE: CHANGED,
    Refusal.NO_SUCH_TABLE: CHANGED,
    Refusal.RESULT_KNOWN: CHANGED,
    Refusal.NO_RESULT: N_("That table has no result yet, so there is nothing to correct."),
}
"""The sentences for the refusals of a cup's rules."""

TO_YOURSELF: Final[Mapping[Refusal, str]] = {
    Refusal.SIGNED_UP_ALREADY: N_("You are in this tournament already."),
    Refusal.NOT_SIGNED_UP: N_("You aren't in this tournament."),
    Refusal.GONE_ALREADY: N_("You have already left this tournament. The organizer can take you back."),
}
"""The sentences for those about the reader."""

DECLINES: Final[Mapping[Code, str]] = {
    Code.STALE: CHANGED,
    Code.NO_CUP: N_("This tournament is over, or I don't know it any more."),
    Code.NOT_ORGANIZER: N_(
        "Only <@{organizer}>, who organizes this tournament, and members with Manage Events can do that."
    ),
    Code.NOT_AT_TABLE: N_("You don't play at this table. Your own is under {command}."),
    Code.AT_TABLE: N_("<@{person}> plays at a table in this round. Choose somebody else, or wait for the next round."),
    Code.NOT_SUBSTITUTE: N_("You aren't on the list of substitutes. Press **Substitute** in the tournament's message."),
    Code.TABLE_BEGUN: N_("This table has already begun without you."),
    Code.NOT_WAITING: N_("Nothing waits for that right now."),
    Code.PAST: N_("That time is past, or more than 60 days ahead. Choose another one."),
    Code.TOO_MANY: N_("This server has as many open tournaments as there can be. End one of them first."),
}
"""The sentences for what a cup on a server declines."""

_LATE_CORRECTION = N_("The next match of one of them has already begun, so this result stays as it is.")
_LATE_ENTRY = N_("Too many rounds have been played to enter now. You can still press **Substitute**.")
_NOT_APART = N_("Here everyone meets everyone, so nobody can be kept apart.")
_NOT_APART_NOW = N_("A knock-out keeps people apart in its first round alone, and that has been drawn.")
_APART_BY_FORMAT = {Format.ROUND_ROBIN: _NOT_APART, Format.KNOCK_OUT: _NOT_APART_NOW}


def refusal(error: CupError | CupDeclined, at: Situation, reader_id: int, t: NullTranslations, command: str) -> str:
    """Return a cup's refusal as a sentence for the person who pressed.

    Args:
        error: the refusal.
        at: the cup.
        reader_id: the user id of that person.
        t: their catalog.
        command: how they type the command that shows their place.

    """
    if isinstance(error, CupDeclined):
        return t.gettext(DECLINES[error.code]).format(**error.facts, command=command)
    about = _about(error, at, t)
    text = _by_format(error, at) or REFUSALS[error.refusal]
    if error.facts.get("person") == reader_id or _is_of(error, at, reader_id):
        text = TO_YOURSELF.get(error.refusal, text)
    return t.gettext(text).format(**{**error.facts, "name": about})


def _about(error: CupError, at: Situation, t: NullTranslations) -> str:
    """Return the name of the person or entrant in a refusal."""
    person, entrant = error.facts.get("person"), error.facts.get("entrant")
    if isinstance(person, int):
        return escaped(person_name(at.people, person, t))
    return escaped(entrant_name(at.cup, at.people, entrant, t)) if isinstance(entrant, int) else ""


def _is_of(error: CupError, at: Situation, reader_id: int) -> bool:
    entrant = at.cup.entrants.get(error.facts.get("entrant", 0))  # type: ignore[arg-type]
    return entrant is not None and reader_id in entrant.members


def _by_format(error: CupError, at: Situation) -> str:
    """Return the sentence where a refusal means one thing here and another there; empty for all others."""
    if error.refusal is Refusal.TOO_LATE:
        return _LATE_ENTRY if "missed" in error.facts else _LATE_CORRECTION
    if error.refusal is Refusal.NOT_IN_THIS_FORMAT:
        return _APART_BY_FORMAT.get(at.cup.settings.format, "")
    return ""


async def act(
    interaction: Interaction,
    live: LiveCup,
    decide: Callable[Concatenate[Situation, P], Change],
    *args: P.args,
    **kwargs: P.kwargs,
) -> None:
    """Let a cup decide and change.

    Raises:
        UserError: the cup refuses; the text is the sentence for the user.

    """
    try:
        await live.do(decide, *args, **kwargs)
    except (CupError, CupDeclined) as error:
        t, command = translations(interaction.locale), commands_for(interaction).name("show", root=CUP)
        raise UserError(refusal(error, live.situation, interaction.user.id, t, command)) from None


def find_cup(interaction: Interaction, cup_id: str, *, direct: bool = False) -> LiveCup:
    """Return the cup of a control; raise :class:`UserError` unless this server has it.

    Args:
        interaction: the press.
        cup_id: the id of the cup.
        direct: whether the control is in direct messages, too.

    """
    with suppress(CupDeclined):
        found = cups_of(interaction.client).find(cup_id)
        if is_here(interaction, found.header, direct=direct):
            return found
    raise UserError(translations(interaction.locale).gettext(DECLINES[Code.NO_CUP]))


def is_here(interaction: Interaction, header: CupHeader, *, direct: bool) -> bool:
    """Whether a cup is of the server of a press; with ``direct``, presses in direct messages count, too."""
    return header.guild_id == interaction.guild_id or (direct and interaction.guild_id is None)


async def is_manager(interaction: Interaction) -> bool:
    """Whether a user may open tournaments here: by Manage Events, or by the role that the server chose."""
    if not delivery_of(interaction).on_server:
        return False
    role = (await server_preferences(interaction)).cup_role
    roles = interaction.user.roles if isinstance(interaction.user, discord.Member) else []
    return has(interaction.permissions, "manage_events") or (role != 0 and any(each.id == role for each in roles))


async def organizer_here(interaction: Interaction, cup_id: str) -> LiveCup:
    """Return the cup of a control of its organizer.

    Raises:
        UserError: the user may not organize it.

    """
    live, manager = find_cup(interaction, cup_id), await is_manager(interaction)
    if not is_organizer(live.situation, interaction.user.id, manager=manager):
        declined = CupDeclined(Code.NOT_ORGANIZER, organizer=live.situation.header.organizer_id)
        raise UserError(refusal(declined, live.situation, interaction.user.id, translations(interaction.locale), ""))
    return live
