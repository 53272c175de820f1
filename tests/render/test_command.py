"""Tests of ``python -m render``: moments and replays of any record, and whole sets of tiles."""

from __future__ import annotations

import io
import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, Literal

import pytest

import render
from engine import match
from engine.actions import Deal
from engine.game import State
from engine.record import loads, replay
from engine.view import View
from render.__main__ import main
from render.i18n import translations
from render.text.markdown import unformat
from tests.render.games import WORDS

ROOT = Path(__file__).parents[2]
GOLDEN = ROOT / "tests" / "engine" / "record" / "golden"
RECORD = GOLDEN / "express-pairs.record.json"
NAMES = ["Player 1", "Player 2", "Player 3", "Player 4"]

Capture = pytest.CaptureFixture[str]
Drawn = Callable[..., bytes]
Refused = Callable[..., str]


def deals(text: str | bytes) -> list[list[State]]:
    """The states of each deal of a record, the deal itself first."""
    found: list[list[State]] = []
    for action, state in replay(loads(text)):
        if isinstance(action, Deal):
            found.append([])
        found[-1].append(state)
    return found


DEALS = deals(RECORD.read_bytes())


def seen(deal: int, action: int, seat: int | None = None) -> View:
    return match.view(DEALS[deal - 1][action], seat)


@pytest.fixture
def drawn(tmp_path: Path, capsys: Capture) -> Drawn:
    def run(*arguments: str, record: str = str(RECORD), to: str = "out.png") -> bytes:
        assert main([*filter(None, [record]), *arguments, "-o", str(tmp_path / to)]) == 0
        assert capsys.readouterr() == ("", "")
        assert [each.name for each in tmp_path.iterdir() if each.suffix != ".json"] == [to]
        return (tmp_path / to).read_bytes()

    return run


@pytest.fixture
def refused(tmp_path: Path, capsys: Capture) -> Refused:
    """Run a command that fails and leaves nothing new in a folder; return what it says on its one line."""

    def run(*arguments: str, record: str = str(RECORD), to: str = "out.png") -> str:
        before = sorted(tmp_path.iterdir())
        assert main([*filter(None, [record]), *arguments, *(["-o", str(tmp_path / to)] if to else [])]) == 2
        out, err = capsys.readouterr()
        assert (out, len(err.splitlines()), sorted(tmp_path.iterdir())) == ("", 1, before)
        return err

    return run


def edited(tmp_path: Path, **changes: object) -> str:
    """A record with other keys at its top level, as a file."""
    file = tmp_path / "edited.json"
    file.write_text(json.dumps({**json.loads(RECORD.read_bytes()), **changes}))
    return str(file)


def test_an_action_is_counted_over_all_deals(drawn: Drawn) -> None:
    first = len(DEALS[0]) - 1
    assert drawn("--at", "5") == render.table(seen(1, 5), NAMES, WORDS)
    assert drawn("--at", f"{first + 5}") == render.table(seen(2, 5), NAMES, WORDS)


def test_a_deal_before_its_first_action_is_its_action_0(drawn: Drawn) -> None:
    assert drawn("--at", "0") == drawn("--at", "1:0") == render.table(seen(1, 0), NAMES, WORDS)
    assert drawn("--at", "2:0") == render.table(seen(2, 0), NAMES, WORDS)


def test_the_last_action_of_a_deal_shows_its_result_in_both_ways_of_counting(drawn: Drawn) -> None:
    last = len(DEALS[0]) - 1
    result = render.deal_end(seen(1, last), NAMES, WORDS)
    assert drawn("--at", f"{last}") == drawn("--at", f"1:{last}") == result


def test_without_a_moment_it_is_the_end_of_the_record(drawn: Drawn) -> None:
    view = seen(len(DEALS), -1)
    assert view.finished
    assert drawn() == render.deal_end(view, NAMES, WORDS)


def test_a_seat_is_shown_its_own_hand(drawn: Drawn) -> None:
    for seat in range(4):
        assert drawn("--at", "2:5", "--seat", str(seat)) == render.hand(seen(2, 5, seat), NAMES, WORDS)


def test_a_language_is_that_of_its_catalog(drawn: Drawn) -> None:
    french = translations("fr")
    names = ["Joueur 1", "Joueur 2", "Joueur 3", "Joueur 4"]
    assert drawn("--at", "2:5", "--lang", "fr") == render.table(seen(2, 5), names, french)
    assert drawn("--at", "2:5", "--lang", "en") == drawn("--at", "2:5")


@pytest.mark.parametrize("theme", render.THEMES)
def test_a_theme_is_drawn_in(theme: str, drawn: Drawn) -> None:
    look = render.THEMES[theme]
    assert drawn("--at", "2:5", "--theme", theme) == render.table(seen(2, 5), NAMES, WORDS, look)
    assert drawn("--at", "2:5", "--seat", "1", "--theme", theme) == render.hand(seen(2, 5, 1), NAMES, WORDS, look)
    assert drawn("--theme", theme) == render.deal_end(seen(len(DEALS), -1), NAMES, WORDS, look)
    assert drawn("--set", "9", "--theme", theme, record="") == render.tile_set(9, WORDS, look)


def test_megabytes_of_a_name_are_as_much_of_it_as_has_room(drawn: Drawn, tmp_path: Path) -> None:
    record = edited(tmp_path, players=["m" * 5_000_000])
    assert drawn("--at", "2:5", record=record) == render.table(seen(2, 5), ["m" * 200, *NAMES[1:]], WORDS)


def test_a_text_tells_what_the_picture_shows(drawn: Drawn) -> None:
    for arguments, text in (
        (["--at", "2:5"], render.table_text(seen(2, 5), NAMES, WORDS)),
        (["--at", "2:5", "--seat", "1"], render.hand_text(seen(2, 5, 1), NAMES, WORDS)),
        ([], render.deal_end_text(seen(len(DEALS), -1), NAMES, WORDS)),
    ):
        assert drawn(*arguments, to="out.txt").decode() == f"{text.replace('**', '')}\n"


def test_a_text_in_a_file_has_no_markdown(drawn: Drawn, tmp_path: Path) -> None:
    told = drawn("--at", "2:5", to="out.txt", record=edited(tmp_path, players=["*A_na*", "**B**"])).decode()
    assert "\n*A_na*: " in told
    assert "\n**B**: " in told
    assert "\\" not in told
    assert "**Open" not in told
    assert unformat("a\n```\n 1 2\n```") == "a\n 1 2\n"


@pytest.mark.long
@pytest.mark.parametrize("form", ["gif", "webp"])
def test_a_moving_picture_plays_the_whole_deal_that_holds_the_moment(
    form: Literal["gif", "webp"], drawn: Drawn
) -> None:
    for arguments, deal in ((["--at", "2:5"], 2), (["--at", "3"], 1), ([], len(DEALS))):
        views = [match.view(state, None) for state in DEALS[deal - 1]]
        again = render.replay(views, NAMES, WORDS, render.THEMES["dark"], form)
        assert drawn(*arguments, "--theme", "dark", to=f"out.{form}") == again


@pytest.mark.long
def test_a_set_is_drawn_without_a_record(drawn: Drawn) -> None:
    french = translations("fr")
    for top in render.TILE_SETS:
        assert drawn("--set", str(top), record="") == render.tile_set(top, WORDS)
        assert drawn("--set", str(top), "--lang", "fr", record="") == render.tile_set(top, french)
    assert drawn("--set", "6", "--paper", record="") == render.tile_set_sheet(6, WORDS)


@pytest.mark.parametrize(
    ("players", "names"),
    [
        ("Ana", NAMES),
        ({"0": "Ana"}, NAMES),
        (["Ana"], ["Ana", *NAMES[1:]]),
        ([7, "Ben", None, "Dee", "Eve"], ["Player 1", "Ben", "Player 3", "Dee"]),
    ],
)
def test_a_player_without_a_name_in_the_record_has_a_number(
    players: object, names: list[str], drawn: Drawn, tmp_path: Path
) -> None:
    assert drawn("--at", "2:5", record=edited(tmp_path, players=players)) == render.table(seen(2, 5), names, WORDS)


def test_a_record_comes_from_standard_input(drawn: Drawn, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(RECORD.read_bytes())))
    assert drawn("--at", "5", record="-") == render.table(seen(1, 5), NAMES, WORDS)


@pytest.mark.sampled
@pytest.mark.parametrize("record", sorted(GOLDEN.glob("*.record.json")), ids=lambda file: file.name.split(".")[0])
def test_every_golden_record_can_be_drawn(record: Path, drawn: Drawn) -> None:
    middle = len(deals(record.read_bytes())[0]) // 2
    for arguments in ([], ["--at", f"1:{middle}"], ["--at", f"1:{middle}", "--seat", "1"]):
        assert drawn(*arguments, record=str(record))[:8] == b"\x89PNG\r\n\x1a\n"


# ---------------------------------------------------------------------- what can't be done


def spoiled(**changes: object) -> Callable[[dict[str, Any]], dict[str, Any]]:
    return lambda whole: {**whole, **changes}


def with_an_illegal_action(whole: dict[str, Any]) -> dict[str, Any]:
    whole["deals"][1]["actions"][4] = "0 flip 1"
    return whole


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["--at", "99999"], "--at: the record has actions 0 to "),
        (["--at", "99:1"], "--at: the record has deals 1 to "),
        (["--at", "0:1"], "--at: the record has deals 1 to "),
        (["--at", "2:99"], "--at: deal 2 has actions 0 to "),
        (["--at", "x"], "'x' is neither an action's number nor DEAL:ACTION"),
        (["--at", "-1"], "'-1' is neither"),
        (["--at", "²"], "'²' is neither"),
        (["--at", "1:2:3"], "'1:2:3' is neither"),
        (["--seat", "4"], "--seat: the record has seats 0 to 3, not 4"),
        (["--seat", "-1"], "--seat: the record has seats 0 to 3, not -1"),
        (["--seat", "north"], "argument --seat: invalid int value: 'north'"),
        (["--lang", "tlh"], "argument --lang: invalid choice: 'tlh'"),
        (["--theme", "pink"], "argument --theme: invalid choice: 'pink'"),
        (["--colour"], "unrecognized arguments: --colour"),
        (["--set", "6"], "either RECORD or --set is required, and not both"),
        (["--paper"], "--paper goes with --set"),
    ],
)
def test_an_impossible_request_is_refused_on_one_line(arguments: list[str], says: str, refused: Refused) -> None:
    assert says in refused(*arguments)


@pytest.mark.parametrize(
    ("spoil", "says"),
    [
        (spoiled(format="x"), "{file} is not a game record (the format is not domino-record/1)"),
        (spoiled(deals=[]), "{file} is not a game record (there is no deal)"),
        (spoiled(rules="chess\n\x1b[2J"), "deal 0, action 0: there is no rule set"),
        (with_an_illegal_action, "deal 2, action 5: "),
    ],
)
def test_a_record_that_is_wrong_anywhere_is_not_drawn(
    spoil: Callable[[dict[str, Any]], dict[str, Any]], says: str, tmp_path: Path, refused: Refused
) -> None:
    file = tmp_path / "record.json"
    file.write_text(json.dumps(spoil(json.loads(RECORD.read_bytes()))))
    err = refused("--at", "1", record=str(file))
    assert err.startswith(says.format(file=file))
    assert "\x1b" not in err


def test_a_file_that_is_missing_or_not_json_is_told_by_its_name(tmp_path: Path, refused: Refused) -> None:
    file = tmp_path / "notes.txt"
    file.write_text("none")
    assert refused(record=str(file)).startswith(f"{file} is not a game record (not JSON: ")
    assert "none.json" in refused(record=str(tmp_path / "none.json"))


def test_a_file_without_a_known_ending_is_not_begun(refused: Refused) -> None:
    for name in ("out.jpg", "out", ".png"):
        assert refused(to=name).startswith(f"--output: '{name}' does not end in .png")


def test_a_place_that_can_not_be_written_is_told(tmp_path: Path, refused: Refused) -> None:
    (tmp_path / "folder.png").mkdir()
    for name in ("folder.png", "missing/out.png"):
        assert refused(to=name).startswith(f"--output: {tmp_path / name} can't be written: ")


def test_options_of_single_moments_are_refused_for_replays_and_sets(refused: Refused) -> None:
    for form in ("gif", "webp"):
        assert refused("--seat", "1", to=f"out.{form}") == f"--seat: a .{form} shows what everybody sees\n"
        refusal = refused("--set", "6", record="", to=f"out.{form}")
        assert refusal == f"--output: 'out.{form}' does not end in .png\n"
    for more in (["--at", "1"], ["--seat", "0"]):
        assert refused("--set", "6", *more, record="") == "--at and --seat go with RECORD\n"
    assert "invalid choice: 7" in refused("--set", "7", record="")


def test_a_command_without_its_arguments_is_told(refused: Refused) -> None:
    assert refused(record="", to="") == "the following arguments are required: -o/--output\n"
    assert refused(record="") == "either RECORD or --set is required, and not both\n"


# ---------------------------------------------------------------------- as a process


@pytest.mark.long
def test_a_process_draws_and_says_nothing(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "render", str(RECORD), "--at", "2:5", "-o", str(tmp_path / "OUT.PNG")]
    done = subprocess.run(command, capture_output=True, cwd=ROOT, timeout=60, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")
    assert (tmp_path / "OUT.PNG").read_bytes() == render.table(seen(2, 5), NAMES, WORDS)


def test_pictures_are_drawn_without_a_bot_in_memory() -> None:
    code = "import sys, render.__main__; print([each for each in ('discord', 'aiosqlite') if each in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, cwd=ROOT, timeout=60, check=True)
    assert done.stdout.strip() == b"[]"
