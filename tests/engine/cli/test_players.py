"""Tests of players from the shell: standings, records, and a computer's choice."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from engine import match, random_deal
from engine.actions import parse_move
from engine.bots.choose import choose_move
from engine.cli.commands import in_columns, percentile
from engine.record import dumps, loads, replay
from tests.engine import oracle
from tests.engine.cli.shell import Capture, given_on_standard_input, printed, refused

GOLDEN = Path(__file__).parents[1] / "record" / "golden"


def standings(capsys: Capture, *arguments: str) -> list[str]:
    return printed(capsys, "play", "--workers", "1", "--seed", "4", *arguments)


# ---------------------------------------------------------------------- standings


def test_standings_have_a_line_for_each_seat_below_each_other(capsys: Capture) -> None:
    lines = standings(capsys, "--rules", "express", "--players", "heaviest,easy,random", "--deals", "7")
    assert lines[0] == "express, 3 players: 7 deals, 7 decided; a fair share is 33.3 %"
    assert lines[1].split() == ["seat", "player", "wins", "share", "95", "%", "interval", "points"]
    assert [line.split()[:2] for line in lines[2:]] == [["0", "heaviest"], ["1", "easy"], ["2", "random"]]
    assert len({len(line) for line in lines[1:]}) == 1
    assert sum(float(line.split()[2]) for line in lines[2:]) == 7


def test_the_same_seed_gives_the_same_standings_and_another_one_others(capsys: Capture) -> None:
    what = ("play", "--workers", "1", "--rules", "mata", "--players", "heaviest,random", "--deals", "6", "--seed")
    one = printed(capsys, *what, "1")
    assert printed(capsys, *what, "1") == one
    assert printed(capsys, *what, "2") != one


def test_standings_of_pairs_give_both_partners_the_wins_of_their_pair(capsys: Capture) -> None:
    what = ("--rules", "express", "--players", "heaviest,random,easy,points", "--options", '{"pairs": true}')
    lines = standings(capsys, *what, "--deals", "8")
    assert lines[0].startswith("express, 4 players, two pairs: 8 deals, 8 decided; a fair share is 50 %")
    wins = [float(line.split()[2]) for line in lines[2:]]
    assert wins[0] == wins[2] == 8 - wins[1] == 8 - wins[3]


def test_the_order_of_names_does_not_matter_since_everybody_sits_everywhere(capsys: Capture) -> None:
    what = ("--rules", "express", "--deals", "10", "--players")
    one, two = (standings(capsys, *what, names)[2:] for names in ("heaviest,random", "random,heaviest"))
    assert [line.split()[1:] for line in one] == [line.split()[1:] for line in reversed(two)]


def test_one_name_can_be_for_all_seats(capsys: Capture) -> None:
    lines = standings(capsys, "--rules", "classic", "--players", "random", "--seats", "4", "--deals", "2")
    assert [line.split()[1] for line in lines[2:]] == ["random"] * 4


def test_standings_of_whole_matches_go_to_their_end(capsys: Capture) -> None:
    lines = standings(capsys, "--rules", "all-fives", "--players", "points,heaviest", "--matches", "3")
    assert lines[0] == "all-fives, 2 players: 3 matches, 3 decided; a fair share is 50 %"
    assert max(float(line.split()[-1]) for line in lines[2:]) > 60


def test_times_are_told_only_where_they_are_asked_for(capsys: Capture) -> None:
    what = ("--rules", "classic", "--players", "easy,random", "--deals", "2")
    assert standings(capsys, *what)[1].split()[-1] == "points"
    lines = standings(capsys, *what, "--times")
    assert lines[1].split()[-4:] == ["ms", "p95", "max", "choices"]
    assert int(lines[2].split()[-1]) > 3


def test_a_deal_that_nobody_wins_is_left_out_of_the_shares(capsys: Capture) -> None:
    lines = standings(capsys, "--rules", "accountants", "--players", "random,random,random", "--deals", "30")
    decided = int(lines[0].split(" decided")[0].split()[-1])
    assert 0 < decided < 30
    assert sum(float(line.split()[2]) for line in lines[2:]) == pytest.approx(decided, abs=0.05)


# ---------------------------------------------------------------------- records


def test_players_record_a_legal_match(capsys: Capture) -> None:
    what = ("--rules", "all-fives", "--options", '{"target": "one-deal"}', "--seed", "2")
    (text,) = printed(capsys, "play", *what, "--players", "points,easy,expert", "--effort", "20", "--record")
    *_, (_, state) = replay(loads(text))
    assert state.finished
    assert oracle.trace(json.loads(text))[-1]["finished"]


def test_random_players_record_the_match_that_seats_alone_give(capsys: Capture) -> None:
    what = ("play", "--rules", "classic-draw", "--seats", "3", "--seed", "6")
    assert printed(capsys, *what, "--players", "random", "--record") == printed(capsys, *what)


def test_a_recorded_match_stops_after_so_many_deals(capsys: Capture) -> None:
    what = ("--rules", "express", "--players", "easy,random", "--deals", "2", "--seed", "1")
    (text,) = printed(capsys, "play", *what, "--record")
    assert len(json.loads(text)["deals"]) == 2


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["--players", "deep,random"], "there is no player 'deep', but random, heaviest, points, easy, normal, expert"),
        (["--players", "random,"], "there is no player ''"),
        (["--players", "random"], "--players names one player: --seats says how many of it play"),
        (["--players", "random,easy", "--seats", "3"], "--players names 2, and --seats says 3"),
        (["--players", "random", "--seats", "9"], "express is for 2 to 4 players, not 9"),
        (["--players", "random", "--seats", "-5"], "--players names 1, and --seats says -5"),
        (["--players", "easy,random", "--deals", "1", "--matches", "1"], "either --deals or --matches, not both"),
        (["--seats", "2", "--times"], "--matches and --times are for standings"),
        (["--players", "easy,random", "--record", "--matches", "1"], "--matches and --times are for standings"),
        (["--players", "easy,random", "--options", "[]"], "--options is not a JSON object"),
    ],
)
def test_play_refuses_players_that_can_not_be_seated(arguments: list[str], says: str, capsys: Capture) -> None:
    assert says in refused(capsys, "play", "--rules", "express", *arguments)


# ---------------------------------------------------------------------- choosing


def position(tmp_path: Path, rules: str, seats: int, moves: int) -> tuple[str, match.State]:
    """Write the record of a deal after so many moves, each the last that is legal; return its path and the state."""
    state = match.new(rules, seats)
    action = random_deal(state, 5)
    state, _ = match.apply(state, action)
    actions = [action]
    for _ in range(moves):
        actions.append(match.legal(state)[-1])
        state, _ = match.apply(state, actions[-1])
    path = tmp_path / "record.json"
    path.write_text(dumps(rules, seats, state.options, tuple(actions)), encoding="utf-8")
    return str(path), state


@pytest.mark.parametrize("level", ["easy", "normal", "expert"])
@pytest.mark.parametrize("rules", ["express", "memory", "mexican-train"])
def test_choose_tells_the_action_first_and_then_every_option(
    rules: str, level: str, tmp_path: Path, capsys: Capture
) -> None:
    path, state = position(tmp_path, rules, 3, 3)
    first, *options = printed(capsys, "choose", path, "--level", level, "--effort", "200")
    assert parse_move(first) in match.legal(state)
    assert [parse_move(line.split("  ")[0]) for line in options] == list(match.legal(state))
    assert all(" % " in line and " tries" in line for line in options)
    chosen = [line for line in options if not line.endswith("tries")]
    assert len(chosen) == 1
    assert chosen[0].startswith(first)


def test_choose_knows_nothing_but_what_the_seat_in_turn_may_know(
    tmp_path: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, state = position(tmp_path, "express", 3, 4)
    asked: list[tuple[object, ...]] = []

    def noting(*arguments: object) -> object:
        asked.append(arguments)
        return choose_move(*arguments)  # type: ignore[arg-type]

    monkeypatch.setattr("engine.__main__.choose_move", noting)
    printed(capsys, "choose", path, "--level", "normal", "--seed", "7", "--effort", "30")
    assert asked == [(match.view(state, state.turn), match.flipped(state), "normal", 7, 30)]


def test_choose_prints_a_json_object(tmp_path: Path, capsys: Capture) -> None:
    path, state = position(tmp_path, "express", 2, 2)
    (line,) = printed(capsys, "choose", path, "--json", "--effort", "200")
    told = json.loads(line)
    assert [each["action"] for each in told["options"]] == [str(move) for move in match.legal(state)]
    assert told["action"] in [each["action"] for each in told["options"]]
    assert isinstance(told["motive"], str)
    assert all(0 <= each["worth"] <= 1 and each["tries"] >= 0 for each in told["options"])


def test_choose_reads_standard_input(tmp_path: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    path, _ = position(tmp_path, "express", 2, 2)
    given_on_standard_input(monkeypatch, Path(path).read_bytes())
    from_input = printed(capsys, "choose", "-", "--level", "easy")
    assert from_input == printed(capsys, "choose", path, "--level", "easy")


def test_choose_refuses_a_match_that_is_over(capsys: Capture) -> None:
    assert refused(capsys, "choose", str(GOLDEN / "express-pairs.record.json")) == "the match is over"


def test_choose_refuses_a_record_that_awaits_a_deal(tmp_path: Path, capsys: Capture) -> None:
    record = json.loads((GOLDEN / "express-two.record.json").read_bytes())
    path = tmp_path / "between.json"
    path.write_text(json.dumps({**record, "deals": record["deals"][:1]}), encoding="utf-8")
    assert refused(capsys, "choose", str(path)) == "the deal is over, and nobody is in turn"


def test_choose_refuses_a_missing_file_a_broken_record_and_an_unknown_level(tmp_path: Path, capsys: Capture) -> None:
    path, _ = position(tmp_path, "express", 2, 2)
    assert refused(capsys, "choose", path, "--level", "deep") == "there is no level 'deep', but easy, normal, expert"
    assert "nowhere.json" in refused(capsys, "choose", str(tmp_path / "nowhere.json"))
    broken = tmp_path / "broken.json"
    broken.write_text(Path(path).read_text(encoding="utf-8")[:-5], encoding="utf-8")
    assert refused(capsys, "choose", str(broken)).startswith("deal 0, action 0: not JSON")


# ---------------------------------------------------------------------- tables


def test_columns_stand_below_each_other() -> None:
    lines = list(in_columns([["a", "bc", "d"], ["long", "e", "fgh"]], left=(0, 2)))
    assert lines == ["a     bc  d\n", "long   e  fgh\n"]


def test_a_percentile_is_one_of_the_values() -> None:
    assert percentile([5, 1, 4, 2, 3], 50) == 3
    assert percentile(range(1, 101), 95) == 95
    assert percentile([7], 95) == 7
