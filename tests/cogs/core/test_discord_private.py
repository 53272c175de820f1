"""One module alone reaches into the private parts of the library, so that an update of it is checked in one place."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

from cogs.core import discord_private

ROOT = Path(__file__).parents[3]
FILES = [path for path in (*(ROOT / "cogs").rglob("*.py"), ROOT / "bot.py") if path.name != "discord_private.py"]
INHERITED = ("_connection", "_hooks", "_call")
"""The private parts that the bot's classes inherit from the library's."""


def private_parts(tree: ast.AST) -> Iterator[str]:
    """Yield the private names that a module reads from objects that are not its own, or overrides."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and node.attr.startswith("_") and not node.attr.endswith("__"):
            of = node.value
            if not (isinstance(of, ast.Name) and of.id in ("self", "cls", "os")) or node.attr in INHERITED:
                yield ast.unparse(node)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.name in INHERITED:
            yield node.name


def test_no_other_module_reaches_into_the_librarys_private_parts() -> None:
    found = {path.name: [*private_parts(ast.parse(path.read_text(encoding="utf8")))] for path in FILES}
    assert not {name: parts for name, parts in found.items() if parts}
    ignored = [path.name for path in FILES if "reportPrivateUsage" in path.read_text(encoding="utf8")]
    assert not ignored
    assert [*private_parts(ast.parse(Path(discord_private.__file__).read_text(encoding="utf8")))]


def test_each_of_its_functions_says_why() -> None:
    module = ast.parse(Path(discord_private.__file__).read_text(encoding="utf8"))
    functions = [each for each in module.body if isinstance(each, ast.FunctionDef)]
    assert all((ast.get_docstring(each) or "").count(" ") > 8 for each in functions)
