"""What an owner can set: environment variables, or the file ``.env`` in the folder where it is started."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

from pydantic import Field, SecretStr, ValidationError
from pydantic_settings import BaseSettings, SettingsConfigDict


class Settings(BaseSettings):
    """The bot's settings. Each stands in ``.env.example`` with a word on what it does."""

    model_config = SettingsConfigDict(env_file=".env", env_file_encoding="utf-8", extra="ignore", env_ignore_empty=True)

    discord_token: SecretStr | None = Field(default=None, description="the bot's token; without one: the playground")
    domino_database: Path = Field(default=Path("data/domino.sqlite3"), description="where everything is kept")
    domino_turn_seconds: int = Field(default=120, ge=10, le=86_400, description="time to act under the casual clock")
    domino_deal_seconds: int = Field(default=15, ge=1, le=600, description="pause between two deals")
    domino_lobby_seconds: int = Field(default=900, ge=30, le=86_400, description="a lobby without life closes")
    domino_sync_commands: bool = Field(default=True, description="tell Discord of changed commands at the start")
    domino_tile_emojis: bool = Field(default=True, description="upload pictures of the tiles for the buttons")
    domino_log_level: Literal["DEBUG", "INFO", "WARNING", "ERROR"] = Field(
        default="INFO", description="how much to log"
    )
    domino_playground_port: int | None = Field(
        default=None, ge=0, le=65_535, description="where the playground listens; 8321 or the next free one"
    )


class BadSetting(ValueError):
    """A setting that can't be used; its text is one line that names it."""


def load() -> Settings:
    """Read the settings.

    Raises:
        BadSetting: one of them is wrong; the text names the first and says what it may be, never a token.

    """
    try:
        return Settings()
    except ValidationError as error:
        first = error.errors(include_input=False, include_url=False)[0]
        name = str(first["loc"][0]).upper()
        more = f" (and {error.error_count() - 1} more)" if error.error_count() > 1 else ""
        raise BadSetting(f"{name}: {first['msg']}{more}. See .env.example.") from None
