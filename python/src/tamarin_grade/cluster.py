"""A cluster by Dask, as the driver takes it. Needs the extra ``dask``.

A task whose worker ends is given to another one by Dask itself, and given up after
``allowed-failures``; that a worker is ended by the cluster's own system is no fault of its
pairs, so the scheduler is to be started with that raised::

    DASK_DISTRIBUTED__SCHEDULER__ALLOWED_FAILURES=100 dask scheduler
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Executor, Future
from typing import Any

from distributed import Client

#: How often a task may lose its worker.
ALLOWED_FAILURES = 100


class Cluster(Executor):
    """An executor whose workers are Dask's."""

    def __init__(self, address: str, seconds: float = 60.0) -> None:
        """Connects to a scheduler.

        :raises OSError: there is none within so many seconds.
        """
        self._client: Any = Client(address, timeout=seconds, set_as_default=False)
        self._executor: Executor = self._client.get_executor(
            pure=False, retries=ALLOWED_FAILURES
        )

    def submit(  # type: ignore[override]
        self, function: Callable[..., Any], *arguments: Any
    ) -> Future[Any]:
        """Gives out a task."""
        return self._executor.submit(function, *arguments)

    def is_there(self) -> bool:
        """Whether the scheduler still answers."""
        try:
            self._client.scheduler_info()
            return str(self._client.status) == "running" and bool(
                self._client.sync(self._client.scheduler.identity, callback_timeout=5)
            )
        except Exception:
            return False

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Leaves the cluster, which goes on."""
        try:
            self._client.close(timeout=2)
        except Exception:
            # The connection may already be closed.
            pass
