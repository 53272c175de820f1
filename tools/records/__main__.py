"""Writes the JSON Schema and the examples of game records: `uv run python -m tools.records`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Final

from tools.records.examples import examples
from tools.records.schema import schema

DOCS: Final = Path(__file__).resolve().parents[2] / "docs"


def files() -> dict[Path, str]:
    """Return the text of each file."""
    written = {DOCS / "examples" / f"{name}.json": f"{record}\n" for name, record in examples().items()}
    return {DOCS / "record.schema.json": _in_lines(schema()), **written}


def _in_lines(value: dict[str, Any]) -> str:
    """Return an object as JSON, with a line for each member, and for each item or member of a large one."""
    lines = [f"  {json.dumps(name)}: {_spread(each)}" for name, each in value.items()]
    return "{\n" + ",\n".join(lines) + "\n}\n"


def _spread(value: Any) -> str:
    inline = json.dumps(value)
    if len(inline) <= 120:
        return inline
    if isinstance(value, dict):
        items = [f"    {json.dumps(name)}: {json.dumps(each)}" for name, each in value.items()]
        return "{\n" + ",\n".join(items) + "\n  }"
    items = [f"    {json.dumps(each)}" for each in value]
    return "[\n" + ",\n".join(items) + "\n  ]"


def main() -> None:
    """Write the files, and remove examples that are no longer among them."""
    wanted = files()
    for file in {*(DOCS / "examples").glob("*.json")} - {*wanted}:
        file.unlink()
    for file, text in wanted.items():
        file.parent.mkdir(exist_ok=True)
        file.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
