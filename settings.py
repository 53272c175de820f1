"""The owner's settings: environment variables, or the file ``.env`` in the working directory."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Annotated, Any, Literal
from urllib.parse import urlsplit

from pydantic import AfterValidator, BeforeValidator, Field, SecretStr, ValidationError, model_validator
from pydantic_core import ErrorDetails, PydanticCustomError
from pydantic_settings import BaseSettings, SettingsConfigDict

from cogs.core.http.budget import DEFAULT_RATE
from engine.bots.choose import EFFORT
from engine.live.database.address import DatabaseURL
from engine.live.logs import LogFormat

MAX_PAUSE_SECONDS = 60.0
"""The longest pause before a computer's move."""


def _seconds(text: str) -> tuple[float, float]:
    """Return the bounds of a time or of a range, as ``1-2.5``, in seconds."""
    match = re.fullmatch(r"\s*(\d+(?:\.\d+)?)\s*(?:-\s*(\d+(?:\.\d+)?)\s*)?", text, re.ASCII)
    shortest = longest = -1.0
    if match is not None:
        shortest = float(match[1])
        longest = float(match[2] or shortest)
    if not 0 <= shortest <= longest <= MAX_PAUSE_SECONDS:
        raise PydanticCustomError("seconds", "must be seconds, from and to, as 1-2.5, or one number; 60 at most")
    return shortest, longest


def _checked(text: str) -> str:
    _seconds(text)
    return text


def _origin(text: str) -> str:
    """Return the address of a server, without a slash at its end."""
    try:
        parts = urlsplit(text)
        port = parts.port
    except ValueError:
        parts, port = urlsplit(""), None
    origin = f"{parts.scheme}://{parts.netloc}"
    named = parts.scheme in ("http", "https") and parts.hostname and "@" not in parts.netloc and port != 0
    # a rest after the host would be a path, a query or a fragment
    if not named or text.rstrip("/").lower() != origin.lower() or re.search(r"\s", text):
        raise PydanticCustomError("origin", "must be a server's address without a path, as http://127.0.0.1:8080")
    return origin


def database(text: object) -> Any:
    """Return a path, or an address with its password hidden."""
    if not isinstance(text, str):
        return text
    if "://" not in text:
        return Path(text)
    try:
        return DatabaseURL(text)
    except ValueError:
        raise PydanticCustomError(
            "database", "must be a path, or an address as postgresql://user:password@host/name"
        ) from None


MAX_SHARDS = 10_000
"""The most connections to Discord: it allows 2,500 servers for each."""


def _shard_count(text: str) -> str:
    if text != "auto" and not (re.fullmatch(r"[0-9]{1,5}", text) and 1 <= int(text) <= MAX_SHARDS):
        raise PydanticCustomError("shards", "must be auto, or a number from 1 to {most}", {"most": MAX_SHARDS})
    return text


ENV_FILE = Path(".env")
# editors on Windows may put a mark before the first character
ENV_ENCODING = "utf-8-sig"

LOOPBACK = ("127.0.0.1", "::1", "localhost")
"""Names by which a machine reaches itself alone."""


class Settings(BaseSettings):
    """The bot's settings; ``.env.example`` explains each of them."""

    model_config = SettingsConfigDict(
        env_file=ENV_FILE,
        env_file_encoding=ENV_ENCODING,
        extra="ignore",
        arbitrary_types_allowed=True,
    )

    @model_validator(mode="before")
    @classmethod
    def _without_empty(cls, values: dict[str, Any]) -> dict[str, Any]:
        """Leave out empty values, after those of the environment have replaced the file's."""
        return {name: value for name, value in values.items() if value != ""}

    discord_token: SecretStr | None = Field(default=None, description="the bot's token; without one: the playground")
    domino_database: Annotated[Path | DatabaseURL, BeforeValidator(database)] = Field(
        default=Path("data/domino.sqlite3"), description="the database: a file, or a postgresql:// address"
    )
    domino_turn_seconds: int = Field(
        default=120, ge=10, le=86_400, description="seconds for a turn under the casual clock"
    )
    domino_deal_seconds: int = Field(default=15, ge=1, le=600, description="seconds between two deals")
    domino_lobby_seconds: int = Field(
        default=900, ge=30, le=86_400, description="seconds until an inactive lobby closes"
    )
    domino_computer_pause: Annotated[str, AfterValidator(_checked)] = Field(
        default="1-2.5", description="seconds before a computer moves, from-to"
    )
    domino_thinking: int = Field(
        default=EFFORT,
        ge=100,
        le=200_000,
        description="effort of an expert for a move: 24 for each imagined deal",
    )
    domino_thinking_processes: int = Field(default=1, ge=1, le=16, description="processes in which computers think")
    domino_requests_per_second: int = Field(
        default=DEFAULT_RATE, ge=1, le=1000, description="maximum of requests a second; Discord allows most bots 50"
    )
    domino_api_url: Annotated[str, AfterValidator(_origin)] | None = Field(
        default=None, description="a proxy for requests to Discord; empty: Discord itself"
    )
    domino_shards: Annotated[str, AfterValidator(_shard_count)] = Field(
        default="auto", description="connections that share the servers; auto: as Discord recommends"
    )
    domino_processes: int = Field(
        default=1, ge=1, le=1000, description="processes that share the shards, on PostgreSQL"
    )
    domino_peer_host: str = Field(default="127.0.0.1", description="the name by which other processes reach this one")
    domino_peer_port: int | None = Field(
        default=None, ge=1, le=65_535, description="the port for presses that another process forwards; empty: none"
    )
    domino_peer_secret: SecretStr | None = Field(
        default=None, description="the key that signs forwarded presses; empty: derived from the token"
    )
    domino_sync_commands: bool = Field(default=True, description="send changed commands to Discord at startup")
    domino_tile_emojis: bool = Field(default=True, description="upload pictures of the tiles for the buttons")
    domino_log_level: Literal["DEBUG", "INFO", "WARNING", "ERROR"] = Field(
        default="INFO", description="the level of the log"
    )
    domino_log_format: LogFormat = Field(default="text", description="text, or json: one object a line")
    domino_metrics_port: int | None = Field(
        default=None, ge=1, le=65_535, description="the port of /metrics, /healthz and /readyz; empty: none"
    )
    domino_metrics_host: str = Field(default="127.0.0.1", description="the address for these; 0.0.0.0: all of them")
    domino_contact: str | None = Field(
        default=None, max_length=200, description="your contact, shown by /domino settings privacy"
    )
    domino_playground_port: int | None = Field(
        default=None, ge=0, le=65_535, description="the port of the playground; empty: 8321 or the next free one"
    )

    @property
    def shards(self) -> int | None:
        """How many connections share the servers; None for as many as Discord recommends."""
        return None if self.domino_shards == "auto" else int(self.domino_shards)

    @property
    def peer_address(self) -> str | None:
        """The address at which the port for other processes is open; None for all of this machine's."""
        return self.domino_peer_host if self.domino_peer_host in LOOPBACK else None

    @property
    def contradiction(self) -> str | None:
        """Why the bot can't start with these settings together; None if it can."""
        if self.domino_processes > 1 and not isinstance(self.domino_database, DatabaseURL):
            return "DOMINO_PROCESSES: several processes need PostgreSQL as DOMINO_DATABASE. See docs/scale.md."
        return None

    @property
    def computer_pause(self) -> tuple[float, float]:
        """The shortest and the longest pause before a computer's move, in seconds."""
        return _seconds(self.domino_computer_pause)


class CannotStart(Exception):
    """The bot can't start or go on; the text is one line for its owner.

    Attributes:
        exit_status: the exit status of the process.

    """

    exit_status = 1


class OwnerNeeded(CannotStart):
    """The bot can't start or go on, and another start won't help until its owner has changed something."""

    exit_status = 2


class BadSetting(OwnerNeeded):
    """Settings are invalid; the text has a line for each, which names it."""


def load() -> Settings:
    """Read the settings.

    Raises:
        BadSetting: a setting is invalid; the text names each one and the allowed values, never a secret. Or the file
            can't be read.

    """
    settings, errors = _read()
    lines = [f"{_problem(each)}. See .env.example." for each in errors]
    if lines:
        raise BadSetting("\n".join(lines))
    return settings


def load_valid() -> tuple[Settings, dict[str, str]]:
    """Read the settings; return them with the defaults of invalid ones, and the problem of each of these by its name.

    Raises:
        BadSetting: the file can't be read.

    """
    settings, errors = _read()
    return settings, {str(each["loc"][0]): _problem(each) for each in errors}


def _read() -> tuple[Settings, list[ErrorDetails]]:
    _require_text(ENV_FILE)
    try:
        return Settings(), []
    except ValidationError as error:
        errors = error.errors(include_input=False, include_url=False)
    empty: dict[str, Any] = {str(each["loc"][0]): "" for each in errors}
    return Settings(**empty), errors


def describe() -> str:
    """Return a line for each setting: its name, its meaning and its default."""
    lines = ["settings, from the environment or .env:"]
    for name, field in Settings.model_fields.items():
        default_text = str(field.default).lower() if isinstance(field.default, bool) else field.default
        default = "" if default_text is None else f" ({default_text})"
        lines.append(f"  {name.upper():26} {field.description}{default}")
    return "\n".join(lines)


def _require_text(file: Path) -> None:
    """Raise :class:`BadSetting` if a file is there that can't be read as text."""
    if file.is_dir():
        raise BadSetting(f"{file} is a folder, not a file: remove it, and make a file with that name.")
    try:
        text = file.read_text(encoding="utf-8") if file.is_file() else ""
    except UnicodeDecodeError:
        text = "\0"
    except OSError as error:
        raise BadSetting(f"{file} can't be read: {error.strerror}.") from None
    # UTF-16 without a mark at its beginning is valid UTF-8
    if "\0" in text:
        raise BadSetting(".env is not in UTF-8: save it in that encoding. PowerShell's > writes another.")


def _problem(error: ErrorDetails) -> str:
    """Return the name of an invalid setting, and its allowed values."""
    name = str(error["loc"][0])
    context = error.get("ctx", {})
    metadata = Settings.model_fields[name].metadata
    bounds = {kind: getattr(each, kind) for each in metadata for kind in ("ge", "le") if hasattr(each, kind)}
    if error["type"].startswith("bool"):
        rule = "must be true or false"
    elif error["type"] == "literal_error":
        rule = f"must be {context['expected']}".replace("'", "")
    elif error["type"] == "string_too_long":
        rule = f"must have {context['max_length']} characters at most"
    elif "ge" in bounds:
        rule = "must be a whole number from {ge} to {le}".format(**bounds)
    else:
        rule = error["msg"]
    return f"{name.upper()}: {rule}"
