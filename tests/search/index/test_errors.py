from pathlib import Path

import pytest

from tidings.search.forward_index.forward_store import ForwardStoreBroken
from tidings.search.index.errors import IndexBusy, IndexUnusable, translated_errors

FOLDER = Path("/home/index/7")


@pytest.mark.parametrize(
    "error", [ValueError("bad magic"), OSError(5, "bad magic"), ForwardStoreBroken("bad magic")]
)
def test_errors_of_damaged_files_make_the_index_unusable(error: Exception) -> None:
    message = r"/home/index/7 cannot be read: .*bad magic"
    with pytest.raises(IndexUnusable, match=message) as raised, translated_errors(FOLDER):
        raise error
    assert raised.value.__cause__ is error


def test_a_panic_of_tantivy_makes_the_index_unusable() -> None:
    panic = type("PanicException", (BaseException,), {})  # as pyo3 defines it
    with pytest.raises(IndexUnusable, match="is corrupt: range end"), translated_errors(FOLDER):
        raise panic("range end index 9")


@pytest.mark.parametrize(
    "error", [KeyError("x"), MemoryError(), KeyboardInterrupt(), SystemExit(1), IndexBusy("x")]
)
def test_other_errors_stay_what_they_are(error: BaseException) -> None:
    with pytest.raises(type(error)) as raised, translated_errors(FOLDER):
        raise error
    assert raised.value is error


def test_nothing_happens_without_an_error() -> None:
    with translated_errors(FOLDER):
        done = True
    assert done
