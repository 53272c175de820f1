"""Shows each table's changes in its channel and in its players' hands, in order, several moves in one picture."""

from __future__ import annotations

import asyncio
import contextlib
import io
import logging
from collections.abc import Sequence
from dataclasses import replace
from gettext import NullTranslations
from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

import discord

from cogs import boards
from cogs.grid import is_miss, turned_back
from cogs.looks import theme_of
from cogs.words import words_for
from engine.errors import traceback_of
from engine.events import Flipped, MatchEnded
from engine.layouts import Grid
from engine.live.news import News
from engine.live.store import Header, Post, Status
from engine.live.table import Table
from engine.view import View

if TYPE_CHECKING:
    from cogs.client import Client

_log = logging.getLogger(__name__)

MISS_SECONDS = 8
"""How long two tiles that make no pair stay face up, unless the next player is faster."""


class Publisher:
    """Tells channels and players what changed.

    A table has two lanes, its channel and its players' hands, so that a hand never waits for a channel that Discord
    holds back. A lane with something to tell gets one task that publishes until nothing is left, and then ends. Moves
    that come while it waits for Discord share the next picture. Nothing here holds a table's lock: play never waits.
    """

    def __init__(self, client: Client) -> None:
        self._client = client
        self._lanes = {"channel": self._show_channel, "hands": self._show_hands}
        self._running: dict[tuple[str, str], asyncio.Task[None]] = {}
        self._dirty: dict[tuple[str, str], Table] = {}
        self._failed: dict[str, Table] = {}
        self._misses: dict[str, tuple[Table, float]] = {}
        # one message about a table at a time, so that the newest alone has buttons
        self._posting: WeakKeyDictionary[Table, asyncio.Lock] = WeakKeyDictionary()

    def changed(self, table: Table) -> None:
        """Publish a table soon; returns at once."""
        for lane in self._lanes:
            key = (lane, table.id)
            self._dirty[key] = table
            if key not in self._running:
                self._running[key] = asyncio.create_task(self._run(key), name=f"publish {lane} of {table.id}")

    def retry(self) -> None:
        """Try again what Discord would not take."""
        failed, self._failed = self._failed, {}
        for table in failed.values():
            self.changed(table)

    def turn_back(self, now: float) -> None:
        """Turn back the misses in grids that have been seen for long enough."""
        for name, (table, until) in list(self._misses.items()):
            if now >= until:
                del self._misses[name]
                self.changed(table)

    async def drain(self) -> None:
        """Wait until what is being published is out."""
        while self._running:
            await asyncio.gather(*self._running.values(), return_exceptions=True)

    async def _run(self, key: tuple[str, str]) -> None:
        try:
            while (table := self._dirty.pop(key, None)) is not None:
                await self._lanes[key[0]](table)
        finally:
            del self._running[key]

    async def _show_hands(self, table: Table) -> None:
        try:
            await self._client.hands.show(table, self._client.hands.snapshot(table))
        except Exception as error:
            _log.error("hands of table %s could not be shown:\n%s", table.id, traceback_of(error))

    async def _show_channel(self, table: Table) -> None:
        async with self._lock(table):
            await self._show_news(table)

    def _lock(self, table: Table) -> asyncio.Lock:
        return self._posting.setdefault(table, asyncio.Lock())

    async def _show_news(self, table: Table) -> None:
        # taken together without an await between, so that picture and text show the same moment
        header, ply, news = table.header, table.ply, table.news
        table.news = []
        view = table.view(None) if ply else None
        try:
            await self._channel(table, header, ply, news, view)
        except Exception as error:
            # what was not told is told with the next picture that gets through
            table.news[:0] = news
            self._failed[table.id] = table
            if isinstance(error, discord.HTTPException):
                _log.warning("table %s could not be shown in channel %s: %s", table.id, header.channel, error)
            else:
                _log.error("table %s could not be shown:\n%s", table.id, traceback_of(error))

    async def _channel(self, table: Table, header: Header, ply: int, news: Sequence[News], view: View | None) -> None:
        words = words_for(header.locale)
        if view is None:
            message = (
                boards.lobby(header, words)
                if header.status is Status.LOBBY
                else boards.closed_lobby(header, news, words)
            )
            await self._edit(table, message, header.status)
            return
        told = header.post is not None and (header.post.ply, header.post.status) == (ply, header.status.value)
        if isinstance(view.layout, Grid) and view.turn is not None and header.status is Status.PLAYING:
            await self._show_grid(table, header, ply, news, view, told=told and not news)
            return
        if told and not news:
            return
        message = await self._draw(header, view, ply, news, words)
        await self._post(table, message, ply, header.status)

    async def _show_grid(
        self, table: Table, header: Header, ply: int, news: Sequence[News], view: View, *, told: bool
    ) -> None:
        """Show a grid, so that nobody can scroll back to what has been turned back.

        There is one message a turn, edited at each tile; a turn's message loses its picture before the next one's is
        posted, and a miss is turned back in its own when everybody has had time to look.
        """
        words = words_for(header.locale)
        post = header.post
        if told:
            if not is_miss(view) or table.id in self._misses:
                return
            view = turned_back(view)
        elif is_miss(view) and any(isinstance(each, Flipped) for each in news):
            self._misses[table.id] = (table, self._client.clock() + MISS_SECONDS)
        elif is_miss(view):
            # told for another reason: what has been turned back stays so
            view = view if table.id in self._misses else turned_back(view)
        else:
            self._misses.pop(table.id, None)
        message = await self._draw(header, view, ply, news, words)
        if post is not None and told:
            if post.alt != message.alt:
                await self._edit_picture(table, _with_lines(post, message), post, ply)
        elif post is not None and post.ply and view.midway:
            await self._edit_picture(table, _with_lines(post, message), post, ply)
        else:
            await self._post_grid(table, header, ply, news, view, message)

    async def _post_grid(
        self, table: Table, header: Header, ply: int, news: Sequence[News], view: View, message: boards.Message
    ) -> None:
        """Post a grid once the message before has lost its picture: face down, and what is up by an edit.

        Only a message whose number is kept shows tiles; otherwise nobody could find it again to turn them back.
        """
        old = table.header.post
        if old is not None and old.ply:
            await self._clear(table, old)
        if not (isinstance(view.layout, Grid) and view.layout.up):
            await self._post(table, message, ply, header.status)
            return
        hidden = await self._draw(header, turned_back(view), ply, news, words_for(header.locale))
        await self._post(table, replace(hidden, mentions=message.mentions), ply, header.status)
        if (post := table.header.post) is not None:
            await self._edit_picture(table, message, post, ply)

    async def _edit_picture(self, table: Table, message: boards.Message, post: Post, ply: int) -> None:
        """Show a change in the message that is there; where that is gone, in a new one."""
        target = self._client.get_partial_messageable(table.header.channel).get_partial_message(post.message)
        try:
            await target.edit(
                view=message.layout, attachments=_files(message), allowed_mentions=discord.AllowedMentions.none()
            )
        except discord.NotFound:
            await self._post(table, replace(message, mentions=()), ply, table.header.status)
            return
        await table.posted(replace(post, ply=ply, text=message.lasting, alt=message.alt))

    async def _clear(self, table: Table, post: Post) -> None:
        """Take picture and buttons off a message; only one that is gone may be passed over."""
        target = self._client.get_partial_messageable(table.header.channel).get_partial_message(post.message)
        with contextlib.suppress(discord.NotFound):
            await target.edit(
                view=boards.without_buttons(table.id, replace(post, file=""), words_for(table.header.locale)),
                attachments=[],
                allowed_mentions=discord.AllowedMentions.none(),
            )

    async def _draw(
        self, header: Header, view: View, ply: int, news: Sequence[News], words: NullTranslations
    ) -> boards.Message:
        if header.status is Status.CLOSED:
            return boards.closed_match(header, view, news, words)
        theme = await theme_of(self._client.hub.store, header.guild)
        changes: list[str] = []
        if any(isinstance(each, MatchEnded) for each in news):
            changes = await self._client.leaderboard_changes(header, words)

        def made(header: Header) -> boards.Message:
            if view.turn is not None:
                return boards.board(header, view, ply, news, words, theme)
            return boards.deal_end(header, view, news, words, theme, changes)

        try:
            return await self._client.drawing.draw(made, header)
        except Exception as error:
            if header.as_text:
                raise
            # play goes on, and what has been turned back doesn't stay to be seen
            _log.error("table %s is shown as text, since it could not be drawn:\n%s", header.id, traceback_of(error))
            return await self._client.drawing.draw(made, replace(header, as_text=True))

    async def lobby_is_out(self, table: Table, post: Post) -> None:
        """Note a lobby's message, and show in it what happened before its number was known."""
        if table.header.post is not None:
            await self._strip(table, post)
            return
        await table.posted(post)
        if boards.lobby(table.header, words_for(table.header.locale)).lasting != post.text or len(table.people) > 1:
            self.changed(table)

    async def repost(self, table: Table) -> None:
        """Show a table again at the bottom of its channel, as it is now.

        Raises:
            discord.HTTPException: the channel can't be written to.

        """
        async with self._lock(table):
            header, ply = table.header, table.ply
            words = words_for(header.locale)
            if ply:
                view = table.view(None)
                if isinstance(view.layout, Grid) and view.turn is not None:
                    view = turned_back(view) if is_miss(view) and table.id not in self._misses else view
                    message = replace(await self._draw(header, view, ply, (), words), mentions=())
                    await self._post_grid(table, header, ply, (), view, message)
                    return
                message = await self._draw(header, view, ply, (), words)
            else:
                message = boards.lobby(header, words)
            await self._post(table, replace(message, mentions=()), ply, header.status)

    async def _post(self, table: Table, message: boards.Message, ply: int, status: Status) -> None:
        """Post a message about a table, and take the buttons off the one before."""
        old = table.header.post
        channel = self._client.get_partial_messageable(table.header.channel, guild_id=table.header.guild)
        sent = await channel.send(view=message.layout, files=_files(message), allowed_mentions=message.allowed_mentions)
        post = Post(
            message=sent.id,
            ply=ply,
            status=status.value,
            text=message.lasting,
            alt=message.alt,
            # a picture that must not stay is not kept either
            file="" if message.fleeting else message.file,
            attachment=sent.attachments[0].id if sent.attachments else 0,
            deal=message.deal,
        )
        try:
            await table.posted(post)
        except Exception:
            if message.fleeting:
                # nobody would find it again to take its picture away
                with contextlib.suppress(discord.HTTPException):
                    await sent.delete()
            raise
        if old is not None and not (message.fleeting and old.ply):
            await self._strip(table, old)

    async def _strip(self, table: Table, old: Post) -> None:
        """Take the buttons off an older message; where that can't be, they still answer that they are old."""
        message = self._client.get_partial_messageable(table.header.channel).get_partial_message(old.message)
        if not old.ply:
            # a lobby whose match has begun no longer says when it closes
            old = replace(old, text=boards.lobby(table.header, words_for(table.header.locale)).lasting)
        try:
            await message.edit(
                view=boards.without_buttons(table.id, old, words_for(table.header.locale)),
                attachments=self._attachments(old),
                allowed_mentions=discord.AllowedMentions.none(),
            )
        except discord.HTTPException as error:
            _log.info("an older message of table %s keeps its buttons: %s", table.id, error)

    def _attachments(self, post: Post) -> list[discord.Attachment]:
        """Name the picture that an edited message keeps."""
        if not post.file:
            return []
        data = {"id": str(post.attachment), "filename": post.file, "size": 0, "url": "", "proxy_url": ""}
        return [discord.Attachment(data=data, state=self._client._connection)]  # type: ignore[arg-type]  # pyright: ignore

    async def _edit(self, table: Table, message: boards.Message, status: Status) -> None:
        """Show a lobby's change in its own message; where that is gone, in a new one."""
        old = table.header.post
        if old is None:
            return
        target = self._client.get_partial_messageable(table.header.channel).get_partial_message(old.message)
        try:
            await target.edit(view=message.layout, allowed_mentions=discord.AllowedMentions.none())
        except discord.NotFound:
            await self._post(table, replace(message, mentions=()), 0, status)
            return
        await table.posted(replace(old, text=message.lasting, status=status.value))


def _files(message: boards.Message) -> list[discord.File]:
    """Give what goes with a message: its picture, if it has one."""
    if message.picture is None:
        return []
    return [discord.File(io.BytesIO(message.picture), filename=message.file, description=message.alt)]


def _with_lines(post: Post, message: boards.Message) -> boards.Message:
    """Give a message with the lasting lines of the post that it takes the place of before its own."""
    text = "\n".join(line for line in (post.text, message.text) if line)
    lasting = "\n".join(line for line in (post.text, message.lasting) if line)
    return replace(message, text=text, lasting=lasting)
