"""The cost of an article in a full window: near-duplicate lookup and placing in a story."""

from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from time import process_time
from typing import TypeVar

import numpy as np

from benchmarks.stories import ArticleGenerator
from tidings.group.duplicates.duplicate_index import DuplicateIndex
from tidings.group.duplicates.sketch import (
    Hashes,
    Sketch,
    content_hashes,
    shingle_hashes,
    simhash_of,
)
from tidings.group.stories.story_clusters import StoryClusters
from tidings.text.parsing.parsed_text import parse_text

_NOW = datetime(2026, 3, 1, tzinfo=UTC)
_PLACED = 500  # articles that are looked up and placed in the full window

Made = TypeVar("Made")


@dataclass
class Stopwatch:
    """Sums up CPU time by step."""

    seconds: dict[str, float] = field(default_factory=lambda: defaultdict(float))
    articles: int = 0
    wholes: int = 0

    def time(self, step: str, work: Callable[[], Made]) -> Made:
        """Run the work, add its time and return its result."""
        began = process_time()
        made = work()
        self.seconds[step] += process_time() - began
        return made

    def ms(self, step: str) -> float:
        """Return milliseconds per article."""
        count = self.wholes if step == "whole" else self.articles
        return 1000 * self.seconds[step] / max(1, count)


def window_costs(texts: Sequence[tuple[str, str]], size: int) -> list[tuple[str, float]]:
    """Return the milliseconds to look up and to place an article in a full window."""
    sketches = _sketches(texts, size + _PLACED)
    duplicates = DuplicateIndex(
        (f"{n:x}", sketch.packed(), _NOW) for n, sketch in enumerate(sketches[:size])
    )
    watch = Stopwatch(articles=_PLACED)
    for number, sketch in enumerate(sketches[size:], size):
        watch.time("look", lambda: duplicates.near_duplicates(sketch))  # noqa: B023 - done at once
        watch.time("look", lambda: duplicates.add(f"{number:x}", sketch, _NOW))  # noqa: B023
    stories = StoryClusters()
    for number, clipping in enumerate(ArticleGenerator(1, 30, size + _PLACED).clippings()):
        if number < size:
            stories.place(clipping)
        else:
            watch.time("place", lambda: stories.place(clipping))  # noqa: B023 - done at once
    return [("look-up of near-duplicates", watch.ms("look")),
            ("placing in stories", watch.ms("place"))]  # fmt: skip


def _sketches(texts: Sequence[tuple[str, str]], count: int) -> list[Sketch]:
    """Sketches of texts made of real passages, so that they match like real ones."""
    chance = np.random.default_rng(1)
    pool = [content_hashes(parse_text(text, language)) for text, language in texts]
    pool = [content for content in pool if len(content) > 40]
    return [_sketch(chance, pool) for _ in range(count)]


def _sketch(chance: np.random.Generator, pool: Sequence[Hashes]) -> Sketch:
    passages = []
    for _ in range(20):
        content = pool[int(chance.integers(len(pool)))]
        start = int(chance.integers(len(content) - 20))
        passages.append(content[start : start + int(chance.integers(4, 20))])
    text = np.concatenate(passages)
    marks = np.unique(shingle_hashes(text).astype("<u4"))
    kept, level = marks, 0
    while len(kept) > 96:
        level += 1
        kept = marks[(marks & np.uint32((1 << level) - 1)) == 0]
    checksum = int(chance.integers(1 << 62))
    return Sketch(checksum, simhash_of(text), len(text), level, kept.tobytes())
