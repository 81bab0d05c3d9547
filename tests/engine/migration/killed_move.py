"""Moves the files of a home, and kills itself with SIGKILL.

Usage: killed_move.py HOME ENDPOINT SECRET_FILE TO STAGE, where a stage is `before NAME` or
`after NAME`, a function that a move calls, or `never`.
"""

import os
import signal
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from tidings.engine.migration import files_migration
from tidings.engine.migration.files_migration import migrate_files
from tidings.settings.tree import Settings, StoreSettings
from tidings.store.archive.shared_volumes import SharedVolumes
from tidings.store.files import s3_files


def die() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def arm(stage: str) -> None:
    """Replace the function, so that the process dies before or after it."""
    when, name = stage.split()
    owner: Any = next(
        each for each in (files_migration, SharedVolumes, s3_files.S3Files) if name in vars(each)
    )
    real: Callable[..., Any] = getattr(owner, name)

    def mortal(*arguments: Any, **others: Any) -> None:
        if when == "after":
            real(*arguments, **others)
        die()

    setattr(owner, name, mortal)


if __name__ == "__main__":
    home, endpoint, secret_file, to, stage = sys.argv[1:]
    if stage != "never":
        arm(stage)
    store = StoreSettings(endpoint=endpoint, secret_file=secret_file, allow_http=True)
    migrate_files(Settings(home=Path(home), store=store), to)
