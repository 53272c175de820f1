"""Requests held against the specification, with a checker of the test's own and with none."""

from __future__ import annotations

import logging
from pathlib import Path

import aiohttp
import pytest

from playground.server import Playground
from playground.spec import Specification, form_errors, spec_folder

CHECKER = """
class Problem:
    def __init__(self, where, message): self.where, self.message = where, message
class SpecValidator:
    def check(self, method, path, body):
        wrong = isinstance(body, dict) and body.get("content") == "wrong"
        return [Problem("components.0.label", "too long"), Problem("", "empty")] if wrong else []
"""


async def post(playground: Playground, content: str) -> tuple[int, dict[str, object]]:
    alice = playground.world.residents[0]
    channel = playground.world.channels(alice.id)[0]["id"]
    url = f"{playground.url}/api/v10/channels/{channel}/messages"
    async with aiohttp.ClientSession() as session, session.post(url, json={"content": content}) as response:
        return response.status, await response.json()


async def test_a_breach_is_answered_as_discord_would_and_noted(tmp_path: Path) -> None:
    (tmp_path / "discord_spec.py").write_text(CHECKER)
    async with Playground(port=0, spec=tmp_path) as playground:
        assert (await post(playground, "right"))[0] == 200
        status, answer = await post(playground, "wrong")
        assert (status, answer["code"], answer["message"]) == (400, 50035, "Invalid Form Body")
        assert answer["errors"] == {
            "components": {"0": {"label": {"_errors": [{"code": "SPECIFICATION", "message": "too long"}]}}},
            "_errors": [{"code": "SPECIFICATION", "message": "empty"}],
        }
        problem = playground.journal.problems[0]
        assert problem.details == ["components.0.label: too long", "body: empty"]
        # What was refused was not done.
        alice = playground.world.residents[0]
        channel = int(playground.world.channels(alice.id)[0]["id"])
        contents = [m["content"] for m in playground.world.messages(alice.id, channel, before=None, limit=9)]
        assert contents == ["right"]


async def test_without_the_checker_it_is_said_once_and_nothing_is_checked(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.INFO):
        async with Playground(port=0, spec=tmp_path) as playground:
            assert (await post(playground, "wrong"))[0] == 200
            assert (await post(playground, "wrong"))[0] == 200
    assert len([r for r in caplog.records if "are not checked" in r.message]) == 1


def test_the_folder_can_be_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("DISCORD_SPEC_DIR", str(tmp_path))
    assert spec_folder() == tmp_path
    monkeypatch.delenv("DISCORD_SPEC_DIR")
    assert spec_folder().parts[-2:] == ("shared", "conformance")


async def test_the_real_checker_knows_messages() -> None:
    specification = Specification()
    if not await specification.available():
        pytest.skip("the specification's checker is not here")
    assert await specification.breaches("POST", "/channels/1/messages", {"content": "hi"}) == []
    found = await specification.breaches("POST", "/channels/1/messages", {"content": "x" * 2001})
    assert found[0][0] == "content"


def test_errors_are_nested_as_discord_nests_them() -> None:
    assert form_errors([("a.0", "x"), ("a.0", "y")]) == {
        "a": {"0": {"_errors": [{"code": "SPECIFICATION", "message": "x"}, {"code": "SPECIFICATION", "message": "y"}]}}
    }
