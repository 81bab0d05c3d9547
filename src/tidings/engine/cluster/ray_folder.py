"""The folder of a node's sockets and logs. Only one that was made here is ever removed."""

import os
import secrets
import shutil
import stat
import tempfile
from pathlib import Path
from typing import Final

_PREFIX: Final = "tidings-ray-"
_MARKER: Final = "made-by-tidings"
_FOR_RAY: Final = "ray"


def made_ray_folder() -> tuple[Path, str]:
    """Make a folder; return it and the secret in it, by which it is known again.

    Ray's sockets allow short paths only, so it is not in the home. Ray lets everybody write to the
    folder that it gets, which is inside this one.
    """
    folder = Path(tempfile.mkdtemp(prefix=_PREFIX))
    secret = secrets.token_hex()
    (folder / _MARKER).write_text(secret)
    return folder, secret


def folder_for_ray(folder: Path) -> Path:
    """Return what Ray gets of a folder."""
    return folder / _FOR_RAY


def remove_ray_folder(folder: Path, secret: str) -> bool:
    """Remove a folder that was made here with this secret, and no other; return whether it was."""
    if not _was_made_here(folder, secret):
        return False
    shutil.rmtree(folder, ignore_errors=True)
    return True


def _was_made_here(folder: Path, secret: str) -> bool:
    if (
        not folder.is_absolute()
        or not folder.name.startswith(_PREFIX)
        or len(secret) < len(_PREFIX)
    ):
        return False
    try:
        status = folder.lstat()
        return (
            stat.S_ISDIR(status.st_mode)  # and no link to another one
            and status.st_uid == os.geteuid()
            and (folder / _MARKER).read_text() == secret
        )
    except (OSError, UnicodeDecodeError):
        return False
