"""Files on S3 and what speaks like it, with `obstore`. Needs the extra `s3`."""

import hashlib
import os
import random
import re
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from datetime import timedelta
from functools import partial
from pathlib import Path
from typing import Any, Final, TypeVar

import obstore
from obstore.exceptions import (
    AlreadyExistsError,
    BaseError,
    PermissionDeniedError,
    PreconditionError,
    UnauthenticatedError,
)
from obstore.store import S3Store

from tidings.store.database.errors import StoreAway
from tidings.store.files.errors import (
    FileChanged,
    FileDamaged,
    FileExists,
    FileMissing,
    StoreRefused,
    away,
)
from tidings.store.files.file_store import FileContent, StoredFile
from tidings.store.files.s3_place import S3Place

T = TypeVar("T")

_CONNECT: Final = timedelta(seconds=5)
# A piece of a large file: four of them are in memory while it travels. With 8 MiB, a link of
# 3 MBit/s still brings one within the time for an answer.
_PIECE: Final = 8 * 1024 * 1024
_PARALLEL: Final = 4
_BATCH: Final = 500  # keys in one request to delete; the protocol's limit is 1000
_FIRST_PAUSE, _LONGEST_PAUSE = 0.05, 1.0
_SUM: Final = "sha256"  # the name of the metadata that holds it
_STATUS = re.compile(r"status code: (\d{3})")
_CODE = re.compile(r"<Code>(\w{1,60})</Code>")
# Answers below 500 that another try may change: time out, conflict of two writers, too many.
_PASSING: Final = frozenset({408, 409, 429})
# What servers say if the time in a request is not theirs; the keys may be right.
_WRONG_TIME: Final = frozenset({"RequestTimeTooSkewed", "RequestExpired"})
_NO_KEYS: Final = "169.254.169.254"  # where Amazon's machines find theirs


class S3Files:
    """A FileStore in a bucket."""

    def __init__(self, place: S3Place, answer_seconds: float, try_seconds: float) -> None:
        self.name = place.url
        self._try_seconds = try_seconds
        self._store = _opened(place, answer_seconds)

    def __repr__(self) -> str:
        return f"S3Files({self.name})"

    def put(self, key: str, data: bytes) -> str:
        """Store a file, whether or not there is one, and return its etag."""
        return self._patiently(key, lambda: self._put(key, data, "overwrite"))

    def put_new(self, key: str, data: bytes) -> str:
        """Store a file if there is none, or one with the same content; else raise FileExists."""
        # A put may succeed though its answer is lost; when it is repeated, the file is ours.
        try:
            return self._patiently(key, lambda: self._put(key, data, "create"))
        except FileExists:
            there = self.get(key)
            if there.data == data:
                return there.etag
            raise

    def replace(self, key: str, data: bytes, etag: str) -> str:
        """Replace the content that has this etag; raise FileChanged if it is another one."""
        try:
            return self._patiently(key, lambda: self._put(key, data, {"e_tag": etag}))
        except FileChanged:
            there = self._get_if_any(key)
            if there is not None and there.data == data:
                return there.etag
            raise

    def _put(self, key: str, data: bytes, mode: Any) -> str:
        attributes = {_SUM: hashlib.sha256(data).hexdigest()}
        result = obstore.put(
            self._store, key, data, mode=mode, use_multipart=False, attributes=attributes
        )
        return result["e_tag"] or ""

    def get(self, key: str) -> FileContent:
        """Return a whole small file, or raise FileMissing."""

        def get() -> FileContent:
            result = obstore.get(self._store, key)
            data = bytes(result.bytes())
            self._check(key, hashlib.sha256(data).hexdigest(), result.attributes.get(_SUM))
            return FileContent(data, result.meta["e_tag"] or "")

        return self._patiently(key, get)

    def _get_if_any(self, key: str) -> FileContent | None:
        with suppress(FileMissing):
            return self.get(key)
        return None

    def _check(self, key: str, real: str, stored: str | None) -> None:
        # A file that another program has put there has none.
        if stored is not None and real != stored:
            raise FileDamaged(f"{self.name}/{key} is damaged: its SHA-256 is not the stored one.")

    def get_range(self, key: str, start: int, length: int) -> bytes:
        """Return a part of a file, shorter at its end; it is not checked."""
        return self._patiently(key, lambda: self._get_range(key, start, length))

    def _get_range(self, key: str, start: int, length: int) -> bytes:
        try:
            data = bytes(obstore.get_range(self._store, key, start=start, length=length))
        except BaseError as error:
            if not isinstance(self._translated(key, error), _BeyondTheEnd):
                raise
            data = b""
        if len(data) < length:
            # Servers answer so, too, while a file is being removed or replaced.
            there = obstore.head(self._store, key)
            if min(there["size"], start + length) > start + len(data):
                raise away(f"{self.name}/{key}: the server sends less than there is.")
        return data

    def sum_of(self, key: str) -> str | None:
        """Return the SHA-256 that was stored with a file, None if there is none; or FileMissing."""

        def get() -> str | None:
            result = obstore.get(self._store, key, options={"head": True})
            return result.attributes.get(_SUM)

        return self._patiently(key, get)

    def find(self, key: str) -> StoredFile | None:
        """Return what the store says about one file."""
        with suppress(FileMissing):
            return _stored(self._patiently(key, lambda: obstore.head(self._store, key)))
        return None

    def upload(self, path: Path, key: str) -> str:
        """Store a file of the disk, in pieces if it is large, and return its etag."""
        digest, size = _digest_of(path), path.stat().st_size

        def upload() -> str:
            result = obstore.put(
                self._store, key, path, attributes={_SUM: digest}, mode="overwrite",
                chunk_size=_PIECE, max_concurrency=_PARALLEL,
            )  # fmt: skip
            return result["e_tag"] or ""

        etag = self._patiently(key, upload)
        there = self.find(key)
        if there is None or (there.size, there.etag) != (size, etag):
            raise FileDamaged(f"{self.name}/{key} is not what was uploaded.")
        return etag

    def download(self, key: str, path: Path) -> None:
        """Copy a file to the disk, where it appears once it is complete and checked."""
        there = self.find(key)
        if there is None:
            raise FileMissing(f"{self.name}/{key} does not exist.")
        # Two processes that download the same file must not write into each other's.
        temporary = path.with_name(f"{path.name}.{os.getpid()}-{random.randrange(10**9)}.part")
        try:
            with temporary.open("wb") as file:
                digest, stored = hashlib.sha256(), None
                for start in range(0, there.size, _PIECE):
                    piece, stored = self._piece(there, start)
                    file.write(piece)
                    digest.update(piece)
                self._check(key, digest.hexdigest(), stored)
                file.flush()
                os.fsync(file.fileno())
            temporary.replace(path)
        finally:
            temporary.unlink(missing_ok=True)

    def _piece(self, there: StoredFile, start: int) -> tuple[bytes, str | None]:
        """Return a piece of a file as it was when it was found, and the sum of the whole."""
        stop = min(start + _PIECE, there.size)

        def get() -> tuple[bytes, str | None]:
            result = obstore.get(
                self._store, there.key, options={"range": (start, stop), "if_match": there.etag}
            )
            return bytes(result.bytes()), result.attributes.get(_SUM)

        piece, stored = self._patiently(there.key, get)
        if len(piece) != stop - start:
            raise FileDamaged(f"{self.name}/{there.key} is shorter than the store says.")
        return piece, stored

    def list(self, folder: str = "") -> Iterator[StoredFile]:
        """Yield all files in a folder and the folders in it; the order is not defined."""
        prefix = folder.strip("/")

        def collect() -> Any:
            return obstore.list(self._store, prefix or None).collect()

        yield from map(_stored, self._patiently(prefix, collect))

    def delete(self, keys: Iterable[str]) -> None:
        """Delete files; those that do not exist are no error."""
        wanted = [*keys]
        for start in range(0, len(wanted), _BATCH):
            batch = wanted[start : start + _BATCH]
            with suppress(FileMissing):
                self._patiently(batch[0], partial(obstore.delete, self._store, batch))

    def _patiently(self, key: str, action: Callable[[], T]) -> T:
        """Do it, again and again for some seconds if the server does not answer."""
        until = time.monotonic() + self._try_seconds
        pause = _FIRST_PAUSE
        while True:
            try:
                return action()
            except (BaseError, OSError, StoreAway) as error:
                translated = self._translated(key, error)
                if not isinstance(translated, StoreAway) or time.monotonic() + pause > until:
                    # Not `from error`: its text may hold what was sent.
                    raise translated from None
            time.sleep(random.uniform(pause / 2, pause))
            pause = min(2 * pause, _LONGEST_PAUSE)

    def _translated(self, key: str, error: Exception) -> Exception:
        """Return our exception for one of obstore's, without anything that was sent."""
        if isinstance(error, StoreAway):
            return error
        text, where = str(error), f"{self.name}/{key}"
        status, code = _STATUS.search(text), _CODE.search(text)
        said = " ".join(match[1] for match in (status, code) if match)
        if code is not None and code[1] == "NoSuchBucket":
            return StoreRefused(f"{self.name}: there is no such bucket.")
        if isinstance(error, FileNotFoundError):
            return FileMissing(f"{where} does not exist.")
        if isinstance(error, AlreadyExistsError):
            return FileExists(f"{where} exists already, with other content.")
        if isinstance(error, PreconditionError):
            return FileChanged(f"{where} was changed by somebody else.")
        if isinstance(error, OSError) and not isinstance(error, BaseError):
            return error  # of our own disk
        if code is not None and code[1] in _WRONG_TIME:
            return StoreRefused(
                f"{self.name}: the clocks of this machine and of the server differ ({said})."
            )
        if isinstance(error, PermissionDeniedError | UnauthenticatedError):
            return StoreRefused(f"{self.name}: the server refuses our keys ({said}).")
        if _NO_KEYS in text:
            return StoreRefused(
                f"{self.name}: there are no keys: set store.secret_file, or AWS_ACCESS_KEY_ID "
                "and AWS_SECRET_ACCESS_KEY."
            )
        return _by_status(where, int(status[1]) if status else 0, said)


class _BeyondTheEnd(FileMissing):
    """The range begins where the file has ended."""


def _by_status(where: str, status: int, said: str) -> Exception:
    if status == 416:
        return _BeyondTheEnd(f"{where} is shorter.")
    if 400 <= status < 500 and status not in _PASSING:
        return StoreRefused(f"{where}: the server refuses the request ({said}).")
    return away(f"{where}: " + (f"the server answers {said}." if said else "no answer."))


def _opened(place: S3Place, answer_seconds: float) -> S3Store:
    keys = place.keys
    optional = {
        "endpoint": place.endpoint,
        "access_key_id": keys.access,
        "secret_access_key": keys.secret,
        "session_token": keys.token,
    }
    return S3Store(
        place.bucket,
        prefix=place.prefix or None,
        region=place.region,
        client_options={
            "allow_http": place.allow_http,
            "connect_timeout": min(_CONNECT, timedelta(seconds=answer_seconds)),
            "timeout": timedelta(seconds=answer_seconds),
        },
        # We repeat requests ourselves, because after a lost answer some must be compared first.
        retry_config={"max_retries": 0},
        **{name: value for name, value in optional.items() if value},  # type: ignore[arg-type]
    )


def _stored(meta: Any) -> StoredFile:
    return StoredFile(meta["path"], meta["size"], meta["e_tag"] or "", meta["last_modified"])


def _digest_of(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
