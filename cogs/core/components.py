"""Buttons and selects that outlive restarts: a custom id names what to do, a table and a ply, and nothing secret."""

from __future__ import annotations

import inspect
import re
from collections.abc import Awaitable, Callable, Iterator, Sequence
from functools import cache
from typing import Any, Self, TypeVar, cast

import discord
from discord.ui import DynamicItem

from cogs.core.bot import Interaction
from cogs.core.errors import guarded, is_guarded
from engine.live.model.errors import Code, TableError

Handler = Callable[..., Awaitable[None]]
H = TypeVar("H", bound=Handler)

_handlers: dict[str, Handler] = {}

_REST = r"(?P<verb>[a-z]+)(?P<rest>(?::[A-Za-z0-9_-]+)*)"
PATTERN = re.compile(r"(?P<kind>[bscm]):" + _REST)
"""What a custom id looks like: the kind of control (button, select, select of channels or modal), the verb, and
arguments."""


def handles(verb: str) -> Callable[[H], H]:
    """Name the function that answers the controls of a verb.

    It gets the interaction and the arguments of the custom id as texts; for a select, then the list of values chosen.
    The verb of a select of channels has ``c:`` before it; its list may be empty. That of a modal has ``m:`` before it;
    its list is what was typed, a text for each field.
    """

    def note(handler: H) -> H:
        assert verb not in _handlers, verb
        _handlers[verb] = handler
        return handler

    return note


def number(argument: object) -> int:
    """Read a number from a custom id.

    Raises:
        TableError: it is none; nobody but a forger sends that.

    """
    if isinstance(argument, str) and argument.isascii() and argument.isdecimal() and len(argument) <= 9:
        return int(argument)
    raise TableError(Code.STALE)


def custom_id(kind: str, verb: str, *arguments: object) -> str:
    """Write a custom id: ``kind:verb:argument:…``, at most 100 characters."""
    return ":".join((kind, verb, *(str(each) for each in arguments)))


class _Answered:
    """What buttons and selects share: a verb with arguments, read back from the custom id."""

    item: Any

    def __init__(self, item: Any, verb: str, arguments: Sequence[str]) -> None:
        super().__init__(item)  # type: ignore[call-arg]  # pyright: ignore[reportCallIssue]
        self.verb = verb
        self.arguments = tuple(arguments)

    @classmethod
    async def from_custom_id(cls, interaction: Any, item: Any, match: re.Match[str], /) -> Self:
        """Read the verb and its arguments back."""
        del interaction
        return cls(item, match["verb"], match["rest"].split(":")[1:])

    async def callback(self, interaction: discord.Interaction[Any]) -> Any:
        """Answer a press or a choice."""
        arguments: list[object] = [*self.arguments]
        if isinstance(self, ChooseSelect):
            arguments.append(self.item.values)
            if not _choosable(self.item.values):
                await guarded(interaction, _unknown(interaction))
                return
        if isinstance(self, ChooseChannels):
            await _answer_channels(interaction, self.verb, *arguments)
            return
        await _answer(interaction, self.verb, *arguments)


class PressButton(_Answered, DynamicItem[discord.ui.Button[Any]], template=r"b:" + _REST):
    """A button whose press is answered by the handler of its verb."""


class ChooseSelect(_Answered, DynamicItem[discord.ui.Select[Any]], template=r"s:" + _REST):
    """A select whose choice is answered by the handler of its verb."""


class ChooseChannels(_Answered, DynamicItem[discord.ui.ChannelSelect[Any]], template=r"c:" + _REST):
    """A select of channels whose choice is answered by the handler of its verb."""


async def _answer_channels(interaction: Interaction, verb: str, *arguments: object) -> None:
    """Answer a choice of channels, also of none; only what asks for channels hears of it."""
    values = (interaction.data or {}).get("values")
    if values != [] and not _choosable(values):
        await guarded(interaction, _unknown(interaction))
        return
    await _answer(interaction, f"c:{verb}", *arguments, values)


async def _answer_window(interaction: Interaction, match: re.Match[str] | None) -> None:
    """Answer what was typed into a window; its id alone tells what it was opened for."""
    typed = list(_typed((interaction.data or {}).get("components")))
    if match is None or match["kind"] != "m" or not all(isinstance(each, str) for each in typed):
        await guarded(interaction, _unknown(interaction))
        return
    await _answer(interaction, f"m:{match['verb']}", *match["rest"].split(":")[1:], typed)


def _typed(parts: object) -> Iterator[object]:
    """Give what is in each field of a window, however deep it lies."""
    for part in cast("list[object]", parts) if isinstance(parts, list) else ():
        if isinstance(part, dict):
            inner = cast("dict[str, object]", part)
            if "value" in inner:
                yield inner["value"]
            yield from _typed([inner.get("component")])
            yield from _typed(inner.get("components"))


async def _answer(interaction: Interaction, verb: str, *arguments: object) -> None:
    handler = _handlers.get(verb)
    await guarded(interaction, _unknown(interaction) if handler is None else _call(handler, interaction, *arguments))


async def _call(handler: Handler, interaction: Interaction, *arguments: object) -> None:
    _keep_out(interaction, arguments)
    # a forged or outgrown custom id may have another number of arguments, or be that of another kind of control
    await (handler(interaction, *arguments) if _fits(handler, arguments) else _unknown(interaction))


@cache
def _parameters(handler: Handler) -> tuple[inspect.Parameter, ...]:
    return tuple(inspect.signature(handler).parameters.values())[1:]


def _fits(handler: Handler, arguments: Sequence[object]) -> bool:
    """Tell whether a handler takes these: texts from a custom id, and for a select a list of what was chosen."""
    parameters = _parameters(handler)
    least = sum(each.default is each.empty for each in parameters)
    return least <= len(arguments) <= len(parameters) and all(
        "list" in str(each.annotation) if isinstance(argument, list) else str(each.annotation).startswith("str")
        for each, argument in zip(parameters, arguments, strict=False)
    )


def _keep_out(interaction: Interaction, arguments: Sequence[object]) -> None:
    """Make sure that who is not at a table acts upon it only where it stands.

    A table's name is no secret to who has seen its channel, and an id that bears it can be sent from anywhere.

    Raises:
        TableError: the control names an open table of another channel or server, and whoever acted isn't at it.

    """
    try:
        table = interaction.client.hub.find(str(arguments[0]) if arguments else "")
    except TableError:
        return
    if table.header.channel != interaction.channel_id and table.seat_of(interaction.user.id) is None:
        raise TableError(Code.NOT_SEATED)


async def _unknown(interaction: Interaction) -> None:
    del interaction
    raise TableError(Code.STALE)


async def answer_orphan(interaction: Interaction) -> None:
    """Answer a press of a control that its message does not hold any more, or that no version knows.

    discord.py passes a press on only where the message still holds the control; an edit can be faster than a finger.
    What is sent off from a window is answered here, too, whether or not it was this bot that opened it.
    """
    data = interaction.data or {}
    identity = str(data.get("custom_id", ""))
    match = PATTERN.fullmatch(identity)
    if interaction.type is discord.InteractionType.modal_submit:
        if not is_guarded(interaction):
            await _answer_window(interaction, match)
        return
    if interaction.message is not None and identity in _custom_ids(interaction.message.components):
        return
    values = data.get("values")
    if match is None or match["kind"] == "m" or (match["kind"] == "s" and not _choosable(values)):
        await guarded(interaction, _unknown(interaction))
        return
    _answer_apart(interaction)
    arguments: list[object] = [*match["rest"].split(":")[1:]]
    if match["kind"] == "c":
        await _answer_channels(interaction, match["verb"], *arguments)
        return
    if match["kind"] == "s":
        arguments.append(values)
    await _answer(interaction, match["verb"], *arguments)


class _Apart(discord.InteractionResponse[Any]):
    """Answers one person, in the place of changing a message that everybody reads."""

    async def edit_message(self, *, view: Any = None, attachments: Sequence[Any] = (), **_: Any) -> Any:
        """Send what the message was to become."""
        files = [each for each in attachments if isinstance(each, discord.File)]
        return await self.send_message(view=view, files=files, ephemeral=True)


def _answer_apart(interaction: Interaction) -> None:
    """See to it that a control changes no message which everybody reads and which does not hold it."""
    message = interaction.message
    if message is None or (interaction.guild_id is not None and not message.flags.ephemeral):
        interaction._cs_response = _Apart(interaction)  # type: ignore[attr-defined]  # pyright: ignore


def _choosable(values: object) -> bool:
    """Tell whether these can have been chosen from a select: one or more short texts."""
    if not isinstance(values, list):
        return False
    return 0 < len(values) <= 25 and all(isinstance(each, str) and len(each) <= 100 for each in values)  # pyright: ignore


def _custom_ids(components: Sequence[Any]) -> set[str]:
    """Give the custom ids of a message's components, however deep they lie."""
    found: set[str] = set()
    for each in components:
        found |= {getattr(each, "custom_id", None) or ""}
        found |= _custom_ids(getattr(each, "children", ()))
    return found


def button(
    verb: str,
    *arguments: object,
    label: str | None = None,
    style: discord.ButtonStyle = discord.ButtonStyle.secondary,
    emoji: discord.PartialEmoji | str | None = None,
    disabled: bool = False,
) -> discord.ui.Button[Any]:
    """Make a button that the handler of ``verb`` answers, now and after any restart."""
    return discord.ui.Button(
        label=label, style=style, emoji=emoji, disabled=disabled, custom_id=custom_id("b", verb, *arguments)
    )


def select(
    verb: str, *arguments: object, options: Sequence[discord.SelectOption], placeholder: str
) -> discord.ui.Select[Any]:
    """Make a select of one value that the handler of ``verb`` answers, now and after any restart."""
    return discord.ui.Select(
        options=list(options), placeholder=placeholder[:150], custom_id=custom_id("s", verb, *arguments)
    )


def channel_select(
    verb: str, *arguments: object, channels: Sequence[int], types: Sequence[discord.ChannelType], placeholder: str
) -> discord.ui.ChannelSelect[Any]:
    """Make a select of any number of channels, some of them chosen, that the handler of ``c:verb`` answers."""
    return discord.ui.ChannelSelect(
        channel_types=list(types),
        default_values=[
            discord.SelectDefaultValue(id=each, type=discord.SelectDefaultValueType.channel) for each in channels
        ],
        min_values=0,
        max_values=25,
        placeholder=placeholder[:150],
        custom_id=custom_id("c", verb, *arguments),
    )


def window(verb: str, *arguments: object, title: str, fields: Sequence[discord.ui.Item[Any]]) -> discord.ui.Modal:
    """Make a window whose content the handler of ``m:verb`` gets, now and after any restart."""
    modal = discord.ui.Modal(title=title, custom_id=custom_id("m", verb, *arguments))
    for each in fields:
        modal.add_item(each)
    # it is answered by its id; one that listened would be kept for everybody who only looks at it
    modal.stop()
    return modal
