"""Tests of the engine from the shell."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from contextlib import suppress
from multiprocessing import active_children
from pathlib import Path
from typing import Any

import pytest

import engine.__main__
import render.__main__
from engine.__main__ import main
from engine.bots.tournament import process_pool
from engine.cli.commands import MAX_FILE_BYTES, PIPE_CLOSED
from engine.record import loads, replay
from engine.rules import RULE_SETS
from tests.engine import oracle
from tests.engine.cli.shell import Capture, given_on_standard_input, printed, refused

ROOT = Path(__file__).parents[3]
RECORD = Path(__file__).parents[1] / "record" / "golden" / "express-pairs.record.json"


def play(capsys: Capture, *arguments: str) -> str:
    (line,) = printed(capsys, "play", *arguments)
    return line


@pytest.mark.parametrize("command", ["replay", "verify", "choose"])
def test_a_file_without_end_is_refused(
    command: str, tmp_path: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    data = bytes(MAX_FILE_BYTES + 1)
    file = tmp_path / "endless"
    file.write_bytes(data)
    given_on_standard_input(monkeypatch, data)
    for name in (str(file), "-"):
        assert refused(capsys, command, name) == f"{name} is larger than 16 MB"


@pytest.mark.parametrize(
    ("run", "inner", "arguments"),
    [(engine.__main__, "_rules", ["rules"]), (render.__main__, "_file", ["record.json", "-o", "table.png"])],
)
def test_ctrl_c_ends_a_command_without_a_word(
    run: Any, inner: str, arguments: list[str], capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(run, inner, interrupted)
    assert run.main(arguments) == 130
    assert capsys.readouterr() == ("", "")


def test_ctrl_c_ends_the_processes_in_which_computers_play() -> None:
    before = set(active_children())
    with suppress(KeyboardInterrupt), process_pool(2) as pool:
        assert pool is not None
        assert pool.submit(signal.getsignal, signal.SIGINT).result() is signal.SIG_IGN
        pool.submit(time.sleep, 60)
        raise KeyboardInterrupt
    assert set(active_children()) <= before


@pytest.mark.parametrize("rules", ["express", "express-it"])
@pytest.mark.parametrize("seats", ["2", "3", "4"])
def test_play_prints_the_record_of_a_whole_legal_match(rules: str, seats: str, capsys: Capture) -> None:
    text = play(capsys, "--rules", rules, "--seats", seats, "--seed", "3")
    *_, (_, state) = replay(loads(text))
    assert state.finished
    assert oracle.trace(json.loads(text))[-1]["finished"]


def test_the_same_seed_gives_the_same_match_and_another_one_another(capsys: Capture) -> None:
    same = {play(capsys, "--rules", "express", "--seats", "3", "--seed", "8") for _ in range(3)}
    assert len(same) == 1
    assert play(capsys, "--rules", "express", "--seats", "3", "--seed", "9") not in same


def test_without_a_seed_every_match_differs(capsys: Capture) -> None:
    assert len({play(capsys, "--rules", "express", "--seats", "2") for _ in range(4)}) == 4


def test_a_seed_does_not_stand_in_the_record(capsys: Capture) -> None:
    assert "seed" not in json.loads(play(capsys, "--rules", "express", "--seats", "2", "--seed", "8"))


def test_play_takes_house_rules(capsys: Capture) -> None:
    options = {"pairs": True, "target": 50}
    text = play(capsys, "--rules", "express", "--seats", "4", "--seed", "1", "--options", json.dumps(options))
    assert json.loads(text)["options"] == {"target": 50, "pairs": True, "blocked_pairs": "all"}
    *_, (_, state) = replay(loads(text))
    assert state.teams == ((0, 2), (1, 3))


@pytest.mark.parametrize("rules", ["dominicano", "quinientos", "doscientos", "cubano", "dupla"])
@pytest.mark.parametrize("options", [{}, {"capicua": "plain"}])
def test_play_always_writes_what_counts_as_capicua(rules: str, options: dict[str, str], capsys: Capture) -> None:
    text = play(capsys, "--rules", rules, "--seats", "4", "--seed", "1", "--options", json.dumps(options))
    assert json.loads(text)["options"]["capicua"] == options.get("capicua", "either")


def test_play_stops_after_so_many_deals(capsys: Capture) -> None:
    text = play(capsys, "--rules", "express", "--seats", "4", "--seed", "10", "--deals", "2")
    assert len(json.loads(text)["deals"]) == 2
    *_, (_, state) = replay(loads(text))
    assert len(state.results) == 2
    assert not state.finished


def test_play_ends_with_the_match_even_where_more_deals_were_asked_for(capsys: Capture) -> None:
    text = play(capsys, "--rules", "express", "--seats", "2", "--seed", "1", "--deals", "500")
    *_, (_, state) = replay(loads(text))
    assert state.finished


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["--rules", "chess", "--seats", "2"], "there is no rule set 'chess'"),
        (["--rules", "express", "--seats", "5"], "express is for 2 to 4 players, not 5"),
        (["--rules", "express", "--seats", "2", "--options", '{"pairs": true}'], "express in pairs is for 4 players"),
        (["--rules", "express", "--seats", "2", "--options", '{"x": 1}'], "express has no option 'x'"),
        *((["--rules", "express", "--seats", "2", "--options", text], "") for text in ("[]", "{", "[" * 100_000)),
    ],
)
def test_play_refuses_what_the_rules_do_not_offer(arguments: list[str], says: str, capsys: Capture) -> None:
    assert says in refused(capsys, "play", *arguments)


@pytest.mark.parametrize(
    "arguments",
    [
        *([], ["dance"], ["replay"], ["play"], ["play", "--rules", "express"]),
        ["play", "--rules", "express", "--seats", "two"],
        ["play", "--rules", "express", "--seats", "2", "--deals", "0"],
        ["play", "--rules", "express", "--seats", "2", "--seed", "x"],
    ],
)
def test_a_command_of_another_form_ends_with_status_2(arguments: list[str], capsys: Capture) -> None:
    with pytest.raises(SystemExit) as caught:
        main(arguments)
    assert caught.value.code == 2
    assert capsys.readouterr().out == ""


def test_replay_reads_standard_input(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    given_on_standard_input(monkeypatch, RECORD.read_bytes())
    (line,) = printed(capsys, "replay", "-")
    assert json.loads(line)["finished"]


def test_rules_lists_the_rule_sets(capsys: Capture) -> None:
    lines = printed(capsys, "rules")
    assert [line.split(":")[0] for line in lines] == [*RULE_SETS]
    assert lines[0] == "express: Domino Express, 2-4 players, source 000"
    assert "mata-alsace: Mata (Alsace), 2-5 players, source 003, Alsace" in lines


def test_rules_tells_one_rule_set_with_its_options(capsys: Capture) -> None:
    lines = printed(capsys, "rules", "express-it")
    assert any("with any tile but a double" in line for line in lines)
    assert "  option target: 50, 100, 150, 200 (default 100)" in lines
    assert "  option pairs: false, true (default false)" in lines
    (capicua,) = [line for line in printed(capsys, "rules", "cubano") if line.startswith("  option capicua:")]
    assert '"either", "plain" (default "either"; "plain" in a record without it); matters where' in capicua
    assert '  option blocked_pairs: "all", "opponents" (default "all"); matters where pairs is true' in lines


def test_rules_refuses_a_rule_set_that_is_not_there(capsys: Capture) -> None:
    assert refused(capsys, "rules", "chess") == "there is no rule set 'chess'"


# ---------------------------------------------------------------------- as a process


def shell(*arguments: str, given: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    command = [sys.executable, "-m", "engine", *arguments]
    return subprocess.run(command, input=given, capture_output=True, cwd=ROOT, timeout=60, check=False)


@pytest.mark.long
def test_a_match_played_by_one_process_is_replayed_by_another_from_its_standard_input() -> None:
    played = shell("play", "--rules", "express-it", "--seats", "4", "--options", '{"pairs": true}', "--seed", "5")
    assert (played.returncode, played.stderr) == (0, b"")
    replayed = shell("replay", "-", "--trace", given=played.stdout)
    assert (replayed.returncode, replayed.stderr) == (0, b"")
    lines: list[Any] = [json.loads(line) for line in replayed.stdout.splitlines()]
    assert lines == oracle.trace(json.loads(played.stdout))


@pytest.mark.sampled(1)
@pytest.mark.parametrize(
    "given",
    [b"", b"\xff\x00noise" * 1000, b"[" * 1_000_000, RECORD.read_bytes()[:-40]],
    ids=["", "noise", "deep", "cut"],
)
def test_a_process_refuses_noise_with_status_2_and_one_line(given: bytes) -> None:
    done = shell("replay", "-", given=given)
    assert (done.returncode, done.stdout, len(done.stderr.splitlines())) == (2, b"", 1)
    assert done.stderr.startswith(b"deal 0, action 0: not JSON")


def test_a_process_can_say_what_no_terminal_can_show() -> None:
    text = RECORD.read_text(encoding="utf-8").replace("start", "\\ud800\\u001b[2J", 1)
    done = shell("replay", "-", given=text.encode())
    assert (done.returncode, done.stdout, len(done.stderr.splitlines())) == (2, b"", 1)
    assert done.stderr.startswith(b"deal 1, action 1: there is no end ")
    assert b"\x1b" not in done.stderr


def test_output_in_an_encoding_that_lacks_a_character_replaces_the_character() -> None:
    command = [sys.executable, "-m", "engine", "rules", "parejas"]
    encoding = {**os.environ, "PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"}
    told = subprocess.run(command, capture_output=True, cwd=ROOT, env=encoding, timeout=60, check=False)
    assert (told.returncode, told.stderr) == (0, b"")
    assert told.stdout.startswith(b"parejas: Domin? por parejas, 4 players")


@pytest.mark.sampled(1)
@pytest.mark.parametrize("arguments", [["engine", "rules"], ["engine", "--help"], ["render", "--help"]])
def test_a_reader_who_closes_the_pipe_ends_a_command_without_a_word(arguments: list[str]) -> None:
    command = [sys.executable, "-m", *arguments]
    buffered = {**os.environ, "PYTHONUNBUFFERED": ""}
    reader, writer = os.pipe()
    os.close(reader)
    try:
        ended = subprocess.run(
            command, stdout=writer, stderr=subprocess.PIPE, cwd=ROOT, env=buffered, timeout=60, check=False
        )
    finally:
        os.close(writer)
    assert (ended.returncode, ended.stderr) == (PIPE_CLOSED, b"")
