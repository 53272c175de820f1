"""Words that change before a name."""

from __future__ import annotations

import copy

import pytest

from render.elision import RULES, Text
from render.i18n import list_items, translations


@pytest.mark.parametrize(
    ("language", "text", "name", "joined"),
    [
        ("fr", "à la place de {name}", "Alice", "à la place d'Alice"),
        ("fr", "à la place de {name}", "Éric", "à la place d'Éric"),
        ("fr", "à la place de **{name}**", "Alice", "à la place d'**Alice**"),
        ("fr", "à la place de {name}", "**Alice**", "à la place d'**Alice**"),
        ("fr", "à la place de {name}", "Bruno", "à la place de Bruno"),
        ("fr", "à la place de {name}", "Yves", "à la place d'Yves"),
        ("fr", "à la place de {name}", "Yann", "à la place de Yann"),
        ("fr", "à la place de {name}", "8", "à la place de 8"),
        ("fr", "parce que {name} part", "Œdipe", "parce qu'Œdipe part"),
        ("fr", "De {name}", "Alice", "D'Alice"),
        ("fr", "le monde {name}", "Alice", "le monde Alice"),
        ("fr", "grande {name}", "Alice", "grande Alice"),
        ("es", "{one} y {name}", "Inés", "Ana e Inés"),
        ("es", "{one} y {name}", "Hilda", "Ana e Hilda"),
        ("es", "{one} y {name}", "Hielo", "Ana y Hielo"),
        ("es", "{one} y {name}", "Yago", "Ana y Yago"),
        ("es", "{one} o {name}", "Óscar", "Ana u Óscar"),
        ("es", "{one} o {name}", "8", "Ana u 8"),
        ("es", "{one} o {name}", "11", "Ana u 11"),
        ("es", "{one} o {name}", "110", "Ana o 110"),
        ("es", "{one} o {name}", "<@118>", "Ana o <@118>"),
        ("it", "{one} e {name}", "Eva", "Ana ed Eva"),
        ("it", "{one} e {name}", "Bruno", "Ana e Bruno"),
        ("it", "a {name}", "Ada", "ad Ada"),
        ("de", "von {name}", "Anna", "von Anna"),
    ],
)
def test_a_word_changes_before_a_name_as_the_language_has_it(language: str, text: str, name: str, joined: str) -> None:
    assert Text(text, language).format(name=name, one="Ana") == joined


@pytest.mark.parametrize(
    ("language", "items", "style", "listed"),
    [
        ("es-ES", ["Ana", "Inés"], "standard", "Ana e Inés"),
        ("es-419", ["Ana", "Ben", "Inés"], "standard", "Ana, Ben e Inés"),
        ("es-ES", ["Inés", "Ana"], "standard", "Inés y Ana"),
        ("es-ES", ["7", "8"], "or", "7 u 8"),
        ("es-419", ["{0} y", "Iván"], "standard", "{0} y e Iván"),
        ("it", ["Ada", "Eva"], "standard", "Ada ed Eva"),
        ("fr", ["Ana", "Inès"], "standard", "Ana et Inès"),
        ("es-ES", ["Ana"], "standard", "Ana"),
        ("es-ES", [], "standard", ""),
    ],
)
def test_lists_are_joined_as_the_language_has_it(language: str, items: list[str], style: str, listed: str) -> None:
    assert list_items(items, translations(language), style) == listed  # type: ignore[arg-type]


@pytest.mark.parametrize("language", RULES)
def test_what_is_filled_in_stays_whole(language: str) -> None:
    for name in ("Ana", "Inés", "Óscar", "Hielo", "8", "<@118>", "", "{left}", "\\1", "*"):
        assert name in Text("de {left} y {name} o **{name}**", language).format(name=name, left=name)


def test_texts_of_a_catalog_are_joined_too() -> None:
    text = translations("fr").gettext("{name} now plays in place of {left}.")
    assert text.format(name="Ana", left="Alice") == "Ana joue maintenant à la place d'Alice."


def test_a_text_is_copied_as_a_plain_one() -> None:
    assert type(copy.deepcopy(Text("de {name}", "fr"))) is str
