"""Tests that the playground's state survives a restart."""

from __future__ import annotations

import logging
import os
import pickle
import sqlite3
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import aiohttp
import pytest
import time_machine

from playground import world as world_module
from playground.server import FILE_NAME, Playground
from playground.world import Call, Upload, World
from tests.playground.table import Table, trial_bot, until
from tests.playground.trial_bot import png
from tests.support.people import People
from tests.support.playground import wait_for_bot


def send(world: World, content: str = "x", picture: bytes | None = None) -> dict[str, Any]:
    uploads = [Upload("x.png", picture, "alt")] if picture is not None else []
    path = f"/channels/{first_channel(world)}/messages"
    return world.requests.dispatch(Call("POST", path, {"content": content}, uploads=uploads))


def first_channel(world: World) -> int:
    return int(world.messages.channels(world.guild.residents[0].id)[0]["id"])


def put_aside(folder: Path) -> list[bytes]:
    return [path.read_bytes() for path in folder.glob("*.old")]


def modes(folder: Path) -> list[str]:
    return [oct(each.stat().st_mode & 0o777) for each in folder.glob(f"{FILE_NAME}*")]


def page(world: World, limit: int = 9) -> list[dict[str, Any]]:
    """Return the messages in the first channel."""
    return world.messages.page(world.guild.residents[0].id, first_channel(world), before=None, limit=limit)


def without_picture(world: World, message: dict[str, Any]) -> None:
    """Remove the picture from a message."""
    path = f"/channels/{message['channel_id']}/messages/{message['id']}"
    world.requests.dispatch(Call("PATCH", path, {"attachments": []}))


def picture_of(world: World, message: dict[str, Any]) -> bytes | None:
    """Return the picture that a message had when it was sent."""
    return world.requests.picture(message["attachments"][0]["url"].removeprefix(world_module.CDN_BASE + "/"))


@pytest.mark.long
@pytest.mark.wire
async def test_everything_is_there_after_a_restart_on_another_port(table: Table) -> None:
    lobby = await table.lobby()
    hand = (await table.people.bruno.press(lobby, label="My hand")).message
    emoji = (await table.people.eve.run("trial emoji")).message
    await table.people.bruno.read()
    await table.people.davide.close_dms()
    table.playground.world.guild.set_locale("fr")
    before = [m.data for m in await table.people.bruno.messages()]
    await table.bot.stop()
    await table.playground.close()

    async with (
        Playground(port=0, data=table.folder) as again,
        People(again.url) as people,
        trial_bot(again.url, table.folder / "bot.log"),
    ):
        assert again.port != table.playground.port
        assert [p.id for p in people] == [p.id for p in table.people]
        after = [m.data for m in await people.bruno.messages()]
        assert str(after).replace(again.url, "") == str(before).replace(table.playground.url, "")
        assert await people.bruno.picture(await people.bruno.refresh(hand)) == png("seagreen").getvalue()
        assert not any(row["unread"] for row in await people.bruno.channels())
        assert [row["unread"] for row in await people.eve.channels()] == [2, 0, 0, 0]
        assert again.world.guild.closed_dms == {people.davide.id}
        assert again.world.guild.locale == "fr"
        assert (await people.alice.commands())[0]["name"] == "domino"
        emoji_id = emoji.content.split(":")[2].split(">")[0]
        async with aiohttp.ClientSession() as session, session.get(f"{again.url}/cdn/emojis/{emoji_id}.png") as picture:
            assert await picture.read() == png("navy", (32, 32)).getvalue()
        await wait_for_bot(again)
        joined = (await people.chloe.press(lobby, label="Join")).message
        assert people.chloe.mention in joined.content


@pytest.mark.long
async def test_a_change_is_in_the_file_soon_without_a_stop(tmp_path: Path) -> None:
    async with Playground(port=0, data=tmp_path) as playground:
        send(playground.world, "soon", png("red").getvalue())

        def saved() -> bool:
            if not (tmp_path / FILE_NAME).exists():
                return False
            with closing(sqlite3.connect(tmp_path / FILE_NAME)) as db:
                # the file is there before its tables
                return (
                    db.execute("SELECT 1 FROM sqlite_schema WHERE name = 'picture'").fetchone() is not None
                    and db.execute("SELECT count(*) FROM picture").fetchone()[0] == 1
                )

        await until(saved)
        async with Playground(port=0, data=tmp_path) as copy:
            assert [message["content"] for message in page(copy.world)] == ["soon"]


@pytest.mark.skipif(os.name == "nt", reason="permissions of another kind")
async def test_other_users_of_the_machine_read_nothing_of_it(tmp_path: Path) -> None:
    # hands are in it; an earlier version left it readable
    old, folder = tmp_path / FILE_NAME, tmp_path / "new"
    old.write_bytes(b"not a database")
    old.chmod(0o644)
    before = os.umask(0o022)
    try:
        for data in (tmp_path, folder):
            async with Playground(port=0, data=data) as playground:
                send(playground.world)
        assert modes(tmp_path) + modes(folder) == ["0o600"] * 3
    finally:
        os.umask(before)


@pytest.mark.parametrize("damage", ["format", "garbage", "state"])
async def test_a_file_that_cannot_be_read_is_put_aside_with_a_word(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, damage: str
) -> None:
    async with Playground(port=0, data=tmp_path) as playground:
        send(playground.world)
    file = tmp_path / FILE_NAME
    if damage == "garbage":
        file.write_bytes(b"not a database" * 100)
    else:
        change = "UPDATE format SET name = '1/0.1'" if damage == "format" else "UPDATE state SET data = x'00'"
        with closing(sqlite3.connect(file)) as db, db:
            db.execute(change)
    damaged = file.read_bytes()
    with caplog.at_level(logging.WARNING):
        async with Playground(port=0, data=tmp_path) as playground:
            assert [p.name for p in playground.world.guild.residents] == ["Alice", "Bruno", "Chloé", "Davide", "Eve"]
    assert "was put aside" in caplog.text
    assert put_aside(tmp_path) == [damaged]


def test_a_state_from_before_other_places_gets_them() -> None:
    old, new = World(), World()
    send(old, "kept")
    saved = pickle.loads(old.snapshot())
    (fresh,) = (each.id for each in saved["backend"]["channels"].values() if each.name == "no-pictures")
    saved["backend"]["guilds"][old.guild.id].channel_ids.remove(fresh)
    for channel_id in (fresh, *(each.id for each in old.elsewhere.channels)):
        del saved["backend"]["channels"][channel_id]
    del saved["backend"]["installs"], saved["backend"]["guilds"][max(saved["backend"]["guilds"])]
    new.restore(pickle.dumps(saved), {})
    alice, bruno, *_ = new.guild.residents
    assert [message["content"] for message in page(new)] == ["kept"]
    assert [row["kind"] for row in new.messages.channels(alice.id)] == [*["text"] * 5, "group", "friend", "dm"]
    assert [new.elsewhere.has_app(person.id) for person in (alice, bruno)] == [True, False]


def test_a_state_that_would_run_code_is_refused() -> None:
    class Evil:
        def __reduce__(self) -> Any:
            return (print, ("owned",))

    with pytest.raises(ValueError, match="no place"):
        World().restore(pickle.dumps({"backend": Evil()}), {})


async def test_a_write_that_fails_is_tried_again(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    blocked = tmp_path / "data"
    blocked.write_text("in the way")
    async with Playground(port=0, data=blocked) as playground:
        send(playground.world, "kept", png("red").getvalue())
        with caplog.at_level(logging.ERROR):
            await playground.save()
        assert "could not be written" in caplog.text
        blocked.unlink()
    async with Playground(port=0, data=blocked) as restored:
        assert len(restored.world.take_pictures()[0]) == 0
        (message,) = page(restored.world)
        assert picture_of(restored.world, message) == png("red").getvalue()


def test_what_is_old_is_forgotten_and_what_is_shown_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(world_module, "MAX_MESSAGES", 20)
    start = datetime.now(UTC)
    with time_machine.travel(start, tick=False) as clock:
        world = World()
        shown = send(world, picture=b"shown")
        edited = send(world, picture=b"first")
        without_picture(world, edited)
        sizes = []
        for _ in range(4):
            for _ in range(30):
                clock.shift(timedelta(seconds=60))
                send(world, "y" * 500)
            world.tidy()
            sizes.append(len(world.snapshot()))
    assert len(page(world, 100)) == 20
    assert max(sizes) - min(sizes) < 2000
    # by now the message that showed the first picture is forgotten, too
    assert picture_of(world, shown) is picture_of(world, edited) is None


def test_a_picture_that_was_just_replaced_is_served_a_while_longer() -> None:
    world = World()
    edited = send(world, picture=b"first")
    without_picture(world, edited)
    world.tidy()
    assert picture_of(world, edited) == b"first"


def test_a_bot_of_an_older_state_may_do_what_a_new_one_may() -> None:
    old = World()
    old.guild.bot_role.permissions = 0
    assert old.guild.bot_role.permissions == 0
    new = World()
    new.restore(old.snapshot(), {})
    assert new.guild.bot_role.permissions == world_module.BOT_PERMISSIONS.value
    assert world_module.BOT_PERMISSIONS.create_public_threads
