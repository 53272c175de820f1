"""Everything that uses simcord's private names."""

from __future__ import annotations

import asyncio
import copy
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Any

import simcord
import simcord.components
import simcord.gateway
import simcord.http.router
import simcord.interactions
import simcord.results
from discord import app_commands
from discord.ui.view import BaseView
from simcord import _dpy_internals, _runtime, _settlement
from simcord.backend import serializers
from simcord.backend.errors import BackendError
from simcord.backend.models import Overwrite
from simcord.backend.permissions import flag
from simcord.enums import ChannelType, OverwriteType

from playground.world import communities


def hurry() -> None:
    """Let each verb poll for idleness often, look tasks up quickly, and copy messages as the JSON that they are.

    Limits of the bot's, as for an answer, and its start do not depend on the speed of the machine.

    An error of a command is none of the test: the bot answers it, and logs those that nobody expects.
    """
    # the bot waits for no event by `Client.wait_for`
    _dpy_internals.is_listener_future = _dpy_internals.is_wait_for_listener = lambda *_: False
    _dpy_internals.is_view_wait_future = _waits_for_a_view
    _dpy_internals._view_timeout_task_identity = _ends_a_view
    _settlement._timer_records_waking = _Timers().waking
    simcord.components.deepcopy = simcord.results.deepcopy = _copied
    simcord.gateway.copy = simcord.http.router.copy = _Copy
    simcord.Env._record_error = _record_error
    simcord.Env._schedule_timer = _scheduled
    simcord.Env._settle_internal = _settled
    simcord.ChannelHandle.last_message = property(_newest)
    # a record is equal to itself alone: the library compares all fields, again and again
    _runtime._CallbackRecord.__eq__ = object.__eq__


IDLE = 0.0005
"""The seconds between two looks; simcord's default is 0.05."""
_TIMEOUT = BaseView._BaseView__timeout_task_impl.__code__  # type: ignore[attr-defined]


_record = simcord.Env._record_error


def _record_error(env: simcord.Env, error: BaseException) -> None:
    if not isinstance(error, app_commands.AppCommandError):
        _record(env, error)


_schedule, _settle = simcord.Env._schedule_timer, simcord.Env._settle_internal
LONG = 0.9
"""The seconds of the shortest limit of the bot's; shorter ones are those of tests."""
_AFTER_A_SLEEP = asyncio.futures._set_result_unless_cancelled  # type: ignore[attr-defined]


def _scheduled(env: simcord.Env, record: Any, callback: Any, *more: Any) -> None:
    """Schedule a timer; a limit of the bot's ends only when a test lets time pass, however slow the machine is."""
    _schedule(env, record, callback, *more)
    sleeps = _dpy_internals._original_callback(callback) is _AFTER_A_SLEEP
    if record.real_handle is not None and record.when - env._virtual_time >= LONG and not sleeps:
        record.real_handle.cancel()
        record.real_handle = None


async def _settled(env: simcord.Env, *, timeout: float | None = None, idle: float = IDLE, **more: Any) -> None:  # noqa: ASYNC109
    # a start waits for five seconds, whatever the environment's own limit is
    await _settle(env, timeout=max(timeout or 0.0, env.settle_timeout), idle=idle, **more)


def _newest(channel: simcord.ChannelHandle) -> Any:
    """Return the newest message of a channel; simcord makes the library's messages of all of them."""
    seen = (each for each in channel._env.backend.messages.get(channel.id, {}).values() if each.visible_to(None))
    newest = max(seen, key=lambda each: each.id, default=None)
    return None if newest is None else simcord.results.to_discord_message(channel._env, newest)


class _Copy:
    """Stands in for the module :mod:`copy`."""

    @staticmethod
    def deepcopy(value: Any) -> Any:
        return _copied(value)


def _copied(value: Any) -> Any:
    """Return a deep copy of a value that is JSON for the most part, several times as fast as :func:`copy.deepcopy`."""
    kind = type(value)
    if kind is dict:
        return {key: _copied(each) for key, each in value.items()}
    if kind is list:
        return [_copied(each) for each in value]
    return value if kind in _ATOMS else copy.deepcopy(value)


_ATOMS = frozenset({str, int, bool, float, type(None)})


def _waits_for_a_view(client: Any, waiter: Any) -> bool:
    """Return whether a future is the end of a view or modal that is shown.

    simcord collects those of all views ever shown, through every attribute of theirs, at each look at a task.
    """
    if type(waiter) is not asyncio.Future or waiter.done():
        return False
    store = client._connection._view_store
    if any(modal._BaseView__stopped is waiter for modal in store._modals.values()):
        return True
    return any(
        item._view is not None and item._view._BaseView__stopped is waiter
        for items in store._views.values()
        for item in items.values()
    )


class _Timers:
    """The bot's timers by what they resume: simcord goes through all of them for each task, at each look."""

    def __init__(self) -> None:
        self._records, self._count = list[Any](), 0
        self._by_future, self._by_task = defaultdict[int, list[Any]](list), defaultdict[int, list[Any]](list)

    def waking(self, state: Any, task: asyncio.Task[Any], waiter: Any) -> list[Any]:
        """Return the records of timers that only resume a task: they wake what it waits for, or end its timeout."""
        if self._records is not state.work.callbacks or self._count != len(self._records):
            self._records, self._count = state.work.callbacks, len(state.work.callbacks)
            self._sort()
        resuming = (*self._by_future.get(id(waiter), ()), *self._by_task.get(id(task), ()))
        return [each for each in resuming if each.when > state.virtual_time and not each.handle.cancelled()]

    def _sort(self) -> None:
        self._by_future.clear()
        self._by_task.clear()
        for record in self._records:
            if record.when is None or record.handle is None or record.handle.cancelled():
                continue
            owner = getattr(_dpy_internals._original_callback(record.handle._callback), "__self__", None)
            for number in {id(each) for each in (*record.handle._args, owner) if each is not None}:
                self._by_future[number].append(record)
            if type(owner) is asyncio.Timeout:
                self._by_task[id(owner._task)].append(record)


def _ends_a_view(client: Any, task: asyncio.Task[Any]) -> bool:
    """Return whether a task waits for the timeout of a view: discord.py runs only one coroutine for it."""
    del client
    coroutine: Any = task.get_coro()
    if getattr(coroutine, "cr_code", None) is not _TIMEOUT:
        return False
    frame = coroutine.cr_frame
    view = frame.f_locals.get("self") if frame is not None else None
    return isinstance(view, BaseView) and not (view._BaseView__stopped is not None and view._BaseView__stopped.done())


def errors_of(env: simcord.Env) -> None:
    """Raise the bot's exceptions that no test has seen."""
    env._raise_errors_since(env._errors_acknowledged)


@contextmanager
def speaking(locales: dict[int, str], guild: str = "en-US") -> Iterator[None]:
    """Set the languages of users, by their ids, and of every server where one acts.

    Args:
        locales: the languages of users; of the others, English.
        guild: the language of Community servers; empty for servers that are none.

    """
    original: Callable[..., Any] = simcord.interactions.base_payload
    before: dict[int, tuple[Any, str]] = {}

    def spoken(backend: Any, **arguments: Any) -> Any:
        server = arguments["guild_id"]
        if server is not None and server not in before:
            found = backend.get_guild(server)
            before[server] = backend, found.preferred_locale if communities.features(found) else ""
            communities.set_language(backend, server, guild)
        record, payload = original(backend, **arguments)
        payload["locale"] = locales.get(arguments["user_id"], "en-US")
        if "guild_locale" in payload:
            payload["guild_locale"] = guild or communities.ENGLISH
        return record, payload

    simcord.interactions.base_payload = spoken
    try:
        yield
    finally:
        simcord.interactions.base_payload = original
        for server, (backend, locale) in before.items():
            communities.set_language(backend, server, locale)


def press(env: simcord.Env, who: Any, message: Any, custom_id: str, **data: Any) -> Any:
    """Send a press of a control, existing or not, and do not wait: for forgeries and races."""
    backend = env.backend
    stored = backend.get_message(message.channel.id, message.id)
    channel = backend.get_channel(stored.channel_id)
    record, payload = simcord.interactions.base_payload(
        backend,
        type=3,
        channel_id=channel.id,
        guild_id=channel.guild_id,
        user_id=who.id,
        data={"custom_id": custom_id, "component_type": 2, **data},
    )
    payload["message"] = dict(serializers.message_payload(backend, stored))
    record.source_message_id = stored.id
    backend.emit("INTERACTION_CREATE", payload)
    return simcord.InteractionResult(env, record)


def deny(env: simcord.Env, guild: Any, channel: Any, permission: str) -> None:
    """Take a permission from everyone in a channel, the bot included."""
    env.backend.set_overwrite(channel.id, Overwrite(guild.id, OverwriteType.ROLE, deny=flag(permission)))


def hide(env: simcord.Env, channel: Any, user: Any) -> None:
    """Hide a channel from one user."""
    env.backend.set_overwrite(channel.id, Overwrite(user.id, OverwriteType.MEMBER, deny=flag("view_channel")))


def create_thread(env: simcord.Env, channel: Any, owner: Any, name: str, *, private: Iterable[Any] = ()) -> Any:
    """Open a thread in a channel, as its owner would; with people given, a private one that the bot does not see."""
    if members := [each.id for each in private]:
        number = create_private_thread(env.backend, channel.id, owner.id, members, name)
    else:
        number = env.backend.create_thread(channel.id, name, owner_id=owner.id).id
    return next(thread for thread in channel.threads if thread.id == number)


def create_private_thread(backend: Any, channel: int, owner: int, people: Iterable[int], name: str) -> int:
    """Open a private thread of some people, which the bot does not see; return its id."""
    made = backend.create_thread(channel, name, owner_id=owner, type=ChannelType.PRIVATE_THREAD, broadcast=False)
    made.thread_members.update(dict.fromkeys(people, ""))
    return made.id


def add_bot(env: simcord.Env, thread: Any) -> None:
    """Let somebody mention the bot in a private thread, which makes it a member."""
    backend = env.backend
    backend.add_thread_member(thread.id, backend.bot_user.id)
    made = dict(serializers.channel_payload(backend, backend.channels[thread.id]))
    backend.emit("THREAD_CREATE", made)


def as_the_bot(env: simcord.Env) -> Any:
    """Let what is done in the context count as the bot's own work, that settling waits for."""
    return env._bot_scope()


def deny_bot(env: simcord.Env, guild: Any, channel: Any, permission: str) -> None:
    """Take a permission from the bot alone, in a channel; its role keeps it."""
    role = env.backend.get_guild(guild.id).members[env.backend.bot_user.id].role_ids[0]
    env.backend.set_overwrite(channel.id, Overwrite(role, OverwriteType.ROLE, deny=flag(permission)))


def take(env: simcord.Env, guild: Any, permission: str) -> None:
    """Take a permission from every role of a server, the bot's own among them."""
    for role in list(env.backend.get_guild(guild.id).roles.values()):
        env.backend.edit_role(guild.id, role.id, {"permissions": role.permissions & ~flag(permission)})


def shut(env: simcord.Env, thread: Any, **how: bool) -> None:
    """Archive or lock a thread: ``shut(env, thread, locked=True)``."""
    env.backend.edit_channel(thread.id, {}, overwrites=None, thread_metadata=how)


def refuse_parts(patch: Any, wrong: Callable[[Any], bool], *, named: bool = True) -> list[str]:
    """Let Discord refuse messages with some parts as invalid; return the list of the refused requests.

    Args:
        patch: pytest's `monkeypatch`.
        wrong: says of an object in a message whether Discord refuses it.
        named: whether Discord says which part it was.

    """
    dispatch, refused = simcord.http.router.dispatch, list[str]()

    def errors_in(value: Any) -> dict[str, Any]:
        if isinstance(value, dict) and wrong(value):
            return {"_errors": [{"code": "MADE_UP", "message": "that is not there"}]}
        items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
        found = {str(name): errors_in(each) for name, each in items}
        return {name: each for name, each in found.items() if each}

    def refusing(backend: Any, method: str, path: str, *, json: Any = None, **more: Any) -> Any:
        takes_messages = any(each in path for each in ("/callback", "/messages", "/webhooks/"))
        if takes_messages and (found := errors_in(json)):
            refused.append(f"{method} {path}")
            raise BackendError(400, 50035, "Invalid Form Body", errors=found if named else None)
        return dispatch(backend, method, path, json=json, **more)

    patch.setattr(simcord.http.router, "dispatch", refusing)
    return refused


def refuse_public_words(patch: Any, word: str) -> None:
    """Let a server's AutoMod refuse all messages with a word in them but those that one person alone sees."""
    dispatch = simcord.http.router.dispatch

    def refusing(backend: Any, method: str, path: str, *, json: Any = None, **more: Any) -> Any:
        kind, *_, last = path.strip("/").split("/")
        shown = path.split("/")[3] if kind == "webhooks" else ""
        edited = backend.interaction_by_token(shown) if last == "@original" else None
        private = backend.get_message(edited.channel_id, edited.message_id).is_ephemeral if edited else False
        private |= bool((json or {}).get("flags", 0) & 64) and method == "POST"
        if kind in ("channels", "webhooks") and not private and word in str(json):
            raise BackendError(400, 200000, "Message was blocked by automatic moderation")
        return dispatch(backend, method, path, json=json, **more)

    patch.setattr(simcord.http.router, "dispatch", refusing)
