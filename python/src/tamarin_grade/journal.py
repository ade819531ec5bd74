"""The journal: the answer to each pair, in SQLite, written by the driver alone."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable
from pathlib import Path
from types import TracebackType

_APPLICATION = 0x546D4A70
_VERSION = 1


class Journal:
    """Answers by the keys of their pairs.

    An answer that may be another one another time (a process that ended, a limit of time) is
    kept as long as this journal is open, and asked again by whoever opens it next.
    """

    def __init__(self, path: Path | str) -> None:
        """Opens a journal, or makes one.

        :raises ValueError: the file is something else.
        """
        self._connection = sqlite3.connect(path, timeout=10.0)
        try:
            self._prepare()
        except sqlite3.DatabaseError as error:
            self._connection.close()
            raise ValueError(f"{path}: this is no journal: {error}") from error
        except ValueError as error:
            self._connection.close()
            raise ValueError(f"{path}: {error}") from error

    def _prepare(self) -> None:
        tables = self._one("SELECT count(*) FROM sqlite_master")
        if tables and self._one("PRAGMA application_id") != _APPLICATION:
            raise ValueError("this is a database, but no journal")
        if tables and self._one("PRAGMA user_version") != _VERSION:
            raise ValueError("this journal was written by another version")
        self._connection.executescript(
            f"""
            PRAGMA journal_mode = WAL;
            PRAGMA synchronous = NORMAL;
            PRAGMA application_id = {_APPLICATION};
            PRAGMA user_version = {_VERSION};
            CREATE TABLE IF NOT EXISTS answers (
                key BLOB PRIMARY KEY,
                answer TEXT NOT NULL,
                lasts INTEGER NOT NULL
            ) WITHOUT ROWID;
            DELETE FROM answers WHERE lasts = 0;
            """
        )

    def _one(self, query: str) -> int:
        return int(self._connection.execute(query).fetchone()[0])

    def keep(self, answers: Iterable[tuple[bytes, str, bool]]) -> None:
        """Keeps answers, each with whether it lasts: all of them, or none."""
        with self._connection:
            self._connection.executemany(
                "INSERT OR IGNORE INTO answers (key, answer, lasts) VALUES (?, ?, ?)", answers
            )

    def get(self, key: bytes) -> str | None:
        """The answer to a pair."""
        query = "SELECT answer FROM answers WHERE key = ?"
        row = self._connection.execute(query, (key,)).fetchone()
        return None if row is None else str(row[0])

    def missing(self, keys: Iterable[bytes]) -> set[bytes]:
        """Those of these pairs that have no answer."""
        return {key for key in keys if self.get(key) is None}

    def __len__(self) -> int:
        return self._one("SELECT count(*) FROM answers")

    def close(self) -> None:
        """Closes the file."""
        self._connection.close()

    def __enter__(self) -> Journal:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()
