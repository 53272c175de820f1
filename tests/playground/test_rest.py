"""Tests of the REST API without a bot."""

from __future__ import annotations

import base64
import io
import json
from pathlib import Path
from typing import Any

import aiohttp
import discord
import pytest

from playground.server import Playground
from tests.playground.trial_bot import png
from tests.support.playground import set_bot_permissions, token_of_interaction

TOKEN = {"Authorization": "Bot x"}


async def ask(playground: Playground, method: str, path: str, **how: Any) -> tuple[int, Any, aiohttp.ClientResponse]:
    async with (
        aiohttp.ClientSession(headers=TOKEN) as session,
        session.request(method, f"{playground.url}/api/v10{path}", **how) as response,
    ):
        text = await response.text()
        return response.status, json.loads(text) if text else None, response


def messages(playground: Playground) -> str:
    """Return the path of the first channel's messages."""
    alice = playground.world.guild.residents[0]
    return f"/channels/{playground.world.messages.channels(alice.id)[0]['id']}/messages"


def emojis(playground: Playground) -> str:
    return f"/applications/{playground.world.application_id}/emojis"


def form(name: str, content: bytes | io.BytesIO, payload: object = None) -> aiohttp.FormData:
    """Return a message with a file."""
    made = aiohttp.FormData(quote_fields=False)
    if payload is not None:
        made.add_field("payload_json", json.dumps(payload))
    made.add_field("files[0]", content, filename=name, content_type="application/octet-stream")
    return made


async def test_json_is_answered_without_a_charset(alone: Playground) -> None:
    status, user, response = await ask(alone, "GET", "/users/@me")
    assert status == 200
    assert response.headers["Content-Type"] == "application/json"
    assert user["global_name"] == "Dominoes"
    assert user["bot"] is True


async def test_the_address_of_the_gateway_is_given(alone: Playground) -> None:
    for path in ("/gateway", "/gateway/bot"):
        status, answer, _ = await ask(alone, "GET", path)
        assert (status, answer["url"]) == (200, f"ws://127.0.0.1:{alone.port}/gateway")


async def test_an_error_has_discords_status_and_code(alone: Playground) -> None:
    status, answer, _ = await ask(alone, "GET", "/channels/1")
    assert (status, answer["code"]) == (404, 10003)


async def test_a_route_that_is_not_known_is_501_and_a_problem(alone: Playground) -> None:
    status, _, _ = await ask(alone, "GET", "/guilds/1/widget")
    assert status == 501
    assert [(p.what, p.path) for p in alone.journal.problems] == [("Not known to this Discord", "/guilds/1/widget")]


async def test_a_field_that_is_not_known_is_501_and_a_problem(alone: Playground) -> None:
    status, _, _ = await ask(alone, "POST", messages(alone), json={"content": "x", "colour": "red"})
    assert status == 501
    assert "colour" in alone.journal.problems[0].details[0]


async def test_broken_json_is_refused(alone: Playground) -> None:
    headers = {"Content-Type": "application/json"}
    status, answer, _ = await ask(alone, "POST", messages(alone), data=b"{", headers=headers)
    assert (status, answer["code"]) == (400, 50109)


async def test_what_makes_the_server_stumble_is_400_and_a_problem(alone: Playground) -> None:
    path = f"/applications/{alone.world.application_id}/commands"
    status, answer, _ = await ask(alone, "PUT", path, json=[{"description": "a command without a name"}])
    assert (status, answer["code"]) == (400, 50035)
    assert [p.what for p in alone.journal.problems] == ["Not understood"]


async def test_a_file_is_kept_with_its_alt_text_and_served(alone: Playground) -> None:
    payload = {"attachments": [{"id": 0, "filename": "chain.png", "description": "6-6 6-5"}]}
    data = form("chain.png", png("red").getvalue(), payload)
    status, message, _ = await ask(alone, "POST", messages(alone), data=data)
    assert status == 200
    attachment = message["attachments"][0]
    assert attachment["description"] == "6-6 6-5"
    assert (attachment["width"], attachment["height"]) == (320, 120)
    assert attachment["url"].startswith(f"{alone.url}/cdn/attachments/")
    async with aiohttp.ClientSession() as session, session.get(attachment["url"]) as response:
        assert await response.read() == png("red").getvalue()
        assert response.headers["X-Content-Type-Options"] == "nosniff"
        assert "sandbox" in response.headers["Content-Security-Policy"]


async def test_a_file_that_is_no_picture_is_only_to_be_saved(alone: Playground) -> None:
    data = form("x.html", b"<script>1</script>", {"content": "the record"})
    _, message, _ = await ask(alone, "POST", messages(alone), data=data)
    async with aiohttp.ClientSession() as session, session.get(message["attachments"][0]["url"]) as response:
        assert response.headers["Content-Disposition"] == "attachment"


async def test_an_address_of_a_picture_that_comes_back_is_kept_without_the_port(alone: Playground) -> None:
    url = f"{alone.url}/cdn/attachments/1/2/x.png"
    _, message, _ = await ask(alone, "POST", messages(alone), json={"embeds": [{"image": {"url": url}}]})
    assert message["embeds"][0]["image"]["url"] == url
    assert str(alone.port).encode() not in alone.world.snapshot()


async def test_files_over_ten_megabytes_are_refused(alone: Playground) -> None:
    data = form("big.bin", io.BytesIO(b"\0" * (10 * 1024 * 1024 + 1)))
    status, answer, _ = await ask(alone, "POST", messages(alone), data=data)
    assert (status, answer["code"]) == (413, 40005)


async def test_an_application_emoji_keeps_its_picture(alone: Playground) -> None:
    path = emojis(alone)
    image = png("navy", (32, 32)).getvalue()
    uri = "data:image/png;base64," + base64.b64encode(image).decode()
    status, emoji, _ = await ask(alone, "POST", path, json={"name": "tile_66", "image": uri})
    assert status == 200
    address = f"{alone.url}/cdn/emojis/{emoji['id']}"
    async with aiohttp.ClientSession() as session:
        for ending in (".png", ".webp"):
            async with session.get(address + ending) as response:
                assert await response.read() == image
        _, listed, _ = await ask(alone, "GET", path)
        assert [item["name"] for item in listed["items"]] == ["tile_66"]
        assert (await ask(alone, "DELETE", f"{path}/{emoji['id']}"))[0] == 204
        async with session.get(address + ".png") as response:
            assert response.status == 404


async def test_ids_of_emojis_on_controls_are_given_back_as_text(alone: Playground) -> None:
    emoji = {"name": "tile_66", "id": 1573572045369769984}
    button = {"type": 2, "style": 1, "custom_id": "x", "emoji": emoji}
    option = {"label": "6-6", "value": "66", "emoji": emoji}
    people = {"type": 5, "custom_id": "z", "default_values": [{"id": 1573572045369769985, "type": "user"}]}
    rows = [[button], [{"type": 3, "custom_id": "y", "options": [option]}], [people]]
    body = {"components": [{"type": 1, "components": row} for row in rows]}
    _, message, _ = await ask(alone, "POST", messages(alone), json={**body, "content": "x"})
    _, edited, _ = await ask(alone, "PATCH", f"{messages(alone)}/{message['id']}", json=body)
    for answer in (message, edited):
        text = json.dumps(answer["components"])
        assert text.count('"id": "1573572045369769984"') == 2
        assert text.count('"id": "1573572045369769985"') == 1


@pytest.mark.parametrize(
    ("name", "image", "where"),
    [
        ("tile_66", "no picture", "image"),
        ("tile_66", "data:image/png;base64," + "A" * 400_000, "image"),
        ("six six", "data:image/png;base64,AAAA", "name"),
    ],
)
async def test_an_emoji_that_discord_would_refuse_is_refused(
    alone: Playground, name: str, image: str, where: str
) -> None:
    status, answer, _ = await ask(alone, "POST", emojis(alone), json={"name": name, "image": image})
    assert (status, answer["code"], list(answer["errors"])) == (400, 50035, [where])


async def test_an_emojis_name_is_taken_once(alone: Playground) -> None:
    body = {"name": "tile_66", "image": "data:image/png;base64,AAAA"}
    assert [(await ask(alone, "POST", emojis(alone), json=body))[0] for _ in range(2)] == [200, 400]


async def test_the_bot_may_do_what_its_role_says_and_nothing_else(alone: Playground) -> None:
    path, content = messages(alone), {"content": "x"}
    answers = [await ask(alone, "PATCH", path.removesuffix("/messages"), json={"name": "mine"})]
    set_bot_permissions(alone.world, discord.Permissions(view_channel=True, send_messages=True))
    answers.append(await ask(alone, "POST", path, json={"embeds": [{"title": "x"}]}))
    answers.append(await ask(alone, "POST", path, data=form("x.png", b"x", content)))
    assert [(status, answer["code"]) for status, answer, _ in answers] == [(403, 50013)] * 3
    assert (await ask(alone, "POST", path, json=content))[0] == 200


@pytest.mark.parametrize(
    ("method", "fields", "status"),
    [
        ("PATCH", {"archived": True}, 200),
        ("PATCH", {"name": "Table 1"}, 200),
        ("PATCH", {"locked": True}, 403),
        ("DELETE", None, 403),
    ],
)
async def test_the_creator_of_a_thread_may_edit_but_neither_lock_nor_delete_it(
    alone: Playground, method: str, fields: dict[str, object] | None, status: int
) -> None:
    path = messages(alone).removesuffix("/messages")
    _, thread, _ = await ask(alone, "POST", f"{path}/threads", json={"name": "Table", "type": 11})
    answered, _, _ = await ask(alone, method, f"/channels/{thread['id']}", json=fields)
    assert answered == status


async def test_closed_dms_refuse_the_bot(alone: Playground) -> None:
    bruno = alone.world.guild.residents[1]
    alone.world.guild.set_dms_closed(bruno.id, True)
    _, channel, _ = await ask(alone, "POST", "/users/@me/channels", json={"recipient_id": str(bruno.id)})
    status, answer, _ = await ask(alone, "POST", f"/channels/{channel['id']}/messages", json={"content": "x"})
    assert (status, answer["code"]) == (403, 50007)
    alone.world.guild.set_dms_closed(bruno.id, False)
    assert (await ask(alone, "POST", f"/channels/{channel['id']}/messages", json={"content": "x"}))[0] == 200


@pytest.mark.parametrize("seconds", [0.0, 3600.0])
async def test_the_token_of_an_interaction_runs_out(tmp_path: Path, seconds: float) -> None:
    async with Playground(port=0, data=None, spec=tmp_path / "nowhere", token_seconds=seconds) as playground:
        token = token_of_interaction(playground.world, int(messages(playground).split("/")[2]))
        path = f"/webhooks/{playground.world.application_id}/{token}"
        status, answer, _ = await ask(playground, "POST", path, json={"content": "x"})
        assert (status, answer.get("code")) == ((200, None) if seconds else (401, 50027))


async def test_the_sixth_message_in_five_seconds_is_one_too_many(alone: Playground) -> None:
    alone.limits.enabled = True
    alone.limits.clock = lambda: 100.0
    answers = [await ask(alone, "POST", messages(alone), json={"content": "x"}) for _ in range(6)]
    assert [status for status, _, _ in answers] == [200] * 5 + [429]
    assert [response.headers["X-RateLimit-Remaining"] for _, _, response in answers] == ["4", "3", "2", "1", "0", "0"]
    _, body, refused = answers[-1]
    assert 0 < body["retry_after"] <= 5
    assert float(refused.headers["Retry-After"]) == body["retry_after"]
    assert refused.headers["X-RateLimit-Scope"] == "user"


async def test_the_bot_edits_its_application_and_reads_it_back(alone: Playground) -> None:
    install = {"oauth2_install_params": {"scopes": ["bot"], "permissions": 8}}
    change = {
        "description": "Play",
        "tags": ["games"],
        "icon": "data:image/png;base64,AAAA",
        "integration_types_config": {"0": install},
    }
    status, edited, _ = await ask(alone, "PATCH", "/applications/@me", json=change)
    assert status == 200
    assert {name: edited[name] for name in ("description", "tags")} == {"description": "Play", "tags": ["games"]}
    assert len(edited["icon"]) == 32
    # a number in requests, a text in answers
    assert edited["integration_types_config"]["0"]["oauth2_install_params"]["permissions"] == "8"
    for path in ("/applications/@me", "/oauth2/applications/@me"):
        assert (await ask(alone, "GET", path))[:2] == (200, edited)


@pytest.mark.parametrize(
    ("field", "value"),
    [("description", "x" * 401), ("tags", ["x" * 21]), ("interactions_endpoint_url", "https://example.com")],
)
async def test_an_application_keeps_its_fields_if_one_is_refused(alone: Playground, field: str, value: object) -> None:
    before = await ask(alone, "GET", "/applications/@me")
    status, refused, _ = await ask(alone, "PATCH", "/applications/@me", json={field: value, "icon": None})
    assert (status, [*refused["errors"]]) == (400, [field])
    assert (await ask(alone, "GET", "/applications/@me"))[1] == before[1]
