"""Knowledge files: a file for each version, written whole and never changed.

A file is a header, the counts of the corpus (mapped into memory, so that all processes share
them), and the packed topic model.
"""

import os
import struct
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

import numpy

from tidings.engine.knowledge.knowledge import Knowledge, no_knowledge
from tidings.engine.process.home import Home
from tidings.enrich.topics.topic_model import TopicModel
from tidings.text.frequency.corpus import CORPUS_SLOTS, Corpus

_HEADER = struct.Struct("<16sQQ")  # what it is, its version, the size of the topic model
_MAGIC = b"knowledge 1"
_COUNTS_AT = 4096  # a memory page, as mapping needs it
_TOPICS_AT = _COUNTS_AT + 4 * CORPUS_SLOTS


class KnowledgeFiles:
    """The versions in one folder; the last one that was loaded is held in memory."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._loaded: Knowledge | None = None

    def newest(self) -> int:
        """Return the newest version; 0 if there is none."""
        return max(self.versions(), default=0)

    def at(self, version: int) -> Knowledge:
        """Return a version; raises FileNotFoundError if it was deleted."""
        if self._loaded is None or self._loaded.version != version:
            self._loaded = self._load(version) if version else no_knowledge()
        return self._loaded

    def corpus_at(self, version: int) -> Corpus:
        """Return the corpus of a version, without its topics."""
        path = self._path(version)
        return Corpus(numpy.memmap(path, "<u4", "r", _COUNTS_AT, (CORPUS_SLOTS,)))

    def keep(self, knowledge: Knowledge) -> None:
        """Store a version; it is on the disk when this returns."""
        topics = knowledge.topics.pack()
        header = _HEADER.pack(_MAGIC, knowledge.version, len(topics))
        counts = knowledge.corpus.counts.astype("<u4", copy=False).data
        self._write(knowledge.version, (header.ljust(_COUNTS_AT, b"\0"), counts, topics))

    def packed(self, version: int) -> bytes:
        """Return the file of a version."""
        return self._path(version).read_bytes()

    def keep_packed(self, version: int, packed: bytes) -> None:
        """Store the file of a version; raises ValueError if it is damaged."""
        if not _is_version(packed[: _HEADER.size], len(packed), str(version)):
            raise ValueError(f"version {version} of the knowledge is damaged")
        self._write(version, (packed,))

    def _write(self, version: int, parts: Iterable[bytes | memoryview]) -> None:
        self._folder.mkdir(exist_ok=True)
        draft = self._folder / "draft"
        with draft.open("wb") as file:
            for part in parts:
                file.write(part)
            file.flush()
            os.fsync(file.fileno())
        draft.rename(self._path(version))
        _sync_folder(self._folder)

    def delete_except(self, versions: set[int]) -> None:
        """Delete all other versions; who has one of them open can still read it."""
        for path in self._paths():
            if int(path.name) not in versions:
                path.unlink(missing_ok=True)

    def versions(self) -> list[int]:
        """Return all versions that are whole."""
        return [int(path.name) for path in self._paths() if _is_whole(path)]

    def _paths(self) -> list[Path]:
        with suppress(OSError):
            return [path for path in self._folder.iterdir() if path.name.isdecimal()]
        return []

    def _load(self, version: int) -> Knowledge:
        with self._path(version).open("rb") as file:
            file.seek(_TOPICS_AT)
            topics = TopicModel.unpack(file.read())
        return Knowledge(version, self.corpus_at(version), topics)

    def _path(self, version: int) -> Path:
        return self._folder / str(version)


def adopt_earlier_files(home: Home) -> None:
    """Turn what an earlier version of Tidings learned into the first version of knowledge."""
    files, earlier = KnowledgeFiles(home.knowledge), _earlier_knowledge(home)
    if earlier is not None and not files.newest():
        files.keep(earlier)
    for path in (home.earlier_corpus, home.earlier_topics):
        path.unlink(missing_ok=True)


class NewestCorpus:
    """The newest corpus of a home, for a process that only reads."""

    def __init__(self, home: Home) -> None:
        self._home = home
        self._files = KnowledgeFiles(home.knowledge)
        self._version = -1
        self._corpus = Corpus.empty()

    def now(self) -> Corpus:
        """Return the corpus of the newest version."""
        version = self._files.newest()
        if version != self._version:
            with suppress(OSError):  # an even newer version has just replaced it
                self._corpus = self._files.corpus_at(version) if version else _earlier(self._home)
                self._version = version
        return self._corpus


def _earlier_knowledge(home: Home) -> Knowledge | None:
    """Return what an earlier version of Tidings learned, as the knowledge after one lesson."""
    corpus, topics = _earlier(home), TopicModel.empty()
    with suppress(OSError):
        topics = TopicModel.unpack(home.earlier_topics.read_bytes())
    is_empty = not topics.total and not corpus.counts.any()
    return None if is_empty else Knowledge(1, corpus, topics)


def _earlier(home: Home) -> Corpus:
    corpus = Corpus.empty()
    with suppress(OSError, ValueError):  # ValueError: of another size
        corpus.counts[:] = numpy.fromfile(home.earlier_corpus, "<u4")
    return corpus


def _is_whole(path: Path) -> bool:
    """Return whether a file is what `keep` wrote; a damaged one is as good as none."""
    try:
        with path.open("rb") as file:
            return _is_version(file.read(_HEADER.size), os.fstat(file.fileno()).st_size, path.name)
    except OSError:
        return False


def _is_version(header: bytes, size: int, version: str) -> bool:
    """Return whether this is the header of a version's file of this size."""
    try:
        magic, number, topics = _HEADER.unpack(header)
    except struct.error:
        return False
    is_right = magic.rstrip(b"\0") == _MAGIC and str(number) == version
    return is_right and size == _TOPICS_AT + topics


def _sync_folder(folder: Path) -> None:
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
