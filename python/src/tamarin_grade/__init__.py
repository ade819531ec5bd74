"""Has many pairs of programs compared by ``tamarin batch``, on one machine or on many.

A *driver* (:func:`grade`) cuts the pairs into batches and gives these to whatever has the
interface of :mod:`concurrent.futures`: threads of this machine, or a cluster by Dask
(:mod:`tamarin_grade.cluster`). Each worker keeps one ``tamarin batch`` and asks it. The driver
alone writes the *journal*, and is done when the journal has every pair, not when there is
nothing left to wait for: a worker, a scheduler or the driver itself may end at any time, and
what is not in the journal is asked again.
"""

from .driver import Lost, OtherBuild, Settings, Unfinished, grade
from .journal import Journal
from .pairs import Pair, read_pairs

__all__ = ["Journal", "Lost", "OtherBuild", "Pair", "Settings", "Unfinished", "grade", "read_pairs"]
