"""Buttons, selects and modals that work after restarts: a custom id names the action, a table and a ply; no secret."""

from __future__ import annotations

import hashlib
import json
import re
import secrets
from collections.abc import Awaitable, Iterator, Mapping, Sequence
from functools import partial
from gettext import NullTranslations
from typing import Any, Self, cast

import discord
from discord.ext import commands
from discord.ui import DynamicItem

from cogs.core.answer import Answer
from cogs.core.bot import Interaction
from cogs.core.cog import Beside, Sent, handler_of, marks_beside
from cogs.core.context import is_public
from cogs.core.discord_private import set_response
from cogs.core.dispatch import dispatch
from engine.live.model.errors import Code, TableError
from engine.live.tables.table import Table

_REST = r"(?P<verb>[a-z]+)(?P<rest>(?::[A-Za-z0-9_-]+)*)"
PATTERN = re.compile(r"(?P<kind>[bscm]):" + _REST + r"(?:~[0-9a-f]+)?")
"""The pattern of a custom id: the kind of control, the verb, and the arguments; the hash of a modal's contents."""

_HASH_KEY = secrets.token_bytes(16)
"""The key of those hashes: a word that a modal shows to its writer can't be guessed from one."""

MAX_CHOICES, MAX_CHOICE_LENGTH = 25, 100
"""The maximum number of values in a select, and their maximum length, by Discord's limits."""


def number(argument: object) -> int:
    """Parse a number from a custom id.

    Raises:
        TableError: it is no number, as only forged ids have it.

    """
    if isinstance(argument, str) and is_number(argument):
        return int(argument)
    raise TableError(Code.STALE)


def is_number(text: str) -> bool:
    """Whether a text is a whole number of at most nine digits."""
    return text.isascii() and text.isdecimal() and len(text) <= 9


def read_user_id(argument: str) -> int:
    """Parse a user id from a custom id.

    Raises:
        TableError: it is no id, as only forged ids have it.

    """
    # ids have 63 bits
    if argument.isascii() and argument.isdecimal() and len(argument) <= 19 and (user := int(argument)) < 2**63:
        return user
    raise TableError(Code.STALE)


def custom_id(kind: str, verb: str, *arguments: object) -> str:
    """Return a custom id: ``kind:verb:argument:…``, at most 100 characters."""
    return ":".join((kind, verb, *(str(each) for each in arguments)))


class _Control:
    """The base of the dynamic items: the custom id alone determines how a control is answered."""

    @classmethod
    async def from_custom_id(cls, interaction: Any, item: Any, match: re.Match[str], /) -> Self:
        """Wrap the item that a user pressed."""
        del interaction, match
        return cast("Any", cls)(item)

    async def callback(self, interaction: discord.Interaction[Any]) -> Any:
        """Answer a press or a choice."""
        await _answer(interaction)


class PressButton(_Control, DynamicItem[discord.ui.Button[Any]], template=r"b:" + _REST):
    """A button, answered by the handler of its verb."""


class ChooseSelect(_Control, DynamicItem[discord.ui.Select[Any]], template=r"s:" + _REST):
    """A select, answered by the handler of its verb."""


class ChooseChannels(_Control, DynamicItem[discord.ui.ChannelSelect[Any]], template=r"c:" + _REST):
    """A select of channels, answered by the handler of its verb."""


async def _answer(interaction: Interaction) -> None:
    await dispatch(interaction, partial(_handle, interaction))


def _handle(interaction: Interaction) -> Awaitable[None]:
    """Call the handler of the control that an interaction comes from.

    Raises:
        TableError: no version of the bot made such a control, the submitted values are impossible, or the user may
            not act on the table.

    """
    data = cast("Mapping[str, Any]", interaction.data or {})
    match = PATTERN.fullmatch(str(data.get("custom_id", "")))
    if match is None:
        raise TableError(Code.STALE)
    kind = match["kind"]
    if (kind == "m") != (interaction.type is discord.InteractionType.modal_submit):
        raise TableError(Code.STALE)
    arguments: list[Any] = [*match["rest"].split(":")[1:], *_submitted(kind, data)]
    handler = handler_of(interaction.client, kind, match["verb"])
    table = _open_table(interaction, arguments)
    # a forged or outgrown custom id may have another number of arguments
    if handler is None or not handler.min_arguments <= len(arguments) <= handler.max_arguments:
        raise TableError(Code.STALE)
    if handler.takes_table:
        arguments[0] = table or interaction.client.hub.find(arguments[0])
    return handler.function(interaction, *arguments)


def _submitted(kind: str, data: Mapping[str, Any]) -> Iterator[str | list[str] | Sent]:
    """Yield a user's choice or texts as the handler of that kind of control takes them: one argument, or none."""
    if kind == "m":
        fields = list(_filled_in(data.get("components")))
        sent = {_text(field): _texts(values) for field, values in fields}
        if len(sent) != len(fields):
            raise TableError(Code.STALE)
        yield sent
    elif kind != "b":
        chosen = _texts(data.get("values"))
        possible = range(1 if kind == "s" else 0, MAX_CHOICES + 1)
        if len(chosen) not in possible or any(len(each) > MAX_CHOICE_LENGTH for each in chosen):
            raise TableError(Code.STALE)
        yield chosen[0] if kind == "s" else chosen


def _texts(values: object) -> list[str]:
    if not isinstance(values, list) or not all(isinstance(each, str) for each in cast("list[object]", values)):
        raise TableError(Code.STALE)
    return cast("list[str]", values)


def _text(value: object) -> str:
    return _texts([value])[0]


def _filled_in(parts: object) -> Iterator[tuple[object, object]]:
    """Yield the custom id and the list of values of each field of a modal, however deep it lies."""
    for part in cast("list[object]", parts) if isinstance(parts, list) else ():
        if isinstance(part, dict):
            inner = cast("dict[str, object]", part)
            if "value" in inner or "values" in inner:
                value = inner.get("value")
                yield inner.get("custom_id"), inner.get("values", [] if value is None else [value])
            yield from _filled_in([inner.get("component")])
            yield from _filled_in(inner.get("components"))


def only(values: Sequence[str] | None) -> str:
    """Return the one value of a field.

    Raises:
        TableError: the field is missing or has another number of values, as only forged modals have it.

    """
    if values is None or len(values) != 1:
        raise TableError(Code.STALE)
    return values[0]


def _open_table(interaction: Interaction, arguments: Sequence[object]) -> Table | None:
    """Return the open table that the first argument names, if it names one.

    The id of a table is no secret to the readers of its channel, and a forged control can come from anywhere.

    Raises:
        TableError: the table is in another channel or server, and the user does not sit there; or it is a private match
            of somebody else, as if there were none.

    """
    try:
        table = interaction.client.hub.find(str(arguments[0]) if arguments else "")
    except TableError:
        return None
    seated = table.header.seat_of(interaction.user.id) is not None
    if table.header.delivery.ephemeral and not seated:
        raise TableError(Code.CLOSED)
    if table.header.channel_id != interaction.channel_id and not seated:
        table.situation.require_not_replaced(interaction.user.id)
        raise TableError(Code.NOT_SEATED)
    return table


async def answer_orphan(interaction: Interaction) -> None:
    """Answer a control that its message does not hold any more, that no version knows, or a modal; nothing else.

    discord.py passes a press on only if the message holds that control; an edit can be faster than a finger.
    """
    if interaction.type is discord.InteractionType.modal_submit:
        await _answer(interaction)
        return
    if interaction.type is not discord.InteractionType.component:
        return
    data: Mapping[str, Any] = interaction.data or {}
    on_message = custom_ids(interaction.message.components) if interaction.message is not None else {}
    if on_message.get(str(data.get("custom_id", ""))) == data.get("component_type"):
        return
    _respond_privately(interaction)
    await _answer(interaction)


class EphemeralResponse(Answer):
    """Answers privately instead of editing a public message."""

    edits = False

    async def edit_message(self, *, view: Any = None, attachments: Sequence[Any] = (), **_: Any) -> Any:
        """Send the new content as an ephemeral message."""
        files = [each for each in attachments if isinstance(each, discord.File)]
        return await self.send_message(view=view, files=files, ephemeral=True)


def _respond_privately(interaction: Interaction) -> None:
    """Make sure that a control does not edit a public message that does not hold it."""
    message = interaction.message
    if message is None or is_public(interaction):
        set_response(interaction, EphemeralResponse(interaction))


def custom_ids(components: Sequence[Any]) -> dict[str, int]:
    """Return the custom ids of a message's components, however deeply nested, with the components' types."""
    types: dict[str, int] = {}
    for each in components:
        if custom_id := getattr(each, "custom_id", None):
            types[custom_id] = each.type.value
        types |= custom_ids(getattr(each, "children", ()))
    return types


def button(
    verb: str,
    *arguments: object,
    label: str | None = None,
    style: discord.ButtonStyle = discord.ButtonStyle.secondary,
    emoji: discord.PartialEmoji | str | None = None,
    disabled: bool = False,
) -> discord.ui.Button[Any]:
    """Return a button handled by ``verb``, now and after any restart."""
    return discord.ui.Button(
        label=label, style=style, emoji=emoji, disabled=disabled, custom_id=custom_id("b", verb, *arguments)
    )


def buttons_beside(bot: commands.AutoShardedBot, beside: Beside, t: NullTranslations) -> list[discord.ui.Item[Any]]:
    """Return the buttons that loaded cogs add to a message of another feature."""
    return [button(mark.verb, label=t.gettext(mark.label)) for mark in marks_beside(bot, beside)]


def select(
    verb: str, *arguments: object, options: Sequence[discord.SelectOption], placeholder: str
) -> discord.ui.Select[Any]:
    """Return a select of one value handled by ``verb``, now and after any restart."""
    return discord.ui.Select(
        options=list(options), placeholder=placeholder[:150], custom_id=custom_id("s", verb, *arguments)
    )


def modal(verb: str, *arguments: object, title: str, fields: Sequence[discord.ui.Item[Any]]) -> discord.ui.Modal:
    """Return a modal handled by ``verb``, now and after any restart.

    Phones show the first modal that they saw for a custom id; a hash of the contents makes it another for others.
    """
    modal = discord.ui.Modal(title=title, custom_id=custom_id("m", verb, *arguments))
    for each in fields:
        modal.add_item(each)
    contents = json.dumps(modal.to_dict()).encode()
    modal.custom_id += f"~{hashlib.blake2b(contents, digest_size=4, key=_HASH_KEY).hexdigest()}"
    # its id is answered; the library would keep a listening modal for each user that only looks at it
    modal.stop()
    return modal
