"""Near-duplicates among 100 000 articles: Tidings compared with simhash alone and MinHash alone.

All see the same articles in the same order: copies of real texts with six kinds of edits,
look-alikes that are not copies, and generated articles. CPU time, on texts already parsed.
"""

import argparse
import tracemalloc
from collections.abc import Callable, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from sys import getsizeof
from time import process_time

import numpy as np
from numpy.typing import NDArray

from benchmarks.support.table import print_conditions, print_table
from tidings.evaluate.grouping.duplicate_corpus import corpus_articles, texts_of
from tidings.evaluate.grouping.duplicates import (
    DuplicateScores,
    TidingsDuplicateFinder,
    duplicate_scores,
)
from tidings.evaluate.grouping.edits import EditKind
from tidings.evaluate.grouping.synthetic_text import TitledText
from tidings.evaluate.labelled.json_lines import labelled_files
from tidings.group.duplicates.duplicate_index import DuplicateIndex
from tidings.group.duplicates.postings import Postings
from tidings.group.duplicates.sketch import content_hashes, shingle_hashes, simhash_of
from tidings.text.parsing.parsed_text import ParsedText

_HASHES, _BANDS = 128, 32  # MinHash: pairs with 42% in common share a band half of the time
_START = datetime(2026, 1, 1, tzinfo=UTC)
_PRIME = np.uint64(0xFFFF_FFFB)
Hashes = NDArray[np.uint64]


class SimhashOnly:
    """Charikar and Manku: near-duplicates differ in few bits; compares with all articles."""

    def __init__(self, bits: int) -> None:
        self.name = f"simhash, {bits} bits"
        self._bits = bits
        self._ids: list[str] = []
        self._all = np.zeros(1 << 20, np.uint64)

    def sketch(self, title: ParsedText, body: ParsedText) -> int:
        return simhash_of(_content(title, body))

    def look(self, sketch: int) -> list[tuple[str, str]]:
        differ = np.bitwise_count(self._all[: len(self._ids)] ^ np.uint64(sketch))
        return [(self._ids[at], "") for at in np.flatnonzero(differ <= self._bits)[-16:]]

    def add(self, id: str, sketch: int) -> None:
        self._all[len(self._ids)] = sketch
        self._ids.append(id)


class MinHashOnly:
    """Broder: the share of equal minima estimates the share of common shingles."""

    def __init__(self, alike: float) -> None:
        self.name = f"MinHash, {alike:.0%} alike"
        self._alike = alike
        rng = np.random.default_rng(1)
        self._factors = rng.integers(1, _PRIME, _HASHES, np.uint64)
        self._terms = rng.integers(0, _PRIME, _HASHES, np.uint64)
        self._ids: list[str] = []
        self._sketches: list[Hashes] = []
        self._postings = Postings(np.empty(0, np.uint32), np.empty(0, np.int32))

    def sketch(self, title: ParsedText, body: ParsedText) -> Hashes:
        shingles = shingle_hashes(_content(title, body)) >> np.uint64(32)
        if not len(shingles):
            return np.zeros(_HASHES, np.uint64)
        minima: Hashes = ((shingles[:, None] * self._factors + self._terms) % _PRIME).min(axis=0)
        return minima

    def look(self, sketch: Hashes) -> list[tuple[str, str]]:
        hits: dict[int, int] = {}
        self._postings.add_hits(self._keys(sketch), 1, hits)
        alike = (slot for slot in sorted(hits, key=lambda slot: -hits[slot])[:32]
                 if np.mean(self._sketches[slot] == sketch) >= self._alike)  # fmt: skip
        return [(self._ids[slot], "") for slot in alike]

    def add(self, id: str, sketch: Hashes) -> None:
        self._postings.add(len(self._ids), self._keys(sketch))
        self._ids.append(id)
        self._sketches.append(sketch)

    def _keys(self, sketch: Hashes) -> NDArray[np.uint32]:
        sums = (sketch * self._factors).reshape(_BANDS, -1).sum(axis=1)
        keys: NDArray[np.uint32] = (sums % _PRIME).astype(np.uint32)
        return keys


def _content(title: ParsedText, body: ParsedText) -> Hashes:
    """The words of the body, or of the title if there is no body."""
    words = content_hashes(body)
    return words if len(words) else content_hashes(title)


class Ours(TidingsDuplicateFinder):
    name = "Tidings"


def print_scores(names: Sequence[str], scores: Sequence[DuplicateScores]) -> None:
    def row(label: str, figures: Sequence[str]) -> list[str]:
        return [label, *figures]

    rows = [row(f"recall, {edit}", [f"{each.found[edit] / each.wanted[edit]:.4f}"
                                    for each in scores]) for edit in EditKind]  # fmt: skip
    rows += [
        row("recall, all copies", [f"{each.recall:.4f}" for each in scores]),
        row("recall, all pairs", [f"{each.pairwise:.4f}" for each in scores]),
        row("precision", [f"{each.precision:.4f}" for each in scores]),
        row("wrong pairs", [str(len(each.wrong)) for each in scores]),
    ]
    for step in ("sketch", "look", "add"):
        rows.append(row(f"CPU ms, {step}", [f"{1000 * getattr(each.cost, step) / each.articles:.3f}"
                                            for each in scores]))  # fmt: skip
    print_table(f"{scores[0].articles} articles, {scores[0].wanted.total()} copies",
                ("", *names), rows)  # fmt: skip


def print_size(duplicates: DuplicateIndex) -> None:
    """Print the index's memory, and the time to build it from stored sketches."""
    month = timedelta(days=30) / len(duplicates)
    stored = [(id, packed, _START + number * month)
              for number, (id, packed, _) in enumerate(duplicates.rows())]  # fmt: skip
    seconds = timed(lambda: DuplicateIndex(stored))
    tracemalloc.start()
    rebuilt = DuplicateIndex(stored)
    index, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    count = len(rebuilt)
    given = sum(getsizeof(id) + getsizeof(packed) for id, packed, _ in stored)
    forgetting = timed(lambda: rebuilt.forget(_START + timedelta(days=1)))
    packed = sum(len(packed) for _, packed, _ in stored)
    print_table("The index", ("", "figure"), [
        ["articles", str(count)],
        ["bytes of a stored sketch, mean", f"{packed / count:.0f}"],
        ["bytes of memory per article", f"{(index + given) / count:.0f}"],
        ["of these: sketch and id", f"{given / count:.0f}"],
        ["CPU seconds to build it from stored sketches", f"{seconds:.1f}"],
        ["CPU ms to forget the oldest of 30 days", f"{1000 * forgetting:.0f}"],
    ])  # fmt: skip


def timed(work: Callable[[], object]) -> float:
    began = process_time()
    work()
    return process_time() - began


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--data", type=Path, required=True, help="as for tidings eval duplicates")
    options.add_argument("--articles", type=int, default=100_000)
    arguments = options.parse_args()
    rows = texts_of(labelled_files(arguments.data, "topics_*.jsonl", "summary_*.jsonl"))
    made = corpus_articles([row for row in rows if isinstance(row, TitledText)], arguments.articles)
    ours = Ours()
    finders: list[Ours | SimhashOnly | MinHashOnly] = [
        ours,
        SimhashOnly(3),
        SimhashOnly(8),
        MinHashOnly(0.5),
        MinHashOnly(0.3),
    ]
    scores = duplicate_scores(made, finders)
    print_conditions("numpy")
    print_scores([finder.name for finder in finders], scores)
    print_size(ours.duplicates)


if __name__ == "__main__":
    main()
