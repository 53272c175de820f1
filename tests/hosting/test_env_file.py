"""The file .env keeps every line but that of the token, at a kill at any moment."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest

from hosting import env_file
from hosting.env_file import with_token, write_token
from settings import OwnerNeeded


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("", "DISCORD_TOKEN=new\n"),
        ("# why\n\nDISCORD_TOKEN=\nA=1\n", "# why\n\nDISCORD_TOKEN=new\nA=1\n"),
        ("DISCORD_TOKEN = 'old' # mine\r\nA=1\r\n", "DISCORD_TOKEN=new\r\nA=1\r\n"),
        ("export discord_token=old\nDISCORD_TOKEN=older", "export DISCORD_TOKEN=new\nDISCORD_TOKEN=new"),
        ("#DISCORD_TOKEN=old\nMY_DISCORD_TOKEN=1", "#DISCORD_TOKEN=old\nMY_DISCORD_TOKEN=1\nDISCORD_TOKEN=new\n"),
        ("A=1\r\n", "A=1\r\nDISCORD_TOKEN=new\r\n"),
    ],
)
def test_only_the_line_of_the_token_is_another(before: str, after: str) -> None:
    assert with_token(before, "new") == after


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A file that a link leads to, readable by all."""
    (tmp_path / "kept").write_bytes(b"\xef\xbb\xbfA=\xc3\xa9\r\nDISCORD_TOKEN=old\r\n")
    (tmp_path / "kept").chmod(0o644)
    (tmp_path / ".env").symlink_to("kept")
    return tmp_path / ".env"


def test_the_file_is_replaced_where_a_link_leads_and_only_its_owner_can_read_it(file: Path) -> None:
    write_token(file, "new")
    assert file.is_symlink()
    assert file.read_bytes() == b"A=\xc3\xa9\r\nDISCORD_TOKEN=new\r\n"
    assert not env_file.is_open(file)
    assert sorted(each.name for each in file.parent.iterdir()) == [".env", "kept"]


def test_a_new_file_begins_as_the_template(tmp_path: Path) -> None:
    write_token(tmp_path / ".env", "new")
    assert (tmp_path / ".env").read_text("utf-8") == with_token(env_file.TEMPLATE.read_text("utf-8"), "new")
    assert (tmp_path / ".env").stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize("step", ["touch", "open", "fsync", "replace"])
def test_a_kill_at_any_step_leaves_the_old_file_and_the_next_try_succeeds(
    file: Path, step: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def killed(*_: Any, **__: Any) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        if step == "open":
            # reading goes through the same method, before the new file is there
            real = Path.open
            patched.setattr(
                Path, "open", lambda self, *a, **k: (killed if self.suffix == ".new" else real)(self, *a, **k)
            )
        else:
            patched.setattr(*((os, step) if step == "fsync" else (Path, step)), killed)
        with pytest.raises(KeyboardInterrupt):
            write_token(file, "new")
    assert b"DISCORD_TOKEN=old" in file.read_bytes()
    write_token(file, "new")
    assert b"DISCORD_TOKEN=new" in file.read_bytes()


def test_a_token_that_another_line_would_hide_is_not_written(tmp_path: Path) -> None:
    (tmp_path / ".env").write_text("A='open\nDISCORD_TOKEN=old\n'\n", encoding="utf-8")
    with pytest.raises(OwnerNeeded, match="Write the token by hand"):
        write_token(tmp_path / ".env", "new")
    assert "old" in (tmp_path / ".env").read_text("utf-8")


def test_a_disk_that_refuses_is_one_line(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: Any) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OwnerNeeded, match=r"kept can't be written: No space left on device$"):
        write_token(file, "new")


def test_a_folder_that_cannot_be_written_is_told_before(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    env_file.require_writable(file)
    monkeypatch.setattr(os, "access", lambda path, mode: path != file.resolve().parent)
    with pytest.raises(OwnerNeeded, match=r"can't be written\. Run this as the user who owns it"):
        env_file.require_writable(file)
