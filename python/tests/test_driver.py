"""The driver and its parts, on this machine."""

from __future__ import annotations

import json
import shutil
import sqlite3
from collections.abc import Callable
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from conftest import alone, many, read, write
from tamarin_grade import Journal, Lost, Pair, Settings, Unfinished, grade, read_pairs
from tamarin_grade.__main__ import main
from tamarin_grade.driver import batches


def pairs_of(given: list[dict[str, Any]]) -> list[Pair]:
    return list(read_pairs((json.dumps(pair) for pair in given), "some version"))


def test_hard_pairs_come_first_and_alone() -> None:
    works = [0.1, 2.0, 0.2, 0.7, 0.15, 0.05, 0.4]
    pairs = [Pair(index, {}, bytes([index]), work) for index, work in enumerate(works)]
    cut = [[pair.id for pair in batch] for batch in batches(pairs, 0.5)]
    assert cut[:2] == [[1], [3]]
    assert sorted(sum(cut, [])) == list(range(7))
    for batch in cut[2:]:
        assert sum(works[index] for index in batch) <= 0.5


def test_loops_and_products_are_expected_to_be_hard() -> None:
    easy, loop, product = pairs_of(
        [
            {"left": {"text": text}, "right": {"text": text}}
            for text in (
                "beq $1, $2, end\nend: jr $31",
                "end: beq $1, $2, end\njr $31 ; ",
                "mult $1, $2\nmflo $3\njr $31",
            )
        ]
    )
    assert easy.work < product.work < loop.work


def test_a_pair_is_identified_by_what_is_compared(tmp_path: Path) -> None:
    (tmp_path / "a.asm").write_text("jr $31\n")
    (tmp_path / "b.mips").write_bytes(b"\x03\xe0\x00\x08")
    lines = [
        '{"id": 1, "left": "a.asm", "right": "b.mips"}',
        '{"id": 2, "right": "b.mips", "left": {"text": "jr $31\\n", "name": "a.asm"}}',
        '{"id": 3, "right": "a.asm", "left": "a.asm"}',
    ]
    first, same, other = read_pairs(lines, "1", tmp_path)
    assert first.key == same.key != other.key
    assert next(read_pairs(lines, "2", tmp_path)).key != first.key
    assert first.question["right"] == {"name": "b.mips", "base64": "A+AACA=="}
    with pytest.raises(ValueError, match="line 1"):
        list(read_pairs(["[]"], "1"))
    with pytest.raises(FileNotFoundError):
        list(read_pairs(['{"left": "none.asm"}'], "1"))


def test_a_journal_is_written_by_nobody_else(tmp_path: Path) -> None:
    path = tmp_path / "journal"
    with Journal(path) as journal:
        journal.keep([(b"a", "1", True), (b"b", "2", False), (b"a", "3", True)])
        assert (journal.get(b"a"), journal.get(b"b"), journal.get(b"c")) == ("1", "2", None)
    with Journal(path) as journal:
        # Answers that are not reproducible are requested again.
        assert journal.missing([b"a", b"b", b"c"]) == {b"b", b"c"}
    (tmp_path / "text").write_text("no journal, but a text that is long enough to be looked at")
    with pytest.raises(ValueError, match="no journal"):
        Journal(tmp_path / "text")
    other = sqlite3.connect(tmp_path / "other")
    other.execute("CREATE TABLE t (x)")
    other.close()
    with pytest.raises(ValueError, match="no journal"):
        Journal(tmp_path / "other")


class Fragile(Executor):
    """Threads, of which some tasks fail, and which is lost after some more."""

    def __init__(self, until_failure: int, until_loss: int) -> None:
        self._threads = ThreadPoolExecutor(2)
        self._counts = [until_failure, until_loss]
        self.is_lost = False

    def submit(self, function: Callable[..., Any], *arguments: Any) -> Future[Any]:  # type: ignore[override]
        self._counts = [count - 1 for count in self._counts]
        failure, loss = self._counts
        if loss < 0:
            # The future never completes.
            self.is_lost = True
            return Future()
        if failure % 5 == 0:
            return self._threads.submit(_fail)
        return self._threads.submit(function, *arguments)

    def is_there(self) -> bool:
        return not self.is_lost

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        self._threads.shutdown(wait, cancel_futures=cancel_futures)


def _fail() -> list[str]:
    raise RuntimeError("the worker has ended")


def test_what_fails_or_is_lost_is_asked_again(tamarin: str, tmp_path: Path) -> None:
    given = many(60)
    pairs = pairs_of(given)
    made: list[Fragile] = []

    def connect() -> Fragile:
        made.append(Fragile(7, 6 if len(made) < 2 else 1000))
        return made[-1]

    settings = Settings((tamarin,), batch_seconds=0.02, ahead=4, look=0.1)
    with Journal(tmp_path / "journal") as journal:
        grade(pairs, connect, journal, settings)
        assert len(made) == 3
        assert len(journal) == len(pairs) == 60
        answers = {pair.id: json.loads(journal.get(pair.key) or "") for pair in pairs}
    expected = alone(tamarin, write(given, tmp_path / "pairs"))
    assert {id: answer.get("verdict") for id, answer in answers.items()} == {
        id: answer.get("verdict") for id, answer in expected.items()
    }


def test_it_does_not_go_on_for_ever(tamarin: str, tmp_path: Path) -> None:
    class Gone(Executor):
        def submit(self, *_: Any, **__: Any) -> Future[Any]:
            raise RuntimeError("no workers")

    def never() -> Executor:
        raise Lost("no scheduler")

    pairs = pairs_of(many(3))
    with Journal(tmp_path / "journal") as journal:
        for connect, why in ((Gone, "no workers"), (never, "no scheduler")):
            with pytest.raises(Unfinished, match=f"3 of 3 pairs .* {why}"):
                grade(pairs, connect, journal, Settings((tamarin,)))
        with pytest.raises(Unfinished, match="failed"):
            grade(pairs, lambda: ThreadPoolExecutor(1), journal, Settings(("/there/is/none",)))


def test_the_command_answers_as_batch_does(tamarin: str, tmp_path: Path) -> None:
    given = many(120)
    file = write(given + [given[3] | {"id": "again"}], tmp_path / "pairs")
    out, journal = tmp_path / "out", tmp_path / "journal"
    arguments = [str(file), "--journal", str(journal), "--out", str(out), "--tamarin", tamarin]
    assert main([*arguments, "--quiet", "--threads", "2"]) == 0
    answers = read(out)
    assert answers == alone(tamarin, file)
    assert answers["again"] == {**answers[3], "id": "again"}
    # No further work is submitted.
    before = out.read_text()
    assert main([*arguments, "--quiet"]) == 0
    assert out.read_text() == before, "even the times are those of before"
    assert main([str(tmp_path / "none"), "--journal", str(journal), "--tamarin", tamarin]) == 2


def test_answers_of_another_build_are_not_kept(tamarin: str, tmp_path: Path) -> None:
    file = write(many(6), tmp_path / "pairs")
    journal = tmp_path / "journal"
    arguments = [str(file), "--journal", str(journal), "--quiet", "--threads", "1", "--tamarin"]
    assert main([*arguments, tamarin]) == 0
    with Journal(journal) as kept:
        before = len(kept)
    # The same program with another build name finds no answers in the journal.
    other = tmp_path / "other"
    other.write_text(
        f"""#!/bin/sh
if [ "$1" = --version ]; then echo "tamarin 0.1.0 (0123456789abcdef)"; exit; fi
exec "{Path(shutil.which(tamarin) or tamarin).resolve()}" "$@"
"""
    )
    other.chmod(0o755)
    assert main([*arguments, str(other)]) == 2, "its answers are of another build than it says"
    with Journal(journal) as kept:
        assert len(kept) == before
    # An executable without a build name is rejected.
    other.write_text("#!/bin/sh\necho tamarin\n")
    assert main([*arguments, str(other)]) == 2
