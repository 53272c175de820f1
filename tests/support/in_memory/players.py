"""People who use the bot as on Discord: they run commands, press, choose and type."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Protocol

import simcord
from simcord.builders import ChannelHandle, RoleHandle

from tests.support import anywhere
from tests.support.in_memory.deliveries import channel_of, commanded, plain, pressed
from tests.support.in_memory.seen import CHANNEL_SELECT, ROLE_SELECT, Answer, Seen

MORE = re.compile(r"b:(more|menu):")
"""The custom ids of More, below a lobby and a board."""

FORMS = ("options", "settings")
"""The verbs of buttons that open windows of options."""


class Surroundings(Protocol):
    """What a player needs of the world: Discord, the channel of the table, and the newest message there."""

    env: simcord.Env
    channel: Any

    @property
    def board(self) -> Seen:
        """The newest message in the channel."""
        ...


class Player(simcord.MemberActor):
    """A member of a server, in a world.

    What they press is on the newest message of the channel, unless another message, answer or channel is given.
    """

    def __init__(self, world: Surroundings, member: simcord.MemberActor) -> None:
        super().__init__(world.env, member.guild, member.user)
        self.world = world

    async def run(self, command: str, place: Any = None, *, root: str = "domino", **options: Any) -> Answer:
        """Run ``/domino`` with a subcommand, in the world's channel or in another place."""
        place = place or self.world.channel
        return Answer(await anywhere.slash(self.world.env, self, place, f"{root} {command}", **options))

    async def run_server(self, command: str, place: Any = None, **options: Any) -> Answer:
        """Run ``/domino-server`` with a subcommand."""
        return await self.run(command, place, root="domino-server", **options)

    async def run_formerly(self, command: str, place: Any = None, **options: Any) -> Answer:
        """Run ``/domino`` with a subcommand where only earlier versions listed it."""
        return await commanded(self, *command.split(), place=place, **options).send()

    async def use_on(self, whom: Any, command: str, place: Any = None) -> Answer:
        """Run a command in the menu of a person, in the world's channel or in another place."""
        place = place or self.world.channel
        return Answer(await anywhere.use_on(self.world.env, self, place, command, whom))

    async def complete(self, command: str, option: str, typed: str, **options: Any) -> list[dict[str, Any]]:
        """Return the choices offered while an option is typed."""
        return await self.autocomplete(self.world.channel, f"domino {command}", option, typed, **options)

    async def press(self, button: str, on: Any = None) -> Answer:
        """Press a button, named by its label or custom id; one that the message lacks may be under More there."""
        message = plain(self.world.channel if on is None else on)
        controls = Seen(message).controls
        if button not in controls and (more := next((each for each in controls if MORE.match(each)), "")):
            under = await self.press(more, message)
            if button in under.controls:
                return await self.press(button, under)
        named = {"custom_id" if button[1:2] == ":" else "label": button}
        return Answer(await self._at(message).click(message, **named))

    async def press_first(self, on: Any = None) -> Answer:
        """Choose the first option of the first select, or press the first button."""
        seen = Seen(plain(self.world.channel if on is None else on))
        for select, raw in seen.selects.items():
            return await self.choose(select, raw["options"][0]["value"], on=seen)
        return await self.press(next(iter(seen.buttons.values())), seen)

    async def choose(self, select: str, *values: Any, on: Any = None) -> Answer:
        """Choose values in a select, named by its custom id."""
        message = plain(self.world.channel if on is None else on)
        return Answer(await self._at(message).select(message, values, custom_id=select))

    async def choose_more(self, verb: str, *values: Any, on: Any = None) -> Answer:
        """Choose values in the select of a verb that is under More."""
        more = await self.press("More", on)
        return await self.choose(more.select(verb), *values, on=more)

    async def submit(self, form: Answer, typed: str | Mapping[str, Any]) -> Answer:
        """Fill in the window that an answer opened, and send it off; a text alone goes into its only field."""
        values = form.filled_in | (typed if isinstance(typed, Mapping) else dict.fromkeys(form.fields, typed))
        for name, field in form.fields.items():
            # the client knows what is filled in by its id
            if field["type"] == CHANNEL_SELECT:
                values[name] = [self._channel(getattr(each, "id", each)) for each in values[name]]
            elif field["type"] == ROLE_SELECT:
                values[name] = [self._role(getattr(each, "id", each)) for each in values[name]]
        return Answer(await self.submit_modal(form.result, values))

    def _channel(self, channel_id: int) -> ChannelHandle:
        return ChannelHandle(self.world.env, self.guild, self.world.env.backend.get_channel(channel_id))

    def _role(self, role_id: int) -> RoleHandle:
        role = self.world.env.backend.get_guild(self.guild.id).roles[role_id]
        return RoleHandle(self.world.env, self.guild, role)

    async def open_form(self, panel: Answer, *fields: str) -> Answer:
        """Open the window with some fields, of those that a panel's buttons open."""
        for button in panel.buttons.values():
            if button.split(":")[1] in FORMS:
                form = await self.press(button, panel)
                if form.fields.keys() >= {*fields}:
                    return form
        raise AssertionError(f"no window has {fields}")

    async def fill_in(self, panel: Answer, changes: Mapping[str, Any]) -> Answer:
        """Change some fields of a window that a panel opens, and send it off."""
        return await self.submit(await self.open_form(panel, *changes), changes)

    async def forge(self, custom_id: str, on: Any = None, **data: Any) -> Answer:
        """Press a control that need not exist; with ``values``, choose from it."""
        return await pressed(self, custom_id, on, **data).send()

    async def play(self, *buttons: str) -> None:
        """Press buttons of the private hand, one after the other."""
        for button in buttons:
            await self.press(button, self.hand)

    async def write_text(self, mode: str = "on", whom: str = "me") -> Answer:
        """Choose text in place of pictures, or pictures again: for oneself, or for the table."""
        return await self.run("settings text", mode=mode, **{"for": whom})

    @property
    def hand(self) -> Seen:
        """The newest private message."""
        return self.hands[-1]

    @property
    def hands(self) -> list[Seen]:
        """All private messages, oldest first."""
        return [Seen(each) for each in self.user.dm_channel.history()]

    def _at(self, message: Any) -> simcord.MemberActor | simcord.UserHandle:
        return anywhere.actor_in(self.world.env, self, channel_of(message))
