"""Cursors: where a list continues, as a text that means nothing to its readers.

A cursor holds the parameters of its list and the time of its first page, and is signed: one that
was changed, or is used for another list, is refused instead of giving a wrong page.
"""

import hashlib
import hmac
import json
import zlib
from base64 import urlsafe_b64decode, urlsafe_b64encode
from binascii import Error as NotBase64
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Final

_VERSION: Final = b"\x01"  # raised whenever the meaning of a cursor changes
_SIGNATURE: Final = 12  # bytes: far more than anybody could guess online
_to_json: Final = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode

Parameters = tuple[tuple[str, str], ...]


class CursorInvalid(Exception):
    """A cursor that cannot be used; the message says why and what to do."""


@dataclass(frozen=True, slots=True)
class Cursor:
    """Where a list continues."""

    parameters: Parameters  # of the list, as they were given
    at: datetime  # of the first page: what is relative to now stays what it was then
    position: Any  # JSON; only the list knows what it means


class CursorCodec:
    """Turns cursors into texts and back."""

    def __init__(self, key: bytes) -> None:
        self._key = key

    def encode(self, path: str, cursor: Cursor) -> str:
        """Return a cursor of the list at this path as a text."""
        content = _to_json([cursor.parameters, cursor.at.timestamp(), cursor.position])
        packed = _VERSION + zlib.compress(content.encode(errors="surrogatepass"), 1)
        return urlsafe_b64encode(self._signature(path, packed) + packed).decode().rstrip("=")

    def decode(self, path: str, text: str) -> Cursor:
        """Return the cursor that a text stands for; raises CursorInvalid."""
        raw = _bytes_of(text)
        signature, packed = raw[:_SIGNATURE], raw[_SIGNATURE:]
        if packed[:1] != _VERSION:
            raise CursorInvalid("It is not a cursor of this version; begin again without it.")
        if not hmac.compare_digest(signature, self._signature(path, packed)):
            raise CursorInvalid("It was changed, or belongs to another list; begin without it.")
        content = zlib.decompress(packed[1:])  # we packed it ourselves: it is no bomb
        parameters, at, position = json.loads(content.decode(errors="surrogatepass"))
        return Cursor(_pairs(parameters), datetime.fromtimestamp(at, UTC), position)

    def _signature(self, path: str, packed: bytes) -> bytes:
        signed = hashlib.blake2b(packed, key=self._key, person=b"tidings-cursor")
        signed.update(path.encode(errors="surrogatepass"))
        return signed.digest()[:_SIGNATURE]


def _bytes_of(text: str) -> bytes:
    try:
        return urlsafe_b64decode(text + "=" * (-len(text) % 4))
    except (NotBase64, ValueError) as error:
        raise CursorInvalid("It is not a cursor; begin again without it.") from error


def _pairs(parameters: Sequence[Sequence[str]]) -> Parameters:
    return tuple((name, value) for name, value in parameters)
