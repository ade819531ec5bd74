"""python python/measure.py TAMARIN: what the driver costs a pair, by workers of several kinds.

Prints a table in Markdown, and from its figures what 100,000 pairs would take on 64 cores.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from concurrent.futures import Executor, ThreadPoolExecutor
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent / "tests"))

from conftest import many, write  # noqa: E402
from distributed import LocalCluster  # noqa: E402
from tamarin_grade import Journal, Settings, grade, read_pairs  # noqa: E402
from tamarin_grade.cluster import Cluster  # noqa: E402

PAIRS = 2_000
#: The assumed time limit for a hard pair, in seconds.
HARD = 10.0


def batch(tamarin: str, file: Path, threads: int) -> float:
    """How long ``tamarin batch`` takes by itself."""
    begun = time.perf_counter()
    arguments = [tamarin, "batch", "--quiet", "--threads", str(threads), str(file)]
    subprocess.run(arguments, stdout=subprocess.DEVNULL, check=True)
    return time.perf_counter() - begun


def driven(tamarin: str, file: Path, connect: Callable[[], Executor]) -> float:
    """How long the driver takes, with its journal."""
    with file.open() as lines, tempfile.TemporaryDirectory() as folder:
        begun = time.perf_counter()
        pairs = list(read_pairs(lines, "measured"))
        with Journal(Path(folder) / "journal") as journal:
            grade(pairs, connect, journal, Settings((tamarin,)))
        return time.perf_counter() - begun


def by_dask(tamarin: str, file: Path, workers: int) -> float:
    """The same, without the time in which the cluster begins."""
    with LocalCluster(
        n_workers=workers, threads_per_worker=1, processes=True, dashboard_address=None
    ) as cluster:
        return driven(tamarin, file, lambda: Cluster(cluster.scheduler_address))


def main() -> None:
    """Measures and prints."""
    tamarin = sys.argv[1]
    with tempfile.TemporaryDirectory() as folder:
        file = write(many(PAIRS), Path(folder) / "pairs")
        rows: list[tuple[str, int, float]] = []
        for workers in (1, 2):
            rows.append(("tamarin batch", workers, batch(tamarin, file, workers)))
            threads = lambda: ThreadPoolExecutor(workers)  # noqa: B023, E731
            rows.append(("driver, threads", workers, driven(tamarin, file, threads)))
            rows.append(("driver, Dask", workers, by_dask(tamarin, file, workers)))
    alone = {workers: seconds for kind, workers, seconds in rows if kind == "tamarin batch"}
    print("| who compares | workers | 2,000 pairs | a pair | of it the driver's |")
    print("|---|---|---|---|---|")
    for kind, workers, seconds in rows:
        pair = 1000 * seconds / PAIRS
        more = 1000 * (seconds - alone[workers]) / PAIRS
        mine = "" if kind == "tamarin batch" else f"{more:.2f} ms"
        print(f"| {kind} | {workers} | {seconds:.1f} s | {pair:.2f} ms | {mine} |")
    easy = alone[1] / PAIRS
    overhead = max(0.0, rows[2][2] - alone[1]) / PAIRS
    work = 95_000 * easy + 5_000 * HARD
    # The driver submits batches sequentially, so its own work uses one core.
    total = max(work / 64, 100_000 * overhead) + HARD
    print(
        f"\n100,000 pairs, 5 % of them hard ({HARD:.0f} s each), on 64 cores: computed "
        f"{total / 60:.0f} min ({work / 3600:.1f} h of work; the driver's part "
        f"{100_000 * overhead:.0f} s)"
    )


if __name__ == "__main__":
    main()
