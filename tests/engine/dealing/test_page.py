"""Tests of ``docs/fair-deals.md`` and of the verifier in another language that stands in it."""

from __future__ import annotations

import copy
import json
import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from engine.dealing import MAX_WORD_LENGTH, NAME, SEED_BYTES
from tests.engine.dealing.records import GOOD, LOTS, MALFORMED, TAMPERED, Raw, Spoilt

DOCS = Path(__file__).parents[3] / "docs"
VERIFIER = DOCS / "verify.mjs"
PAGE = (DOCS / "fair-deals.md").read_text(encoding="utf-8")

with_node = pytest.mark.skipif(
    shutil.which("node") is None and os.environ.get("CI") != "true", reason="there is no node here"
)


def node(record: Raw, tmp_path: Path) -> tuple[int, str, str]:
    """Run the verifier on a record; return its exit status, its output and its errors."""
    file = tmp_path / "record.json"
    file.write_text(json.dumps(record), encoding="utf-8")
    done = subprocess.run(
        ["node", str(VERIFIER), str(file)], capture_output=True, encoding="utf-8", timeout=60, check=False
    )
    return done.returncode, done.stdout, done.stderr


def test_the_verifier_in_the_page_is_the_one_in_the_file() -> None:
    (block,) = re.findall(r"^```js\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
    assert block == VERIFIER.read_text(encoding="utf-8")


def test_the_verifier_needs_nothing_but_nodes_own_library_and_is_short() -> None:
    code = VERIFIER.read_text(encoding="utf-8")
    assert re.findall(r'from "([^"]+)"', code) == ["node:crypto", "node:fs"]
    assert "require" not in code
    assert "import(" not in code
    assert len(code.splitlines()) < 30


@pytest.mark.sampled
@with_node
@pytest.mark.parametrize("what", GOOD)
def test_the_verifier_accepts_what_follows(what: str, tmp_path: Path) -> None:
    record = GOOD[what]()
    assert node(record, tmp_path) == (0, f"OK, deals: {len(record['deals'])}\n", "")


@pytest.mark.sampled
@with_node
@pytest.mark.parametrize(
    ("good", "spoilt"), [*TAMPERED, *((LOTS, each) for each in MALFORMED)], ids=lambda each: getattr(each, "name", "")
)
def test_the_verifier_rejects_what_was_tampered_with_and_names_the_deal(
    good: Raw, spoilt: Spoilt, tmp_path: Path
) -> None:
    record = copy.deepcopy(good)
    spoilt.spoil(record)
    status, out, err = node(record, tmp_path)
    assert (status, out) == (1, "")
    assert err.startswith(f"deal {spoilt.deal}: ")
    assert err.count("\n") == 1


def test_the_page_names_what_the_code_does() -> None:
    assert f"\n```\n{NAME}\nthe deal's number" in PAGE
    assert f"A seed is {SEED_BYTES} bytes" in PAGE
    assert f"at most {MAX_WORD_LENGTH} characters" in PAGE
