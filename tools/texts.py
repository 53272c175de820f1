"""Updates the translations: `uv run python -m tools.texts`.

Collects every text that the code marks for translation, and brings each catalog in ``render/locales`` up to date: new
texts are added untranslated, unused ones removed, and the translations of the others kept. ``--new de`` creates a
catalog for another language.

A regional catalog, such as ``es-419`` beside ``es-ES``, holds only the texts and terms that it words otherwise than the
catalog that it falls back to; the two are complete together. All others hold every text.

The code is read as a syntax tree, since tools that read tokens overlook texts within f-strings.
"""

from __future__ import annotations

import argparse
import ast
import io
import sys
import tomllib
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from gettext import c2py
from pathlib import Path
from typing import NamedTuple

import discord
from babel import Locale
from babel.messages.catalog import Catalog, Message
from babel.messages.plurals import get_plural
from babel.messages.pofile import read_po, write_po
from babel.plural import PluralRule, to_gettext

from render.i18n import fallbacks

ROOT = Path(__file__).resolve().parent.parent
LOCALES = ROOT / "render" / "locales"
SOURCES = ("cogs", "engine", "render")
DOMAIN = "domino"
AUTHORS = "the dominoes-bot authors"
KEYWORDS = {"gettext": 1, "N_": 1, "_": 1, "locale_str": 1, "ngettext": 2}
"""The functions that take texts to translate, and how many of their first arguments are such texts."""
TITLE = "# Translations of the dominoes bot. Renewed by `uv run python -m tools.texts`; see docs/dev/translating.md."
TERMS = (
    *("tile", "half", "pip", "blank", "double", "set", "hand", "boneyard"),
    *("end", "line", "arm", "branch", "train", "engine", "marker", "spinner", "chicken foot", "toe"),
    *("deal", "match", "rule set", "turn", "opener", "to lay", "to fit", "to draw", "to pass", "forced move"),
    *("to go out", "blocked", "tie", "bonus", "out of the match"),
    *("bid", "bidder", "trump", "trick", "suit", "mark"),
    *("points", "target", "to win the deal", "to win the match"),
    *("player", "host", "computer", "pairs", "partner", "singles", "table", "lobby", "spectator"),
    *("fair deal", "seed", "word", "record", "replay", "hint", "rating", "provisional", "leaderboard", "season"),
)
"""The words of players that each catalog translates in its header, for all its texts to agree."""


class Text(NamedTuple):
    """A text to translate.

    Attributes:
        id: the English text; for a text with a plural, both forms.
        line: its line in the file, from 1.

    """

    id: str | tuple[str, str]
    line: int


def texts_in(source: str, name: str = "<code>") -> Iterator[Text]:
    """Return the texts that a module marks for translation, in their order.

    An argument that is no literal at all (a variable, an attribute) is skipped: its text is marked elsewhere.

    Raises:
        ValueError: an f-string, or a text put together at run time, is given as a text to translate; no catalog could
            hold it.
        SyntaxError: the module is not Python.

    """
    for node in ast.walk(ast.parse(source, name)):
        if not isinstance(node, ast.Call):
            continue
        function = _name(node.func)
        count = KEYWORDS.get(function, 0)
        if not count or len(node.args) < count:
            continue
        found: list[str] = []
        for each in node.args[:count]:
            if isinstance(each, ast.Constant) and isinstance(each.value, str):
                found.append(each.value)
            elif isinstance(each, (ast.JoinedStr, ast.BinOp, ast.IfExp)):
                raise ValueError(f"{name}:{node.lineno}: {function}() takes a whole text, not one put together")
        if len(found) == count:
            yield Text((found[0], found[1]) if count == 2 else found[0], node.lineno)


def _name(function: ast.expr) -> str:
    if isinstance(function, ast.Name):
        return function.id
    return function.attr if isinstance(function, ast.Attribute) else ""


def template(root: Path = ROOT) -> Catalog:
    """Collect the texts of all the code below ``root`` into a catalog without translations."""
    catalog = Catalog(project="dominoes-bot")
    for folder in SOURCES:
        for file in sorted((root / folder).rglob("*.py")):
            name = file.relative_to(root).as_posix()
            for text in sorted(texts_in(file.read_text(encoding="utf-8"), name), key=lambda each: each.line):
                catalog.add(text.id, locations=[(name, text.line)])
    return catalog


def read(file: Path) -> Catalog:
    """Read a catalog; its language is the name of the folder two above it."""
    with file.open("rb") as stream:
        return read_po(stream, locale=language_of(file).replace("-", "_"), domain=DOMAIN)


def language_of(file: Path) -> str:
    """Return the language of a catalog: ``pt-BR``."""
    return file.parent.parent.name


def nearest(file: Path) -> Path | None:
    """Return the catalog that a regional catalog falls back to; None for one that has to be complete by itself."""
    others = {language_of(each): each for each in files(file.parents[2])} | {language_of(file): file}
    found = fallbacks(language_of(file), tuple(others))
    return others[found[1]] if len(found) > 1 else None


def files(locales: Path = LOCALES) -> list[Path]:
    """Return the existing catalogs."""
    return sorted(locales.glob(f"*/LC_MESSAGES/{DOMAIN}.po"))


def begun(language: str) -> Catalog:
    """Return an empty catalog for a language, named as Discord names it."""
    locale = Locale.parse(language, sep="-")
    now = datetime.now(UTC)
    catalog = Catalog(
        locale=locale,
        project="dominoes-bot",
        version=version(),
        creation_date=now,
        revision_date=now,
        last_translator=AUTHORS,
        language_team=locale.english_name or str(locale),
        msgid_bugs_address=AUTHORS,
        fuzzy=False,
    )
    forms = [value if name != "Plural-Forms" else plural_forms(locale) for name, value in catalog.mime_headers]
    catalog.mime_headers = [(name, form) for (name, _), form in zip(catalog.mime_headers, forms, strict=True)]
    return catalog


def plural_forms(locale: Locale) -> str:
    """Return the plural forms of a language, as gettext writes them: those of CLDR that counts of things take.

    Babel knows how they are usually written, but has some languages otherwise than CLDR. Forms from a million on, which
    CLDR has for Spanish, and those of fractions are left out.
    """
    usual, rule, counts = get_plural(locale), locale.plural_form, range(1_000)
    chosen = c2py(usual.plural_expr)
    used, numbers = {rule(count) for count in counts}, {chosen(count) for count in counts}
    if len({(chosen(count), rule(count)) for count in counts}) == len(used) == len(numbers):
        return usual.plural_forms
    return to_gettext(PluralRule({tag: each for tag, each in rule.rules.items() if tag in used}))


def version() -> str:
    """Return the project's version."""
    return str(tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"])


def renew(file: Path, texts: Catalog) -> Catalog:
    """Bring a catalog up to date with the texts of the code, and write it."""
    catalog = read(file)
    catalog.update(texts, no_fuzzy_matching=True, update_creation_date=False)
    write(file, catalog)
    return catalog


def terms(catalog: Catalog) -> dict[str, str]:
    """Return the glossary in a catalog's header: every term with its translation, or with an empty text."""
    written = dict(line[2:].split(" = ", 1) for line in catalog.header_comment.splitlines() if " = " in line)
    return {term: written.get(term, "").strip() for term in TERMS}


def write(file: Path, catalog: Catalog) -> None:
    """Write a catalog, without the texts that the code no longer has and without line numbers.

    A regional one is written without texts that equal those of its base.
    """
    words = terms(catalog)
    if (home := nearest(file)) is not None:
        whole = read(home)
        words = {term: said for term, said in words.items() if said not in ("", terms(whole)[term])}
        for message in [each for each in catalog if each.id]:
            same = whole.get(message.id)
            if not all(forms(message)) or (same is not None and forms(same) == forms(message)):
                catalog.delete(message.id)
    glossary = (f"# {term} = {said}".rstrip() for term, said in words.items())
    catalog.header_comment = "\n".join((TITLE, "#", *glossary, "#"))
    written = io.BytesIO()
    write_po(written, catalog, width=110, ignore_obsolete=True, include_lineno=False)
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(written.getvalue())


def missing(catalog: Catalog) -> list[str]:
    """Return the terms and English texts that a catalog does not translate, or only as a guess."""
    return [term for term, translation in terms(catalog).items() if not translation] + [
        message.id if isinstance(message.id, str) else message.id[0]
        for message in catalog
        if message.id and (message.fuzzy or not all(forms(message)))
    ]


def forms(message: Message) -> tuple[str, ...]:
    """Return a text's translation, or one for each plural form; an empty one if there is none."""
    if message.string is None:
        return ("",)
    return (message.string,) if isinstance(message.string, str) else tuple(message.string)


def main(argv: Sequence[str] | None = None) -> int:
    """Update every catalog; return 1 if any of them has a text without translation, else 0."""
    parser = argparse.ArgumentParser(prog="python -m tools.texts", description="Renews the translations.")
    parser.add_argument("--new", metavar="LANGUAGE", help="begin a catalog, named as Discord names it: de, es-ES")
    arguments = parser.parse_args(argv)
    known = [each.value for each in discord.Locale]
    if arguments.new and arguments.new not in known:
        parser.error(f"Discord has no language {arguments.new!r}, but {', '.join(sorted(known))}")
    texts = template()
    if arguments.new:
        file = LOCALES / arguments.new / "LC_MESSAGES" / f"{DOMAIN}.po"
        if not file.exists():
            write(file, begun(arguments.new))
    left = 0
    for file in files():
        catalog = renew(file, texts)
        untranslated = missing(catalog) if nearest(file) is None else []
        left += len(untranslated)
        held = f"{len(catalog)} of {len(texts)} texts, {len(untranslated)} without translation"
        sys.stdout.write(f"{file.relative_to(ROOT)}: {held}\n")
        sys.stdout.writelines(f"  {text}\n" for text in untranslated)
    return 1 if left else 0


if __name__ == "__main__":
    sys.exit(main())
