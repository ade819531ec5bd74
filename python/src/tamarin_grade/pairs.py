"""Pairs: read, completed so that another machine needs no files, and identified by a hash."""

from __future__ import annotations

import base64
import hashlib
import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

Json = Any

#: The measured time of an easy comparison, in seconds (README).
EASY = 0.004
#: Factors by which features of a program probably increase it.
LOOP, PRODUCT, CALL = 8.0, 4.0, 2.0

_LABEL = re.compile(r"^\s*([A-Za-z_]\w*)\s*:", re.MULTILINE)
_BRANCH = re.compile(r"\b(?:beq|bne)\b[^;\n]*?,\s*(-?\w+)\s*(?:;.*)?$", re.MULTILINE)
_PRODUCT = re.compile(r"\b(?:multu?|divu?)\b")
_CALL = re.compile(r"\bjalr\b")
_WHILE = re.compile(r"\bwhile\b")


@dataclass(frozen=True)
class Pair:
    """A pair as ``tamarin batch`` takes it, with its files in it."""

    #: The id, which is repeated in the answer.
    id: Json
    #: The complete question: the line without its id.
    question: Json
    #: Identifies the pair independently of its id: a hash of the question and the version.
    key: bytes
    #: The predicted work, in seconds.
    work: float


def read_pairs(lines: Iterable[str], version: str, folder: Path | None = None) -> Iterator[Pair]:
    """Reads lines of JSON. Paths are relative to ``folder``.

    :raises ValueError: a line is no object.
    :raises OSError: a file cannot be read.
    """
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            given = json.loads(line)
        except json.JSONDecodeError as error:
            raise ValueError(f"line {number}: {error}") from error
        if not isinstance(given, dict):
            raise ValueError(f"line {number} is no object")
        yield pair_of(given, version, folder or Path())


def pair_of(given: dict[str, Json], version: str, folder: Path) -> Pair:
    """A pair that needs no files any more."""
    question = {name: value for name, value in given.items() if name != "id"}
    for side in ("left", "right"):
        if side in question:
            question[side] = _whole(question[side], folder)
    text = json.dumps([question, version], sort_keys=True, ensure_ascii=True)
    key = hashlib.sha256(text.encode("ascii")).digest()
    return Pair(given.get("id"), question, key, _work(question))


def _whole(program: Json, folder: Path) -> Json:
    """A program with the contents of its files in place of their paths."""
    if isinstance(program, list):
        return [_whole(file, folder) for file in program]
    if not isinstance(program, str):
        return program
    content = (folder / program).read_bytes()
    name = Path(program).name
    try:
        return {"name": name, "text": content.decode("utf-8")}
    except UnicodeDecodeError:
        return {"name": name, "base64": base64.b64encode(content).decode("ascii")}


def _work(question: Json) -> float:
    """What a comparison is likely to take: a guess that decides only the order
    and the size of batches."""
    work = EASY
    for side in ("left", "right"):
        text = "\n".join(_texts(question.get(side)))
        work *= 1.0 + len(text) / 2000.0
        if _goes_back(text):
            work *= LOOP
        if _PRODUCT.search(text):
            work *= PRODUCT
        if _CALL.search(text):
            work *= CALL
    contract = question.get("contract")
    elements = contract.get("array") if isinstance(contract, dict) else None
    return work * (1.0 + (elements if isinstance(elements, int) else 0))


def _texts(program: Json) -> Iterator[str]:
    if isinstance(program, list):
        for file in program:
            yield from _texts(file)
    elif isinstance(program, dict) and isinstance(program.get("text"), str):
        yield program["text"]


def _goes_back(text: str) -> bool:
    """Whether a branch goes back to what stands before it, or a loop is written as one."""
    if _WHILE.search(text):
        return True
    labels = {match[1]: match.start() for match in _LABEL.finditer(text)}
    for match in _BRANCH.finditer(text):
        target = match[1]
        if target.startswith("-") or labels.get(target, len(text)) < match.start():
            return True
    return False
