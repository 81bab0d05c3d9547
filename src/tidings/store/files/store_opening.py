"""Opens the store that the settings name."""

from tidings.settings.tree import StoreSettings
from tidings.store.database.errors import StoreUnusable
from tidings.store.files.file_store import FileStore


def open_store(
    settings: StoreSettings, answer_seconds: float = 20.0, try_seconds: float = 3.0
) -> FileStore:
    """Return the store that the settings name; raises StoreUnusable.

    Nothing is asked of the server yet. A request may take `answer_seconds`; one that fails is
    repeated for `try_seconds`. Whoever called decides whether to wait longer.
    """
    try:
        from tidings.store.files.s3_files import S3Files
    except ImportError as error:
        raise StoreUnusable(
            f"{error}: install tidings with the extra `s3` to keep files on S3."
        ) from error
    from tidings.store.files.s3_place import s3_place

    return S3Files(s3_place(settings), answer_seconds, try_seconds)
