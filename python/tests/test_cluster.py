"""A cluster in which everything that can end does."""

from __future__ import annotations

import os
import shlex
import shutil
import signal
import socket
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from conftest import alone, many, read, write

pytest.importorskip("distributed", reason="the extra dask is not installed")

#: Seconds after which a test that waits has failed.
LONG = 240.0


class Processes:
    """The processes of a test, which end with it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.begun: list[subprocess.Popen[bytes]] = []
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.address = f"tcp://127.0.0.1:{self.port}"

    def begin(self, *arguments: str) -> subprocess.Popen[bytes]:
        environment = {**os.environ, "DASK_DISTRIBUTED__SCHEDULER__ALLOWED_FAILURES": "100"}
        log = (self.folder / f"log-{len(self.begun)}").open("wb")
        process = subprocess.Popen(
            [sys.executable, "-m", *arguments],
            cwd=self.folder,
            env=environment,
            stdout=log,
            stderr=log,
        )
        self.begun.append(process)
        return process

    def scheduler(self) -> subprocess.Popen[bytes]:
        port = str(self.port)
        return self.begin("dask", "scheduler", "--host", "127.0.0.1", "--port", port, "--no-dashboard")

    def worker(self) -> subprocess.Popen[bytes]:
        one = ("--nworkers", "1", "--nthreads", "1", "--no-nanny", "--no-dashboard")
        return self.begin("dask", "worker", self.address, *one)

    def logs(self) -> str:
        logs = sorted(self.folder.glob("log-*"))
        return "\n".join(f"{log.name}: {log.read_text(errors='replace')[-1500:]}" for log in logs)


def kill(process: subprocess.Popen[bytes]) -> None:
    """Ends a process, with no time for anything."""
    process.send_signal(signal.SIGKILL)
    process.wait()


@pytest.fixture
def processes(tmp_path: Path) -> Iterator[Processes]:
    processes = Processes(tmp_path)
    yield processes
    for process in processes.begun:
        if process.poll() is None:
            kill(process)


def wait_until(is_so: Callable[[], bool], processes: Processes) -> None:
    begun = time.monotonic()
    while not is_so():
        assert time.monotonic() - begun < LONG, processes.logs()
        time.sleep(0.02)


def rows(journal: Path) -> int:
    """How many answers a journal has."""
    try:
        connection = sqlite3.connect(f"file:{journal}?mode=ro", uri=True, timeout=10.0)
        try:
            return int(connection.execute("SELECT count(*) FROM answers").fetchone()[0])
        finally:
            connection.close()
    except sqlite3.OperationalError:
        return 0


#: Passes pairs on to the command, except the last ones, which wait until a file exists.
GATE = """\
import os, pathlib, subprocess, sys, time
seen, waiting, gate, real, *arguments = sys.argv[1:]
seen, waiting, gate = map(pathlib.Path, (seen, waiting, gate))
command = subprocess.Popen([real, *arguments], stdin=subprocess.PIPE)
for line in sys.stdin.buffer:
    of_this = seen / str(hash(line))
    if not of_this.exists() and len(os.listdir(seen)) >= {most}:
        waiting.touch()
        for _ in range({tenths}):
            if gate.exists():
                break
            time.sleep(0.1)
    of_this.touch()
    command.stdin.write(line)
    command.stdin.flush()
command.stdin.close()
sys.exit(command.wait())
"""


class Gate:
    """A command that answers all pairs but some until it is opened, however fast the machine is."""

    def __init__(self, folder: Path, tamarin: str, most: int) -> None:
        seen, self.waiting, self.gate = (folder / name for name in ("seen", "waiting", "open"))
        seen.mkdir()
        script = folder / "gate.py"
        script.write_text(GATE.format(most=most, tenths=int(LONG * 10)))
        self.command = folder / "gated"
        real = shlex.quote(shutil.which(tamarin) or tamarin)
        paths = (sys.executable, script, seen, self.waiting, self.gate)
        words = " ".join(shlex.quote(str(path)) for path in paths)
        self.command.write_text(
            f"#!/bin/sh\n[ $1 = batch ] || exec {real} \"$@\"\n"
            f'PYTHONHASHSEED=0 exec {words} {real} "$@"\n'
        )
        self.command.chmod(0o755)

    def is_waited_at(self) -> bool:
        return self.waiting.exists()

    def forget(self) -> None:
        """From here on it is waited at when somebody comes anew."""
        self.waiting.unlink(missing_ok=True)

    def open(self) -> None:
        self.gate.touch()


def test_nothing_is_lost_whoever_ends(tamarin: str, tmp_path: Path, processes: Processes) -> None:
    given = many(2_000)
    file = write(given, tmp_path / "pairs")
    journal, out = tmp_path / "journal", tmp_path / "out"
    command = ("tamarin_grade", str(file), "--journal", str(journal), "--out", str(out))
    gate = Gate(tmp_path, tamarin, 1_900)
    command = (*command, "--tamarin", str(gate.command), "--scheduler", processes.address, "--quiet")
    # A batch then has at most 125 pairs, however fast they are answered. When the workers wait at
    # the gate, the journal has all answers except those of their batches.
    command = (*command, "--batch-seconds", "0.05")
    scheduler, worker = processes.scheduler(), processes.worker()
    processes.worker()
    driver = processes.begin(*command)
    wait_until(lambda: rows(journal) >= 200 or driver.poll() is not None, processes)
    kill(worker)
    processes.worker()
    wait_until(lambda: rows(journal) >= 700 or driver.poll() is not None, processes)
    kill(scheduler)
    gate.forget()
    processes.scheduler()
    workers = [processes.worker(), processes.worker()]
    wait_until(lambda: gate.is_waited_at() or driver.poll() is not None, processes)
    assert driver.poll() is None, processes.logs()
    kill(driver)
    assert 700 <= rows(journal) < 2_000
    gate.open()
    driver = processes.begin(*command)
    wait_until(lambda: driver.poll() is not None, processes)
    assert driver.returncode == 0, processes.logs()
    assert rows(journal) == 2_000
    assert [worker.poll() for worker in workers] == [None, None], processes.logs()
    answers = read(out)
    assert len(answers) == 2_000
    assert answers == alone(tamarin, file)
