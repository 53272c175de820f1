"""Tests of the page of errors: each line for the owner is there, found by its words, and each is one that there is."""

from __future__ import annotations

import re
from functools import cache

from hosting.account import TOKEN_REFUSED
from tests.owner_texts import GAP, ROOT, SOURCES, Text, owner_texts

PAGE = (ROOT / "docs/errors.md").read_text(encoding="utf-8")
TABLES = [
    [re.split(r"(?<!\\)\|", line)[1].strip() for line in table.splitlines()[2:]]
    for table in re.findall(r"(?:^\|.*\n)+", PAGE, re.MULTILINE)
]
LINES = [line for table in TABLES for cell in table for line in re.findall("`([^`]+)`", cell)]

NOT_FOR_THE_OWNER = {
    "another process may do so by now": "the shard is another process's, which publishes; nothing logs it",
    "another process plays the tables of this server": "the player is asked to press again; nothing logs it",
    "shard … is another process's": "the process leaves the shard to the other one; nothing logs it",
}


def fixed(text: str) -> list[str]:
    """Return the words of a text that never differ, in their order."""
    parts = (part.strip(" :.,;()") for part in re.split(f"{GAP}|: ", text.replace("`", "")))
    return [part for part in parts if re.search(r"\w", part)]


def has(line: str, text: str) -> bool:
    """Whether a line of the page has the fixed words of a text, one after the other."""
    wanted, there = fixed(text), fixed(line)
    return any(there[at : at + len(wanted)] == wanted for at in range(len(there)))


@cache
def said() -> str:
    """Return all that the code can say, with strings joined that are broken over lines."""
    files = [file for each in (*SOURCES, "playground/**/*.py") for file in ROOT.glob(each)]
    return re.sub(r'"\s*\n\s*f?"', "", "\n".join(file.read_text(encoding="utf-8") for file in files))


@cache
def texts() -> list[Text]:
    return owner_texts()


def test_each_line_for_the_owner_is_on_the_page_with_its_words() -> None:
    told = [each for each in texts() if each.text not in NOT_FOR_THE_OWNER]
    missing = [f"{each.where} {each.text}" for each in told if not any(has(line, each.text) for line in LINES)]
    assert missing == [], "docs/errors.md has no row for:\n" + "\n".join(missing)


def test_lines_that_are_not_for_the_owner_are_still_there() -> None:
    assert set(NOT_FOR_THE_OWNER) <= {each.text for each in texts()}


def test_the_texts_are_collected_with_the_ways_in_which_the_code_makes_them() -> None:
    found = {each.text for each in texts()}
    assert found >= {
        TOKEN_REFUSED,  # returned by a function
        "an interaction ran out before it was answered",  # an entry of a dictionary
        "challenges could not be closed: …",  # an argument
        "the database is damaged, so it was not copied: restore a backup (…)",  # the text of an error that is passed on
        "…: must be true or false. See .env.example.",  # joined
    }


def test_each_line_of_the_page_is_one_that_there_is() -> None:
    known = {part for each in texts() for part in fixed(each.text)}
    assert len(LINES) >= 100
    made_up = [part for line in LINES for part in fixed(line) if part not in known and part not in said()]
    assert made_up == [], "nothing says what docs/errors.md has:\n" + "\n".join(made_up)


def test_rows_are_in_alphabetical_order() -> None:
    for table in TABLES:
        heads = [re.sub("[^a-z0-9 ]", "", cell.casefold()).strip() for cell in table]
        assert heads == sorted(heads)
