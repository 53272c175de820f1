"""Attack the bot for as long as wished: ``uv run python -m tests.attack --minutes 5 --seed 7 --fault NAME``."""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import sys
import tempfile
import time
from pathlib import Path

from tests.attack.catalogue import CATALOGUE, RATES, attack
from tests.attack.faults import load

load()


def main() -> int:
    """Run the faults that are asked for, print figures, and return 1 if something was broken."""
    parser = argparse.ArgumentParser(prog="tests.attack", description=__doc__)
    parser.add_argument("--minutes", type=float, default=5.0, help="how long each fault lasts (5)")
    parser.add_argument("--seed", type=int, default=random.randrange(10**6), help="repeats a run")
    names = sorted({*CATALOGUE, *(each.group for each in CATALOGUE.values())})
    parser.add_argument("--fault", action="append", choices=names, metavar="NAME", help=f"of {', '.join(names)} (all)")
    told = f"how often it happens, from 0 to 1; may be given several times ({' '.join(map(str, RATES))})"
    parser.add_argument("--rate", action="append", type=float, metavar="RATE", help=told)
    options = parser.parse_args()
    asked = options.fault or names
    chosen = [name for name, each in CATALOGUE.items() if name in asked or each.group in asked]
    broken = 0
    for name in chosen:
        begun = time.monotonic()
        found = asyncio.run(attack([CATALOGUE[name]], options.minutes * 60, options.seed, options.rate or RATES))
        log = found.pop("log", "")
        if log:
            broken += 1
            kept = Path(tempfile.gettempdir()) / f"attack-{name}-{options.seed}.log"
            kept.write_text(log)
            found["log"] = str(kept)
        minutes = (time.monotonic() - begun) / 60
        print(
            f"{name}, seed {options.seed}, {minutes:.1f} minutes: {json.dumps(found, indent=2, default=str)}",
            flush=True,
        )
    return int(bool(broken))


if __name__ == "__main__":
    sys.exit(main())
