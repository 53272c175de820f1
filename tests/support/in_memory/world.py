"""The bot under test, among people who play: the verbs that tests of flows are written in."""

from __future__ import annotations

import logging
import random
import sqlite3
from collections import Counter
from collections.abc import AsyncGenerator, Callable, Collection
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import discord
import pytest
import simcord

from cogs.bot import DominoBot
from engine.actions import Deal, Pass
from engine.dealing import random_deal
from engine.game import State
from engine.live.database_store import DatabaseStore
from engine.live.model.pace import Timeouts
from engine.live.model.preferences import ServerPreferences
from engine.live.model.table import Presence
from engine.live.tables import playing
from engine.live.tables.table import Table
from tests.engine.live.playing import expire_at
from tests.support import template
from tests.support.in_memory.players import Player
from tests.support.in_memory.seen import Seen
from tests.support.simcord_private import as_the_bot, create_thread
from tests.support.thinking import AtOnce, no_timer

PEOPLE = {"alice": "Alice", "bruno": "Bruno", "chloe": "Chloé", "davide": "Davide", "eve": "Eve"}
SEED = 7
UNKNOWN_MESSAGE, ARCHIVED, TOO_MANY_EDITS = (404, 10008), (400, 50083), (400, 30046)
"""Discord's refusals of an edit: status and code."""
MISSING_ACCESS, MISSING_PERMISSIONS, CANNOT_SEND_TO_USER = (403, 50001), (403, 50013), (403, 50007)


@dataclass
class World:
    """The bot under test, in a server with five people.

    Attributes:
        env: simcord's environment.
        database: the file of the database.
        guild: the server.
        channel: its channel #table.
        people: alice, bruno, chloe, davide and eve.
        alarmed: whether the log may hold errors when the test ends.
        quiet: whether it may not even hold warnings.

    """

    env: simcord.Env
    database: Path
    guild: simcord.GuildHandle
    channel: simcord.ChannelHandle
    people: dict[str, Player] = field(default_factory=dict)
    alarmed: bool = False
    quiet: bool = False

    # ------------------------------------------------------------------ who and what

    @property
    def bot(self) -> DominoBot:
        assert isinstance(self.env.bot, DominoBot)
        return self.env.bot

    def cog(self, name: str) -> Any:
        """Return a cog of the bot by its class's name."""
        found = self.bot.get_cog(name)
        assert found is not None
        return found

    @property
    def store(self) -> DatabaseStore:
        return self.bot.hub.store

    @property
    def alice(self) -> Player:
        return self.people["alice"]

    @property
    def bruno(self) -> Player:
        return self.people["bruno"]

    @property
    def chloe(self) -> Player:
        return self.people["chloe"]

    @property
    def davide(self) -> Player:
        return self.people["davide"]

    @property
    def eve(self) -> Player:
        return self.people["eve"]

    def who(self, user: int) -> Player:
        return next(person for person in self.people.values() if person.id == user)

    def named(self, *names: str) -> list[Player]:
        return [self.people[name] for name in names]

    def join(self, name: str, shown: str | None = None) -> Player:
        """Let somebody join the server."""
        user = self.env.create_user(name, global_name=shown or name)
        self.people[name] = Player(self, self.guild.add_member(user))
        return self.people[name]

    def crowd(self, count: int) -> list[Player]:
        """Let some people join the server."""
        return [self.join(f"guest{number}") for number in range(count)]

    def manager(self, **permissions: bool) -> Player:
        """Let somebody join who has permissions: by default, to manage the server."""
        allowed = discord.Permissions(**(permissions or {"manage_guild": True}))
        role = self.guild.create_role("managers", permissions=allowed)
        return Player(self, self.guild.add_member(self.env.create_user("admin"), roles=[role]))

    def elsewhere(self) -> tuple[simcord.ChannelHandle, Player]:
        """Make another server; return its channel, and its owner Mallory, who is in that server alone."""
        owner = self.env.create_user("mallory")
        guild = self.env.create_guild("Elsewhere", owner=owner)
        return guild.create_text_channel("far"), Player(self, guild.add_member(owner))

    def thread(
        self, name: str = "dominoes", *, of: simcord.ChannelHandle | None = None, private: bool = False
    ) -> simcord.ChannelHandle:
        """Open a thread of the channel as Alice; everybody joins a private one."""
        people = self.people.values() if private else ()
        return create_thread(self.env, of or self.channel, self.alice, name, private=people)

    # ------------------------------------------------------------------ what is seen

    @property
    def table(self) -> Table:
        """The open table of the channel."""
        return self.bot.hub.in_channel(self.channel.id)

    def open_table(self) -> Table:
        """Return the only open table, or the channel's."""
        return self.tables[0] if len(self.tables) == 1 else self.table

    @property
    def tables(self) -> tuple[Table, ...]:
        """All open tables."""
        return self.bot.hub.tables

    @property
    def board(self) -> Seen:
        """The newest message of the channel."""
        return Seen(self.channel.last_message)

    def newest(self, channel: simcord.ChannelHandle) -> Seen:
        return Seen(channel.last_message)

    @property
    def messages(self) -> list[Seen]:
        """All messages of the channel, oldest first."""
        return [Seen(each) for each in self.channel.history()]

    @property
    def all_messages(self) -> list[Seen]:
        """All messages of the channel, and all private ones."""
        return self.messages + [each for person in self.people.values() for each in person.hands]

    def hands_say(self, said: str) -> list[bool]:
        """Return of each player at the open table whether the newest private message says something."""
        hands = [self.who(person.user_id).hands for person in self.open_table().people]
        return [bool(each) and said in each[-1].text for each in hands]

    def now(self, message: Any) -> Seen:
        """Return a message of the channel as it is now; named by itself or its id."""
        number = message if isinstance(message, int) else message.id
        return next(each for each in self.messages if each.id == number)

    @property
    def time(self) -> float:
        return self.env.now().timestamp()

    def seen_by(self, reader: Player) -> list[Seen]:
        """Return the messages of the channel that a person sees."""
        return [Seen(each) for each in self.channel.history(viewer=reader)]

    # ------------------------------------------------------------------ playing

    async def lobby(self, *names: str, place: Any = None, **options: Any) -> Table:
        """Let the first person open a table, and the others join it."""
        place = place or self.channel
        first, *others = self.named(*names)
        if options.keys() & {"computers", "level"}:
            # a person alone with computers begins at once, and for everyone to see
            options = {"show": True, **options}
            options = {f"friend{number}": other for number, other in enumerate(others, 1)} | options
        await first.run("play", place, **options)
        table = self.bot.hub.in_channel(place.id)
        for person in others:
            await person.press(f"b:join:{table.id}", place)
        return table

    async def sit(self, *names: str, rules: str = "express", place: Any = None, **options: Any) -> Table:
        """Let the first person open a table, the others join it, and the first start it."""
        table = await self.lobby(*names, place=place, rules=rules, **options)
        if not table.playing:
            await self.people[names[0]].press(f"b:start:{table.id}", place)
        return table

    def mover(self, table: Table | None = None) -> Player:
        """Return the player in turn."""
        table = table or self.open_table()
        return self.who(table.people[turn_of(table)].user_id)

    def others(self, table: Table | None = None) -> list[Player]:
        """Return the players who are not in turn, in order of turns."""
        table = table or self.open_table()
        turn, seats = turn_of(table), len(table.people)
        return [self.who(table.people[(turn + ahead) % seats].user_id) for ahead in range(1, seats)]

    async def move(self, table: Table | None = None, place: Any = None) -> Player:
        """Let the player in turn do the first thing possible, as people do; return the player."""
        table = table or self.open_table()
        player, ply = self.mover(table), table.ply
        if isinstance(table.view(turn_of(table)).legal[0], Pass) and place is not False:
            await player.press("Pass", place)
        else:
            for _ in range(2):
                if table.ply == ply:
                    await player.press_first(player.hand)
        assert table.ply > ply
        return player

    async def move_by_hand(self, table: Table | None = None) -> Player:
        """Let the player in turn do the first thing possible with nothing but the private hand."""
        return await self.move(table, place=False)

    async def moves(self, count: int, table: Table | None = None) -> None:
        for _ in range(count):
            await self.move(table)

    async def play_by_button(self, player: Player) -> None:
        """Let a player play with nothing but My hand under the board."""
        shown = await player.press("My hand")
        for _ in range(2):
            if ways := [each for label, each in shown.buttons.items() if label != "Back"]:
                await player.press(ways[0], shown)

    async def play_deal(self, table: Table | None = None) -> None:
        """Play a deal to its end, as people do."""
        table = table or self.open_table()
        while table.view(None).turn is not None:
            await self.move(table)

    async def play_out(self, table: Table) -> None:
        """Play a match to its end, as people do."""
        while table.playing:
            await self.play_deal(table)
            if table.playing:
                await self.alice.press("Next deal")

    # ------------------------------------------------------------------ past Discord

    @asynccontextmanager
    async def directly(self) -> AsyncGenerator[None]:
        """Do things to the table itself, without Discord; afterwards the bot shows them."""
        with as_the_bot(self.env):
            yield
        await self.settle()

    async def do(self, table: Table | None = None, choice: int = 0) -> None:
        """Let the player in turn do something directly; the next deal, or the bot's turn, is due."""
        async with self.directly():
            await act(table or self.open_table(), choice)

    async def until(self, done: Callable[[], bool], table: Table | None = None) -> None:
        """Play directly until something is true."""
        async with self.directly():
            for _ in range(500):
                if done():
                    return
                await act(table or self.open_table())
        raise AssertionError("that never came")

    async def end_deal(self, table: Table | None = None) -> None:
        """Play a deal to its end directly."""
        table = table or self.open_table()
        async with self.directly():
            while table.view(None).turn is not None:
                await act(table)

    async def hold(self, *players: Player) -> None:
        """Let players' time run out until the bot holds their seats; the others move, all of it directly."""
        table = self.open_table()
        for _ in range(60):
            if all(self.presence(player) is Presence.KEPT for player in players):
                return
            async with self.directly():
                turn = table.view(None).turn
                if turn is None or table.people[turn].user_id in {player.id for player in players}:
                    await table.mark_published(table.ply)
                    assert table.header.deadline is not None
                    await expire_at(table, table.header.deadline)
                else:
                    await act(table)
        raise AssertionError("nobody is held")

    def presence(self, player: Player) -> Presence:
        """Return whether a player is at the open table."""
        seat = self.open_table().header.seat_of(player.id)
        assert seat is not None
        return self.open_table().people[seat].presence

    async def rush(self, table: Table | None = None) -> None:
        """Play a match to its end directly."""
        table = table or self.open_table()
        async with self.directly():
            while table.playing:
                await act(table)

    async def play_and_end(self, *names: str, **options: Any) -> Table:
        """Play a short match to its end."""
        table = await self.sit(*(names or ("alice", "bruno")), **{"target": 50, **options})
        await self.rush(table)
        return table

    # ------------------------------------------------------------------ time, failures, restarts

    async def settle(self) -> None:
        await self.env.settle(timeout=60)

    async def wait(self, seconds: float) -> None:
        """Let time pass, and the bot do what is due meanwhile."""
        await self.env.advance_time(seconds)

    def skip(self, seconds: float) -> None:
        """Let time pass in one leap."""
        self.env.backend.advance_clock(seconds)

    def fail(self, method: str, path: str, status: int, code: int = 0, *, times: int | None = None) -> None:
        """Let Discord refuse requests: all of them, or some."""
        self.env.inject_error(method, path, status=status, code=code, times=times)

    def refuse(self, status: int, code: int = 0, *, place: Any = None) -> None:
        """Let Discord take nothing in a channel any more: the table's, or another."""
        channel = place or self.channel
        for method, path in (("POST", "messages"), ("PATCH", "messages/*"), ("DELETE", "messages/*")):
            self.fail(method, f"/channels/{channel.id}/{path}", status, code)

    def heal(self) -> None:
        """Let Discord take everything again."""
        self.env.backend.faults.clear()

    def delete(self, message: Seen, channel: Any = None) -> None:
        self.env.backend.delete_message((channel or self.channel).id, message.id)

    async def delete_channel(self, channel: Any = None) -> None:
        self.env.backend.delete_channel((channel or self.channel).id)
        await self.settle()

    async def retry(self) -> None:
        """Let the bot try again at once what failed."""
        async with self.directly():
            self.bot.publisher.schedule.retry(self.bot.monotonic(), guild_id=self.guild.id)

    def break_requests(
        self, monkeypatch: pytest.MonkeyPatch, error: Callable[[], Exception], method: str, path: str
    ) -> list[str]:
        """Let the library raise an error at requests; return the list in which their addresses are noted."""
        request, met = self.bot.http.request, list[str]()

        async def fails(route: Any, **arguments: Any) -> Any:
            if route.method == method and path in route.url:
                met.append(route.url)
                raise error()
            return await request(route, **arguments)

        monkeypatch.setattr(self.bot.http, "request", fails)
        return met

    async def restart(self, *, down: float = 0) -> None:
        """Put a new bot on the same database in the place of the old one, after it was down for some seconds."""
        await self.replace(down=down)

    async def replace(self, database: Path | None = None, *, down: float = 0, **how: Any) -> None:
        """Put a new bot in the place of the old one; see :func:`make_bot`."""
        self.bot.halt()
        await self.settle()
        await self.bot.hub.keep_posts()
        await self.store.close()
        self.skip(down)
        await self.env.restart_bot(await make_bot(database or self.database, lambda: self.time, **how))
        await self.settle()

    def command(self, *names: str, root: str = "domino") -> str:
        """Return the mention of a command, as Discord has registered it."""
        (found,) = (each for each in self.env.backend.commands[None].values() if each["name"] == root)
        return f"</{' '.join((root, *names))}:{found['id']}>"

    # ------------------------------------------------------------------ what is kept

    async def settings(self) -> ServerPreferences:
        return await self.store.preferences.get(ServerPreferences, self.guild.id)

    async def prefer(self, **chosen: Any) -> None:
        """Let the server have these settings, and no others."""
        await self.store.preferences.set(self.guild.id, ServerPreferences(**chosen))

    def rows(self) -> dict[str, list[Any]]:
        """Return all that is in the database, by its tables, but for when the bot was last awake."""
        with sqlite3.connect(f"file:{self.database}?mode=ro", uri=True) as database:
            names = [name for (name,) in database.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
            return {name: database.execute(f"SELECT * FROM {name}").fetchall() for name in names if name != "notes"}

    async def assert_kept(self, table: Table) -> None:
        """Check that all of a table is on the disk, and nothing else."""
        found = await self.store.find(table.id)
        assert found is not None
        assert len(found.log) == table.ply
        assert (found.header.people, found.header.status) == (table.header.people, table.header.status)

    # ------------------------------------------------------------------ requests

    @property
    def sent(self) -> int:
        """How many requests the bot has sent."""
        return len(self.env.http_requests)

    def requests(self, since: int = 0, method: str = "", path: str = "") -> list[Any]:
        """Return the requests of a method to paths that contain a text."""
        found = self.env.http_requests[since:]
        return [each for each in found if each.method.startswith(method) and path in each.path]

    def count(self, since: int = 0) -> Counter[str]:
        """Count the requests to channels and private messages by method and kind: ``POST channel``, ``PATCH hand``."""
        hands = {person.user.dm_channel.id for person in self.people.values()}
        kinds = {"users": "opening", "interactions": "answer"}
        found: Counter[str] = Counter()
        for each in self.requests(since):
            kind, number, *_ = [*each.path.strip("/").split("/"), ""]
            if kind == "channels":
                kind = "hand" if int(number) in hands else "channel"
            found[f"{each.method} {kinds.get(kind, kind)}"] += 1
        return found

    @property
    def answered_at_once(self) -> bool:
        """Whether the newest answer was promised before it was made, so that Discord waits for it."""
        return self.requests(path="/callback")[-1].json["type"] == 5


def turn_of(table: Table) -> int:
    """Return the seat in turn."""
    turn = table.view(None).turn
    assert turn is not None
    return turn


def laid(table: Table) -> list[str]:
    """Return the tiles on the table, as texts, in the order in which they were laid."""
    return [each.tile.text for each in table.view(None).layout.placed]


def failing(error: BaseException) -> Callable[..., Any]:
    """Return a function to await that raises an error, whatever it is given."""

    async def fails(*_: object, **__: object) -> Any:
        raise error

    return fails


def spy(monkeypatch: pytest.MonkeyPatch, owner: Any, name: str) -> list[tuple[Any, ...]]:
    """Note the calls of a function, which does what it always does; return the list of their arguments."""
    original, calls = getattr(owner, name), list[tuple[Any, ...]]()

    def noted(*args: Any, **named: Any) -> Any:
        calls.append(args)
        return original(*args, **named)

    monkeypatch.setattr(owner, name, noted)
    return calls


def logged(log: pytest.LogCaptureFixture) -> str:
    """Return all that the bot's own modules logged, with the tracebacks."""
    ours = [each for each in log.records if each.name.startswith(("cogs", "engine", "render"))]
    return "\n".join(map(logging.Formatter().format, ours))


async def act(table: Table, choice: int | random.Random = 0) -> None:
    """Do the next thing of a match directly; of a move, a choice by its number or by chance."""
    view = table.view(None)
    if view.turn is None:
        await table.do(playing.next_deal, next(person.user_id for person in table.people if not person.away), view.deal)
    elif table.people[view.turn].away:
        assert table.header.deadline is not None
        await expire_at(table, table.header.deadline)
    else:
        if isinstance(choice, random.Random):
            choice = choice.randrange(len(table.view(view.turn).legal))
        await table.do(playing.play, table.people[view.turn].user_id, view.turn, table.ply, choice)


async def make_bot(
    database: Path,
    clock: Callable[[], float],
    pace: Timeouts | None = None,
    *,
    without: Collection[str] = ("cogs.tile_emojis",),
    warm_up: bool = False,
    shards: int = 1,
    sync_commands: bool = True,
) -> DominoBot:
    """Build the bot with deals that can be repeated and a clock that follows the environment's."""
    source = random.Random(SEED)

    def dealer(state: State) -> Deal:
        return random_deal(state, source)

    await template.begin(database)
    store = await DatabaseStore.open(database)
    return DominoBot(
        store,
        clock=clock,
        dealer=dealer,
        without=without,
        pace=pace,
        thinkers=AtOnce(),
        timer=no_timer,
        warm_up=warm_up,
        sync_commands=sync_commands,
        shards=shards,
    )
