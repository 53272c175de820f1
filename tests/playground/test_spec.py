"""Tests of the check of requests against the specification, with a fake checker, the real one and none."""

from __future__ import annotations

import copy
import logging
import random
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from referencing import Registry, Resource
from referencing.jsonschema import DRAFT202012

from playground.server import Playground
from playground.spec import Specification, form_errors, quickened, spec_folder
from tests.playground.test_rest import ask, messages
from tests.playground.test_store import page
from tests.support.playground import checks_requests

CHECKER = """
class Problem:
    def __init__(self, where, message): self.where, self.message = where, message
class SpecValidator:
    def check(self, method, path, body):
        wrong = isinstance(body, dict) and body.get("content") == "wrong"
        return [Problem("components.0.label", "too long"), Problem("", "empty")] if wrong else []
"""


async def post(playground: Playground, content: str) -> tuple[int, dict[str, object]]:
    status, answer, _ = await ask(playground, "POST", messages(playground), json={"content": content})
    return status, answer


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
        # a refused request has no effect
        assert [message["content"] for message in page(playground.world)] == ["right"]


async def test_without_the_checker_nothing_is_checked_and_nothing_said(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.INFO):
        async with Playground(port=0, spec=tmp_path) as playground:
            assert (await post(playground, "wrong"))[0] == 200
            assert (await post(playground, "wrong"))[0] == 200
    assert not [r for r in caplog.records if r.name == "playground.spec"]


def test_the_folder_can_be_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("DISCORD_SPEC_DIR", str(tmp_path))
    assert spec_folder() == tmp_path
    monkeypatch.delenv("DISCORD_SPEC_DIR")
    assert spec_folder().parts[-2:] == ("shared", "conformance")


@pytest.fixture
async def specification() -> Specification:
    """The specification, with its checker."""
    found = Specification()
    if not await checks_requests(found):
        pytest.skip("the specification's checker is not here")
    return found


async def test_the_real_checker_knows_messages(specification: Specification) -> None:
    assert await specification.breaches("POST", "/channels/1/messages", {"content": "hi"}) == []
    found = await specification.breaches("POST", "/channels/1/messages", {"content": "x" * 2001})
    assert found[0][0] == "content"


def test_errors_are_nested_as_discord_nests_them() -> None:
    assert form_errors([("a.0", "x"), ("a.0", "y")]) == {
        "a": {"0": {"_errors": [{"code": "SPECIFICATION", "message": "x"}, {"code": "SPECIFICATION", "message": "y"}]}}
    }


def tagged(number: int, then: str) -> dict[str, object]:
    return {
        "if": {"properties": {"type": {"enum": [number]}}, "required": ["type"]},
        "then": {"$ref": f"urn:x#/{then}"},
    }


BOOK = {
    "$ref": "urn:x#/part",
    "part": {"type": "object", "required": ["type"], "allOf": [tagged(1, "row"), tagged(2, "button")]},
    "row": {"properties": {"parts": {"type": "array", "maxItems": 2, "items": {"$ref": "urn:x#/part"}}}},
    "button": {
        "properties": {"label": {"type": "string", "maxLength": 3}},
        "required": ["label"],
        "if": {"properties": {"style": {"enum": [5]}}, "required": ["style"]},
        "then": {"required": ["url"]},
        "else": {"required": ["id"]},
    },
}
BODY = {
    "type": 1,
    "parts": [{"type": 2, "label": "a", "id": 1}, {"type": 1, "parts": [{"type": 2, "label": "b", "id": 2}]}],
}


def described(error: Any) -> tuple[Any, ...]:
    return [*error.absolute_path], [*error.absolute_schema_path], error.message


def test_the_quickened_checker_finds_what_the_plain_one_finds_again_and_again() -> None:
    registry = Registry().with_resource("urn:x", Resource(contents=BOOK, specification=DRAFT202012))
    schema = {"$ref": "urn:x#/part"}
    plain, quick = (kind(schema, registry=registry) for kind in (Draft202012Validator, quickened(Draft202012Validator)))
    source, wrong = random.Random(3), 0
    parts = ({"type": 2}, {"type": 2, "label": "c", "style": 5})
    values = (1, 2, 3, True, 1.0, 2.0, "1", None, [], "long", *parts, object())
    for _ in range(400):
        body = copy.deepcopy(BODY)
        for _ in range(source.randrange(3)):
            part = source.choice([body, body["parts"][0], body["parts"][1]])
            part[source.choice(("type", "label", "id", "style", "url", "parts"))] = source.choice(values)
            if part is body:
                break
        found = [list(map(described, kind.iter_errors(body))) for kind in (plain, quick, quick)]
        assert found[0] == found[1] == found[2]
        wrong += bool(found[0])
    assert 50 < wrong < 350


async def test_the_real_checker_takes_a_thread_made_from_a_message_for_no_message(
    specification: Specification,
) -> None:
    path = "/channels/1/messages/2/threads"
    assert await specification.breaches("POST", path, {"name": "Dominoes"}) == []
    assert [where for where, _ in await specification.breaches("POST", path, {"name": "x" * 101})] == ["name"]
    assert await specification.breaches("POST", path, {}) != []
    assert await specification.breaches("POST", "/channels/1/messages", {}) != [], "messages are still held to theirs"
