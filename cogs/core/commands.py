"""The commands with all others below them: ``/domino``, and ``/domino-server`` for what servers alone have."""

from __future__ import annotations

import inspect
import logging
from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence
from functools import partial, wraps
from typing import Any, cast

import discord
from discord import AppCommandOptionType, app_commands

from cogs.core.bot import Interaction
from cogs.core.context import LIMITS, delivery_of
from cogs.core.discord_private import AUTOCOMPLETES, mark_choices_sent
from cogs.core.dispatch import dispatch
from cogs.core.errors import UserError
from cogs.core.requests import FAILURES, describe
from engine.errors import redacted_traceback
from engine.live.model.table import Delivery
from render.i18n import translations

_log = logging.getLogger(__name__)

_ = app_commands.locale_str

Suggest = Callable[[Interaction, str], Awaitable[list[app_commands.Choice[Any]]]]
"""A function that suggests choices while a user types."""


class Group(app_commands.Group):
    """A group of commands, some of which are answered without being listed.

    Attributes:
        former: the names of those: they have moved, and some clients know the old place.

    """

    former: frozenset[str] = frozenset()

    @property
    def listed(self) -> list[app_commands.Command[Any, ..., Any] | app_commands.Group]:
        """The commands that Discord lists."""
        return [each for each in self.commands if each.name not in self.former]

    async def get_translated_payload(
        self, tree: app_commands.CommandTree[Any], translator: app_commands.Translator
    ) -> dict[str, Any]:
        """Return what Discord is told about the group."""
        payload = await super().get_translated_payload(tree, translator)
        payload["options"] = [each for each in payload["options"] if each["name"] not in self.former]
        return payload


domino = Group(
    name=_("domino"),
    description=_("Play dominoes with friends"),
    allowed_contexts=app_commands.AppCommandContext(guild=True, dm_channel=True, private_channel=True),
    allowed_installs=app_commands.AppInstallationType(guild=True, user=True),
)

domino_server = Group(
    name=_("domino-server"),
    description=_("Dominoes on this server: settings and seasons"),
    allowed_contexts=app_commands.AppCommandContext(guild=True, dm_channel=False, private_channel=False),
    allowed_installs=app_commands.AppInstallationType(guild=True, user=False),
)
"""What servers alone have. Discord lists commands by context and installation only as a whole, not their parts."""

ON_SERVERS = frozenset(each for each in Delivery if each.on_server)
WITH_FRIENDS = frozenset(each for each in Delivery if not each.alone)
EVERYWHERE = frozenset(Delivery)
"""Where a command is of use: on servers that have the bot; where several people may play; anywhere."""


def command(
    *,
    name: app_commands.locale_str,
    description: app_commands.locale_str,
    under: app_commands.Group = domino,
    formerly: tuple[Group, app_commands.locale_str] | None = None,
    where: Collection[Delivery] = EVERYWHERE,
) -> Callable[[Callable[..., Awaitable[None]]], app_commands.Command[Any, ..., None]]:
    """Register a function as a command below ``/domino``, or below another group.

    Errors are answered with a reply to the user.

    Args:
        name: its name.
        description: its description.
        under: the group.
        formerly: the group below which it stood in earlier versions, and its name there.
        where: where it is of use. Elsewhere it is refused, also below its former group.

    """

    def register(callback: Callable[..., Awaitable[None]]) -> app_commands.Command[Any, ..., None]:
        @wraps(callback)
        async def answered(interaction: Interaction, **arguments: Any) -> None:
            await dispatch(interaction, partial(_answer, callback, interaction, arguments, where))

        # the names in annotations are those of the callback's module, not of this one
        answered.__signature__ = inspect.signature(callback, eval_str=True)  # type: ignore[attr-defined]
        suggesting: dict[str, Suggest] = getattr(callback, AUTOCOMPLETES, {})
        setattr(answered, AUTOCOMPLETES, {name: _offering(suggest) for name, suggest in suggesting.items()})
        if formerly is not None:
            before, called = formerly
            before.command(name=called, description=description)(answered)
            before.former |= {called.message}
        return under.command(name=name, description=description, extras={_WHERE: where})(answered)

    return register


_WHERE = "where"
"""Under which name a command keeps where it is of use."""


def is_of_use(found: app_commands.Command[Any, ..., Any] | app_commands.Group, delivery: Delivery) -> bool:
    """Whether a command is of use where messages are delivered in a way."""
    return delivery in found.extras.get(_WHERE, EVERYWHERE)


_KINDS = {
    AppCommandOptionType.string: str,
    AppCommandOptionType.integer: int,
    AppCommandOptionType.boolean: bool,
}
"""The type of an option's value; a user is one by their id."""
_NESTING = (AppCommandOptionType.subcommand.value, AppCommandOptionType.subcommand_group.value)
MAX_TYPED = 6_000
"""Discord's limit for the text of an option."""


async def _answer(
    callback: Callable[..., Awaitable[None]], interaction: Interaction, arguments: Any, where: Collection[Delivery]
) -> None:
    delivery = delivery_of(interaction)
    if interaction.channel_id is None or delivery not in where:
        t = translations(interaction.locale)
        if where == ON_SERVERS or delivery not in LIMITS:
            raise UserError(t.gettext("This command only works on servers that have me."))
        raise UserError(t.gettext(LIMITS[delivery]))
    await callback(interaction, **arguments)


def check_options(interaction: Interaction, command: app_commands.Command[Any, ..., Any]) -> None:
    """Check the options of a command before the library reads them; Discord's own clients send no others.

    Raises:
        CommandSignatureMismatch: the command has no such option, or one of another type.
        UserError: a value has another type, is none of the choices, or is out of bounds.

    """
    data = cast("Mapping[str, Any]", interaction.data or {})
    known = {each.display_name: each for each in command.parameters}
    options: Sequence[Mapping[str, Any]] = data.get("options") or []
    while options and options[0].get("type") in _NESTING:
        options = options[0].get("options") or []
    for option in options:
        described = known.get(option.get("name", ""))
        if described is None or described.type.value != option.get("type"):
            raise app_commands.CommandSignatureMismatch(command)
        # the library has no user for an id that Discord has not resolved
        users = data.get("resolved", {}).get("users", {})
        # Discord sends anything while it is being typed
        if not (described.autocomplete if option.get("focused") else _takes(described, option.get("value"), users)):
            raise UserError(translations(interaction.locale).gettext("This command doesn't accept that value."))


def _takes(option: app_commands.Parameter, value: object, users: Mapping[str, object]) -> bool:
    if option.type is AppCommandOptionType.user:
        return isinstance(value, str) and value in users
    if type(value) is not _KINDS[option.type] or (isinstance(value, str) and len(value) > MAX_TYPED):
        return False
    if option.choices and value not in [each.value for each in option.choices]:
        return False
    least, most = option.min_value, option.max_value
    return not isinstance(value, int) or ((least is None or value >= least) and (most is None or value <= most))


def _offering(suggest: Suggest) -> Suggest:
    """Wrap a function that suggests choices: if it fails, it suggests none, since no user can read an error here."""

    @wraps(suggest)
    async def offered(interaction: Interaction, typed: str) -> list[app_commands.Choice[Any]]:
        try:
            choices = await suggest(interaction, str(typed)[:MAX_TYPED])
        except Exception as error:
            _log.error("choices could not be offered:\n%s", redacted_traceback(error))
            choices = []
        try:
            # sent from here, since the library makes a traceback of what comes too late or twice; marked as sent below
            await interaction.response.autocomplete(choices)
        except (discord.DiscordException, *FAILURES) as error:
            _log.info("choices could not be offered: %s", describe(error))
            mark_choices_sent(interaction)
        return []

    return offered


settings = Group(name=_("settings"), description=_("How the bot looks and behaves"), parent=domino)
