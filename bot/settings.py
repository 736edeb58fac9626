"""Settings from the environment or a `.env` file, built in `main()` and handed down, never at import."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

import platformdirs
from pydantic import Field
from pydantic_settings import BaseSettings, SettingsConfigDict


class Settings(BaseSettings):
    """Everything an operator may set; each field is read from `RULESBOT_<NAME>`, and an empty value is none."""

    model_config = SettingsConfigDict(env_prefix="RULESBOT_", env_file=".env", env_ignore_empty=True, extra="ignore")

    data_dir: Path = Field(default_factory=lambda: Path(platformdirs.user_data_dir("rulesbot")))
    """Where the database, the encoder and the index are kept."""
    database_url: str | None = None
    """A SQLAlchemy URL; by default a SQLite file in `data_dir`."""
    encoder: str = "bundled"
    """`bundled`, or the name or folder of any sentence-transformers model."""
    default_language: Literal["en", "id", "es"] = "en"
    """The language of replies to questions that show none ("Tank")."""
    threads: int = Field(default=2, ge=1, le=64)
    """Processor threads for the encoder."""
    allow_private_downloads: bool = False
    """Whether `corpus import URL` may connect to hosts that are not on the public internet."""
    log_level: Literal["DEBUG", "INFO", "WARNING", "ERROR"] = "WARNING"

    @property
    def resolved_database_url(self) -> str:
        return self.database_url or f"sqlite:///{self.data_dir / 'corpus.sqlite'}"
