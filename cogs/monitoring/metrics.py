"""Counters of a running bot, for Prometheus. No label names a user, a server, a channel or a table."""

from __future__ import annotations

import asyncio
import math
import time
from collections import Counter as Count
from collections.abc import AsyncGenerator, Awaitable, Callable, Coroutine, Iterator
from contextlib import asynccontextmanager, suppress
from typing import Any, ParamSpec, TypeVar

from prometheus_client import CollectorRegistry, Counter, Histogram, ProcessCollector, disable_created_metrics
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily
from prometheus_client.exposition import CONTENT_TYPE_PLAIN_0_0_4, generate_latest
from prometheus_client.registry import Collector

from cogs.bot import DominoBot
from cogs.monitoring.requests import count_requests
from engine.live.database.health import cause_of
from engine.live.model.errors import Conflict, StorageError
from engine.live.model.table import Status
from engine.live.thinking.pool import BotPool

P = ParamSpec("P")
T = TypeVar("T")

SAMPLE_SECONDS = 0.5
"""How often the delay of the event loop is measured."""

FAST = (0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0)
"""The bounds for operations of milliseconds, in seconds."""

SLOW = (0.025, 0.05, 0.1, 0.15, 0.25, 0.5, 0.75, 1.0, 1.5, 2.0, 3.0, 5.0)
"""The bounds for waits of a person, in seconds; Discord gives up after 3."""

WRITES = (
    "append",
    "create",
    "save",
    "save_hand_fingerprints",
    "save_hand_message",
    "save_post",
    "set_meta",
    "shift_deadlines",
)
"""The methods of a store that write."""

DEAL = "deal "
"""How a deal begins in the log; every other entry is a move."""

disable_created_metrics()


class Metrics:
    """The metrics of one bot.

    Attributes:
        content_type: the type of :meth:`text`, for HTTP.

    """

    content_type = CONTENT_TYPE_PLAIN_0_0_4

    def __init__(self) -> None:
        self._registry = CollectorRegistry()
        more: dict[str, Any] = {"registry": self._registry}
        ProcessCollector(registry=self._registry)
        self._moves = Counter("domino_moves", "Moves stored, by rule set.", ["rules"], **more)
        self._press = Histogram(
            "domino_press_seconds", "From a press or a command to the answer that Discord took.", buckets=SLOW, **more
        )
        self._picture = Histogram(
            "domino_picture_seconds", "Drawing a picture, with the wait for a thread.", buckets=FAST, **more
        )
        self._requests = Counter(
            "domino_discord_requests",
            "Requests to Discord, with the bot's token or that of an interaction.",
            ["route", "auth", "status"],
            **more,
        )
        self._limited = Counter(
            "domino_discord_429", "Requests that Discord refused for a rate limit, by its scope.", ["scope"], **more
        )
        self._write = Histogram(
            "domino_store_write_seconds", "Writing to the database until it is durable.", buckets=FAST, **more
        )
        self._unkept = Counter("domino_store_unkept", "Writes that the database refused, by cause.", ["cause"], **more)
        self._fenced = Counter(
            "domino_fenced_writes", "Writes that the database refused since another writer had been first.", **more
        )
        self._forward = Histogram(
            "domino_forward_seconds", "Forwarding a press to another process.", buckets=FAST, **more
        )
        self._lag = Histogram(
            "domino_loop_lag_seconds", "By how much the event loop is late, twice a second.", buckets=FAST, **more
        )

    def text(self) -> bytes:
        """Return all metrics in Prometheus' text format."""
        return generate_latest(self._registry)

    @asynccontextmanager
    async def observing(self, client: DominoBot) -> AsyncGenerator[None]:
        """Observe a client that has not started, while inside."""
        self._registry.register(_Now(client))
        store, drawing = client.hub.store, client.rendering
        replaced: dict[str, Any] = {name: self._written(getattr(store, name)) for name in WRITES}
        replaced["append"] = self._moved(replaced["append"])
        for name, counted in replaced.items():
            setattr(store, name, counted)
        setattr(store.preferences, "set", self._written(store.preferences.set))  # noqa: B010 - as below
        setattr(drawing, "draw", _timed(drawing.draw, self._picture))  # noqa: B010 - its type has no place for this
        client.ownership.observe_forwarding(self._forward.observe)
        count_requests(client, self._requests, self._limited, self._press)
        sampling = asyncio.create_task(self._sample())
        try:
            yield
        finally:
            sampling.cancel()
            with suppress(asyncio.CancelledError):
                await sampling

    # ------------------------------------------------------------------ inside

    async def _sample(self) -> None:
        """Measure the delay of the event loop until cancelled."""
        while True:
            due = time.monotonic() + SAMPLE_SECONDS
            await asyncio.sleep(SAMPLE_SECONDS)
            self._lag.observe(max(time.monotonic() - due, 0.0))

    def _written(self, write: Callable[P, Awaitable[T]]) -> Callable[P, Coroutine[Any, Any, T]]:
        """Return a method of the store that writes, timed, its refusals counted."""
        timed = _timed(write, self._write)

        async def counted(*args: P.args, **kwargs: P.kwargs) -> T:
            try:
                return await timed(*args, **kwargs)
            except Conflict:
                self._fenced.inc()
                raise
            except StorageError as error:
                cause = cause_of(error.__cause__) if error.__cause__ is not None else None
                self._unkept.labels("other" if cause is None else cause.name.lower()).inc()
                raise

        return counted

    def _moved(self, append: Callable[..., Awaitable[None]]) -> Callable[..., Coroutine[Any, Any, None]]:
        """Return the store's ``append``, the moves counted."""

        async def counted(header: Any, entries: Any, *args: Any, **kwargs: Any) -> None:
            await append(header, entries, *args, **kwargs)
            moves = sum(not each.action.startswith(DEAL) for each in entries)
            if moves:
                self._moves.labels(header.rules).inc(moves)

        return counted


class _Now(Collector):
    """The values that are read from the client at each request for metrics."""

    def __init__(self, client: DominoBot) -> None:
        self._client = client

    def collect(self) -> Iterator[GaugeMetricFamily | CounterMetricFamily]:
        client = self._client
        tables = Count(each.header.status for each in client.hub.tables)
        family = GaugeMetricFamily("domino_tables_open", "Open tables.", labels=["status"])
        for status in (Status.LOBBY, Status.PLAYING):
            family.add_metric([status.value], tables[status])
        yield family
        yield GaugeMetricFamily(
            "domino_publish_failed", "Tables that Discord refused to show.", value=len(client.publisher.waiting)
        )
        if isinstance(client.thinkers, BotPool):
            yield GaugeMetricFamily(
                "domino_thinking_queue",
                "Choices of computers that are thought about, or wait for it.",
                value=client.thinkers.open_questions,
            )
        up = GaugeMetricFamily("domino_shard_up", "Whether the shard is connected.", labels=["shard"])
        guilds = GaugeMetricFamily("domino_guilds", "Servers that have the bot.", labels=["shard"])
        latency = GaugeMetricFamily(
            "domino_shard_latency_seconds", "From a heartbeat of the gateway to its answer.", labels=["shard"]
        )
        servers = Count(each.shard_id for each in client.guilds)
        for number, shard in client.shards.items():
            up.add_metric([str(number)], client.sharding.is_connected(number))
            guilds.add_metric([str(number)], servers[number])
            if math.isfinite(shard.latency):
                latency.add_metric([str(number)], shard.latency)
        yield from (up, guilds, latency)
        epochs = GaugeMetricFamily(
            "domino_lease_epoch", "Owners that each shard has had which this process holds.", labels=["shard"]
        )
        for number, epoch in client.ownership.epochs.items():
            epochs.add_metric([str(number)], epoch)
        yield epochs
        yield CounterMetricFamily(
            "domino_takeovers", "Shards taken whose owner had not given them up.", value=client.ownership.takeovers
        )
        forwarded = CounterMetricFamily(
            "domino_forwarded", "Presses forwarded to other processes, by result.", labels=["result"]
        )
        for result, count in client.ownership.forwarded.items():
            forwarded.add_metric([result], count)
        yield forwarded
        for name, gauge in client.gauges.items():
            yield GaugeMetricFamily(name, gauge.about, value=gauge.value())


def _timed(function: Callable[P, Awaitable[T]], histogram: Histogram) -> Callable[P, Coroutine[Any, Any, T]]:
    async def timed(*args: P.args, **kwargs: P.kwargs) -> T:
        with histogram.time():
            return await function(*args, **kwargs)

    return timed
