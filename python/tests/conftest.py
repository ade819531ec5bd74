"""What the tests share: the command, and pairs by the hundreds."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path
from typing import Any

import pytest

MAX = "slt $4, $2, $1\nbeq $4, $0, 2\nadd $3, $1, $0\njr $31\nadd $3, $2, $0\njr $31\n"


@pytest.fixture(scope="session")
def tamarin() -> str:
    """The command, as ``TAMARIN`` says."""
    return os.environ.get("TAMARIN", "tamarin")


def many(count: int) -> list[dict[str, Any]]:
    """Pairs that are all different: equal ones, different ones, with loops and without, and
    some that are no programs."""
    pairs: list[dict[str, Any]] = []
    for index in range(count):
        number = 3 + index
        kind = index % 10
        left = f"lis $5\n.word {number}\nadd $3, $1, $5\njr $31\n"
        right = f"lis $6\n.word {number}\nadd $3, $6, $1\njr $31\n"
        limits: dict[str, int] = {"fuel": 2000}
        if kind == 3:
            right = right.replace(str(number), str(number + 1))
        elif kind == 5:
            left, right = MAX + f".word {number}\n", MAX.replace("slt", "sltu")
        elif kind == 7:
            loop = "lis $4\n.word 1\nloop: beq $1, $0, end\nadd $3, {}\nsub $1, $1, $4\nbeq $0, $0, loop\nend: jr $31\n"
            left, right = loop.format("$3, $2"), loop.format("$2, $3") + f".word {number}\n"
            limits = {"fuel": 500, "max_runs": 20}
        elif kind == 9:
            right = f"add $3, ${number}\n"
        pairs.append(
            {"id": index, "left": {"text": left}, "right": {"text": right}, "limits": limits}
        )
    return pairs


def write(pairs: list[dict[str, Any]], path: Path) -> Path:
    """A file with a pair in each line."""
    path.write_text("".join(json.dumps(pair) + "\n" for pair in pairs), encoding="utf-8")
    return path


def plain(answer: dict[str, Any]) -> dict[str, Any]:
    """An answer without the time that it took."""
    stats = answer.get("stats")
    return {**answer, "stats": {**stats, "elapsed_ms": 0}} if stats else answer


def alone(tamarin: str, file: Path) -> dict[Any, Any]:
    """What ``tamarin batch`` alone answers, by id."""
    done = subprocess.run(
        [tamarin, "batch", "--quiet", str(file)], capture_output=True, text=True, check=True
    )
    answers = (json.loads(line) for line in done.stdout.splitlines())
    return {answer["id"]: plain(answer) for answer in answers}


def read(file: Path) -> dict[Any, Any]:
    """What was written, by id."""
    lines = file.read_text(encoding="utf-8").splitlines()
    answers = [plain(json.loads(line)) for line in lines]
    assert len({answer["id"] for answer in answers}) == len(lines)
    return {answer["id"]: answer for answer in answers}
