"""Words that change before a name: French *de* before *Alice*, Spanish *y* before *Inés*, Italian *a* before *Ada*.

CLDR has patterns of lists and no such rules. Catalogs have the words as they stand before most names.
"""

from __future__ import annotations

import re
import unicodedata
from typing import Final, NamedTuple


class Rule(NamedTuple):
    """A change of a word before a placeholder.

    Attributes:
        word: the word and the space after it.
        before: the beginning of the next word, in lower case and without accents.
        becomes: the word instead, as a template of :func:`re.sub`.

    """

    word: str
    before: str
    becomes: str


MARKUP: Final = r"*_~`|\\"
"""Markdown that may stand between a word and a name."""

RULES: Final[dict[str, tuple[Rule, ...]]] = {
    # an h is as often pronounced as not in names, and "de Hugo" is never wrong
    "fr": (Rule(r"\b(d|qu|jusqu|lorsqu|puisqu)e ", r"[aeiouœæ]|y[bcdfghjklmnpqrstvwxz]", r"\1'"),),
    # as ICU has it: "hie" and "hia" begin with another sound, 8 and 11 are "ocho" and "once"
    "es": (Rule(r"\by ", r"i|hi(?![ae])", "e "), Rule(r"\bo ", r"h?o|8|11(?!\d)", "u ")),
    "it": (Rule(r"\be ", r"e", "ed "), Rule(r"\ba ", r"a", "ad ")),
}
"""By language, its rules; each names the word as texts have it before other names."""


class Text(str):
    """A text with placeholders, in which words change before what is filled in.

    Args:
        text: the text.
        language: its language, as ``fr``.

    """

    language: str

    def __new__(cls, text: str, language: str) -> Text:
        """Return a text in a language."""
        made = super().__new__(cls, text)
        made.language = language
        return made

    def __reduce__(self) -> tuple[type[str], tuple[str]]:
        return str, (str(self),)

    def format(self, *values: object, **named: object) -> str:
        """Fill in the placeholders as :meth:`str.format` does."""
        text = str(self)
        for rule in RULES.get(self.language, ()):

            def join(found: re.Match[str], rule: Rule = rule) -> str:
                name = found["name"]
                value = values[int(name)] if name.isdecimal() else named[name]
                if not re.match(rule.before, _sound(str(value))):
                    return found[0]
                return re.sub(rule.word, rule.becomes, found["word"], flags=re.IGNORECASE) + found["rest"]

            pattern = rf"(?P<word>{rule.word})(?P<rest>[{re.escape(MARKUP)}]*\{{(?P<name>\w+)\}})"
            text = re.sub(pattern, join, text, flags=re.IGNORECASE)
        return text.format(*values, **named)


def _sound(text: str) -> str:
    """Return the beginning of a text without markup and accents, in lower case."""
    begins = unicodedata.normalize("NFD", text.lstrip(MARKUP)[:4].lower())
    return "".join(each for each in begins if not unicodedata.combining(each))
