"""The golden records, and a way to replay them."""

from __future__ import annotations

from pathlib import Path

from tests.engine.cli.shell import Capture, printed

GOLDEN = Path(__file__).parent / "golden"
NAMES = sorted(file.name.removesuffix(".record.json") for file in GOLDEN.glob("*.record.json"))
TRACED = sorted(file.name.removesuffix(".trace.jsonl") for file in GOLDEN.glob("*.trace.jsonl"))
PLAIN = "express-four-alone"
"""A record with nothing special about it: four players in four deals, all options at their defaults."""


def golden(name: str) -> Path:
    return GOLDEN / f"{name}.record.json"


def run(capsys: Capture, *arguments: str) -> str:
    return "".join(f"{line}\n" for line in printed(capsys, *arguments))
