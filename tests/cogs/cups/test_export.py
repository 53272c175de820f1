"""Tests of the files of a cup."""

from __future__ import annotations

import csv
import io
from gettext import NullTranslations
from typing import Any

from cogs.cups.results.entrants import EntrantNames
from cogs.cups.results.export import RESULTS, STANDINGS, results_rows, standings_rows
from engine.cups import Absent, Corrected, Finished, How, Sides, StoodIn
from engine.live.cups.model import LiveTable
from engine.live.files import csv_file
from tests.cogs.cups.played import Played

T = NullTranslations()


def read(content: bytes) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(content.decode("utf-8-sig"), newline="")))


def test_the_standings_are_exact_and_complete() -> None:
    at = Played(people=5, names=("=Ana", "Ben", "Cleo", "Dan", "Eve")).round().at()
    rows = read(csv_file(STANDINGS, standings_rows(at, EntrantNames(at, T))))
    assert [(row["place"], row["name"], row["wins"], row["difference"]) for row in rows] == [
        ("1", "Eve", "1", "0"),
        ("2", "'=Ana", "1", "90"),
        ("3", "Ben", "1", "80"),
        ("4", "Dan", "0", "-80"),
        ("5", "Cleo", "0", "-90"),
    ]


def test_the_results_have_every_table_that_ended_and_every_bye() -> None:
    played = Played(people=7, settings={"rounds": 2}).pair()
    played.do(Finished(1, 1, None, (50, 50), How.TIME), StoodIn(1, 2, 15, 0), Absent(1, 3, (1,)))
    at = played.at(LiveTable(1, 1, 0, match_id="k3m9x2ab"))
    rows = read(csv_file(RESULTS, results_rows(at, EntrantNames(at, T))))
    told = [[row[each] for each in ("round", "table", "side_1", "points_1", "winner", "how", "absent")] for row in rows]
    assert told == [
        ["1", "1", "Ana", "50", "", "time", ""],
        ["1", "3", "Cleo", "", "1", "absent", "2"],
        ["1", "", "Gus", "", "1", "bye", ""],
    ]
    assert [row["match"] for row in rows] == ["k3m9x2ab", "", ""]


def test_a_correction_and_a_substitute_are_in_the_results() -> None:
    played = Played(sides=Sides.PAIRS, people=8).pair()
    played.do(StoodIn(1, 1, 11, 0), Finished(1, 1, 0, (100, 20)), Corrected(1, 1, 1, (20, 100), How.PLAYED, "-typo"))
    at = played.at()
    row: Any = read(csv_file(RESULTS, results_rows(at, EntrantNames(at, T))))[0]
    assert (row["side_1"], row["winner"], row["stand_ins"], row["correction"]) == (
        "Ana / Ben_",
        "2",
        "computer for Ana",
        "'-typo",
    )
