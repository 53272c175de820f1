"""Tests of the settings: each is explained in .env.example, and a wrong one is named in one line."""

from __future__ import annotations

import re
from pathlib import Path
from typing import NamedTuple
from unittest.mock import Mock

import pytest

import bot
import launch
import settings
from engine.live.database.address import DatabaseURL
from engine.live.database_store import DatabaseStore
from settings import BadSetting, Settings

EXAMPLE = (Path(settings.__file__).parent / ".env.example").read_text(encoding="utf-8")
TOKEN = "MTk4NjIyNDgzNDcxOTI1MjQ4.Cl2FMQ.ZnCjm1XVW7vRze4b7Cq4se7kKWs"


class Explained(NamedTuple):
    """A setting in .env.example, with the comment above it."""

    value: str
    commented: bool
    comment: str


def explained(text: str = EXAMPLE) -> dict[str, Explained]:
    """Read .env.example as its readers do: a comment, then the setting, blank lines between."""
    found: dict[str, Explained] = {}
    for paragraph in text.split("\n\n"):
        *comment, last = paragraph.strip().splitlines()
        line = re.fullmatch(r"(#?)([A-Z_]+)=(.*)", last)
        if line is not None:
            said = " ".join(each.removeprefix("#").strip() for each in comment if each.startswith("# "))
            found[line[2]] = Explained(line[3], bool(line[1]), said)
    return found


@pytest.fixture(autouse=True)
def bare(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """Nothing set, and no .env: an owner's first start."""
    for name in Settings.model_fields:
        monkeypatch.delenv(name.upper(), raising=False)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_every_setting_stands_in_the_example_with_a_comment_and_nothing_else_does() -> None:
    found = explained()
    assert list(found) == [name.upper() for name in Settings.model_fields]
    assert all(len(each.comment) > 20 for each in found.values())


def test_the_example_names_the_defaults() -> None:
    defaults = {name.upper(): field.default for name, field in Settings.model_fields.items()}
    for name, each in explained().items():
        default = defaults[name]
        wanted = "" if default is None else str(default).lower() if isinstance(default, bool) else str(default)
        assert each.value == wanted, name
        assert each.commented == (name != "DISCORD_TOKEN"), name


ACTIVE = re.sub(r"^#(?=[A-Z_]+=)", "", EXAMPLE, flags=re.MULTILINE)


@pytest.mark.parametrize("text", [EXAMPLE, ACTIVE, "UNKNOWN=1\n"], ids=["the example", "all lines active", "unknown"])
def test_the_example_and_unknown_settings_give_the_defaults(text: str, bare: Path) -> None:
    assert ACTIVE != EXAMPLE
    (bare / ".env").write_text(text, encoding="utf-8")
    assert settings.load() == Settings.model_construct()


@pytest.mark.parametrize("name", [name.upper() for name in Settings.model_fields])
def test_an_empty_value_counts_as_none(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(name, "")
    assert settings.load() == Settings.model_construct()


def test_the_environment_comes_before_the_file_and_names_may_be_in_lower_case(
    bare: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (bare / ".env").write_text("domino_turn_seconds=60\nDOMINO_DEAL_SECONDS=20\n", encoding="utf-8")
    monkeypatch.setenv("DOMINO_DEAL_SECONDS", "30")
    found = settings.load()
    assert (found.domino_turn_seconds, found.domino_deal_seconds) == (60, 30)


BAD = [
    ("DOMINO_TURN_SECONDS", "soon"),
    ("DOMINO_TURN_SECONDS", "12.5"),
    ("DOMINO_COMPUTER_PAUSE", "a while"),
    ("DOMINO_COMPUTER_PAUSE", "2-1"),
    ("DOMINO_COMPUTER_PAUSE", "-1"),
    ("DOMINO_COMPUTER_PAUSE", "1-2-3"),
    ("DOMINO_COMPUTER_PAUSE", "1,5"),
    ("DOMINO_COMPUTER_PAUSE", "nan"),
    ("DOMINO_COMPUTER_PAUSE", "1-61"),
    ("DOMINO_SHARDS", "0"),
    ("DOMINO_SHARDS", "10001"),
    ("DOMINO_SHARDS", "many"),
    ("DOMINO_SYNC_COMMANDS", "perhaps"),
    ("DOMINO_TILE_EMOJIS", "2"),
    ("DOMINO_LOG_LEVEL", "LOUD"),
    ("DOMINO_API_URL", "nirn-proxy:8080"),
    ("DOMINO_API_URL", "ftp://127.0.0.1"),
    ("DOMINO_API_URL", "http://"),
    ("DOMINO_API_URL", "http://127.0.0.1:8080/api/v10"),
    ("DOMINO_API_URL", "http://127.0.0.1:8080?a=b"),
    ("DOMINO_API_URL", "http://127.0.0.1:8080#a"),
    ("DOMINO_API_URL", "http://user:secret@127.0.0.1"),
    ("DOMINO_API_URL", "http://127.0.0.1:port"),
    ("DOMINO_API_URL", "http://127.0.0.1:65536"),
    ("DOMINO_API_URL", "http://[::1"),
    ("DOMINO_API_URL", "http://a b"),
    ("DOMINO_LOG_FORMAT", "xml"),
    ("DOMINO_METRICS_PORT", "0"),
    ("DOMINO_METRICS_PORT", "65536"),
    ("DOMINO_METRICS_PORT", "on"),
    ("DOMINO_PLAYGROUND_PORT", "-1"),
    ("DOMINO_PLAYGROUND_PORT", "65536"),
]


@pytest.mark.parametrize(("name", "value"), BAD)
def test_a_wrong_value_is_named_in_one_line_with_exit_status_2(
    name: str, value: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv(name, value)
    monkeypatch.setenv("DISCORD_TOKEN", TOKEN)
    assert bot.main([]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert re.fullmatch(rf"{name}: .+ See \.env\.example\.\n", err)
    assert TOKEN not in err


def test_limits_are_those_that_the_example_names(monkeypatch: pytest.MonkeyPatch) -> None:
    limited = {name: re.findall(r"\((\d+) to (\d+)\)", each.comment) for name, each in explained().items()}
    assert sum(map(len, limited.values())) == 7
    for name, least, most in [(name, *map(int, limits[0])) for name, limits in limited.items() if limits]:
        for value in (least, most):
            monkeypatch.setenv(name, str(value))
            assert getattr(settings.load(), name.lower()) == value
        for value in (least - 1, most + 1):
            monkeypatch.setenv(name, str(value))
            with pytest.raises(BadSetting, match=f"^{name}: "):
                settings.load()
        monkeypatch.delenv(name)


@pytest.mark.parametrize(
    ("text", "pause"),
    [("1-2.5", (1, 2.5)), ("2", (2, 2)), ("0", (0, 0)), (" 0.5 - 60 ", (0.5, 60)), ("1.25-1.25", (1.25, 1.25))],
)
def test_a_computers_pause_is_one_time_or_two(
    text: str, pause: tuple[float, float], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DOMINO_COMPUTER_PAUSE", text)
    assert settings.load().computer_pause == pause


@pytest.mark.parametrize(("text", "shards"), [("auto", None), ("1", 1), ("10000", 10_000)])
def test_shards_are_a_number_or_as_many_as_discord_recommends(
    text: str, shards: int | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DOMINO_SHARDS", text)
    assert settings.load().shards == shards


@pytest.mark.parametrize(
    ("text", "address"),
    [
        ("http://127.0.0.1:8080", "http://127.0.0.1:8080"),
        ("http://nirn-proxy:8080/", "http://nirn-proxy:8080"),
        ("https://proxy.example", "https://proxy.example"),
        ("http://[::1]:8080", "http://[::1]:8080"),
    ],
)
def test_a_proxy_is_named_by_its_address(text: str, address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DOMINO_API_URL", text)
    assert settings.load().domino_api_url == address


def test_a_wrong_pause_is_refused_with_an_example(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DOMINO_COMPUTER_PAUSE", "two seconds")
    said = "DOMINO_COMPUTER_PAUSE: must be seconds, from and to, as 1-2.5, or one number; 60 at most. See"
    with pytest.raises(BadSetting, match=re.escape(said)):
        settings.load()


async def test_settings_about_computers_reach_their_tables(monkeypatch: pytest.MonkeyPatch) -> None:
    pool = Mock(wraps=launch.BotPool)
    monkeypatch.setattr(launch, "BotPool", pool)
    for name, value in (("COMPUTER_PAUSE", "0.5-4"), ("THINKING", "777"), ("THINKING_PROCESSES", "3")):
        monkeypatch.setenv(f"DOMINO_{name}", value)
    async with launch.build(await DatabaseStore.open(":memory:"), settings.load()) as client:
        pass
    assert client.hub.pace.computer == (0.5, 4)
    pool.assert_called_once_with(3, 777)


@pytest.mark.parametrize(
    ("name", "value", "rule"),
    [
        ("DOMINO_TURN_SECONDS", "soon", "must be a whole number from 10 to 86400"),
        ("DOMINO_TURN_SECONDS", "9", "must be a whole number from 10 to 86400"),
        ("DOMINO_TURN_SECONDS", "9" * 5000, "must be a whole number from 10 to 86400"),
        ("DOMINO_METRICS_PORT", "on", "must be a whole number from 1 to 65535"),
        ("DOMINO_SYNC_COMMANDS", "perhaps", "must be true or false"),
        ("DOMINO_LOG_LEVEL", "LOUD", "must be DEBUG, INFO, WARNING or ERROR"),
        ("DOMINO_LOG_FORMAT", "xml", "must be text or json"),
        ("DOMINO_CONTACT", "x" * 201, "must have 200 characters at most"),
        ("DOMINO_SHARDS", "many", "must be auto, or a number from 1 to 10000"),
    ],
)
def test_a_rule_is_told_in_words_of_the_project(
    name: str, value: str, rule: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(name, value)
    with pytest.raises(BadSetting, match=re.escape(f"{name}: {rule}. See .env.example.")):
        settings.load()


def test_several_wrong_values_are_told_a_line_each(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DOMINO_TURN_SECONDS", "soon")
    monkeypatch.setenv("DOMINO_LOG_LEVEL", "LOUD")
    monkeypatch.setenv("DOMINO_TILE_EMOJIS", "perhaps")
    with pytest.raises(BadSetting) as refused:
        settings.load()
    lines = str(refused.value).splitlines()
    assert sorted(each.partition(":")[0] for each in lines) == [
        "DOMINO_LOG_LEVEL",
        "DOMINO_TILE_EMOJIS",
        "DOMINO_TURN_SECONDS",
    ]


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "cp1252"])
def test_a_file_in_another_encoding_is_told_in_a_sentence_without_its_text(
    encoding: str, bare: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (bare / ".env").write_bytes(f"# für alle\nDISCORD_TOKEN={TOKEN}\n".encode(encoding))
    assert bot.main([]) == 2
    out, err = capsys.readouterr()
    assert (out, err) == ("", ".env is not in UTF-8: save it in that encoding. PowerShell's > writes another.\n")


def test_a_file_that_can_not_be_read_is_told_in_a_sentence(
    bare: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (bare / ".env").touch()
    monkeypatch.setattr(Path, "read_text", Mock(side_effect=PermissionError(13, "Permission denied")))
    assert bot.main([]) == 2
    assert capsys.readouterr() == ("", ".env can't be read: Permission denied.\n")


def test_a_mark_of_the_encoding_before_the_first_setting_is_no_part_of_its_name(bare: Path) -> None:
    (bare / ".env").write_bytes(f"DISCORD_TOKEN={TOKEN}\n".encode("utf-8-sig"))
    assert settings.load().discord_token is not None


def test_an_empty_value_in_the_environment_comes_before_the_file_too(
    bare: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (bare / ".env").write_text(f"DISCORD_TOKEN={TOKEN}\nDOMINO_TURN_SECONDS=60\n", encoding="utf-8")
    for name in ("DISCORD_TOKEN", "DOMINO_TURN_SECONDS"):
        monkeypatch.setenv(name, "")
    found = settings.load()
    assert (found.discord_token, found.domino_turn_seconds) == (None, 120)


def test_a_wrong_line_in_the_file_is_named_too(bare: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (bare / ".env").write_text(f"DISCORD_TOKEN={TOKEN}\nDOMINO_TILE_EMOJIS=perhaps\n", encoding="utf-8")
    assert bot.main([]) == 2
    err = capsys.readouterr().err
    assert err.startswith("DOMINO_TILE_EMOJIS: ")
    assert TOKEN not in err


def test_a_token_shows_nowhere_when_settings_are_printed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", TOKEN)
    found = settings.load()
    assert found.discord_token.get_secret_value() == TOKEN
    assert TOKEN not in f"{found!r} {found} {found.model_dump()} {found.model_dump_json()}"


@pytest.mark.parametrize("scheme", ["postgresql", "postgres"])
def test_a_database_may_be_an_address_which_is_shown_without_its_password(
    scheme: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    address = f"{scheme}://domino:s3cret%40@db.example:5433/play?sslmode=require&password=0ther"
    monkeypatch.setenv("DOMINO_DATABASE", address)
    found = settings.load().domino_database
    assert isinstance(found, DatabaseURL)
    assert found.reveal() == address
    assert str(found) == f"{scheme}://domino@db.example:5433/play?sslmode=require"
    assert not [said for said in (repr(found), repr(settings.load())) if "s3cret" in said or "0ther" in said]
    assert found.redacted(f'"{address}"\ns3cret@ s3cret%40 0ther') == '"…" … … …'


@pytest.mark.parametrize(
    "address", ["mysql://u:s3cret@h/d", "postgresql://u:s3cret@[h/d", "postgresql://u:s3 cret@h/d"]
)
def test_another_address_is_refused_without_being_quoted(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DOMINO_DATABASE", address)
    with pytest.raises(BadSetting, match=r"^DOMINO_DATABASE: .*postgresql://user:password@host/name") as refused:
        settings.load()
    assert "s3" not in str(refused.value)
