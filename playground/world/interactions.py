"""Interactions of people with the bot: commands, presses, choices and modals, and the state of each answer."""

from __future__ import annotations

import copy
from collections.abc import Mapping, Sequence
from typing import Any, cast

from simcord import interactions
from simcord.backend.models import Interaction
from simcord.components import walk_components
from simcord.enums import AppCommandType, ComponentType, OptionType

from playground.errors import ApiError
from playground.world.guild import Guild
from playground.world.simcord import Actors, Backend, api_errors, modal_controls


class Interactions:
    """The interactions that people start, and their answers."""

    def __init__(self, backend: Backend, guild: Guild) -> None:
        self._backend = backend
        self._guild = guild
        self._actors = Actors(backend)

    def get(self, user_id: int, interaction_id: int) -> dict[str, Any]:
        """Return a person's interaction and the state of its answer.

        `state` is `waiting`, `thinking`, `answered`, `modal` or `failed` (no answer within 3 seconds).
        """
        record = self._record(user_id, interaction_id)
        return {
            "id": str(record.id),
            "type": int(record.type),
            "state": self._state(record),
            "channel_id": str(record.channel_id),
            "message_id": str(record.message_id) if record.message_id else None,
            "source_message_id": str(record.source_message_id) if record.source_message_id else None,
            "followup_ids": [str(i) for i in record.followup_ids],
            "ephemeral": record.ephemeral,
            "modal": copy.deepcopy(record.modal),
            "choices": copy.deepcopy(record.autocomplete_choices),
        }

    def _state(self, record: Interaction) -> str:
        deadline = record.initial_response_deadline
        if not record.responded:
            is_late = deadline is not None and self._backend.now_iso() >= deadline
            return "failed" if is_late else "waiting"
        if record.modal is not None:
            return "modal"
        return "thinking" if record.loading else "answered"

    async def run(self, user_id: int, channel_id: int, name: str, options: Mapping[str, Any]) -> int:
        """Run a slash command ("domino play"), with users and channels as ids; return the interaction's id."""
        with api_errors():
            self._guild.require_channel(user_id, channel_id)
            values = self._option_values(channel_id, name, options)
            return (await self._actors.slash(user_id, channel_id, name, values)).id

    async def use_on(self, user_id: int, channel_id: int, name: str, target_id: int) -> int:
        """Run a command in the menu of a person ("Play dominoes"); return the interaction's id."""
        with api_errors():
            guild_id = self._guild.require_channel(user_id, channel_id).guild_id
            if self._backend.find_command(name, guild_id, AppCommandType.USER) is None:
                raise ApiError(404, 10063, f"There is no command {name} in the menu of a person")
            if target_id not in self._backend.users:
                raise ApiError(404, 10013, "Unknown User")
            return (await self._actors.use_on(user_id, channel_id, name, target_id)).id

    async def autocomplete(
        self, user_id: int, channel_id: int, name: str, option: str, value: str, options: Mapping[str, Any]
    ) -> int:
        """Type into an option; return the interaction's id. It has the choices once the bot has answered."""
        with api_errors():
            self._guild.require_channel(user_id, channel_id)
            filled = self._option_values(channel_id, name, {k: v for k, v in options.items() if k != option})
            return (await self._actors.autocomplete(user_id, channel_id, name, option, value, filled)).id

    async def press(self, user_id: int, channel_id: int, message_id: int, custom_id: str) -> int:
        """Press a button; return the interaction's id."""
        with api_errors():
            message = self._guild.require_message(user_id, channel_id, message_id)
            return (await self._actors.click(user_id, message, custom_id)).id

    async def choose(
        self, user_id: int, channel_id: int, message_id: int, custom_id: str, values: Sequence[str]
    ) -> int:
        """Choose in a select, with users, roles and channels as ids; return the interaction's id."""
        with api_errors():
            message = self._guild.require_message(user_id, channel_id, message_id)
            menu = next((c for c in walk_components(message.components) if c.get("custom_id") == custom_id), None)
            chosen = self._select_values(menu or {}, values, channel_id)
            return (await self._actors.select(user_id, message, custom_id, chosen)).id

    async def submit(self, user_id: int, interaction_id: int, values: Mapping[str, Any]) -> int:
        """Submit the modal that an interaction opened, with values by custom id; return the new interaction's id."""
        with api_errors():
            record = self._record(user_id, interaction_id)
            self._guild.require_channel(user_id, record.channel_id)
            controls = modal_controls(record.modal or {})
            filled = dict(values)
            for key, control in controls.items():
                chosen = values.get(key)
                if isinstance(chosen, list):
                    filled[key] = self._select_values(control, cast("list[str]", chosen), record.channel_id)
            return (await self._actors.submit(user_id, record, filled)).id

    def _record(self, user_id: int, interaction_id: int) -> Interaction:
        record = self._backend.interactions.get(interaction_id)
        if record is None or record.user_id != user_id:
            raise ApiError(404, 10062, "Unknown Interaction")
        return record

    def _option_values(self, channel_id: int, name: str, options: Mapping[str, Any]) -> dict[str, Any]:
        first, *rest = name.split() or [""]
        root = self._backend.find_command(first, self._backend.get_channel(channel_id).guild_id)
        if root is None:
            raise ApiError(404, 10063, f"There is no command /{first}")
        leaf, _ = interactions.walk_to_subcommand(root, rest)
        declared: list[dict[str, Any]] = leaf.get("options") or []
        kinds: dict[str, int] = {option["name"]: option["type"] for option in declared}
        values: dict[str, Any] = {}
        for key, value in options.items():
            try:
                values[key] = self._option_value(kinds.get(key), value, channel_id)
            except ValueError as error:
                reason = f"{key} must be a whole number" if kinds.get(key) == OptionType.INTEGER else error
                raise ApiError(400, 50035, f"/{name}: {reason}") from error
        return values

    def _option_value(self, kind: int | None, value: Any, channel_id: int) -> Any:
        if kind in (OptionType.USER, OptionType.MENTIONABLE):
            return self._actors.user(int(value), channel_id)
        if kind == OptionType.CHANNEL:
            return self._actors.channel(int(value))
        if kind == OptionType.INTEGER and isinstance(value, str):
            return int(value)
        if kind == OptionType.NUMBER and isinstance(value, str):
            return float(value)
        return value

    def _select_values(self, menu: Mapping[str, Any], values: Sequence[str], channel_id: int) -> list[Any]:
        kind = menu.get("type")
        if kind in (ComponentType.USER_SELECT, ComponentType.MENTIONABLE_SELECT):
            return [self._actors.user(int(value), channel_id) for value in values]
        if kind == ComponentType.ROLE_SELECT:
            return [self._actors.role(int(value), channel_id) for value in values]
        if kind == ComponentType.CHANNEL_SELECT:
            return [self._actors.channel(int(value)) for value in values]
        return list(values)
