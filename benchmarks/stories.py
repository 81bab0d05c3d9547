"""Grouping into stories: quality on labelled texts, CPU and memory with 100 000 in the window.

Generated articles come one by one, as in a live run: each is placed, and a pass corrects the
stories after every thousand. Only the last articles of each size are measured.
"""

import argparse
import resource
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from time import process_time

import numpy as np

from benchmarks.inputs.labelled_data import DATA
from benchmarks.inputs.newswire import NewsAgency, words
from benchmarks.measurements.story_sets import print_story_sets
from benchmarks.support.table import print_conditions, print_table
from tidings.enrich.entities.article_entities import entities_of
from tidings.group.stories.clipping import (
    Clipping,
    ClippingTerm,
    clipping_of_text,
    unpacked_clipping,
)
from tidings.group.stories.story_clusters import StoryClusters
from tidings.text.parsing.parsed_text import parse_text

_START = datetime(2026, 1, 1, tzinfo=UTC)
_MEASURED = 2_000  # articles, the last of each size
_PASS = 1_000  # articles between two passes
_OTHER_LANGUAGE = 0.2  # of the articles
_VOCABULARY = 60_000


class ArticleGenerator:
    """Generates clippings about events of a day or so, with few or many articles each."""

    def __init__(self, seed: int, days: float, count: int) -> None:
        self._random = np.random.default_rng(seed)
        self._words = words(_VOCABULARY)
        weights = 1 / np.arange(1, _VOCABULARY + 1)
        self._steps = np.cumsum(weights / weights.sum())
        self._gap = timedelta(days=days / count)
        self._events = max(1, count // 4)
        self._count = count

    def clippings(self) -> Iterator[Clipping]:
        """Yield articles in order of time; four per event on average, for some many more."""
        for number in range(self._count):
            newest = number * self._events // self._count
            event = max(0, newest - int(self._random.pareto(1.2) * 8))
            yield self._clipping(number, event)

    def _clipping(self, number: int, event: int) -> Clipping:
        facts = np.random.default_rng(event)
        own = facts.integers(300, _VOCABULARY, 30)
        chosen = self._random.choice(own, 18, replace=False)
        common = np.searchsorted(self._steps, self._random.random(36))
        ranks = dict.fromkeys([*chosen.tolist(), *common.tolist()])
        terms = [self._term(rank, at < 6) for at, rank in enumerate(ranks)]
        terms.sort(key=lambda term: (-term.weight, term.text))
        names = [f"name{rank}" for rank in self._random.choice(own[:12], 8, replace=False)]
        numbers = [str(10 + rank % 5000) for rank in self._random.choice(own[12:20], 5)]
        return Clipping(
            id=f"{number:016x}",
            source=f"paper{number % 200}.example",
            language="de" if self._random.random() < _OTHER_LANGUAGE else "en",
            at=_START + number * self._gap,
            title="",
            terms=tuple(terms),
            names=(*names, "name1", f"name{number % 40}"),
            figures=tuple(dict.fromkeys([*numbers, "10", "2026"])),
        )

    def _term(self, rank: int, in_title: bool) -> ClippingTerm:
        rarity = float(np.log(rank + 2)) + 2.5
        return ClippingTerm(self._words[rank], round(rarity * 10), round(rarity), in_title)


def _grouping(count: int, days: float) -> tuple[str, ...]:
    stories, place, passes, packed = StoryClusters(), 0.0, 0.0, 0
    before = _memory()
    for number, clipping in enumerate(ArticleGenerator(1, days, count).clippings(), 1):
        measured = number > count - _MEASURED
        began = process_time()
        stories.place(clipping)
        place += (process_time() - began) * measured
        if number % _PASS == 0:
            began = process_time()
            stories.reconsider(clipping.at)
            passes += (process_time() - began) * measured
        packed = max(packed, len(clipping.packed())) if measured else packed
    figures = (place / _MEASURED * 1e3, passes / _MEASURED * 1e3)
    return (
        f"{count} articles", str(len(stories.profiles)), *(f"{figure:.3f}" for figure in figures),
        f"{_memory() - before:.0f}", str(packed),
    )  # fmt: skip


def _memory() -> float:
    """The peak resident memory of this process so far, in MB."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def _clipping(count: int) -> list[tuple[str, str]]:
    spent = {
        "parsing texts": 0.0,
        "naming entities": 0.0,
        "clipping": 0.0,
        "reading again": 0.0,
    }
    for report in NewsAgency(seed=2).reports(count):
        times = [process_time()]
        title, body = parse_text(report.title, "en"), parse_text(report.text, "en")
        times.append(process_time())
        entities = entities_of(title, body)
        times.append(process_time())
        packed = clipping_of_text(
            "a", report.source, report.published, title, body, entities
        ).packed()
        times.append(process_time())
        assert unpacked_clipping(packed) is not None
        times.append(process_time())
        for step, began, ended in zip(spent, times, times[1:], strict=False):
            spent[step] += ended - began
    return [(step, f"{seconds / count * 1e3:.3f}") for step, seconds in spent.items()]


def main(arguments: Sequence[str] = ()) -> None:
    """Print the quality and the cost of grouping."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sizes", type=int, nargs="+", default=[10_000, 100_000], metavar="N")
    parser.add_argument("--days", type=float, default=30.0, help="time span of the articles (30)")
    parser.add_argument("--texts", type=int, default=500, help="number of texts to clip (500)")
    parser.add_argument("--parts", nargs="+", choices=["quality", "cost"],
                        default=["quality", "cost"], help="what to measure (both)")  # fmt: skip
    parser.add_argument("--data", type=Path, default=DATA / "nlp" / "more",
                        help="a folder with stories*.jsonl[.gz]")  # fmt: skip
    options = parser.parse_args(arguments)
    print_conditions("tidings")
    if "quality" in options.parts:
        _print_quality(options.data)
    if "cost" in options.parts:
        _print_cost(options)


def _print_quality(data: Path) -> None:
    if data.is_dir():
        print_story_sets(data)
    else:
        print(f"Not measured: the labelled texts ({data}) do not exist.")


def _print_cost(options: argparse.Namespace) -> None:
    print_table(
        "Clipping generated articles, CPU", ("step", "ms/article"), _clipping(options.texts)
    )
    columns = ("window", "stories", "place ms/article", "passes ms/article", "MB", "bytes packed")
    rows = [_grouping(size, options.days) for size in sorted(options.sizes)]
    print_table("Grouping them into stories, CPU", columns, rows)


if __name__ == "__main__":
    import sys

    main(sys.argv[1:])
