"""``tamarin-grade PAIRS``: what ``tamarin batch`` does, with a journal and on many machines."""

from __future__ import annotations

import argparse
import json
import os
import re
import subprocess
import sys
import time
from collections.abc import Callable
from concurrent.futures import Executor, ThreadPoolExecutor
from pathlib import Path

from .driver import Lost, OtherBuild, Settings, Unfinished, grade
from .journal import Journal
from .pairs import read_pairs


def main(arguments: list[str] | None = None) -> int:
    """Runs the command; returns its exit status: 0, or 2 for trouble."""
    parser = argparse.ArgumentParser(prog="tamarin-grade", description=__doc__)
    parser.add_argument("pairs", type=Path, help="a file with a JSON object in each line")
    parser.add_argument("--journal", type=Path, required=True, help="where answers are kept")
    parser.add_argument("--out", type=Path, help="where they are written, in the order of the pairs")
    parser.add_argument("--tamarin", default="tamarin", help="the command, as the workers call it")
    parser.add_argument("--threads", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--scheduler", help="the address of a Dask scheduler")
    parser.add_argument(
        "--batch-seconds",
        type=_seconds,
        default=Settings.batch_seconds,
        help="work that is given out at once, and lost when a worker ends (%(default)s)",
    )
    parser.add_argument("--quiet", action="store_true")
    given = parser.parse_args(arguments)
    try:
        return _run(given)
    except (OSError, ValueError, Unfinished, OtherBuild) as error:
        print(f"error: {error}", file=sys.stderr)
        return 2


def _run(given: argparse.Namespace) -> int:
    # The version is part of the keys, so another version does not reuse these answers.
    printed = subprocess.run([given.tamarin, "--version"], capture_output=True, text=True, check=False)
    version = printed.stdout.strip()
    build = re.search(r"\(([0-9a-f]+)\)$", version)
    if build is None:
        raise ValueError(f"{given.tamarin} --version tells no build: {version!r}")
    with given.pairs.open(encoding="utf-8") as lines:
        pairs = list(read_pairs(lines, version, given.pairs.parent))
    begun = time.monotonic()

    def progress(done: int, of: int) -> None:
        passed = time.monotonic() - begun
        if not given.quiet:
            print(f"\r{done} of {of} pairs, {passed:.0f} s", end="", file=sys.stderr, flush=True)

    settings = Settings(
        command=(given.tamarin,),
        batch_seconds=given.batch_seconds,
        build=build[1],
        progress=progress,
    )
    with Journal(given.journal) as journal:
        grade(pairs, _connect(given), journal, settings)
        if not given.quiet:
            print(file=sys.stderr)
        if given.out:
            with given.out.open("w", encoding="utf-8") as out:
                for pair in pairs:
                    answer = json.loads(journal.get(pair.key) or "{}")
                    out.write(json.dumps({**answer, "id": pair.id}) + "\n")
    return 0


def _seconds(text: str) -> float:
    """A time that is more than none, as ``argparse`` takes it."""
    seconds = float(text)
    if not 0.0 < seconds < float("inf"):
        raise argparse.ArgumentTypeError(f"{text} is no time")
    return seconds


def _connect(given: argparse.Namespace) -> Callable[[], Executor]:
    if not given.scheduler:
        return lambda: ThreadPoolExecutor(given.threads)
    try:
        from .cluster import Cluster
    except ImportError as error:
        raise ValueError(f"--scheduler needs the extra dask: {error}") from error

    def connect() -> Executor:
        try:
            return Cluster(given.scheduler)
        except OSError as error:
            raise Lost(f"{given.scheduler}: {error}") from error

    return connect


if __name__ == "__main__":
    sys.exit(main())
