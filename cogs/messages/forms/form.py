"""A form: fields as data, and the modal that shows them."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from gettext import NullTranslations
from typing import Any

import discord

from cogs.core.bot import Interaction
from cogs.core.cog import Sent
from cogs.core.components import button, modal, number, select
from cogs.core.frame import choice, framed
from cogs.core.refusals import sentence
from cogs.messages.names import labelled
from engine.errors import IllegalMove
from render.i18n import translations

MAX_FIELDS, MAX_RADIOS = 5, 10
"""The maximum number of fields in a modal, and of choices in a radio group, by Discord's limits."""

MAX_TYPED = 6
"""The maximum length of a typed text, so that a custom id has room for it."""


@dataclass(frozen=True, slots=True)
class Choice:
    """A value of a field, as custom ids and modals carry it, with its texts for the reader."""

    value: str
    label: str
    description: str = ""


@dataclass(frozen=True, slots=True)
class Field:
    """A question of a form.

    Attributes:
        id: the name of its values.
        label: the question.
        chosen: the present values; one value of a field with choices, one text or none of a field to type in.
        choices: the values on offer, one of which is chosen; without them, a text is typed.
        description: an explanation; empty for none.
        channel_types: the kinds of channels on offer, which are chosen by their ids; empty for any other field.
        max_channels: the maximum number of chosen channels.
        role: whether a role of the server is chosen, by its id.

    """

    id: str
    label: str
    chosen: tuple[str, ...] = ()
    choices: Sequence[Choice] = ()
    description: str = ""
    channel_types: Sequence[discord.ChannelType] = ()
    max_channels: int = 25
    role: bool = False

    @property
    def component(self) -> discord.ui.Item[Any]:
        """The control of a modal in which the field is answered, with the present values filled in."""
        if self.channel_types:
            return discord.ui.ChannelSelect(
                custom_id=self.id,
                required=False,
                max_values=self.max_channels,
                channel_types=list(self.channel_types),
                default_values=self._defaults(discord.SelectDefaultValueType.channel),
            )
        if self.role:
            filled = self._defaults(discord.SelectDefaultValueType.role)
            return discord.ui.RoleSelect(custom_id=self.id, required=False, default_values=filled)
        if not self.choices:
            typed = self.chosen[0] if self.chosen else None
            return discord.ui.TextInput(custom_id=self.id, required=False, max_length=MAX_TYPED, default=typed)
        long = len(self.choices) > MAX_RADIOS
        kind = discord.SelectOption if long else discord.RadioGroupOption
        options: list[Any] = [
            kind(
                label=each.label,
                value=each.value,
                description=each.description or None,
                default=each.value in self.chosen,
            )
            for each in self.choices
        ]
        if long:
            return discord.ui.Select(custom_id=self.id, options=options)
        return discord.ui.RadioGroup(custom_id=self.id, options=options)

    def _defaults(self, kind: discord.SelectDefaultValueType) -> list[discord.SelectDefaultValue]:
        return [discord.SelectDefaultValue(id=int(each), type=kind) for each in self.chosen]

    def select(self, verb: str, *arguments: object, t: NullTranslations) -> discord.ui.Item[Any]:
        """Return a select for messages with its choices, each after the label, handled by ``verb``."""
        options = [
            choice(
                labelled(self.label, each.label, t),
                each.value,
                chosen=each.value in self.chosen,
                description=each.description,
            )
            for each in self.choices
        ]
        return select(verb, *arguments, options=options, placeholder=self.label)


@dataclass(frozen=True, slots=True)
class Page:
    """The fields of one modal, and its title, which is also the label of the button that opens it."""

    title: str
    fields: Sequence[Field]

    def modal(self, verb: str, *arguments: object, number: str, draft: str = "") -> discord.ui.Modal:
        """Return the modal, handled by ``verb``, with the values of a draft filled in.

        Its last argument is the number of the page and a digest of each present value, for :func:`submitted`.
        """
        labels = [
            discord.ui.Label(text=each.label, description=each.description or None, component=each.component)
            for each in self.filled(draft).fields
        ]
        opened = "-".join([number, *(_digest(each.id, each.chosen) for each in self.fields)])
        return modal(verb, *arguments, opened, title=self.title, fields=labels)

    def summary(self, t: NullTranslations) -> str:
        """Return the choices that stand: ``Points to win: 100 points · Clock: none``."""
        return " · ".join(
            labelled(field.label, each.label, t)
            for field in self.fields
            for each in field.choices
            if each.value in field.chosen
        )

    def draft(self, sent: Sent) -> str:
        """Return submitted values as an argument of a custom id; values that the page does not offer are left out."""
        return "-".join(_drafted(field, (sent.get(field.id) or [""])[0]) for field in self.fields)

    def filled(self, draft: str) -> Page:
        """Return the page with the values of a draft filled in; fields without one keep theirs."""
        parts = draft.split("-")
        if len(parts) != len(self.fields):
            return self
        return replace(self, fields=[_filled(field, part) for field, part in zip(self.fields, parts, strict=True)])


def _drafted(field: Field, value: str) -> str:
    if not field.choices:
        return value[:MAX_TYPED].encode().hex()
    return next((str(at) for at, each in enumerate(field.choices) if each.value == value), "")


def _filled(field: Field, part: str) -> Field:
    """Return a field with a part of a draft; an empty or forged part changes nothing."""
    if field.channel_types or field.role or not part:
        return field
    try:
        chosen = field.choices[int(part)].value if field.choices else bytes.fromhex(part).decode()[:MAX_TYPED]
    except (ValueError, IndexError):
        return field
    return replace(field, chosen=(chosen,))


def _digest(field_id: str, values: Sequence[str]) -> str:
    # an empty text is no text
    contents = json.dumps([field_id, sorted(filter(None, values))]).encode()
    return hashlib.blake2b(contents, digest_size=3).hexdigest()


def submitted(page: str, sent: Sent) -> tuple[str, Sent]:
    """Return the number of a submitted page, and the fields that its sender changed.

    Others keep the values that they may have got while the form was open. Forms of earlier versions have no digests;
    all their fields count as changed.
    """
    number, *opened = page.split("-")
    return number, {field: values for field, values in sent.items() if _digest(field, values) not in opened}


def packed(groups: Iterable[Sequence[Field]]) -> list[list[Field]]:
    """Return fields by page, as few pages as their order allows; a group stays on one page."""
    pages: list[list[Field]] = []
    for group in groups:
        if not pages or len(pages[-1]) + len(group) > MAX_FIELDS:
            pages.append([])
        pages[-1] += group
    return pages


def page_lines(pages: Sequence[Page], t: NullTranslations) -> list[str]:
    """Return the chosen values, a line for each page with its title, or one without it for the only page."""
    if len(pages) == 1:
        return [f"-# {page.summary(t)}" for page in pages]
    return [f"-# **{page.title}** – {page.summary(t)}" for page in pages]


def page_buttons(pages: Sequence[Page], verb: str, *arguments: object) -> list[discord.ui.Button[Any]]:
    """Return a button for each page, with its number from 0 as the last argument."""
    return [button(verb, *arguments, number, label=page.title) for number, page in enumerate(pages)]


async def offer_correction(
    interaction: Interaction,
    refused: IllegalMove,
    pages: Sequence[Page],
    page: str,
    sent: Sent,
    verb: str,
    *arguments: object,
) -> None:
    """Answer a form with the reason of its refusal, and a button that opens it again with the submitted values.

    Raises:
        IllegalMove: the refusal, if the page is gone.

    """
    if number(page) >= len(pages):
        raise refused
    t = translations(interaction.locale)
    correct = button(verb, *arguments, page, pages[number(page)].draft(sent), label=t.gettext("Correct"))
    await interaction.response.send_message(view=framed(sentence(refused, t), rows=[[correct]]), ephemeral=True)
