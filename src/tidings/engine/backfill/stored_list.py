"""A list of URLs as it is kept while it is fetched: each once, those of a host together.

A file of URLs and a table of hosts. It is sorted through buckets of domains on the disk, so memory
holds the URLs of one bucket, not the list.
"""

import json
import shutil
import zlib
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import asdict, dataclass
from hashlib import blake2b
from itertools import groupby
from pathlib import Path
from typing import BinaryIO

from tidings.read.url import domain_of, host_of

_BUCKETS = 64  # a list of ten million URLs has some 15 MB in each
_URLS, _HOSTS = "urls.txt", "hosts.jsonl"


@dataclass(frozen=True, slots=True)
class ListedHost:
    """A host of a list."""

    host: str
    domain: str
    urls: int
    start: int  # of its first URL in the file, in bytes


class UrlReader:
    """Reads on at each host where it stopped."""

    def __init__(self, file: BinaryIO, hosts: Sequence[ListedHost]) -> None:
        self._file = file
        self._next = {each.host: each.start for each in hosts}

    def take(self, host: str, count: int) -> tuple[str, ...]:
        """Return the next URLs of a host."""
        self._file.seek(self._next[host])
        urls = tuple(self._file.readline().decode().rstrip("\n") for _ in range(count))
        self._next[host] = self._file.tell()
        return urls


@dataclass(frozen=True, slots=True)
class StoredList:
    """The list in one folder."""

    folder: Path

    def hosts(self) -> list[ListedHost]:
        """Return the hosts; those of one domain stand together."""
        with (self.folder / _HOSTS).open(encoding="utf-8") as file:
            return [ListedHost(**json.loads(line)) for line in file]

    def reader(self, opened: ExitStack) -> UrlReader:
        """Return what reads the URLs of each host from the first to the last."""
        return UrlReader(opened.enter_context((self.folder / _URLS).open("rb")), self.hosts())

    def key(self) -> str:
        """Return a key of all URLs."""
        digest = blake2b(digest_size=8)
        with (self.folder / _URLS).open("rb") as file:
            while block := file.read(1 << 20):
                digest.update(block)
        return digest.hexdigest()


def store_list(urls: Iterable[str], folder: Path) -> StoredList:
    """Store a list in a new folder."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    buckets = _fill_buckets(urls, folder)
    with (
        (folder / _URLS).open("wb") as file,
        (folder / _HOSTS).open("w", encoding="utf-8") as table,
    ):
        for bucket in buckets:
            for domain, host, some in _by_host(bucket):
                start = file.tell()
                file.writelines(f"{url}\n".encode() for url in some)
                listed = ListedHost(host, domain, len(some), start)
                table.write(json.dumps(asdict(listed)) + "\n")
            bucket.unlink()
    return StoredList(folder)


def _fill_buckets(urls: Iterable[str], folder: Path) -> list[Path]:
    paths = [folder / f"{number}.bucket" for number in range(_BUCKETS)]
    with ExitStack() as opened:
        files = [opened.enter_context(path.open("w", encoding="utf-8")) for path in paths]
        for url in urls:
            files[zlib.crc32(domain_of(url).encode()) % _BUCKETS].write(f"{url}\n")
    return paths


def _by_host(bucket: Path) -> Iterator[tuple[str, str, list[str]]]:
    """Yield each host with its domain and its URLs, in the order in which they were listed."""
    urls = dict.fromkeys(bucket.read_text(encoding="utf-8").splitlines())
    placed = sorted(((domain_of(url), host_of(url), url) for url in urls), key=lambda it: it[:2])
    for (domain, host), group in groupby(placed, key=lambda it: it[:2]):
        yield domain, host, [url for _, _, url in group]
