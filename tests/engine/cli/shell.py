"""The engine's command, run in this process."""

from __future__ import annotations

import io
import sys

import pytest

from engine.__main__ import main

Capture = pytest.CaptureFixture[str]


def printed(capsys: Capture, *arguments: str) -> list[str]:
    """Run a command, which has to succeed, and return the lines that it prints."""
    assert main(list(arguments)) == 0
    out, err = capsys.readouterr()
    assert err == ""
    return out.splitlines()


def refused(capsys: Capture, *arguments: str) -> str:
    """Run a command, which has to fail with status 2 and print nothing, and return the line that says why."""
    assert main(list(arguments)) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert len(err.splitlines()) == 1
    return err.strip()


def given_on_standard_input(monkeypatch: pytest.MonkeyPatch, data: bytes) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data)))
