"""Where every fault is registered."""

from __future__ import annotations

import importlib

MODULES = ("kills", "http_faults", "gateway_faults", "machine_faults", "forgery")


def load() -> None:
    """Import every module that registers faults."""
    for each in MODULES:
        importlib.import_module(f"tests.attack.{each}")
