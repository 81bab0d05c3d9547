"""How secrets look: `tdg_1f2e…_9a8b…`, a public id that finds the row, and 256 random bits.

The beginning tells programs that search for leaked secrets, and our own log, what it is.
"""

import re
import secrets
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

_ID_BYTES: Final = 6
_SECRET_BYTES: Final = 32
_FORM: Final = re.compile(r"(td[gsl])_([0-9a-f]{12})_([0-9a-f]{64})")
_ID: Final = re.compile(r"[0-9a-f]{12}")


class SecretKind(StrEnum):
    """What a secret opens, as the beginning of its text."""

    TOKEN = "tdg"  # noqa: S105
    SESSION = "tds"
    LINK = "tdl"


@dataclass(frozen=True, slots=True, repr=False)
class Secret:
    """A secret and the public id of its row; it has no `repr`, because that may be logged."""

    kind: SecretKind
    id: str
    secret: str

    @property
    def text(self) -> str:
        """What the caller is given, once."""
        return f"{self.kind}_{self.id}_{self.secret}"


def new_secret(kind: SecretKind) -> Secret:
    """Return a secret that nobody can guess."""
    return Secret(kind, secrets.token_hex(_ID_BYTES), secrets.token_hex(_SECRET_BYTES))


def secret_from(text: str, kind: SecretKind) -> Secret | None:
    """Read a text; None if it cannot be a secret of this kind."""
    match = _FORM.fullmatch(text)
    if match is None or match[1] != kind:
        return None
    return Secret(kind, match[2], match[3])


def is_secret_id(text: str) -> bool:
    """Return whether a text can be the id of a secret."""
    return _ID.fullmatch(text) is not None
