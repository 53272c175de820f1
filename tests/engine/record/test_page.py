"""Tests of ``docs/record.md``: its example, its lists and its readers."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from engine.errors import SENTENCES
from engine.record import loads, replay
from engine.rules import RULE_SETS
from tests.engine.record.test_schema import EXAMPLES, SCHEMA
from tools.records.__main__ import DOCS

PAGE = (DOCS / "record.md").read_text(encoding="utf-8")
CODE = "\n".join(
    (DOCS.parent / file).read_text(encoding="utf-8")
    for file in ("engine/record.py", "engine/actions.py", "engine/tiles.py", "engine/refusals.py")
)

with_node = pytest.mark.skipif(
    shutil.which("node") is None and os.environ.get("CI") != "true", reason="there is no node here"
)


def block(language: str, beginning: str = "") -> str:
    """Return the first block of code in a language that begins so."""
    return re.search(rf"^```{language}\n({beginning}.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)[1]


def members(heading: str) -> list[str]:
    """Return the first column of the table below a heading."""
    section = PAGE.split(f"\n## {heading}\n")[1].split("\n## ")[0]
    return re.findall(r"^\| `(\w+)` \|", section, re.MULTILINE)


def test_the_record_on_the_page_is_the_smallest_example() -> None:
    assert json.loads(block("json")) == EXAMPLES["smallest"]
    *_, (_, state) = replay(loads(block("json")))
    assert state.finished


def test_the_page_lists_every_member_of_the_schema_and_no_other() -> None:
    assert members("The record") == [*SCHEMA["properties"]]
    assert sorted(members("A deal")) == sorted(SCHEMA["$defs"]["deal"]["properties"])


def test_the_page_lists_each_rule_set_with_its_layouts() -> None:
    rows = re.findall(r"^\| ([a-z]+) \| .* \| ([^|]+) \|$", PAGE.split("| Layout |")[1].split("\n\n")[0], re.MULTILINE)
    listed = {(rules, layout) for layout, cell in rows for rules in re.findall(r"`([a-z-]+)`", cell)}
    wanted: set[tuple[str, str]] = set()
    for each in SCHEMA["allOf"]:
        rules = each["if"]["properties"].get("rules")
        if rules is not None:
            found = json.dumps(each["then"]["properties"]["deals"])
            wanted |= {(rules["const"], name) for name in re.findall(r"\$defs/([a-z]+)-\d+", found) if name != "tile"}
    assert listed == wanted
    assert {rules for rules, _ in listed} == {*RULE_SETS}


def test_the_page_lists_every_example() -> None:
    assert sorted(re.findall(r"^\| \[([\w-]+)\.json\]", PAGE, re.MULTILINE)) == sorted(EXAMPLES)


def test_a_message_on_the_page_is_one_that_the_engine_gives() -> None:
    said = CODE + "\n".join(SENTENCES.values())
    rows = PAGE.split("| Message |")[1].split("\n\n")[0].splitlines()[2:]
    messages = [message for row in rows for message in re.findall(r"`([^`]+)`", row.split(" | ")[0])]
    assert len(messages) > 20
    for piece in (piece.strip(" :") for message in messages for piece in message.split("…")):
        # the code puts a name before some
        assert piece in said or re.sub(r"^[a-z ]+(?= is not an? )", "{what}", piece) in said, piece


def laid(record: dict[str, Any]) -> str:
    """Return what a reader prints, by the engine's own parser."""
    lines: list[str] = []
    for number, (_, actions) in enumerate(loads(json.dumps(record)).deals, start=1):
        plays = [each.split(" ")[2:4] for each in actions if " play " in each]
        tiles = {end: " ".join(tile for tile, at in plays if at == end) for _, end in plays}
        lines += [f"deal {number}, {end}: {there}\n" for end, there in tiles.items()]
    return "".join(lines)


@pytest.mark.parametrize(
    ("language", "command", "name"),
    [
        ("python", sys.executable, "reader.py"),
        pytest.param("js", "node", "reader.mjs", marks=with_node),
    ],
)
def test_a_reader_on_the_page_prints_the_tiles_at_each_end(
    language: str, command: str, name: str, tmp_path: Path
) -> None:
    (tmp_path / name).write_text(block(language, "import (?:json\nimport sys|{)"), encoding="utf-8")
    for example in ("smallest", "facing"):
        file = str(DOCS / "examples" / f"{example}.json")
        done = subprocess.run([command, str(tmp_path / name), file], capture_output=True, encoding="utf-8", check=True)
        assert done.stdout == laid(EXAMPLES[example])
    assert laid(EXAMPLES["smallest"]) == block("", "deal 1")
