"""The command --setup, against a stand-in for Discord."""

from __future__ import annotations

import asyncio
import io
import json
import os
import sys
from collections.abc import AsyncGenerator
from contextlib import suppress
from pathlib import Path
from typing import Any

import discord
import pytest
from aiohttp import web
from aiohttp.test_utils import TestServer

import bot
from cogs.invite import invite_links
from hosting.account import TOKEN_REFUSED
from hosting.application import DESCRIPTION, differences
from playground.server import Playground
from settings import Settings
from tests.hosting.applications import APPLICATION, application, payload, token

NEW = {"description": "", "tags": [], "icon": None, "integration_types_config": {}, "terms_of_service_url": None}
"""The empty fields of a new application."""

GOOD = token()
ELSEWHERE = "Discord can't be reached: the answer is not Discord's. Check DOMINO_API_URL and the network."


class Discord:
    """Keeps an application, and refuses what it is told to.

    Attributes:
        kept: the application.
        edits: the fields of each edit.
        refuses: the answers to requests, by the path's last part or by the field of an edit.
    """

    def __init__(self) -> None:
        self.kept = payload(**NEW)
        self.edits: list[list[str]] = []
        self.refuses: dict[str, tuple[int, Any]] = {}

    async def answer(self, request: web.Request) -> web.Response:
        """Answer any request of the command."""
        if request.path.endswith("users/@me"):
            return self._answer("users", {"id": "1", "username": "Dominoes", "discriminator": "0", "avatar": None})
        if request.method == "GET":
            return self._answer("applications", self.kept)
        edit = await request.json()
        self.edits.append([*edit])
        (field,) = edit
        if field not in self.refuses:
            self.kept |= edit
        return self._answer(field, self.kept)

    def _answer(self, name: str, body: Any) -> web.Response:
        status, answer = self.refuses.get(name, (200, body))
        if isinstance(answer, str):
            return web.Response(status=status, text=answer, content_type="text/html")
        # discord.py compares the whole header
        return web.Response(status=status, body=json.dumps(answer).encode(), content_type="application/json")


class Host:
    """A host who types answers, in a folder of their own."""

    def __init__(self, folder: Path, patch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
        self.env = folder / ".env"
        self.patch = patch
        self._capsys = capsys

    async def set_up(self, *answers: str) -> tuple[int, str]:
        """Run the command; return its status and what it prints."""
        self.patch.setattr("sys.stdin", io.StringIO("".join(f"{each}\n" for each in answers)))
        status = await asyncio.to_thread(bot.main, ["--setup"])
        shown = "".join(self._capsys.readouterr())
        assert "Traceback" not in shown
        assert GOOD not in shown
        return status, shown


@pytest.fixture
async def stand_in(monkeypatch: pytest.MonkeyPatch) -> AsyncGenerator[Discord]:
    """A Discord with a new application, to which the command's requests go."""
    made = Discord()
    app = web.Application()
    app.router.add_route("*", "/{path:.*}", made.answer)
    monkeypatch.setattr(discord.http.Route, "BASE", "")
    async with TestServer(app) as server:
        monkeypatch.setenv("DOMINO_API_URL", str(server.make_url("")).rstrip("/"))
        yield made


@pytest.fixture
def host(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Host:
    """A host in an empty folder, with nothing set."""
    for name in Settings.model_fields:
        monkeypatch.delenv(name.upper(), raising=False)
    monkeypatch.chdir(tmp_path)
    return Host(tmp_path, monkeypatch, capsys)


async def test_all_is_set_and_written_after_two_answers_and_then_nothing_is_different(
    host: Host, stand_in: Discord
) -> None:
    status, shown = await host.set_up(GOOD, "y", "y")
    assert status == 0
    assert all(link in shown for link in invite_links(APPLICATION))
    assert f"/applications/{APPLICATION}/information" in shown
    assert [each.what for each in differences(application(**stand_in.kept))] == ["terms of service"]
    assert f"DISCORD_TOKEN={GOOD}\n" in host.env.read_text("utf-8")

    stand_in.edits.clear()
    status, shown = await host.set_up("")
    assert status == 0
    assert "Nothing is different from what the bot needs." in shown
    assert stand_in.edits == []


@pytest.mark.parametrize(
    ("answers", "edited"),
    [
        (["n", "n", "n"], []),
        (["", "", "n"], []),
        (["e", "n", "y", "n", "n"], ["icon"]),
        (["y", "y", "n"], ["icon", "integration_types_config", "tags"]),
        (["n", "perhaps", "y", "n"], ["tags"]),
    ],
)
async def test_only_what_is_agreed_to_is_set_and_own_texts_have_a_question_of_their_own(
    host: Host, stand_in: Discord, answers: list[str], edited: list[str]
) -> None:
    stand_in.kept |= {"tags": ["our tag"], "description": DESCRIPTION}
    _, shown = await host.set_up(GOOD, *answers)
    assert sorted(field for (field,) in stand_in.edits) == edited
    assert "Your tags:\n  our tag\nThe bot's:\n  dominoes, " in shown
    assert not host.env.exists()


@pytest.mark.parametrize("answers", [[], [GOOD], [GOOD, "y"], [GOOD, "e", "y"]], ids=len)
async def test_the_end_of_the_input_at_any_question_leaves_everything_as_it_was(
    host: Host, stand_in: Discord, answers: list[str]
) -> None:
    assert (await host.set_up(*answers))[0] == 1
    assert stand_in.edits == []
    assert not host.env.exists()


@pytest.mark.parametrize("question", range(3))
async def test_an_interrupt_at_any_question_leaves_everything_as_it_was(
    host: Host, stand_in: Discord, question: int
) -> None:
    answers = [GOOD, "y", "y"][:question]

    def type_in(_: str) -> str:
        if not answers:
            raise KeyboardInterrupt
        return answers.pop(0)

    host.patch.setattr("builtins.input", type_in)
    assert (await host.set_up())[0] == 130
    assert stand_in.edits == []
    assert not host.env.exists()


async def test_a_text_that_is_no_token_is_refused_before_discord_is_asked(host: Host) -> None:
    status, shown = await host.set_up("112233445566778899")
    assert status == 2
    assert shown.endswith("That is no bot's token: it is an id, such as the application's, and not the token.\n")


@pytest.mark.parametrize(
    ("refuses", "status", "line"),
    [
        ({"users": (401, {"code": 0})}, 2, TOKEN_REFUSED),
        ({"users": (403, {"code": 0})}, 1, "Discord can't be reached: 403 Forbidden"),
        ({"users": (429, "<html>Banned")}, 1, "Discord can't be reached: 429 Too Many Requests"),
        ({"users": (503, "<html>")}, 1, "Discord can't be reached: 503 Service Unavailable"),
        ({"users": (200, "<html>")}, 1, ELSEWHERE),
        ({"applications": (200, {})}, 1, ELSEWHERE),
    ],
)  # fmt: skip
async def test_a_refusal_of_the_login_is_one_line(
    host: Host, stand_in: Discord, refuses: dict[str, tuple[int, Any]], status: int, line: str
) -> None:
    stand_in.refuses = refuses
    ended, shown = await host.set_up(GOOD)
    assert (ended, shown.splitlines()[-1]) == (status, line)
    assert not host.env.exists()


async def test_each_refused_field_is_told_and_the_others_are_set(host: Host, stand_in: Discord) -> None:
    invalid = {
        "code": 50035,
        "message": "Invalid Form Body",
        "errors": {"tags": {"_errors": [{"message": "Too long"}]}},
    }
    stand_in.refuses = {"tags": (400, invalid), "icon": (403, "<html>")}
    status, shown = await host.set_up(GOOD, "y", "y")
    assert status == 1
    told = [each for each in shown.splitlines() if each.startswith(("Set:", "Not set:"))]
    assert told == [
        "Set: install settings.",
        "Set: description.",
        "Not set: tags. Discord: Invalid Form Body In tags: Too long",
        "Not set: icon. Discord: 403 Forbidden",
    ]
    assert GOOD in host.env.read_text("utf-8")
    left = shown.split("developer portal:\n")[1]
    assert [each.split()[1] for each in left.splitlines() if each.startswith("  - ")] == ["terms", "tags", "icon"]


async def test_the_file_is_left_alone_if_the_environment_has_the_token(host: Host, stand_in: Discord) -> None:
    host.patch.setenv("DISCORD_TOKEN", GOOD)
    status, shown = await host.set_up("", "n")
    assert status == 0
    assert "Enter alone to keep the one in the environment" in shown
    assert not host.env.exists()


async def test_a_discord_that_is_not_there_is_told_with_its_remedy(host: Host) -> None:
    host.patch.setattr(discord.http.Route, "BASE", "")
    host.patch.setenv("DOMINO_API_URL", "https://127.0.0.1:1")
    status, shown = await host.set_up(GOOD)
    assert status == 1
    line = shown.splitlines()[-1]
    assert line.startswith("Discord can't be reached: Cannot connect to host 127.0.0.1:1 [")
    assert line.endswith("]. Check DOMINO_API_URL and the network.")


async def test_another_token_in_the_environment_is_told(host: Host, stand_in: Discord) -> None:
    host.patch.setenv("DISCORD_TOKEN", token(123456789012345678))
    _, shown = await host.set_up(GOOD, "n", "y")
    assert "The token that is set now is of another application, id 123456789012345678." in shown
    assert "The environment has another DISCORD_TOKEN, which comes before the file: remove it there." in shown


async def test_a_file_that_others_can_read_is_closed_to_them(host: Host, stand_in: Discord) -> None:
    host.env.write_text(f"DISCORD_TOKEN={GOOD}\nA=1\n", encoding="utf-8")
    host.env.chmod(0o640)
    _, shown = await host.set_up("", "n", "y")
    assert "Other users of this machine can read" in shown
    assert host.env.read_text("utf-8") == f"DISCORD_TOKEN={GOOD}\nA=1\n"
    assert host.env.stat().st_mode & 0o777 == 0o600


@pytest.mark.long
async def test_a_terminal_shows_no_token_and_the_requests_are_those_of_discords_specification(host: Host) -> None:
    pty = pytest.importorskip("pty", reason="needs a terminal of POSIX")
    async with Playground(port=0, data=None) as playground:
        ours, theirs = pty.openpty()
        host.patch.setenv("DOMINO_API_URL", playground.url)
        command = (sys.executable, bot.__file__, "--setup")
        run = await asyncio.create_subprocess_exec(
            *command, stdin=theirs, stdout=theirs, stderr=theirs, start_new_session=True
        )
        os.close(theirs)
        shown = await asyncio.to_thread(converse, ours, {"press Enter: ": GOOD, "[y/e/N] ": "y", "[Y/n] ": "y"})
        assert await run.wait() == 0
        assert GOOD not in shown
        assert shown.count("\nSet: ") == 4
        assert not playground.journal.problems
    assert f"DISCORD_TOKEN={GOOD}\n" in host.env.read_text("utf-8")


def converse(terminal: int, answers: dict[str, str]) -> str:
    """Answer each prompt on a terminal; return all that it shows until its program ends."""
    shown = ""
    with suppress(OSError):
        while more := os.read(terminal, 4096):
            shown += more.decode().replace("\r\n", "\n")
            for prompt in [each for each in answers if shown.endswith(each)]:
                os.write(terminal, f"{answers.pop(prompt)}\n".encode())
    os.close(terminal)
    return shown
