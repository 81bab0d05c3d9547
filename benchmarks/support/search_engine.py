"""The interface of a search engine in the benchmark: built in its own process, then queried."""

import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from multiprocessing import get_context
from pathlib import Path
from typing import Protocol

from benchmarks.inputs.filled_home import FilledHome
from benchmarks.inputs.search_questions import Question
from tidings.model.articles.article import Article


class SearchEngine(Protocol):
    """An open index."""

    name: str

    def can(self, question: Question) -> bool:
        """Return whether the engine supports this question."""

    def find(self, question: Question) -> int:
        """Find the first ten, fetch their texts, and return the number of known matches."""


class EngineBuilder(Protocol):
    """Makes an index of all articles; must be picklable."""

    name: str

    def build(self, folder: Path, chunks: Iterator[list[Article]]) -> None:
        """Index everything and close, with the engine's own merges."""

    def sizes(self, folder: Path, home: Path) -> tuple[int, int]:
        """Return the bytes of the index, and of the index with the texts."""


@dataclass(frozen=True, slots=True)
class BuildFigures:
    """The cost of building."""

    name: str
    articles: int
    text_bytes: int
    cpu: float  # seconds, of all threads, without reading the articles
    index_bytes: int
    whole_bytes: int

    @property
    def rate(self) -> float:
        """Articles per second of one core."""
        return self.articles / self.cpu


def measured_build(builder: EngineBuilder, folder: Path, home: Path) -> BuildFigures:
    """Build in a new process, so that threads of other engines are not measured."""
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as process:
        return process.submit(_build, builder, folder, home).result()


def _build(builder: EngineBuilder, folder: Path, home: Path) -> BuildFigures:
    folder.mkdir(parents=True, exist_ok=True)
    morgue = FilledHome(home)
    began = time.process_time()
    builder.build(folder, morgue.chunks())
    cpu = time.process_time() - began - morgue.reading_cpu
    index_bytes, whole_bytes = builder.sizes(folder, home)
    return BuildFigures(
        builder.name, morgue.count, morgue.text_bytes, cpu, index_bytes, whole_bytes
    )


def bytes_in(folder: Path, pattern: str = "*") -> int:
    """Return the size of the files below a folder."""
    return sum(file.stat().st_size for file in folder.rglob(pattern) if file.is_file())
