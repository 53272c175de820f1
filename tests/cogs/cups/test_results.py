"""Tests of the words for rounds, results and standings of a cup."""

from __future__ import annotations

from collections.abc import Callable
from gettext import NullTranslations
from typing import Any

import pytest

import render
from cogs.core.frame import MAX_MESSAGE_TEXT
from cogs.cups.results.bracket import bracket_of
from cogs.cups.results.entrants import EntrantNames
from cogs.cups.results.export import slug_of
from cogs.cups.results.how_places import how_lines, own_buchholz
from cogs.cups.results.podium import places_line, podium_lines
from cogs.cups.results.round_message import mentioned_in, round_message
from cogs.cups.results.standings import standings_of
from cogs.cups.results.standings_message import next_lines, standings_message
from cogs.cups.results.tables import table_line
from cogs.cups.rounds import after_round, out_in, place_name, stage_name
from engine import cups
from engine.cups import Absent, Action, Corrected, Finished, How, Paused, Resumed, Sides, StoodIn, Table, TakenOut
from engine.live.cups.model import LiveTable, Situation, Way
from engine.live.cups.store import Podium
from render.i18n import translations
from render.text.length import length
from render.text.standings import quarters
from tests.cogs.cups.played import KNOCK_OUT, NAMES, ROUND_ROBIN, SWISS, Played, lower_wins
from tests.support.in_memory.world import World

T = NullTranslations()


def texts(view: Any) -> str:
    """All texts of a message."""
    return "\n".join(each.content for each in view.walk_children() if hasattr(each, "content"))


def labels(view: Any) -> list[str]:
    return [each.label for each in view.walk_children() if hasattr(each, "label")]


def line(played: Played, number: int = 1, address: str = "") -> str:
    """The first table of a round as a line."""
    at = played.at()
    return table_line(at, at.cup.rounds[number - 1].tables[0], EntrantNames(at, T), T, address)


def ends(how: Callable[[Table], tuple[Action, ...]]) -> Played:
    """A cup of four whose first table ends in some way."""
    played = Played().pair()
    return played.do(*how(played.cup.rounds[0].tables[0]))


ANA_CLEO = "Table 1: **Ana** beats **Cleo** 100 to 10"


@pytest.mark.parametrize(
    ("how", "told"),
    [
        (lambda _: (), "Table 1: **Ana** against **Cleo**"),
        (lambda table: (lower_wins(table),), ANA_CLEO),
        (lambda _: (Finished(1, 1, None, (50, 50)),), "Table 1: **Ana** against **Cleo**: level, 50 to 50"),
        (lambda _: (Finished(1, 1, 0, (100, 10), How.TIME),), f"{ANA_CLEO} (time was up)"),
        (
            lambda _: (Finished(1, 1, 0, (100, 10), How.COMPUTER, (3,)),),
            f"{ANA_CLEO} (a computer finished for Cleo)",
        ),
        (lambda _: (Absent(1, 1, (1,)),), "Table 1: **Ana** beats **Cleo** (Cleo did not come)"),
        (lambda _: (Absent(1, 1, (0, 1)),), "Table 1: **Ana** against **Cleo**: nobody wins (nobody came)"),
        (
            lambda table: (StoodIn(1, 1, 13, 12), lower_wins(table)),
            f"{ANA_CLEO} (Ben\\_ played for Cleo)",
        ),
        (
            lambda table: (StoodIn(1, 1, 13, 0), lower_wins(table)),
            f"{ANA_CLEO} (a computer played for Cleo)",
        ),
        (
            lambda table: (lower_wins(table), Corrected(1, 1, 1, (10, 100), How.PLAYED, "mixed *up*")),
            "Table 1: **Cleo** beats **Ana** 100 to 10 (corrected: mixed \\*up\\*)",
        ),
    ],
)
def test_a_table_is_told_by_its_end_and_why(how: Callable[[Table], tuple[Action, ...]], told: str) -> None:
    assert line(ends(how)) == told


def test_a_table_has_a_link_and_escapes_names() -> None:
    played = Played(names=("_Ana_", "B", "<@1>", "D")).round()
    assert line(played, address="https://x") == ("[Table 1](https://x): **\\_Ana\\_** beats **\\<@1>** 100 to 10")


def test_a_level_match_of_a_knock_out_tells_who_goes_on() -> None:
    played = Played(KNOCK_OUT).pair().do(Finished(1, 1, None, (50, 50)))
    assert line(played) == "Table 1: **Ana** beats **Dan** 50 to 50 (level, so the higher seed goes on)"


def test_people_with_the_same_name_have_numbers_and_pairs_are_told_together() -> None:
    assert line(Played(names=("Alex", "B", "ALEX", "D")).round()) == (
        "Table 1: **Alex (1)** beats **ALEX (2)** 100 to 10"
    )
    pairs = Played(sides=Sides.PAIRS, people=8).round()
    assert line(pairs) == "Table 1: **Ana** and **Ben\\_** beat **Eve** and **Fay** 100 to 10"
    changing = Played(sides=Sides.PARTNERS_CHANGE, people=8).pair()
    assert line(changing).count(" and ") == 2


# ------------------------------------------------------------------ rounds


@pytest.mark.parametrize(
    ("people", "locale", "names"),
    [
        (4, "en-US", ["Semi-finals", "Final"]),
        (9, "en-US", ["Round of 16", "Quarter-finals", "Semi-finals", "Final"]),
        (17, "es-ES", ["Fase de 32", "Octavos de final", "Cuartos de final", "Semifinales", "Final"]),
    ],
)
def test_the_rounds_of_a_knock_out_have_names(people: int, locale: str, names: list[str]) -> None:
    cup = Played(KNOCK_OUT, people=people).cup
    assert [stage_name(cup, number, translations(locale)) for number in range(1, cup.planned + 1)] == names


@pytest.mark.parametrize(
    ("form", "people", "rounds", "names"),
    [
        (SWISS, 4, 2, ["Round 2 of 2 · Table 1", "Round 2 of 2 · Table 2"]),
        (KNOCK_OUT, 6, 1, ["Quarter-finals · Table 1", "Quarter-finals · Table 2"]),
        (KNOCK_OUT, 6, 3, ["Final", "Third place"]),
    ],
)
def test_tables_are_numbered_without_gaps_and_a_final_has_its_name(
    form: Any, people: int, rounds: int, names: list[str]
) -> None:
    played = Played(form, people=people)
    for _ in range(rounds):
        played.round()
    assert [place_name(played.cup, each.round, each.number, T) for each in played.cup.rounds[-1].tables] == names


def test_a_message_of_a_round_mentions_people_who_have_a_bye_and_no_computers() -> None:
    assert mentioned_in(Played(people=5).pair().at(), 1) == (15,)
    assert mentioned_in(Played(people=4).pair().at(), 1) == ()
    pairs = Played(sides=Sides.PAIRS, people=10).pair()
    assert mentioned_in(pairs.at(), 1) == (19, 20)


@pytest.mark.parametrize(
    ("form", "rounds", "text"),
    [(SWISS, 1, "After round 1 of 2"), (KNOCK_OUT, 1, "After the semi-finals"), (KNOCK_OUT, 2, "After the final")],
)
def test_standings_say_of_which_moment_they_are(form: Any, rounds: int, text: str) -> None:
    played = Played(form)
    for _ in range(rounds):
        played.round()
    assert after_round(played.cup, rounds, T) == text


def test_a_message_of_a_round_has_its_tables_its_byes_and_its_time() -> None:
    played = Played(people=5).pair()
    open_table = LiveTable(1, 1, 0, channel_id=77, message_id=88)
    at = played.at(open_table, LiveTable(1, 2, 0, Way.DIRECT, channel_id=99, message_id=100))
    told = texts(round_message(at, 1)).split("\n")
    assert told == [
        "## Friday's \\*cup\\*: Round 1 of 3",
        "[Table 1](https://discord.com/channels/1/77/88): **Ana** against **Cleo**",
        "Table 2: **Ben\\_** against **Dan**",
        "Bye: <@15>. A bye counts as a win, with the average of one's own matches.",
        "The next table comes after this round, which takes about 45 minutes at most.",
        "-# Each table has 45 minutes from when it opens. Whoever does not press **I'm here** within 5 minutes is "
        "replaced by a substitute. If there is none, the other side wins.",
    ]
    played.do(*map(lower_wins, played.cup.rounds[0].tables))
    assert texts(round_message(played.at(), 1)).split("\n")[1:3] == [
        "Table 1: **Ana** beats **Cleo** 100 to 10",
        "Table 2: **Ben\\_** beats **Dan** 100 to 20",
    ]
    assert "45 minutes" not in texts(round_message(played.at(), 1))


def test_a_message_of_a_knock_outs_round_tells_that_a_bye_goes_on() -> None:
    told = texts(round_message(Played(KNOCK_OUT, people=6).pair().at(), 1))
    assert "## Friday's \\*cup\\*: Quarter-finals" in told
    assert "Bye: <@11> and <@12>. Whoever has a bye goes on to the next round." in told


def test_a_round_robin_tells_whose_opponent_has_left() -> None:
    played = Played(ROUND_ROBIN, people=5).do(TakenOut(2)).pair()
    assert played.cup.rounds[0].idle
    assert "Their opponent has left, which counts as a win: **" in texts(round_message(played.at(), 1))


def test_a_message_of_a_large_round_has_a_button_for_the_rest_and_stays_within_the_limit() -> None:
    names = [f"{'W' * 28}{at:03}" for at in range(128)]
    played = Played(people=128, names=names).pair()
    tables = [LiveTable(1, number, 0, channel_id=10**18, message_id=10**18) for number in range(1, 65)]
    view = round_message(played.at(*tables), 1)
    assert length(texts(view)) <= MAX_MESSAGE_TEXT
    assert texts(view).split("\n")[-1].endswith("the other side wins.")
    assert labels(view) == ["All tables"]
    assert labels(round_message(Played().pair().at(), 1)) == []


# ------------------------------------------------------------------ standings


def rows(at: Situation, number: int) -> list[tuple[int, str, bool, int, Any]]:
    found = standings_of(at, number, EntrantNames(at, T), T)
    return [(each.place, each.names[0], each.shared, each.moved, each.broke) for each in found.rows]


def test_level_places_are_one_two_two_four() -> None:
    def level_in_the_middle(table: Table) -> Action:
        return Finished(table.round, table.number, 0, (100, 50)) if table.round == 1 else lower_wins(table)

    played = Played(people=4)
    played.round(level_in_the_middle)
    assert [each[:3] for each in rows(played.at(), 1)] == [
        (1, "Ana", True),
        (1, "Ben_", True),
        (3, "Cleo", True),
        (3, "Dan", True),
    ]
    played.round()
    assert [each[0] for each in rows(played.at(), 2)] == [1, 2, 3, 4]


def test_standings_of_an_earlier_round_stay_those_of_that_round() -> None:
    played = Played(people=8).round()
    first = rows(played.at(), 1)
    played.round(lambda table: Finished(table.round, table.number, 1, (10, 100)))
    assert rows(played.at(), 1) == first
    assert rows(played.at(), 2) != first
    assert all(moved == 0 for *_, moved, _ in first)
    assert any(moved for *_, moved, _ in rows(played.at(), 2))


@pytest.mark.parametrize(
    ("form", "figures"),
    [(SWISS, (True, True, True, True)), (ROUND_ROBIN, (True, False, True, True)), (KNOCK_OUT, (False,) * 4)],
)
def test_each_format_has_the_figures_that_count(form: Any, figures: tuple[bool, ...]) -> None:
    at = Played(form).round().at()
    row = standings_of(at, 1, EntrantNames(at, T), T).rows[0]
    assert tuple(each is not None for each in (row.wins, row.buchholz, row.difference, row.points)) == figures


def test_who_left_is_out_and_a_struck_one_has_no_place() -> None:
    at = Played(people=5).round().do(TakenOut(5)).at()
    names = EntrantNames(at, T)
    assert [row.names for row in standings_of(at, 1, names, T).rows if row.out] == [("Eve",)]
    at = Played(ROUND_ROBIN, people=5).round().do(TakenOut(1)).at()
    gone = standings_of(at, 1, EntrantNames(at, T), T).rows[-1]
    assert (gone.place, gone.names, gone.out, gone.shared) == (0, ("Ana",), True, False)


def test_a_knock_out_tells_where_it_ended_for_each() -> None:
    at = Played(KNOCK_OUT, people=8).to_the_end().at()
    found = [(row.place, row.names[0], row.reached) for row in standings_of(at, 3, EntrantNames(at, T), T).rows]
    assert found == [
        (1, "Ana", ""),
        (2, "Ben_", "lost the final"),
        (3, "Cleo", "won the match for third place"),
        (4, "Dan", "lost the match for third place"),
        *((5, name, "out in the quarter-finals") for name in ("Eve", "Fay", "Gus", "Hal")),
    ]
    semi = Played(KNOCK_OUT).round().pair().cup
    assert [out_in(semi, each, T) for each in (1, 3)] == ["", "out in the semi-finals"]
    cup = Played(KNOCK_OUT, people=16).round().cup
    assert [out_in(cup, each, T) for each in (1, 16)] == ["", "out in the round of 16"]


@pytest.mark.parametrize(
    ("rounds", "fields", "told"),
    [
        (1, {"next_at": 1_800_000_120.0, "waits_since": 1_800_000_000.0}, "The next round begins <t:1800000120:R>."),
        (
            1,
            {"waits_since": 1_800_000_000.0},
            "The organizer begins the next round with **Next round**. Everybody can do so <t:1800001800:R>.",
        ),
        (
            2,
            {"ends_at": 1_800_000_120.0},
            "All rounds are played. The organizer can correct results; the podium comes <t:1800000120:R>.",
        ),
        (1, {}, ""),
    ],
)
def test_the_message_after_a_round_tells_what_comes_next(rounds: int, fields: dict[str, float], told: str) -> None:
    played = Played()
    for _ in range(rounds):
        played.round()
    assert " ".join(next_lines(played.at(**fields), rounds, T)) == told
    # of an earlier round, and while another one is played, there is nothing to tell
    assert not list(next_lines(played.at(**fields), rounds - 1, T))
    if rounds == 1:
        assert list(next_lines(played.do(Paused()).at(**fields), rounds, T)) == ["The tournament is paused."]
        assert not list(next_lines(played.do(Resumed()).pair().at(**fields), 2, T))


# ------------------------------------------------------------------ brackets


def shown(played: Played, number: int) -> render.Bracket | None:
    at = played.at()
    return bracket_of(at, number, EntrantNames(at, T), T)


def test_a_bracket_begins_with_the_round_that_was_played_last() -> None:
    played = Played(KNOCK_OUT, people=16)
    names: list[list[str]] = []
    for number in range(1, 5):
        found = shown(played.round(), number)
        assert found is not None
        names.append([each.name for each in found.rounds])
        assert [len(each.matches) for each in found.rounds][-1] == 1
    stages = ["Round of 16", "Quarter-finals", "Semi-finals", "Final"]
    assert names == [stages, stages[1:], stages[2:], stages[2:]]
    over = shown(played.to_the_end(), 4)
    assert over is not None
    assert [each.name for each in over.rounds] == stages[1:]
    assert over.third is not None
    assert over.third.sides[0].won is not None


def test_a_bracket_knows_who_comes_next_and_not_who_comes_later() -> None:
    found = shown(Played(KNOCK_OUT, people=8).round(), 1)
    assert found is not None
    quarter, semi, final = found.rounds
    assert [side.won for match in quarter.matches for side in match.sides] == [True, False] * 4
    assert [side.names for side in semi.matches[0].sides] == [("Ana",), ("Dan",)]
    assert [side.names for side in final.matches[0].sides] == [(), ()]


def test_a_bracket_of_more_than_sixteen_sides_waits_until_so_many_are_left() -> None:
    names = [f"P{at}" for at in range(40)]
    played = Played(KNOCK_OUT, people=40, names=names).round()
    assert shown(played, 1) is None
    found = shown(played.round(), 2)
    assert found is not None
    assert [each.name for each in found.rounds] == ["Round of 16", "Quarter-finals", "Semi-finals", "Final"]
    assert all(len(side.names) == 1 for match in found.rounds[0].matches for side in match.sides)


def test_a_bracket_has_a_bye_where_nobody_meets() -> None:
    found = shown(Played(KNOCK_OUT, people=5).round(), 1)
    assert found is not None
    empty = [match for match in found.rounds[0].matches if match.empty]
    assert [match.sides[0].names for match in empty] == [("Ana",), ("Ben_",), ("Cleo",)]


# ------------------------------------------------------------------ podium


def podium(played: Played) -> list[str]:
    at = played.at()
    return podium_lines(at, standings_of(at, len(at.cup.rounds), EntrantNames(at, T), T).rows, T)


def test_a_podium_tells_the_first_three_with_their_figures_and_ties() -> None:
    assert podium(Played(ROUND_ROBIN).to_the_end()) == [
        "🥇 **Ana**: 3 wins, difference +270, points 300",
        "🥈 **Ben\\_**: 2 wins, difference +70, points 210",
        "🥉 **Cleo**: 1 win, difference −100, points 130",
        "-# 4 players · 3 rounds",
    ]


def test_a_podium_of_a_knock_out_tells_how_far_each_came() -> None:
    assert podium(Played(KNOCK_OUT, sides=Sides.PAIRS, people=8).to_the_end()) == [
        "🥇 **Ana** and **Ben\\_**",
        "🥈 **Cleo** and **Dan**: lost the final",
        "🥉 **Eve** and **Fay**: won the match for third place",
        "-# 4 pairs · 2 rounds",
    ]


def test_the_heading_of_a_round_has_its_colon_as_the_language_writes_it() -> None:
    told = texts(round_message(Played().pair().at(locale="fr"), 1))
    assert told.startswith("## Friday's \\*cup\\*\N{NO-BREAK SPACE}: Ronde 1 sur 2")


def test_the_podium_of_a_field_with_computers_says_that_they_have_no_places() -> None:
    lines = podium(Played(people=5, settings={"fill": True}).to_the_end())
    assert lines[-1] == "-# 5 players · 3 rounds · computers have no places"


def test_a_final_to_which_nobody_came_has_no_winner() -> None:
    def nobody(table: Table) -> Action:
        final = table.round == 2 and table.number == 1
        return Absent(table.round, table.number, (0, 1)) if final else lower_wins(table)

    assert podium(Played(KNOCK_OUT).to_the_end(nobody))[:3] == [
        "Nobody came to the final, so the tournament has no winner.",
        "🥈 **Ana**: lost the final, place shared",
        "🥈 **Ben\\_**: lost the final, place shared",
    ]


@pytest.mark.parametrize(
    ("absent", "told"), [((1,), True), ((), False), ((0, 1), False)], ids=["one side", "nobody", "both sides"]
)
async def test_a_win_without_a_match_is_explained_below_the_results(
    absent: tuple[int, ...], told: bool, world: World
) -> None:
    played = Played().pair()
    played.do(Absent(1, 1, absent) if absent else Finished(1, 1, 0, (100, 10)), Finished(1, 2, 0, (100, 10)))
    _, view = await standings_message(world.bot, played.at(as_text=True), 1)
    assert ("-# A win without a match counts with the average of one's own matches." in texts(view)) is told


@pytest.mark.parametrize(
    ("form", "words"),
    [
        (SWISS, ["Wins", "Buchholz", "Difference", "Points", "Direct encounter", "The lot"]),
        (ROUND_ROBIN, ["Wins", "Direct encounter", "Difference", "Points", "The lot"]),
    ],
)
def test_how_places_are_found_names_the_criteria_in_their_order(form: Any, words: list[str]) -> None:
    lines = how_lines(Played(form).cup, T)[1:-1]
    assert [each.split("**")[1] for each in lines] == words


def test_a_persons_buchholz_is_added_up_by_opponent() -> None:
    played = Played(people=5).round().round()
    at = played.at()
    for person in range(11, 16):
        entrant = at.cup.entrant_of(person)
        assert entrant is not None
        (row,) = [each for each in cups.standings(at.cup) if each.entrant == entrant.id]
        (told,) = own_buchholz(at, person, T)
        assert told.startswith(f"Your Buchholz is {quarters(row.buchholz)} (")
        assert told.count(": ") == 2
    assert not [*own_buchholz(at, 99, T)]
    assert not [*own_buchholz(Played(KNOCK_OUT).round().at(), 11, T)]


@pytest.mark.parametrize(
    ("name", "slug"),
    [
        ("Friday night", "friday-night"),
        ("Dominó «Café» #3", "domino-cafe-3"),
        ("../../etc", "etc"),
        ("杯", "cup"),
        ("a" * 60, "a" * 40),
    ],
)
def test_files_are_called_by_the_tournament(name: str, slug: str) -> None:
    assert slug_of(name) == slug


@pytest.mark.parametrize(
    ("podiums", "told"),
    [
        ([], ""),
        ([Podium("a", "Friday", 1)], "Tournaments: 🥇 1. Last: 🥇 Friday."),
        (
            [Podium("a", "*Fri*", 2), *[Podium("b", "Old", 1)] * 4],
            "Tournaments: 🥇 4 · 🥈 1. Last: 🥈 \\*Fri\\*, 🥇 Old and 🥇 Old.",
        ),
    ],
)
def test_a_persons_places_are_counted_and_the_newest_named(podiums: list[Podium], told: str) -> None:
    assert places_line(podiums, T) == told


def test_no_text_of_a_cup_has_its_seed_or_mentions_anybody() -> None:
    at = Played(people=8).round().at()
    names = EntrantNames(at, T)
    about = standings_of(at, 1, names, T)
    told = [texts(round_message(at, 1)), render.standings_alt(about, T), render.standings_text(about, T)]
    for text in told:
        assert "<@" not in text
        assert at.header.seed.reveal() not in text
        assert all(name.strip("_") in text for name in NAMES[:8])
