"""Where the golden records are, and how they are replayed."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.__main__ import main

GOLDEN = Path(__file__).parent / "golden"
NAMES = sorted(file.name.removesuffix(".record.json") for file in GOLDEN.glob("*.record.json"))
TRACED = sorted(file.name.removesuffix(".trace.jsonl") for file in GOLDEN.glob("*.trace.jsonl"))
PLAIN = "express-four-alone"
"""A record with nothing special about it: four players in four deals, all options at their defaults."""

Capture = pytest.CaptureFixture[str]


def golden(name: str) -> Path:
    return GOLDEN / f"{name}.record.json"


def run(capsys: Capture, *arguments: str) -> str:
    """Run the shell's command; it has to succeed and say nothing on standard error."""
    assert main(list(arguments)) == 0
    out, err = capsys.readouterr()
    assert err == ""
    return out
