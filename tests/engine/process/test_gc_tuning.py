import gc
from collections.abc import Iterator

import pytest

from tidings.engine.process.gc_tuning import tune_gc


@pytest.fixture
def _collector() -> Iterator[None]:
    before = gc.get_threshold()
    gc.unfreeze()
    gc.set_threshold(700)  # Python's: a command that ran in this process may have tuned it
    yield
    gc.set_threshold(*before)
    gc.unfreeze()


@pytest.mark.usefixtures("_collector")
def test_loaded_objects_are_exempt_and_garbage_is_still_collected() -> None:
    loaded = [object()]
    tune_gc()
    assert gc.get_freeze_count() > 0
    assert all(thing is not loaded for thing in gc.get_objects())
    assert gc.isenabled()
    assert gc.get_threshold()[0] > 700
    ring: list[object] = []
    ring.append(ring)
    del ring
    assert gc.collect() >= 1
