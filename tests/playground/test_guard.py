"""Tests that the playground serves this machine alone."""

from __future__ import annotations

import socket

import aiohttp
import pytest

from playground.server import Playground


@pytest.mark.parametrize("host", ["evil.example", "127.0.0.1", "localhost:1", "[::1]", ""])
@pytest.mark.parametrize("path", ["/", "/people", "/api/v10/users/@me", "/cdn/x"])
async def test_another_host_is_misdirected(alone: Playground, host: str, path: str) -> None:
    async with aiohttp.ClientSession() as session:
        headers = {"Host": host}
        async with session.get(alone.url + path, headers=headers, skip_auto_headers=["Host"]) as response:
            assert response.status in (400, 421)


async def test_localhost_is_this_machine_too(alone: Playground) -> None:
    headers = {"Host": f"localhost:{alone.port}", "Origin": f"http://localhost:{alone.port}"}
    async with aiohttp.ClientSession() as session, session.get(alone.url + "/people", headers=headers) as response:
        assert response.status == 200


@pytest.mark.parametrize("origin", ["http://evil.example", "null", "http://127.0.0.1:1"])
async def test_pages_of_other_sites_are_refused(alone: Playground, origin: str) -> None:
    alice = alone.world.guild.residents[0].id
    headers = {"Origin": origin}
    async with aiohttp.ClientSession(headers=headers) as session:
        async with session.put(f"{alone.url}/people/{alice}/direct-messages", json={"closed": True}) as response:
            assert response.status == 403
        for address in (f"/people/{alice}/live", "/gateway"):
            with pytest.raises(aiohttp.WSServerHandshakeError) as refused:
                await session.ws_connect(alone.url + address)
            assert refused.value.status == 403
    assert alone.world.guild.closed_dms == set()


@pytest.mark.parametrize(
    ("headers", "status"),
    [({}, 403), ({"Sec-Fetch-Site": "same-site"}, 403), ({"Sec-Fetch-Site": "same-origin"}, 200)],
    ids=["no site", "another port", "the page"],
)
async def test_a_change_without_an_origin_is_the_pages_own_or_refused(
    alone: Playground, headers: dict[str, str], status: int
) -> None:
    alice = alone.world.guild.residents[0].id
    async with aiohttp.ClientSession(headers=headers) as session:
        async with session.put(f"{alone.url}/people/{alice}/direct-messages", json={"closed": True}) as response:
            assert response.status == status
        async with session.get(f"{alone.url}/people") as response:
            assert response.status == 200
    assert bool(alone.world.guild.closed_dms) is (status == 200)


@pytest.mark.parametrize("site", ["cross-site", "same-site", "none"])
async def test_the_bots_api_takes_no_change_from_a_page(alone: Playground, site: str) -> None:
    channel = alone.world.messages.channels(alone.world.guild.residents[0].id)[0]["id"]
    url = f"{alone.url}/api/v10/channels/{channel}/messages"
    async with aiohttp.ClientSession() as session:
        for headers, status in (({"Sec-Fetch-Site": site}, 403), ({}, 200)):
            async with session.post(url, json={"content": "x"}, headers=headers) as response:
                assert response.status == status


async def test_json_nested_without_end_is_refused(alone: Playground, caplog: pytest.LogCaptureFixture) -> None:
    alice = alone.world.guild.residents[0].id
    origin = {"Origin": alone.url}
    channel = alone.world.messages.channels(alice)[0]["id"]
    async with aiohttp.ClientSession(headers=origin) as session:
        for text in ("[" * 100_000 + "]" * 100_000, '{"a":' * 100_000, '{"content": ' + "[" * 400 + "]" * 400 + "}"):
            for path in (f"people/{alice}/channels/{channel}/messages", f"api/v10/channels/{channel}/messages"):
                async with session.post(f"{alone.url}/{path}", data=text) as response:
                    assert (response.status, (await response.json())["code"]) == (400, 50109)
            async with session.ws_connect(alone.gateway_url) as gateway:
                await gateway.receive()
                await gateway.send_str(text)
                assert (await gateway.receive()).type is aiohttp.WSMsgType.CLOSE
                assert gateway.close_code == 4002
    assert not caplog.records


async def test_it_listens_on_loopback_only(alone: Playground) -> None:
    with socket.socket() as other:
        other.settimeout(2)
        # Any other address of this machine: the whole of 127/8 is local.
        assert other.connect_ex(("127.0.0.2", alone.port)) != 0


async def test_the_page_may_load_nothing_from_elsewhere(alone: Playground) -> None:
    async with aiohttp.ClientSession() as session:
        async with session.get(alone.url + "/") as response:
            policy = response.headers["Content-Security-Policy"]
            page = await response.text()
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy
        assert "http://" not in page
        assert "https://" not in page
        async with session.get(alone.url + "/page/app.js") as response:
            assert response.status == 200
        async with session.get(alone.url + "/page/../server.py") as response:
            assert response.status == 404


async def test_a_wanted_port_that_is_taken_is_an_error(alone: Playground) -> None:
    with pytest.raises(OSError, match="is taken"):
        await Playground(port=alone.port).start()
