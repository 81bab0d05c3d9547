"""The errors of an index, and their translation from those of tantivy and the forward index."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tidings.search.forward_index.forward_store import ForwardStoreBroken


class IndexUnusable(Exception):
    """The files have another version or are corrupt: move them away and index again."""


class IndexBusy(Exception):
    """Another process or thread has the index open for writing; the files are fine."""


@contextmanager
def translated_errors(folder: Path) -> Iterator[None]:
    """Turn the errors that corrupt files cause into IndexUnusable."""
    try:
        yield
    except (ValueError, OSError, ForwardStoreBroken) as error:
        raise IndexUnusable(f"the index in {folder} cannot be read: {error}") from error
    except BaseException as error:
        # A Rust panic is not an Exception, and its class cannot be imported.
        if type(error).__name__ != "PanicException":
            raise
        raise IndexUnusable(f"the index in {folder} is corrupt: {error}") from error
