"""Commands: the groups of a bot, ``/domino`` and ``/domino-server`` for servers alone, and how cogs add to them."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import wraps
from typing import Any, TypeVar, cast

import discord
from discord import AppCommandOptionType, app_commands

from cogs.core.bot import Bot, Interaction
from cogs.core.context import LIMITS, delivery_of
from cogs.core.discord_private import AUTOCOMPLETES, WrappedTree, mark_choices_sent
from cogs.core.dispatch import dispatch
from cogs.core.errors import UserError, report
from cogs.core.http.requests import FAILURES, describe
from engine.errors import redacted_traceback
from engine.live.model.table import Delivery
from render.i18n import translations

_log = logging.getLogger(__name__)

_ = app_commands.locale_str

Suggest = Callable[[Interaction, str], Awaitable[list[app_commands.Choice[Any]]]]
"""A function that suggests choices while a user types."""

F = TypeVar("F", bound=Callable[..., Awaitable[None]])


class Group(app_commands.Group):
    """A group of commands, some of which are answered without being listed.

    Attributes:
        former: the names of those: they have moved, and some clients know the old place.
        listed: those that Discord lists.

    """

    former: frozenset[str] = frozenset()

    @property
    def listed(self) -> list[app_commands.Command[Any, ..., Any] | app_commands.Group]:
        """The commands that Discord lists."""
        return [each for each in self.commands if each.name not in self.former and not _is_empty(each)]

    async def get_translated_payload(
        self, tree: app_commands.CommandTree[Any], translator: app_commands.Translator
    ) -> dict[str, Any]:
        """Return the group as Discord takes it."""
        payload = await super().get_translated_payload(tree, translator)
        listed = {each.name for each in self.listed}
        payload["options"] = [each for each in payload["options"] if each["name"] in listed]
        return payload


def _is_empty(command: app_commands.Command[Any, ..., Any] | app_commands.Group) -> bool:
    return isinstance(command, Group) and not command.listed


ON_SERVERS = frozenset(each for each in Delivery if each.on_server)
WITH_FRIENDS = frozenset(each for each in Delivery if not each.alone)
EVERYWHERE = frozenset(Delivery)
"""Places for a command: servers with the bot; places for several people; all places."""


DOMINO, SERVER, SETTINGS = "domino", "domino-server", "domino settings"
"""The groups of commands, by their names."""


def make_groups() -> dict[str, Group]:
    """Return the groups of one bot, by name, still without commands."""
    domino = Group(
        name=_("domino"),
        description=_("Play dominoes with friends"),
        allowed_contexts=app_commands.AppCommandContext(guild=True, dm_channel=True, private_channel=True),
        allowed_installs=app_commands.AppInstallationType(guild=True, user=True),
    )
    # Discord lists commands by context and installation only as a whole, not their parts
    server = Group(
        name=_("domino-server"),
        description=_("Dominoes on this server: settings and seasons"),
        allowed_contexts=app_commands.AppCommandContext(guild=True, dm_channel=False, private_channel=False),
        allowed_installs=app_commands.AppInstallationType(guild=True, user=False),
    )
    settings = Group(name=_("settings"), description=_("How the bot looks and behaves"), parent=domino)
    return {each.qualified_name: each for each in (domino, server, settings)}


@dataclass(frozen=True, slots=True)
class Mark:
    """The command that a cog's method becomes; see :func:`command`."""

    name: app_commands.locale_str
    description: app_commands.locale_str
    under: str
    formerly: tuple[str, app_commands.locale_str] | None
    where: Collection[Delivery]

    @property
    def places(self) -> list[tuple[str, app_commands.locale_str]]:
        """The groups and names at which it is answered, the present one first."""
        return [(self.under, self.name), *filter(None, [self.formerly])]


def command(
    *,
    name: app_commands.locale_str,
    description: app_commands.locale_str,
    under: str = DOMINO,
    formerly: tuple[str, app_commands.locale_str] | None = None,
    where: Collection[Delivery] = EVERYWHERE,
) -> Callable[[F], F]:
    """Mark a cog's method as a command below ``/domino``, or below another group.

    Args:
        name: its name.
        description: its description.
        under: the group.
        formerly: the group below which it stood in earlier versions, and its name there.
        where: where it is of use. Elsewhere it is refused, also below its former group.

    """

    def mark(method: F) -> F:
        suggesting: dict[str, Suggest] = getattr(method, AUTOCOMPLETES, {})
        setattr(method, AUTOCOMPLETES, {name: _offering(suggest) for name, suggest in suggesting.items()})
        setattr(method, _MARK, Mark(name, description, under, formerly, where))
        return method

    return mark


_MARK = "__domino_command__"
"""The attribute of a method with its :class:`Mark`."""

_WHERE = "where"
"""Under which name a command keeps where it is of use."""


def groups_of(bot: Bot) -> Mapping[str, Group]:
    """Return a bot's groups of commands, by name."""
    assert isinstance(bot.tree, Tree)
    return bot.tree.groups


def add_groups(bot: Bot) -> None:
    """Add the groups that have commands to a bot's tree; Discord takes no empty ones."""
    for each in groups_of(bot).values():
        if each.parent is None and each.listed:
            bot.tree.add_command(each, override=True)


def add_command(bot: Bot, method: Callable[..., Any]) -> None:
    """Add a cog's method to the groups of a bot, if it is marked as a command."""
    mark: Mark | None = getattr(method, _MARK, None)
    if mark is None:
        return
    for group, name in mark.places:
        under = groups_of(bot)[group]
        made: app_commands.Command[Any, ..., Any] = app_commands.Command(
            name=name, description=mark.description, callback=method, parent=under, extras={_WHERE: mark.where}
        )
        under.add_command(made)
        if group != mark.under:
            under.former |= {name.message}


def remove_command(bot: Bot, method: Callable[..., Any]) -> None:
    """Remove a cog's method from the groups of a bot, if it is marked as a command."""
    mark: Mark | None = getattr(method, _MARK, None)
    if mark is None:
        return
    for group, name in mark.places:
        under = groups_of(bot)[group]
        under.remove_command(name.message)
        under.former -= {name.message}


def is_of_use(command: app_commands.Command[Any, ..., Any] | app_commands.Group, delivery: Delivery) -> bool:
    """Whether a command is of use where messages are delivered in a way."""
    return delivery in command.extras.get(_WHERE, EVERYWHERE)


_KINDS = {
    AppCommandOptionType.string: str,
    AppCommandOptionType.integer: int,
    AppCommandOptionType.boolean: bool,
}
"""The type of an option's value; a user is one by their id."""
_NESTING = (AppCommandOptionType.subcommand.value, AppCommandOptionType.subcommand_group.value)
MAX_TYPED = 6_000
"""Discord's limit for the text of an option."""


def check_options(interaction: Interaction, command: app_commands.Command[Any, ..., Any]) -> None:
    """Check the options of a command before the library reads them; Discord's own clients send no others.

    Raises:
        CommandSignatureMismatch: the command has no such option, or one of another type.
        UserError: a value has another type, is none of the choices, or is out of bounds.

    """
    data = cast("Mapping[str, Any]", interaction.data or {})
    known = {each.display_name: each for each in command.parameters}
    # the library has no user for an id that Discord has not resolved
    users = data.get("resolved", {}).get("users", {})
    for option in _options_in(data):
        described = known.get(option.get("name", ""))
        if described is None or described.type.value != option.get("type"):
            raise app_commands.CommandSignatureMismatch(command)
        # Discord sends anything while it is being typed
        if not (described.autocomplete if option.get("focused") else _takes(described, option.get("value"), users)):
            raise UserError(translations(interaction.locale).gettext("This command doesn't accept that value."))


def _options_in(data: Mapping[str, Any]) -> Sequence[Mapping[str, Any]]:
    """Return the options of a command, which stand below its groups."""
    options: Sequence[Mapping[str, Any]] = data.get("options") or []
    while options and options[0].get("type") in _NESTING:
        options = options[0].get("options") or []
    return options


def _takes(option: app_commands.Parameter, value: object, users: Mapping[str, object]) -> bool:
    """Whether an option takes a value: its type, then its choices, then its bounds."""
    if option.type is AppCommandOptionType.user:
        return isinstance(value, str) and value in users
    # a bool is an int, too
    if type(value) is not _KINDS[option.type] or (isinstance(value, str) and len(value) > MAX_TYPED):
        return False
    if option.choices and value not in [each.value for each in option.choices]:
        return False
    return not isinstance(value, int) or _is_within(value, option.min_value, option.max_value)


def _is_within(value: int, minimum: float | None, maximum: float | None) -> bool:
    return (minimum is None or value >= minimum) and (maximum is None or value <= maximum)


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
            # sent from here, since the library logs a traceback for a late or second answer; marked as sent below
            await interaction.response.autocomplete(choices)
        except (discord.DiscordException, *FAILURES) as error:
            _log.info("choices could not be offered: %s", describe(error))
            mark_choices_sent(interaction)
        return []

    return offered


class Tree(WrappedTree[Bot]):
    """The commands of a bot. Commands and autocompletion are dispatched like controls.

    Attributes:
        groups: the groups of commands, by name.

    """

    def __init__(self, client: Bot) -> None:
        super().__init__(client)
        self.groups = make_groups()

    async def wrap(self, interaction: Interaction, handle: Callable[[], Awaitable[None]]) -> None:
        """Dispatch an interaction."""
        await dispatch(interaction, handle)

    async def interaction_check(self, interaction: Interaction, /) -> bool:
        """Refuse commands where they are of no use, and options that the library would ignore, or choke on."""
        command = interaction.command
        if isinstance(command, app_commands.Command):
            check_options(interaction, command)
            if interaction.type is discord.InteractionType.application_command:
                _check_place(interaction, command.extras[_WHERE])
        elif command is not None:
            _check_person(interaction, command)
            _check_place(interaction, EVERYWHERE)
        return True

    async def on_error(self, interaction: Interaction, error: app_commands.AppCommandError, /) -> None:
        """Reply to an error of a command."""
        cause: Exception = error
        if isinstance(error, app_commands.CommandInvokeError):
            cause = error.original
        elif isinstance(error, app_commands.TransformerError):
            cause = UserError(translations(interaction.locale).gettext("This command doesn't accept that value."))
        await report(interaction, cause)


def _check_person(interaction: Interaction, command: app_commands.ContextMenu) -> None:
    """Raise :class:`CommandSignatureMismatch` if a command in the menu of a person names nobody that was resolved."""
    data = cast("Mapping[str, Any]", interaction.data or {})
    if data.get("target_id") not in data.get("resolved", {}).get("users", {}):
        raise app_commands.CommandSignatureMismatch(command)


def _check_place(interaction: Interaction, where: Collection[Delivery]) -> None:
    """Raise :class:`UserError` if a command is of no use where a user acts."""
    delivery = delivery_of(interaction)
    if interaction.channel_id is None or delivery not in where:
        t = translations(interaction.locale)
        if where == ON_SERVERS or delivery not in LIMITS:
            raise UserError(t.gettext("This command only works on servers that have me."))
        raise UserError(t.gettext(LIMITS[delivery]))
