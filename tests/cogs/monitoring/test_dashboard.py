"""Tests of the dashboard and the documents: they name the metrics that there are."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml
from prometheus_client.parser import text_string_to_metric_families as parsed

import bot
from cogs.monitoring.metrics import Metrics
from engine.live.thinking.pool import BotPool
from tests.cogs.monitoring.test_metrics import LABELS
from tests.support.in_memory.world import World

ROOT = Path(bot.__file__).parent
DASHBOARD: dict[str, Any] = json.loads((ROOT / "deploy/grafana/dominoes.json").read_text(encoding="utf-8"))
ENDINGS = {"counter": ("_total",), "histogram": ("_bucket", "_sum", "_count"), "gauge": ("",)}
NAME = re.compile(r"\b(?:domino|process)_\w+")


@pytest.fixture
async def families(world: World) -> dict[str, str]:
    """The metrics that a bot has, by name, with their types; counters without their ending."""
    world.bot.thinkers = pool = BotPool()
    metrics = Metrics()
    async with metrics.observing(world.bot):
        found = {each.name: each.type for each in parsed(metrics.text().decode())}
    await pool.close()
    return found


def expressions(dashboard: dict[str, Any]) -> Iterator[str]:
    for panel in dashboard["panels"]:
        for target in panel["targets"]:
            yield target["expr"]


def samples(families: dict[str, str]) -> set[str]:
    return {name + ending for name, kind in families.items() for ending in ENDINGS[kind]}


def unknown(dashboard: dict[str, Any], known: set[str]) -> set[str]:
    """Return the metrics that a dashboard asks for in vain."""
    return {name for each in expressions(dashboard) for name in NAME.findall(each)} - known


async def test_the_dashboard_asks_for_metrics_and_labels_that_there_are(families: dict[str, str]) -> None:
    known = samples(families)
    assert unknown(DASHBOARD, known) == set()
    assert unknown({"panels": [{"targets": [{"expr": "rate(domino_moves[5m])"}]}]}, known) == {"domino_moves"}
    for each in expressions(DASHBOARD):
        assert NAME.search(each), each
        labels = re.findall(r"by \(([^)]*)\)", each) + re.findall(r"[{,](\w+)[=!]", each)
        assert {name.strip() for found in labels for name in found.split(",")} <= LABELS, each


async def test_the_dashboard_shows_every_metric_of_the_bot(families: dict[str, str]) -> None:
    text = " ".join(expressions(DASHBOARD))
    assert [name for name in families if name.startswith("domino_") and name not in text] == []


async def test_the_guide_lists_every_metric_and_no_other(families: dict[str, str]) -> None:
    guide = (ROOT / "docs/monitoring.md").read_text(encoding="utf-8")
    table = guide[guide.index("| Metric |") :].split("\n\n")[0]
    listed = [name for row in table.splitlines() for name in re.findall(r"`(domino_\w+)`", row.split("|")[1])]
    shown = {f"{name}_total" if kind == "counter" else name for name, kind in families.items()}
    assert sorted(listed) == sorted(name for name in shown if name.startswith("domino_"))


@pytest.mark.parametrize("document", ["docs/monitoring.md", "docs/scale.md"])
async def test_documents_name_metrics_that_there_are(document: str, families: dict[str, str]) -> None:
    text = (ROOT / document).read_text(encoding="utf-8")
    assert set(re.findall(r"`(domino_\w+)`", text)) <= samples(families) | set(families)


def test_the_panels_are_apart_and_ask_the_source_that_is_there() -> None:
    (source,) = yaml.safe_load((ROOT / "deploy/grafana/datasource.yaml").read_text(encoding="utf-8"))["datasources"]
    taken: set[tuple[int, int]] = set()
    ids = [panel["id"] for panel in DASHBOARD["panels"]]
    assert len(ids) == len(set(ids))
    for panel in DASHBOARD["panels"]:
        assert panel["datasource"] == {"type": source["type"], "uid": source["uid"]}
        at = panel["gridPos"]
        cells = {(at["x"] + x, at["y"] + y) for x in range(at["w"]) for y in range(at["h"])}
        assert not cells & taken, panel["title"]
        taken |= cells
    assert max(x for x, _ in taken) < 24
