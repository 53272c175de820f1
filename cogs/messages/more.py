"""More: the further actions of one reader in a lobby and under a board, and fair deals."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from gettext import NullTranslations
from typing import Any

import discord

from cogs.core.components import button, select
from cogs.core.frame import framed, rows_of_five
from cogs.messages.forms.fields import pictures_field
from cogs.messages.forms.form import Page, page_buttons, page_lines
from cogs.messages.names import level_name, localized, name, plain_name, rules_name
from cogs.messages.on_hold import back_button
from cogs.messages.option_fields import rules_select
from engine.bots.level import Level
from engine.live.model.saved_rules import OwnerKind
from engine.live.model.seating import seats_in_pairs
from engine.live.model.table import Header, Person
from engine.live.tables.partners import partner_seat
from engine.rules import has_hands

Items = list[discord.ui.Item[Any]]


def fair_deal_lines(header: Header, t: NullTranslations) -> list[str]:
    """Return the line that says that deals are fair; none if the table has no seed."""
    return [f"-# {t.gettext('🔒 fair deal')}"] if header.seed is not None else []


def fair_deal_buttons(header: Header, t: NullTranslations) -> Items:
    """Return the button that explains the fair deal; none if the table has no seed."""
    return [button("fair", header.id, label=t.gettext("Fair deal"))] if header.seed is not None else []


def show_button(header: Header, t: NullTranslations) -> discord.ui.Button[Any]:
    """Return the button that shows a private match to all."""
    return button("show", header.id, label=t.gettext("Play where all can see"))


def lobby_more(
    header: Header,
    user_id: int,
    t: NullTranslations,
    *,
    manages: bool,
    saves: OwnerKind = OwnerKind.PERSON,
    pages: Sequence[Page] = (),
    rules_page: int | None = None,
) -> discord.ui.LayoutView:
    """Return the further actions of a reader in a lobby: rules, for players seats, for the host options and computers.

    Args:
        header: the table.
        user_id: the reader.
        t: the reader's catalog.
        manages: whether the reader manages the messages of the channel.
        saves: the kind of owner for whom the reader saves the rules under a name.
        pages: the options; the host can change them.
        rules_page: the page of rule sets to show the host, from 0; None for the one with the present rule set.

    """
    is_host, is_seated = user_id == header.host_id, header.seat_of(user_id) is not None
    lines = [f"**{rules_name(header.rules, t)}**", *page_lines(pages, t)]
    rules = _rules_buttons(header, t)
    if is_host or saves is OwnerKind.SERVER or not header.delivery.on_server:
        rules.append(button("savetable", saves, header.id, label=t.gettext("Save these rules")))
    rows = [*(_options_rows(header, t, pages, rules_page) if is_host else ()), rules]
    if is_seated and header.options.get("pairs"):
        pair = _pair_buttons(header, user_id, t)
        lines += _partner_lines(header, user_id, t)
        if is_host and len(header.people) > 1:
            pair.append(button("shuffle", header.id, label=t.gettext("Shuffle seats")))
        rows += rows_of_five(pair)
    if is_host:
        rows += _computer_rows(header, t)
    last = _ending_buttons(header, t, leaves=is_seated, closes=is_host or manages)
    return framed("\n".join(lines), rows=[*rows, *filter(None, [last])])


def _ending_buttons(header: Header, t: NullTranslations, *, leaves: bool, closes: bool) -> Items:
    """Return the buttons that leave a lobby and close it."""
    buttons: Items = [button("leave", header.id, label=t.gettext("Leave"))] if leaves else []
    if closes:
        close = t.gettext("Close the table")
        buttons.append(button("cancel", header.id, label=close, style=discord.ButtonStyle.danger))
    return buttons


def chooses_pictures(header: Header) -> bool:
    """Whether moves may post new pictures or edit one: on a server, and in all games but those with a grid."""
    return header.delivery.on_server and has_hands(header.rules)


def board_more(
    header: Header, user_id: int, t: NullTranslations, *, may_end: bool, manages: bool, may_wait: bool, edited: bool
) -> discord.ui.LayoutView:
    """Return the further actions of a reader during a match: rules, watching; for players leaving, pausing and ending.

    Args:
        header: the table.
        user_id: the reader.
        t: the reader's catalog.
        may_end: whether the reader may end the match alone, without a vote.
        manages: whether the reader manages the messages of the channel.
        may_wait: whether the reader, alone with computers, may wait for friends instead.
        edited: whether one picture is edited at each move.

    """
    seat = header.seat_of(user_id)
    plays = seat is not None and not header.people[seat].gone
    first = _rules_buttons(header, t)
    if seat is None and has_hands(header.rules):
        first.insert(0, button("look", header.id, label=t.gettext("Watch")))
    if seat is not None and header.people[seat].away:
        # a grid leaves no room for this beside it
        first.insert(0, back_button(header.id, t))
    if may_wait:
        first.append(button("wait", header.id, label=t.gettext("Wait for friends")))
    last: Items = []
    if plays and (len(header.human_seats) > 1 or not header.has_host):
        last.append(button("exit", header.id, label=t.gettext("Leave")))
    is_host = header.has_host and user_id == header.host_id
    manages = header.has_host and manages
    if header.delivery.on_server and header.pause is None and (manages or (plays and is_host)):
        last.append(button("pause", header.id, label=t.gettext("Pause")))
    if header.has_host and (plays or may_end):
        label = t.gettext("End the match") if may_end else t.gettext("Ask everyone to end it")
        last.append(button("stop", header.id, label=label))
    rows = [first, last] if last else [first]
    if is_host and chooses_pictures(header):
        rows.append([pictures_field(edited, t).select("picture", header.id, t=t)])
    return framed(f"**{rules_name(header.rules, t)}**", rows=rows)


def _options_rows(header: Header, t: NullTranslations, pages: Sequence[Page], rules_page: int | None) -> list[Items]:
    rules = rules_select("ruleset", header.id, chosen=header.rules, t=t, page=rules_page)
    guide = button("guide", header.id, label=t.gettext("Which game suits us?"))
    return [[rules], [*page_buttons(pages, "options", header.id, header.rules), guide]]


def _rules_buttons(header: Header, t: NullTranslations) -> Items:
    return [button("rules", header.rules, label=t.gettext("Rules")), *fair_deal_buttons(header, t)]


def _partner(header: Header, user_id: int) -> Person | None:
    """Return the player opposite a user; None if that seat is free."""
    return seats_in_pairs(header.people, header.seating)[partner_seat(header, user_id)]


def _partner_lines(header: Header, user_id: int, t: NullTranslations) -> Iterator[str]:
    if partner := _partner(header, user_id):
        yield t.gettext("Your partner: **{name}**").format(name=name(localized(partner, t)))
    if _choosable_partners(header, user_id):
        yield f"-# {t.gettext('Choose your partner. If this moves another person, I ask them first.')}"


def _choosable_partners(header: Header, user_id: int) -> list[Person]:
    """Return the players who may become the user's partner."""
    partner = _partner(header, user_id)
    return [person for person in header.people if person.user_id != user_id and person != partner]


def _pair_buttons(header: Header, user_id: int, t: NullTranslations) -> Items:
    """Return a button for each player who may become the user's partner."""
    return [
        button(
            "partner",
            header.id,
            person_key(person),
            label=t.gettext("Partner of {name}").format(name=plain_name(localized(person, t))),
        )
        for person in _choosable_partners(header, user_id)
    ]


def _computer_rows(header: Header, t: NullTranslations) -> list[Items]:
    """Return the select of levels, while a seat is free, and the select of computers to remove.

    The number of people seated is part of the custom ids: Discord keeps showing the last choice in a select that has
    not changed, and the same entry could not be chosen again.
    """
    rows: list[Items] = []
    seated = len(header.people)
    if seated < header.seats[-1]:
        labels = {level: t.gettext("Computer: {level}").format(level=level_name(level, t)) for level in Level}
        options = [discord.SelectOption(label=label, value=level.value) for level, label in labels.items()]
        placeholder = t.gettext("Add a computer…")
        rows.append([select("computer", header.id, seated, options=options, placeholder=placeholder)])
    computers = [person for person in header.people if person.computer]
    if computers:
        options = [discord.SelectOption(label=_computer_label(each, t), value=person_key(each)) for each in computers]
        placeholder = t.gettext("Remove a computer…")
        rows.append([select("unseat", header.id, seated, options=options, placeholder=placeholder)])
    return rows


def _computer_label(person: Person, t: NullTranslations) -> str:
    assert person.level is not None
    level = level_name(person.level, t)
    return t.gettext("{name} ({level})").format(name=plain_name(person), level=level)


def person_key(person: Person) -> str:
    """Return a person's value in a select: the user id, or for a computer a text that can't be one."""
    return f"c{-person.user_id}" if person.computer else str(person.user_id)
