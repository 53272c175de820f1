"""`python -m tests.engine.oracle play|trace`: a random record, or the states of one."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

from tests.engine.oracle import RULE_SETS, Wrong, play, trace


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.engine.oracle")
    commands = parser.add_subparsers(dest="command", required=True)
    player = commands.add_parser("play")
    player.add_argument("--rules", required=True, choices=RULE_SETS)
    player.add_argument("--seats", required=True, type=int)
    player.add_argument("--options", default={}, type=json.loads)
    player.add_argument("--seed", default=0, type=int)
    commands.add_parser("trace").add_argument("file", help="- for standard input")
    chosen = parser.parse_args()
    if chosen.command == "play":
        print(json.dumps(play(chosen.rules, chosen.seats, chosen.options, chosen.seed)))
        return 0
    text = sys.stdin.read() if chosen.file == "-" else Path(chosen.file).read_text(encoding="utf-8")
    try:
        lines = trace(json.loads(text))
    except (Wrong, json.JSONDecodeError) as wrong:
        print(wrong, file=sys.stderr)
        return 2
    for line in lines:
        print(json.dumps(line))
    return 0


if __name__ == "__main__":
    sys.exit(main())
