"""Presses that one process forwards to another: who is believed, and what is sent where."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncGenerator
from types import SimpleNamespace
from typing import Any

import aiohttp
import pytest
import pytest_asyncio

from cogs.cluster import peers as module
from cogs.cluster.peers import PATH, SIGNATURE, TIME, Peers
from tests.support.bots.fleet import free_port
from tests.support.bots.peer import GONE, HERE, THERE, FakeClient, FakeLeases, press
from tests.support.people import HANG_SECONDS

SECRET = b"known to all"


@pytest_asyncio.fixture
async def pair(monkeypatch: pytest.MonkeyPatch) -> AsyncGenerator[tuple[Peers, FakeClient, FakeLeases]]:
    """The forwarding of a process, whose only peer is itself."""
    told: list[Any] = []

    async def report(interaction: Any, error: Exception) -> None:
        told.append(str(error))

    monkeypatch.setattr(module, "report", report)
    monkeypatch.setattr(module, "interaction_from", lambda client, payload: SimpleNamespace(locale="en-US"))
    leases, client, port = FakeLeases(), FakeClient(), free_port()
    leases.address = f"http://127.0.0.1:{port}"
    peers = Peers(leases, SECRET)  # type: ignore[arg-type]
    await peers.open(client, "127.0.0.1", port)  # type: ignore[arg-type]
    client.told = told  # type: ignore[attr-defined]
    yield peers, client, leases
    await peers.close()


Pair = tuple[Peers, FakeClient, FakeLeases]


@pytest.mark.parametrize(
    "payload",
    [
        press(HERE),
        press(GONE),
        press(THERE, guild_id="7"),
        press(THERE, guild_id="7", authorizing_integration_owners={"0": "7", "1": "2"}),
        {"type": 2, "id": "1", "data": {"name": "domino"}},
        {"type": 2, "id": "1", "data": {"name": "Play dominoes", "type": 2, "target_id": "5"}},
        {"type": 1, "id": "1"},
        {"type": 3, "id": "1", "data": {"custom_id": "b:help"}},
    ],
)
async def test_what_is_up_to_this_process_is_handled_here(pair: Pair, payload: dict[str, Any]) -> None:
    peers, client, _ = pair
    await client.get(payload)
    assert client.handled == [payload]
    assert not peers.forwarded


@pytest.mark.parametrize(
    "payload", [press(THERE), press(THERE, guild_id="7", authorizing_integration_owners={"1": "2"})]
)
async def test_a_press_for_a_table_of_another_process_goes_there_as_it_is(pair: Pair, payload: dict[str, Any]) -> None:
    peers, client, _ = pair
    got: list[tuple[str, Any]] = []

    async def send(address: str, body: bytes) -> bool:
        got.append((address, json.loads(body)))
        return True

    peers.send = send
    await client.get(payload)
    assert got == [(await peers._leases.address_of(1), payload)]
    assert client.handled == client.told == []  # type: ignore[attr-defined]


async def test_a_press_that_arrives_at_the_end_of_the_process_is_answered_without_an_error(
    pair: Pair, caplog: pytest.LogCaptureFixture
) -> None:
    peers, client, _ = pair
    await peers.close()
    await client.get(press(THERE))
    assert len(client.told) == 1  # type: ignore[attr-defined]
    assert not [each for each in caplog.records if each.levelname == "ERROR"]


async def test_presses_go_where_they_went_before_until_another_process_has_taken_over(pair: Pair) -> None:
    peers, client, leases = pair
    got: list[str] = []

    async def send(address: str, body: bytes) -> bool:
        got.append(address)
        return address == leases.address

    peers.send = send
    leases.address = "http://first"
    for _ in range(3):
        await client.get(press(THERE))
    assert (got, leases.asked) == (["http://first"] * 3, 1)
    leases.address = "http://second"
    for _ in range(2):
        await client.get(press(THERE))
    assert (got[3:], leases.asked) == (["http://first", "http://second", "http://second"], 2)
    assert client.told == []  # type: ignore[attr-defined]


@pytest.mark.parametrize("data", [{}, {"name": "Play dominoes", "type": 2, "target_id": "5"}])
async def test_a_command_outside_of_servers_is_forwarded_to_the_process_with_shard_0(pair: Pair, data: Any) -> None:
    client = pair[1]
    client.shards = {1}
    elsewhere = {"guild_id": "7", "authorizing_integration_owners": {"1": "2"}}
    await client.get({"type": 2, "id": "1", "data": data, **elsewhere})
    # nobody has it
    assert client.told == ["I can't do that right now. Try again in a moment."]  # type: ignore[attr-defined]


async def test_a_peer_takes_what_it_plays_and_refuses_the_rest(pair: Pair) -> None:
    peers, client, leases = pair
    assert await peers.send(leases.address, json.dumps(press(HERE)).encode())
    assert client.handled == [press(HERE)]
    assert not await peers.send(leases.address, json.dumps(press(THERE)).encode())
    assert client.handled == [press(HERE)]
    assert dict(peers.forwarded) == {"done": 1, "refused": 1}
    assert dict(peers.received) == {"done": 1, "refused": 1}


@pytest.mark.parametrize("away", ["dead", "silent", "refusing", "database"])
async def test_a_person_is_told_to_press_again(pair: Pair, away: str, monkeypatch: pytest.MonkeyPatch) -> None:
    peers, client, leases = pair

    async def say_nothing(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.read()
        writer.close()

    silent = await asyncio.start_server(say_nothing, "127.0.0.1", 0)
    if away == "dead":
        leases.address = f"http://127.0.0.1:{free_port()}"
    elif away == "silent":
        monkeypatch.setattr(peers._session, "_timeout", aiohttp.ClientTimeout(total=0.1))
        leases.address = f"http://127.0.0.1:{silent.sockets[0].getsockname()[1]}"
    leases.broken = away == "database"
    await client.get(press(THERE))
    silent.close()
    assert client.told == ["I can't do that right now. Try again in a moment."]  # type: ignore[attr-defined]
    assert client.handled == []


async def test_nobody_without_the_secret_is_believed_and_nothing_old(pair: Pair) -> None:
    peers, client, leases = pair
    body = json.dumps(press(HERE)).encode()
    good = {TIME: "1000.0", SIGNATURE: peers._sign("1000.0", body)}
    async with aiohttp.ClientSession() as session:

        async def post(headers: dict[str, str], sent: bytes = body) -> int:
            async with session.post(f"{leases.address}{PATH}", data=sent, headers=headers) as answer:
                return answer.status

        assert await post({}) == 401
        assert await post({**good, SIGNATURE: "é"}) == 401
        assert await post({**good, SIGNATURE: Peers(leases, b"other")._sign("1000.0", body)}) == 401  # type: ignore[arg-type]
        assert await post({**good, TIME: "1000.1"}) == 401
        assert await post(good, body.replace(b"b:act", b"b:end")) == 401
        for time in ("nan", "inf", "996.9", "1003.1", "x"):
            assert await post({TIME: time, SIGNATURE: peers._sign(time, body)}) == 401
        assert client.handled == []
        assert await post(good) == 202
    assert peers.received == {"forged": 10, "done": 1}


def headers(changed: dict[str, str]) -> bytes:
    """Return a request's headers that look like a peer's but for ``changed``."""
    fields = {"Host": "x", "Content-Length": "500", TIME: "1000.0", SIGNATURE: "0" * 64} | changed
    return "\r\n".join([f"POST {PATH} HTTP/1.1", *(f"{key}: {each}" for key, each in fields.items()), "", ""]).encode()


async def answer_to(leases: FakeLeases, data: bytes) -> bytes:
    """Send bytes, and return the answer when the peer has closed the connection."""
    reader, writer = await asyncio.open_connection("127.0.0.1", int(leases.address.rpartition(":")[2]))
    writer.write(data)
    answer = await asyncio.wait_for(reader.read(), HANG_SECONDS)
    writer.close()
    return answer


@pytest.mark.parametrize(
    "changed",
    [
        {TIME: "900.0"},
        {TIME: ""},
        {SIGNATURE: "0" * 63},
        {SIGNATURE: "é" * 64},
        {"Content-Length": str(2 * module.MAX_BYTES)},
        {"Transfer-Encoding": "chunked", "Content-Length": ""},
    ],
)
async def test_a_request_with_the_headers_of_no_peer_is_refused_before_its_body(
    pair: Pair, changed: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    _, client, leases = pair
    monkeypatch.setattr(module, "ANSWER_SECONDS", 10 * HANG_SECONDS)
    assert (await answer_to(leases, headers(changed))).split()[1] in (b"401", b"400")
    assert client.handled == []


async def test_a_body_that_does_not_arrive_is_given_up_with_one_line(
    pair: Pair, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    _, client, leases = pair
    monkeypatch.setattr(module, "ANSWER_SECONDS", 0.1)
    assert (await answer_to(leases, headers({}) + b"{")).startswith(b"HTTP/1.1 401")
    assert client.handled == []
    assert [(each.levelname, each.exc_info) for each in caplog.records] == [("WARNING", None)]
