"""What can be wrong with an index, and how to tell it from a mistake of ours."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tidings.search.forward_index.forward_store import ForwardStoreBroken


class IndexUnusable(Exception):
    """The files are of another version or corrupt: move them aside and index again."""


class IndexBusy(Exception):
    """Another process or thread has the index open for writing; the files are fine."""


@contextmanager
def translated_errors(folder: Path) -> Iterator[None]:
    """Turn what tantivy and the forward index raise at corrupt files into IndexUnusable."""
    try:
        yield
    except (ValueError, OSError, ForwardStoreBroken) as error:
        raise IndexUnusable(f"the index in {folder} cannot be read: {error}") from error
    except BaseException as error:
        # A Rust panic, which is no Exception and whose class cannot be imported.
        if type(error).__name__ != "PanicException":
            raise
        raise IndexUnusable(f"the index in {folder} is corrupt: {error}") from error
