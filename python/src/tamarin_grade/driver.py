"""The driver: cuts pairs into batches, has them compared, and writes the journal."""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Executor, Future, wait
from dataclasses import dataclass, field

from .journal import Journal
from .pairs import Pair
from .worker import compare, is_lasting


class Lost(Exception):
    """What compares is gone: a cluster's scheduler, a pool."""


class Unfinished(Exception):
    """Some pairs have no answer, after as many tries as were allowed."""


class OtherBuild(Exception):
    """A worker has another build of ``tamarin`` than the driver."""


@dataclass(frozen=True)
class Settings:
    """How pairs are given out."""

    #: The command that a worker runs.
    command: Sequence[str] = ("tamarin",)
    #: The intended work of a batch, in seconds.
    batch_seconds: float = 0.5
    #: The number of batches that are submitted before the first is answered; a few for each worker.
    ahead: int = 64
    #: How often a failed batch is submitted again.
    tries: int = 5
    #: How often the driver reconnects to the executor.
    connections: int = 5
    #: After this many seconds without an event, the driver checks whether the executor still
    #: exists.
    look: float = 2.0
    #: The build that is part of the pairs' keys, as ``tamarin --version`` prints it; none for any.
    build: str | None = None
    #: Called with the number of answered pairs and the total number.
    progress: Callable[[int, int], None] = field(default=lambda done, of: None)


@dataclass
class _Batch:
    pairs: list[Pair]
    failed: int = 0


def batches(pairs: Iterable[Pair], seconds: float) -> list[list[Pair]]:
    """Pairs in batches of about as much work. Those that are more than a batch come first, the
    hardest before the others, each alone: who gets one late would work on it while the others
    have nothing left."""
    ordered = sorted(pairs, key=lambda pair: -pair.work)
    cut: list[list[Pair]] = []
    room = 0.0
    for pair in ordered:
        if pair.work >= seconds:
            cut.append([pair])
            continue
        if room < pair.work or len(cut[-1]) == 0:
            cut.append([])
            room = seconds
        cut[-1].append(pair)
        room -= pair.work
    return cut


def grade(
    pairs: Sequence[Pair],
    connect: Callable[[], Executor],
    journal: Journal,
    settings: Settings | None = None,
) -> None:
    """Has all pairs compared that the journal has no answer to.

    ``connect`` gives what compares; it is called again where that was lost. It may have a
    method ``is_there() -> bool``, which is asked when nothing has happened for a while.

    :raises Unfinished: a batch failed as often as it may, or what compares was lost as often.
    """
    settings = settings or Settings()
    by_key = {pair.key: pair for pair in pairs}
    why = "no workers"
    for _ in range(settings.connections):
        left = journal.missing(by_key)
        settings.progress(len(by_key) - len(left), len(by_key))
        if not left:
            return
        try:
            executor = connect()
            try:
                open_pairs = [by_key[key] for key in by_key if key in left]
                _run(open_pairs, executor, journal, settings, len(by_key))
            finally:
                # Waiting for a lost executor would never end.
                executor.shutdown(wait=False, cancel_futures=True)
        except Lost as lost:
            why = str(lost)
    # The journal decides which pairs have answers.
    if missing := journal.missing(by_key):
        raise Unfinished(f"{len(missing)} of {len(by_key)} pairs have no answer: {why}")


def _run(
    pairs: Sequence[Pair], executor: Executor, journal: Journal, settings: Settings, of: int
) -> None:
    """Gives out batches until these pairs are answered."""
    queue = [_Batch(cut) for cut in batches(pairs, settings.batch_seconds)]
    queue.reverse()
    done = of - len(pairs)
    # The ratio of measured to predicted work.
    pace = 1.0
    pending: dict[Future[list[str]], _Batch] = {}
    while queue or pending:
        while queue and len(pending) < settings.ahead:
            batch = _fitting(queue, settings.batch_seconds, pace)
            lines = [json.dumps({"id": None, **pair.question}) for pair in batch.pairs]
            try:
                pending[executor.submit(compare, lines, tuple(settings.command))] = batch
            except Exception as error:
                raise Lost(f"nothing can be given out: {error}") from error
        finished, _ = wait(pending, timeout=settings.look, return_when=FIRST_COMPLETED)
        if not finished and not getattr(executor, "is_there", lambda: True)():
            raise Lost("what compares is gone")
        for future in finished:
            batch = pending.pop(future)
            try:
                answers = future.result()
                if len(answers) != len(batch.pairs):
                    raise ValueError("there are not as many answers as pairs")
            except Exception as error:
                if not getattr(executor, "is_there", lambda: True)():
                    raise Lost(f"what compares is gone: {error}") from error
                queue.extend(_again(batch, error, settings.tries))
                continue
            except BaseException as error:
                # A cancelled future reports it with an error that is not an Exception.
                if isinstance(error, KeyboardInterrupt | SystemExit):
                    raise
                queue.extend(_again(batch, error, settings.tries))
                continue
            _of_one_build(answers, settings.build)
            kept = [
                (pair.key, answer, is_lasting(answer))
                for pair, answer in zip(batch.pairs, answers, strict=True)
            ]
            journal.keep(kept)
            pace = _paced(pace, batch, answers)
            done += len(kept)
            settings.progress(done, of)


def _of_one_build(answers: Iterable[str], build: str | None) -> None:
    """Sees that answers are of this build: under its keys no others are to be kept.

    :raises OtherBuild: one is not.
    """
    for answer in answers:
        other = json.loads(answer).get("version", {}).get("build")
        if build is not None and other != build:
            raise OtherBuild(f"a worker has tamarin of build {other}, and the driver {build}")


def _fitting(queue: list[_Batch], seconds: float, pace: float) -> _Batch:
    """The next batch, with the pairs of further ones where work takes less than predicted, or
    in parts where it takes more."""
    batch = queue.pop()
    if batch.failed:
        return batch
    work = _work(batch.pairs)
    while queue and not queue[-1].failed and (work + _work(queue[-1].pairs)) * pace <= seconds:
        work += _work(queue[-1].pairs)
        batch.pairs += queue.pop().pairs
    parts = min(len(batch.pairs), math.ceil(work * pace / (2 * seconds)))
    if parts > 1:
        size = math.ceil(len(batch.pairs) / parts)
        queue.append(_Batch(batch.pairs[size:]))
        batch.pairs = batch.pairs[:size]
    return batch


def _work(pairs: Iterable[Pair]) -> float:
    return sum(pair.work for pair in pairs)


def _paced(pace: float, batch: _Batch, answers: Sequence[str]) -> float:
    """How long work takes of what was predicted, by what the engine says that it took."""
    took = sum(float(json.loads(answer).get("stats", {}).get("elapsed_ms", 0)) for answer in answers)
    ratio = max(took / 1000.0, 0.001 * len(answers)) / _work(batch.pairs)
    return min(10.0, max(0.1, 0.8 * pace + 0.2 * ratio))


def _again(batch: _Batch, error: BaseException, tries: int) -> Iterator[_Batch]:
    """A batch that failed, to be given out again; after the first time in halves, so that a pair
    that ends its worker is soon alone.

    :raises Unfinished: it failed too often.
    """
    failed = batch.failed + 1
    if failed > tries + math.ceil(math.log2(max(2, len(batch.pairs)))):
        raise Unfinished(f"a batch of {len(batch.pairs)} failed {failed} times: {error}")
    middle = len(batch.pairs) // 2 if failed > 1 else 0
    for part in (batch.pairs[:middle], batch.pairs[middle:]):
        if part:
            yield _Batch(part, failed=failed)
