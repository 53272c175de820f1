"""Commands: the groups of a bot, ``/domino`` and those for servers alone, and how cogs add to them."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import partial, wraps
from typing import Any, TypeVar, cast

import discord
from discord import AppCommandOptionType, InteractionType, app_commands

from cogs.core.bot import Bot, Interaction
from cogs.core.command_names import commands_for
from cogs.core.context import LIMITS, delivery_of
from cogs.core.discord_private import AUTOCOMPLETES, WrappedTree, mark_choices_sent
from cogs.core.dispatch import dispatch
from cogs.core.errors import UserError, reply_privately, report
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
    """A group of commands, in the order of their use."""

    @property
    def listed(self) -> list[app_commands.Command[Any, ..., Any] | app_commands.Group]:
        """The commands that Discord lists: it takes no groups without any."""
        listed = [each for each in self.commands if not (isinstance(each, Group) and not each.listed)]
        return sorted(listed, key=_place)

    async def get_translated_payload(
        self, tree: app_commands.CommandTree[Any], translator: app_commands.Translator
    ) -> dict[str, Any]:
        """Return the group as Discord takes it."""
        payload = await super().get_translated_payload(tree, translator)
        made = {each["name"]: each for each in payload["options"]}
        payload["options"] = [made[each.name] for each in self.listed]
        return payload


_IN_ORDER = {
    "domino": (
        *("play", "daily", "challenge", "hand", "hint", "board", "rules", "tables", "leave", "back"),
        *("leaderboard", "stats", "match", "table", "settings", "help"),
    ),
    "domino match": ("history", "replay", "record", "verify"),
    "domino table": ("end", "pause", "host", "remove"),
    "domino settings": ("theme", "text", "language", "messages", "rules", "privacy", "doctor"),
    "domino-server": ("settings", "rules", "season", "export"),
    "domino-cup": ("new", "show"),
}
ORDER = tuple(f"{group} {name}" for group, names in _IN_ORDER.items() for name in names)
"""The commands in the order of their use, by their qualified names; others come last."""


def _place(command: app_commands.Command[Any, ..., Any] | app_commands.Group) -> int:
    name = command.qualified_name
    return ORDER.index(name) if name in ORDER else len(ORDER)


ON_SERVERS = frozenset(each for each in Delivery if each.on_server)
WITH_FRIENDS = frozenset(each for each in Delivery if not each.alone)
EVERYWHERE = frozenset(Delivery)
"""Places for a command: servers with the bot; places for several people; all places."""


DOMINO, SERVER, CUP = "domino", "domino-server", "domino-cup"
MATCH, TABLE, SETTINGS = "domino match", "domino table", "domino settings"
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
    contexts = app_commands.AppCommandContext(guild=True, dm_channel=False, private_channel=False)
    installs = app_commands.AppInstallationType(guild=True, user=False)
    server = Group(
        name=_("domino-server"),
        description=_("Dominoes on this server: settings and seasons"),
        allowed_contexts=contexts,
        allowed_installs=installs,
    )
    cup = Group(
        name=_("domino-cup"),
        description=_("Tournaments on this server"),
        allowed_contexts=contexts,
        allowed_installs=installs,
    )
    match = Group(name=_("match"), description=_("Finished matches: lists, replays, files"), parent=domino)
    table = Group(name=_("table"), description=_("End or pause the match here, and who plays in it"), parent=domino)
    settings = Group(name=_("settings"), description=_("How the bot looks and behaves"), parent=domino)
    return {each.qualified_name: each for each in (domino, server, cup, match, table, settings)}


@dataclass(frozen=True, slots=True)
class Mark:
    """The commands that a cog's method answers.

    Attributes:
        listed: the group, the name and the description of the command that Discord lists; None for none.
        formerly: where earlier versions listed it: ``domino history``.
        now: the command that replaces those: ``domino match history``.
        where: where it is of use.

    """

    listed: tuple[str, app_commands.locale_str, app_commands.locale_str] | None
    formerly: Collection[str]
    now: str
    where: Collection[Delivery]


def command(
    *,
    name: app_commands.locale_str,
    description: app_commands.locale_str,
    under: str = DOMINO,
    formerly: Collection[str] = (),
    where: Collection[Delivery] = EVERYWHERE,
) -> Callable[[F], F]:
    """Mark a cog's method as a command below ``/domino``, or below another group.

    Args:
        name: its name.
        description: its description.
        under: the group.
        formerly: where earlier versions listed it: some clients know it there, and are answered.
        where: where it is of use. Elsewhere it is refused.

    """
    return _marking(Mark((under, name, description), formerly, f"{under} {name.message}", where))


def former_command(*formerly: str, now: str, where: Collection[Delivery] = EVERYWHERE) -> Callable[[F], F]:
    """Mark a cog's method as a command that only earlier versions listed; ``now`` is the command that replaces it."""
    return _marking(Mark(None, formerly, now, where))


def _marking(made: Mark) -> Callable[[F], F]:
    def mark(method: F) -> F:
        suggesting: dict[str, Suggest] = getattr(method, AUTOCOMPLETES, {})
        setattr(method, AUTOCOMPLETES, {name: _offering(suggest) for name, suggest in suggesting.items()})
        setattr(method, _MARK, made)
        return method

    return mark


_MARK = "__domino_command__"
"""The attribute of a method with its :class:`Mark`."""

_WHERE, _NOW = "where", "now"
"""Under which names a command keeps where it is of use and, if it is a former one, the command that replaces it."""


def groups_of(bot: Bot) -> Mapping[str, Group]:
    """Return a bot's groups of commands, by name."""
    assert isinstance(bot.tree, Tree)
    return bot.tree.groups


def former_of(bot: Bot) -> dict[str, app_commands.Command[Any, ..., Any]]:
    """Return a bot's commands that earlier versions listed, by where they did: ``domino history``."""
    assert isinstance(bot.tree, Tree)
    return bot.tree.former


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
    if mark.listed is not None:
        group, name, description = mark.listed
        under = groups_of(bot)[group]
        under.add_command(
            app_commands.Command(
                name=name, description=description, callback=method, parent=under, extras={_WHERE: mark.where}
            )
        )
    for place in mark.formerly:
        # nobody sees its name and description
        former_of(bot)[place] = app_commands.Command(
            name=place.split()[-1], description=place, callback=method, extras={_WHERE: mark.where, _NOW: mark.now}
        )


def remove_command(bot: Bot, method: Callable[..., Any]) -> None:
    """Remove a cog's method from the groups of a bot, if it is marked as a command."""
    mark: Mark | None = getattr(method, _MARK, None)
    if mark is None:
        return
    if mark.listed is not None:
        group, name, _description = mark.listed
        groups_of(bot)[group].remove_command(name.message)
    for place in mark.formerly:
        del former_of(bot)[place]


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
    for option in _walk(data)[1]:
        described = known.get(option.get("name", ""))
        if described is None or described.type.value != option.get("type"):
            raise app_commands.CommandSignatureMismatch(command)
        # Discord sends anything while it is being typed
        if not (described.autocomplete if option.get("focused") else _takes(described, option.get("value"), users)):
            raise UserError(translations(interaction.locale).gettext("This command doesn't accept that value."))


def _walk(data: Mapping[str, Any]) -> tuple[str, Sequence[Mapping[str, Any]]]:
    """Return the path of a command in an interaction (``domino match history``), and its options."""
    path: list[object] = [data.get("name")]
    options: Sequence[Mapping[str, Any]] = data.get("options") or []
    while options and options[0].get("type") in _NESTING:
        path.append(options[0].get("name"))
        options = options[0].get("options") or []
    return " ".join(map(str, path)), options


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
        former: the commands that earlier versions listed, by where they did; groups have room for 25 alone.

    """

    def __init__(self, client: Bot) -> None:
        super().__init__(client)
        self.groups = make_groups()
        self.former: dict[str, app_commands.Command[Any, ..., Any]] = {}

    def find(self, data: Mapping[str, Any]) -> tuple[app_commands.Command[Any, ..., Any], list[Any]] | None:
        """Return the former command of an interaction, and its options; None for any other."""
        path, options = _walk(data)
        return (self.former[path], [*options]) if path in self.former else None

    async def wrap(self, interaction: Interaction, handle: Callable[[], Awaitable[None]]) -> None:
        """Dispatch an interaction."""
        await dispatch(interaction, partial(_answer, interaction, handle))

    async def interaction_check(self, interaction: Interaction, /) -> bool:
        """Refuse commands where they are of no use, and options that the library would ignore, or choke on."""
        command = interaction.command
        if isinstance(command, app_commands.Command):
            check_options(interaction, command)
            if interaction.type is InteractionType.application_command:
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


async def _answer(interaction: Interaction, handle: Callable[[], Awaitable[None]]) -> None:
    """Answer an interaction; after a command in a former place, tell the user the present one."""
    await handle()
    former = interaction.command
    if former is None or _NOW not in former.extras or interaction.type is InteractionType.autocomplete:
        return
    root, *names = former.extras[_NOW].split()
    text = translations(interaction.locale).gettext("This command has a new place: {command}.")
    try:
        await reply_privately(interaction, text.format(command=commands_for(interaction).name(*names, root=root)))
    except FAILURES as error:
        _log.info("a user could not be told where a command is now: %s", describe(error))


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
