"""The secret that all nodes of a cluster share: whoever has it may run any code on each of them."""

import os
import secrets
from pathlib import Path
from typing import Final

from tidings.engine.cluster.errors import ClusterUnusable
from tidings.settings.tree import Settings

_BYTES: Final = 32  # as many as Ray's own tokens
_MIN_LENGTH: Final = 32  # shorter ones could be guessed
_OTHERS: Final = 0o077


def token_file(settings: Settings) -> Path:
    """Return where the token is, whether it exists or not."""
    named = settings.cluster.token_file
    return (Path(named).expanduser() if named else settings.home / "cluster-token").absolute()


def ensure_token(settings: Settings) -> Path:
    """Return the file of the token; make it if there is none."""
    path = token_file(settings)
    try:
        handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        return existing_token(settings)
    except OSError as error:
        raise ClusterUnusable(f"{path} cannot be written ({error.strerror}).") from error
    with os.fdopen(handle, "w") as file:
        file.write(secrets.token_hex(_BYTES))
    return path


def existing_token(settings: Settings) -> Path:
    """Return the file of the token; raises ClusterUnusable if it is missing or not secret."""
    path = token_file(settings)
    try:
        length, mode = len(path.read_text().strip()), path.stat().st_mode
    except FileNotFoundError as error:
        raise ClusterUnusable(
            f"There is no token at {path}: copy the file cluster-token of the head's home to it, "
            "or name another file with cluster.token_file."
        ) from error
    except (OSError, UnicodeDecodeError) as error:
        raise ClusterUnusable(f"The token {path} cannot be read ({error}).") from error
    if length < _MIN_LENGTH:
        raise ClusterUnusable(f"The token in {path} is too short: copy the head's file again.")
    if mode & _OTHERS:
        raise ClusterUnusable(f"Others can read {path}: 'chmod 600 {path}' makes it secret again.")
    return path
