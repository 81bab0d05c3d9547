"""A secret of the home, with which its server processes sign cursors."""

import hashlib
import os
import secrets
from pathlib import Path
from typing import Final

from tidings.engine.process.home import Home

_BYTES: Final = 32
_NAME: Final = "serve.key"


def home_key(home: Home) -> bytes:
    """Return the key; it is made at first use, and is the same in all processes ever after.

    It protects nothing but the server's own bookmarks. So a home that cannot be written to gets
    one that its path determines, rather than an error.
    """
    path = home.folder / _NAME
    try:
        return _known(path) or _made(path)
    except OSError:
        return hashlib.sha256(str(home.folder.resolve()).encode()).digest()


def _known(path: Path) -> bytes | None:
    try:
        key = path.read_bytes()
    except FileNotFoundError:
        return None
    return key if len(key) == _BYTES else None


def _made(path: Path) -> bytes:
    """Make the key; of two processes that do so at once, both return the same."""
    draft = path.with_name(f"{_NAME}.{os.getpid()}.{secrets.token_hex(4)}")
    file = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(file, "wb") as target:
        target.write(secrets.token_bytes(_BYTES))
    try:
        os.link(draft, path)
    except FileExistsError:
        if _known(path) is None:  # cut off by a full disk, or edited
            draft.replace(path)
    finally:
        draft.unlink(missing_ok=True)
    return path.read_bytes()
