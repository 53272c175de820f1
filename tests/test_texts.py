"""Tests of the translations: complete, and nothing left over."""

from __future__ import annotations

import os
import re
import shutil
import string
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from gettext import c2py
from pathlib import Path

import discord
import pytest
from babel import Locale
from babel.messages.catalog import Catalog, Message

from render import i18n
from render.i18n import (
    day_name,
    fallbacks,
    grouped,
    languages,
    list_items,
    month_name,
    percent,
    tenths,
    translations,
)
from tests.support import pseudo
from tests.support.cases import few
from tools import texts

catalogs = pytest.mark.parametrize("file", texts.files(), ids=lambda file: file.parent.parent.name)


def ids(catalog: Catalog) -> set[object]:
    return {message.id if isinstance(message.id, str) else tuple(message.id) for message in catalog if message.id}


@cache
def ids_in_the_code() -> frozenset[object]:
    """Return the texts of the code, collected once: every module is read for it."""
    return frozenset(ids(texts.template()))


def placeholders(text: str) -> Counter[str]:
    """Return the ``{placeholders}`` of a text, format specifications included."""
    return Counter(
        f"{name}:{specification}" for _, name, specification, _ in string.Formatter().parse(text) if name is not None
    )


def faults(message: Message) -> Iterator[str]:
    """Say what is wrong with a translation."""
    forms = texts.forms(message)
    if message.fuzzy:
        yield f"{message.id!r} is translated by guess"
    if not all(forms):
        yield f"{message.id!r} is not translated"
        return
    english = (message.id,) if isinstance(message.id, str) else message.id
    wanted = placeholders(english[-1])
    for form in forms:
        if placeholders(form) != wanted:
            yield f"{form!r} has other placeholders than {english[-1]!r}"
        if form.strip() != form or form[-1:].isspace():
            yield f"{form!r} has space around it"


def all_faults(catalog: Catalog, home: Catalog | None = None) -> list[str]:
    """Say what is wrong with a catalog, held against the texts of the code.

    A regional catalog is held against the one that it falls back to, too: it has only what it words otherwise.
    """
    wanted = ids_in_the_code()
    found = [f"{each!r} is not in the code" for each in ids(catalog) - wanted]
    found += [f"{each!r} is a leftover" for each in catalog.obsolete]
    if home is None:
        found += [f"{each!r} is missing" for each in wanted - ids(catalog)]
        found += [f"the glossary lacks {term!r}" for term, said in texts.terms(catalog).items() if not said]
    else:
        same = [message for message in catalog if message.id and message.string == home[message.id].string]
        found += [f"{message.id!r} is worded as in the catalog that has the rest" for message in same]
    for message in catalog:
        if not message.id:
            continue
        found += faults(message)
        count = len(texts.forms(message))
        if count != (1 if isinstance(message.id, str) else catalog.num_plurals):
            found.append(f"{message.id!r} has {count} forms, and the language {catalog.num_plurals}")
    return found


@catalogs
def test_a_catalog_holds_exactly_the_texts_of_the_code_whole_and_with_their_placeholders(file: Path) -> None:
    home = texts.nearest(file)
    assert all_faults(texts.read(file), home and texts.read(home)) == []


@catalogs
def test_a_catalog_is_named_as_discord_names_the_language_and_has_its_plurals(file: Path) -> None:
    language, catalog = texts.language_of(file), texts.read(file)
    assert language in [each.value for each in discord.Locale]
    assert_plurals(language, catalog)


@pytest.mark.sampled
@pytest.mark.parametrize("language", [each.value for each in discord.Locale])
def test_a_new_catalog_has_the_plurals_of_its_language(language: str) -> None:
    assert_plurals(language, texts.begun(language))


def assert_plurals(language: str, catalog: Catalog) -> None:
    """Check that two counts have the same form where CLDR has one category for them, and only there."""
    rule, chosen = Locale.parse(language, sep="-").plural_form, c2py(catalog.plural_expr)
    pairs = {(chosen(count), rule(count)) for count in (*range(1_000), 12_345, 100_000)}
    assert len(pairs) == len({form for form, _ in pairs}) == len({category for _, category in pairs})
    assert {form for form, _ in pairs} == set(range(catalog.num_plurals))


def test_texts_are_collected_from_every_form_of_mark_and_from_within_f_strings() -> None:
    code = """
a = words.gettext("one " "text")
b = words.ngettext("{count} tile", "{count} tiles", count)
c = f"## {words.gettext('within')}"
d = {Why.STALE: N_("marked")}
e = _("command")
f = app_commands.locale_str("option")
g = words.gettext(a_variable)
h = words.gettext(rules.name)
i = print("not this")
"""
    found = [text.id for text in sorted(texts.texts_in(code), key=lambda each: each.line)]
    assert found == ["one text", ("{count} tile", "{count} tiles"), "within", "marked", "command", "option"]


@pytest.mark.parametrize("argument", ['f"a {b}"', '"a " + b', '"a" if b else "c"'])
def test_a_text_put_together_at_run_time_is_refused(argument: str) -> None:
    with pytest.raises(ValueError, match="whole text"):
        list(texts.texts_in(f"words.gettext({argument})"))


def test_renewing_keeps_translations_brings_in_new_texts_and_drops_old_ones(tmp_path: Path) -> None:
    file = tmp_path / "fr" / "LC_MESSAGES" / "domino.po"
    before = Catalog(locale="fr", header_comment="# tile = domino\n# unknown = inconnu")
    before.add("Join", "Rejoindre")
    before.add("Old", "Vieux")
    texts.write(file, before)
    wanted = Catalog()
    wanted.add("Join")
    wanted.add("Joined")
    texts.renew(file, wanted)
    after = texts.read(file)
    assert {message.id: message.string for message in after if message.id} == {"Join": "Rejoindre", "Joined": ""}
    assert not after.obsolete
    assert texts.terms(after) == dict.fromkeys(texts.TERMS, "") | {"tile": "domino"}
    assert set(texts.missing(after)) == {"Joined", *texts.TERMS} - {"tile"}


@pytest.mark.long
@pytest.mark.parametrize("file", few(texts.files(), texts.files()[:1]), ids=lambda file: file.parent.parent.name)
def test_renewing_twice_changes_nothing_more_and_loses_no_translation(file: Path, tmp_path: Path) -> None:
    shutil.copytree(texts.LOCALES, tmp_path, dirs_exist_ok=True)
    copy = tmp_path / file.relative_to(texts.LOCALES)
    wanted = texts.template()
    assert texts.nearest(copy) or texts.missing(texts.renew(copy, wanted)) == []
    texts.renew(copy, wanted)
    once = copy.read_bytes()
    texts.renew(copy, wanted)
    assert copy.read_bytes() == once


def test_a_regional_catalog_keeps_only_what_it_words_otherwise(tmp_path: Path) -> None:
    wanted = Catalog()
    for text in ("Join", "Leave", ("{count} tile", "{count} tiles")):
        wanted.add(text)
    spain, america = (tmp_path / name / "LC_MESSAGES" / "domino.po" for name in ("es-ES", "es-419"))
    for file, said in ((spain, ("Unirse", "Salir", "ficha")), (america, ("Unirse", "Salirse", ""))):
        catalog = texts.begun(texts.language_of(file))
        catalog.header_comment = f"# tile = {said[2] or 'ficha'}\n# blank = {'blanca' if file is spain else 'blanco'}"
        catalog.add("Join", said[0])
        catalog.add("Leave", said[1])
        catalog.add(("{count} tile", "{count} tiles"), (f"{{count}} {said[2]}",) * 2 if said[2] else ("", ""))
        texts.write(file, catalog)
    assert texts.nearest(america) == spain
    assert texts.nearest(spain) is None
    texts.renew(america, wanted)
    assert {message.id: message.string for message in texts.read(america) if message.id} == {"Leave": "Salirse"}
    assert {term: said for term, said in texts.terms(texts.read(america)).items() if said} == {"blank": "blanco"}
    with pytest.MonkeyPatch.context() as patch, read_from(tmp_path, patch):
        t = translations("es-MX")
        assert [t.gettext(each) for each in ("Join", "Leave", "Start")] == ["Unirse", "Salirse", "Start"]
        assert t.ngettext("{count} tile", "{count} tiles", 2) == "{count} ficha"
        assert (grouped(12_345, t), grouped(12_345, translations("es"))) == ("12,345", "12.345")
        assert translations("es-ES").gettext("Leave") == "Salir"


@contextmanager
def read_from(folder: Path, patch: pytest.MonkeyPatch) -> Iterator[None]:
    """Let the bot read its catalogs from another folder."""
    cached = (i18n.languages, i18n.translations, i18n._catalog)
    patch.setattr(i18n, "_locales", folder)
    for each in cached:
        each.cache_clear()
    yield
    for each in cached:
        each.cache_clear()


@pytest.mark.parametrize(
    ("locale", "found"),
    [
        ("es-419", ("es-419", "es-ES")),
        ("es-MX", ("es-419", "es-ES")),
        ("es-ES", ("es-ES",)),
        ("es", ("es-ES",)),
        ("pt", ("pt-BR",)),
        ("pt-PT", ("pt-BR",)),
        ("fr-CA", ("fr",)),
        ("de", ("de",)),
        ("en-GB", ()),
        ("ja", ()),
        ("", ()),
    ],
)
def test_a_language_falls_back_to_its_nearest_and_then_to_english(locale: str, found: tuple[str, ...]) -> None:
    assert fallbacks(locale, ("de", "es-419", "es-ES", "fr", "it", "pt-BR")) == found


def test_the_only_catalog_of_a_language_serves_all_its_regions() -> None:
    assert fallbacks("es-ES", ("es-419", "fr")) == ("es-419",)


def test_numbers_lists_and_dates_are_written_as_the_language_has_them() -> None:
    english, french = translations("en-US"), translations("fr")
    assert [grouped(12_345, t) for t in (english, french)] == ["12,345", "12\u202f345"]
    assert [percent(63, t) for t in (english, french)] == ["63%", "63\xa0%"]
    assert [tenths(2.34, t) for t in (english, french)] == ["2.3", "2,3"]
    assert [list_items("abc", t) for t in (english, french)] == ["a, b and c", "a, b et c"]
    assert [list_items("ab", t, "or") for t in (english, french)] == ["a or b", "a ou b"]
    assert [day_name(0, t) for t in (english, french)] == ["1 Jan 1970", "1 janv. 1970"]
    assert [month_name(0, t) for t in (english, french)] == ["January 1970", "Janvier 1970"]


# ------------------------------------------------------------------ another language


@pytest.mark.long
def test_another_language_is_one_command_and_one_file(tmp_path: Path) -> None:
    for folder in (*texts.SOURCES, "tools"):
        ignored = shutil.ignore_patterns("__pycache__", "*.ttc")
        shutil.copytree(texts.ROOT / folder, tmp_path / folder, ignore=ignored)
    shutil.copy(texts.ROOT / "pyproject.toml", tmp_path)

    def run(*command: str) -> subprocess.CompletedProcess[str]:
        environment = {**os.environ, "PYTHONPATH": str(tmp_path)}
        return subprocess.run(
            [sys.executable, *command], cwd=tmp_path, env=environment, text=True, capture_output=True, check=False
        )

    before = {file for file in tmp_path.rglob("*") if file.suffix != ".pyc" and file.is_file()}
    begun = run("-m", "tools.texts", "--new", pseudo.PSEUDO)
    assert begun.returncode == 1, begun.stderr
    assert "  Join\n" in begun.stdout
    (file,) = {file for file in tmp_path.rglob("*") if file.suffix != ".pyc" and file.is_file()} - before
    assert file == tmp_path / "render" / "locales" / pseudo.PSEUDO / "LC_MESSAGES" / "domino.po"
    texts.write(file, pseudo.translate(texts.read(file)))
    renewed = run("-m", "tools.texts")
    assert renewed.returncode == 0, renewed.stdout
    assert all_faults(texts.read(file)) == []
    said = run("-c", f"from render.i18n import translations; print(translations({pseudo.PSEUDO!r}).gettext('Join'))")
    assert said.stdout.strip() == pseudo.pseudo("Join")


def test_a_language_that_discord_does_not_have_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        texts.main(["--new", "tlh"])
    assert "Discord has no language 'tlh'" in capsys.readouterr().err


def test_the_bot_reads_a_plural_and_leaves_unknown_languages_in_english() -> None:
    assert "fr" in languages()
    t = translations(discord.Locale.french)
    counted = [t.ngettext("{count} win", "{count} wins", count).format(count=count) for count in (0, 1, 2)]
    assert counted == ["0 victoire", "1 victoire", "2 victoires"]
    assert translations("fr-CA").gettext("Join") == "Rejoindre"
    assert translations(discord.Locale.japanese).gettext("Join") == "Join"


@pytest.mark.sampled
@catalogs
def test_the_words_of_a_regional_catalog_are_in_names_as_in_texts(file: Path) -> None:
    home = texts.nearest(file)
    if home is None:
        return
    whole, t = texts.terms(texts.read(home)), translations(texts.language_of(file))
    others = {whole[term].split(" ")[0]: said for term, said in texts.terms(texts.read(file)).items() if said}
    found = [
        f"{word} for {said}: {told}"
        for message in texts.template()
        for told in ([t.gettext(message.id)] if isinstance(message.id, str) else [t.ngettext(*message.id, 2)])
        for word, said in others.items()
        if message.id and re.search(rf"\b{word}", told, re.IGNORECASE)
    ]
    assert not found


def test_no_text_has_the_name_of_a_command_in_it() -> None:
    assert [message.id for message in texts.template() if "/domino" in str(message.id)] == []


def test_no_line_of_french_begins_with_a_sign() -> None:
    torn = [form for form in said_in("fr") if re.search(r" [:;?!»]|« ", form)]
    assert not torn, "a space that does not break belongs before these signs, and after «"


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("de", r"Schluss (ge)?mach|macht? Schluss|in Paaren|wurde abgesagt"),
        ("fr", r"Fin du temps|domino pour \{|tuiles?\b"),
        ("it", r"licitazion|senza trucchi|\bvedi \{"),
    ],
)
def test_no_text_says_what_players_of_its_language_would_not(language: str, words: str) -> None:
    pages = [page.read_text(encoding="utf-8") for page in (texts.ROOT / "docs" / language).glob("*.md")]
    assert not [each for each in (*said_in(language), *pages) if re.search(words, each, re.IGNORECASE)]


TIME = re.compile(r"<t:\{\w+\}:R>|\{when\}|\{until\}")
"""A time in a text. Discord shows it in the language of the reader, whatever the language of the text."""


@catalogs
def test_a_time_stands_at_the_end_of_its_sentence(file: Path) -> None:
    wordings = [
        wording
        for message in texts.read(file)
        # the days of a chart are written in the language of the text
        if message.id and "{since}" not in message.id
        for wording in ({message.id} if isinstance(message.id, str) else {*message.id}) | {*texts.forms(message)}
    ]
    torn = [
        each
        for each in wordings
        for time in TIME.finditer(each)
        if not re.match(r"[.!?…]?$|[.!?…]\s", each[time.end() :])
    ]
    assert torn == []


def said_in(language: str) -> list[str]:
    """Return the translations of a language, with every plural form."""
    (file,) = [each for each in texts.files() if texts.language_of(each) == language]
    return [form for message in texts.read(file) if message.id for form in texts.forms(message)]
