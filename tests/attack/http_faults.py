"""Bad days of Discord's HTTP: answers that never come, refusals, and answers that make no sense."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Mapping, Sequence

from aiohttp import web

from tests.attack.catalogue import Run, fault
from tests.attack.rest import Spoil
from tests.attack.stage import Stage

MOST = 0.5
"""How many of all requests are spoilt at the full rate."""

JSON, HTML = "application/json", "text/html"
PAGE = "<html>\n<head><title>Attention Required! | Cloudflare</title></head>\n" + "no " * 500


def answer(status: int, kind: str, *bodies: str, **headers: str) -> Spoil:
    """Return a function that gives one answer after the other."""
    number = 0

    async def give(request: web.Request) -> web.Response:
        nonlocal number
        del request
        number += 1
        body = bodies[number % len(bodies)].encode()
        return web.Response(status=status, body=body, headers={"Content-Type": kind, **headers})

    return give


def refusal(code: int, message: str) -> Spoil:
    return answer(404, JSON, f'{{"message": "{message}", "code": {code}}}')


async def _swallow(request: web.Request) -> web.Response:
    """Never answer, as long as the bot waits."""
    while request.transport is not None and not request.transport.is_closing():  # noqa: ASYNC110
        await asyncio.sleep(0.2)
    return web.Response()


async def _cut(request: web.Request) -> web.Response:
    """End the connection without a word."""
    if request.transport is not None:
        request.transport.abort()
    return web.Response()


GLOBAL = '{"message": "You are being rate limited.", "retry_after": 1.0, "global": true}'

ANSWERS: Mapping[str, Spoil] = {
    "swallowed": _swallow,
    "cut": _cut,
    "error": answer(500, JSON, '{"message": "500: Internal Server Error", "code": 0}'),
    "page-with-error": answer(502, HTML, PAGE),
    "limit": answer(429, JSON, GLOBAL, Via="1.1 google", **{"Retry-After": "1", "X-RateLimit-Global": "true"}),
    "limit-of-a-proxy": answer(429, HTML, PAGE),
    "unauthorized": answer(401, HTML, PAGE),
    "forbidden": answer(403, HTML, PAGE),
    "half": answer(200, JSON, '{"id": "1', ""),
    "null": answer(200, JSON, "null"),
    "page": answer(200, HTML, PAGE),
    "wrong-shape": answer(200, JSON, "{}", '{"id": null}', '[{"id": "x"}]', '"text"', "17", '{"message": {}}'),
    "empty-list": answer(200, JSON, "[]"),
    "unknown-webhook": refusal(10015, "Unknown Webhook"),
    "unknown-channel": refusal(10003, "Unknown Channel"),
}
"""What the bot gets instead of an answer, by name."""

PLACES = {
    ANSWERS["unknown-webhook"]: "answer|followup|.* original",
    ANSWERS["unknown-channel"]: "post",
    ANSWERS["empty-list"]: "(?!history).*",
}
"""The only requests at which some answers are no lies, by name: a message in a channel that is gone is gone, too; who
asks for messages can't see that there are more.
"""

AFTERWARDS = [
    ANSWERS[name]
    for name in ("swallowed", "cut", "error", "page-with-error", "half", "null", "page", "wrong-shape", "empty-list")
]
"""What it may get after the request has been done; the others are refusals."""


def _spoilt(answers: Sequence[Spoil]) -> Run:
    """Return a fault that spoils requests, some before they are done and some after."""

    async def run(on: Stage, rate: float) -> None:
        def spoil(name: str) -> tuple[Spoil, bool] | None:
            chosen = on.luck.choice(answers)
            if on.luck.random() >= rate * MOST or not re.fullmatch(PLACES.get(chosen, ".*"), name):
                return None
            on.figures["spoilt requests"] += 1
            return chosen, chosen in AFTERWARDS and on.luck.random() < 0.5

        on.rest.spoiler = spoil
        await asyncio.Event().wait()

    return run


for _name, _answer in ANSWERS.items():
    fault("http", f"http-{_name}")(_spoilt([_answer]))
fault("any-http", "http-any")(_spoilt(list(ANSWERS.values())))


@fault("http", "http-unknown-message")
async def _unknown_message(on: Stage, rate: float) -> None:
    """Delete messages of the bot behind its back, as moderators do."""
    while True:
        await asyncio.sleep(on.luck.expovariate(rate))
        public = [each for each in on.world.messages.values() if each.reader is None][-12:]
        if public:
            on.world.moderate(on.luck.choice(public))
            on.figures["messages deleted"] += 1
