"""What a worker does: it keeps one ``tamarin batch`` and asks it.

This is what runs elsewhere, so it takes and gives plain texts.
"""

from __future__ import annotations

import atexit
import json
import subprocess
import threading
from collections.abc import Sequence

_here = threading.local()


class Batch:
    """A ``tamarin batch`` of one thread, which ends with this process."""

    def __init__(self, command: Sequence[str]) -> None:
        self.command = tuple(command)
        self._process = subprocess.Popen(
            [*command, "batch", "--threads", "1", "--quiet"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            encoding="utf-8",
        )
        # If nothing else ends it, it ends when the pipe is closed.
        atexit.register(self.end)

    def ask(self, lines: Sequence[str]) -> list[str]:
        """The answers to some pairs, in their order; one thread answers in that order.

        :raises BrokenPipeError: it has ended.
        """
        stdin, stdout = self._process.stdin, self._process.stdout
        assert stdin is not None and stdout is not None, "both are pipes"
        answers = []
        for line in lines:
            stdin.write(line + "\n")
            stdin.flush()
            answer = stdout.readline()
            if not answer.endswith("\n"):
                raise BrokenPipeError("tamarin batch has ended")
            answers.append(answer.rstrip("\n"))
        return answers

    def end(self) -> None:
        """Ends it."""
        self._process.kill()
        self._process.wait()
        for pipe in (self._process.stdin, self._process.stdout):
            if pipe is not None:
                try:
                    pipe.close()
                except OSError:
                    pass


def compare(lines: Sequence[str], command: Sequence[str]) -> list[str]:
    """The answers to some pairs, each a line of JSON, by this thread's own ``tamarin batch``.

    :raises OSError: there is no such command, or it ends whenever it is asked.
    """
    batch: Batch | None = getattr(_here, "batch", None)
    if batch is not None and batch.command == tuple(command):
        try:
            return batch.ask(lines)
        except OSError:
            batch.end()
    _here.batch = Batch(command)
    return list(_here.batch.ask(lines))


def end() -> None:
    """Ends this thread's ``tamarin batch``."""
    batch: Batch | None = getattr(_here, "batch", None)
    if batch is not None:
        batch.end()
        _here.batch = None


def is_lasting(answer: str) -> bool:
    """Whether an answer is the same whenever it is given."""
    report = json.loads(answer)
    kinds = {error.get("kind") for error in report.get("errors", [])}
    reason = report.get("reason") or {}
    return not kinds & {"crash", "limit"} and reason.get("code") != "time-limit"
