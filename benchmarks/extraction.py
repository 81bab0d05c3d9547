"""Extraction: our methods compared with trafilatura's on labelled pages, in one run on one core.

Contenders take turns page by page. Each gets the page's bytes and URL; all its work is timed. Ours
and trafilatura's default come first, so that no other fills their caches. On the collection `wcxb`,
pages of several types, ours is compared with trafilatura's modes only.
"""

import argparse
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from statistics import fmean, median
from zlib import crc32

from benchmarks.inputs.labelled_data import DATA, is_absent
from benchmarks.measurements.page_types import report_page_types
from benchmarks.peers.declared import DECLARED
from benchmarks.peers.trafilatura_modes import MODES
from benchmarks.support.table import print_conditions, print_table
from tidings.evaluate.measures.page_facts import RightShare
from tidings.evaluate.measures.shingles import BodyScore
from tidings.evaluate.measures.snippets import SnippetScore
from tidings.evaluate.pages.extraction import (
    ScoredPage,
    by_set,
    extraction_folder,
    scored_pages,
    summed_score,
)
from tidings.evaluate.pages.extractor import Extractor, our_extractor
from tidings.evaluate.pages.page_score import ExtractionScore
from tidings.model.articles.extraction_method import ExtractionMethod

BEST = our_extractor(ExtractionMethod.BEST)
OTHERS = [
    our_extractor(method) for method in ExtractionMethod if method is not ExtractionMethod.BEST
]
CONTENDERS = [BEST, MODES[0], *OTHERS, *MODES[1:], DECLARED]
_SHOWN = [BEST, *OTHERS, DECLARED, *MODES]
_TYPED = "wcxb"
_ON_TYPED = [BEST, *MODES]

Value = Callable[[ExtractionScore], float | None]


@dataclass(frozen=True, slots=True)
class Measure:
    """A row of the table: what is measured, on which set, and our target."""

    name: str
    set: str
    value: Value
    aim: float | None = None

    def of(self, sets: dict[str, list[ScoredPage]], contender: str) -> float | None:
        """Return a contender's score; None where it has no answer or the set no labels."""
        return self.value(summed_score(sets.get(self.set, ()), contender))


def _text(score: BodyScore | SnippetScore | None, figure: str) -> float | None:
    """A figure of a text's score; None for contenders that return no text."""
    value: float = getattr(score, figure, 0.0)
    return value or None


def _share(share: RightShare | None) -> float | None:
    return share.value if share else None


FULL, SELECTED, SNIPPETS, DATES = "body-full", "body-publisher-selector", "snippets", "date"
MEASURES = (
    Measure("body F1", FULL, lambda s: _text(s.body, "f1"), 0.975),
    Measure("body F1", SELECTED, lambda s: _text(s.body, "f1"), 0.955),
    Measure("snippet F1", SNIPPETS, lambda s: _text(s.snippets, "f1"), 0.925),
    Measure("title", SELECTED, lambda s: _share(s.title), 0.85),
    Measure("date", SELECTED, lambda s: _share(s.date), 0.97),
    Measure("authors", SELECTED, lambda s: _share(s.authors), 0.82),
    Measure("title", SNIPPETS, lambda s: _share(s.title), 0.77),
    Measure("date", SNIPPETS, lambda s: _share(s.date), 0.88),
    Measure("authors", SNIPPETS, lambda s: _share(s.authors), 0.62),
    Measure("date", DATES, lambda s: _share(s.date)),
)
TEXTS = (
    Measure("body precision", FULL, lambda s: _text(s.body, "precision")),
    Measure("body recall", FULL, lambda s: _text(s.body, "recall")),
    Measure("body precision", SELECTED, lambda s: _text(s.body, "precision")),
    Measure("body recall", SELECTED, lambda s: _text(s.body, "recall")),
    Measure("snippet precision", SNIPPETS, lambda s: _text(s.snippets, "precision")),
    Measure("snippet recall", SNIPPETS, lambda s: _text(s.snippets, "recall")),
)
_LEGEND = """\
Bodies by four-word shingles (means over pages), snippets by sums, the rest by equality over the
pages whose labels have one. "against" is ours minus the best of trafilatura's modes in that row.
keen, dom and plateau find the text only: the rest is as in best, and its time is included."""


def measure(
    collection: str, contenders: Sequence[Extractor], folds: list[int] | None, limit: int | None
) -> list[ScoredPage]:
    """Run contenders on the labelled pages of a collection."""
    folder = extraction_folder(DATA / collection).folds(folds).sample(limit)
    pages: list[ScoredPage] = []
    for number, page in enumerate(scored_pages(folder, contenders), 1):
        if isinstance(page, ScoredPage):
            pages.append(page)
        if number % 100 == 0:
            print(f"{number} of {len(folder.lines)} pages", file=sys.stderr, flush=True)
    return pages


def report(pages: Sequence[ScoredPage]) -> None:
    """Print quality with a verdict per row, both halves of the sites, and speed."""
    sets = by_set(pages)
    counts = ", ".join(f"{name} {len(members)}" for name, members in sets.items())
    header = ("measure, set", *_names(), "aim", "against", "verdict")
    print_table(f"Quality ({counts} pages)", header, [_row(row, sets) for row in MEASURES])
    print(_LEGEND)
    rows = [(_name(row), *_figures(row, sets)) for row in TEXTS]
    print_table("Precision and recall of the texts", ("measure, set", *_names()), rows)
    _report_halves(pages)
    _report_speed(pages, _SHOWN)


def _names(shown: Sequence[Extractor] = _SHOWN) -> list[str]:
    ours = {each.name for each in (BEST, *OTHERS, DECLARED)}
    return [each.name if each.name in ours else f"t. {each.name}" for each in shown]


def _name(row: Measure) -> str:
    return f"{row.name}, {row.set}"


def _figures(row: Measure, sets: dict[str, list[ScoredPage]]) -> list[str]:
    return [_figure(row.of(sets, each.name)) for each in _SHOWN]


def _figure(value: float | None) -> str:
    return "–" if value is None else f"{value:.4f}"


def _row(row: Measure, sets: dict[str, list[ScoredPage]]) -> tuple[str, ...]:
    ours = row.of(sets, BEST.name) or 0.0
    ahead = ours - _best_mode(row, sets)
    reached = row.aim is None or ours >= row.aim
    place = "above" if ahead > 0 else "BELOW" if ahead < 0 else "level"
    verdict = place if reached else f"{place}, aim missed"
    aim = "" if row.aim is None else f"{row.aim:.3f}"
    return _name(row), *_figures(row, sets), aim, f"{ahead:+.4f}", verdict


def _best_mode(row: Measure, sets: dict[str, list[ScoredPage]]) -> float:
    return max(row.of(sets, mode.name) or 0.0 for mode in MODES)


def half_of(site: str) -> int:
    """Return a site's half: 0 is for tuning, 1 for checking only."""
    return crc32(site.encode()) % 2


def _report_halves(pages: Sequence[ScoredPage]) -> None:
    halves = [by_set(p for p in pages if half_of(p.gold.site) == half) for half in (0, 1)]
    rows = [
        (_name(row), *(_figure(row.of(sets, BEST.name)) for sets in halves),
         *(_figure(_best_mode(row, sets)) for sets in halves))
        for row in MEASURES
    ]  # fmt: skip
    header = ("measure, set", "ours, half 0", "half 1", "t. best mode, half 0", "half 1")
    title = "By the two halves of the sites: tuned on half 0 first, the body later on both"
    print_table(title, header, rows)


def _report_speed(pages: Sequence[ScoredPage], shown: Sequence[Extractor]) -> None:
    rows: list[tuple[str, ...]] = []
    for name, average in (("mean", fmean), ("median", median)):
        costs = {each.name: average(_milliseconds(pages, each.name)) for each in shown}
        default = costs[MODES[0].name]
        rows += [
            (f"CPU ms/page, {name}", *(f"{cost:.2f}" for cost in costs.values())),
            (f"t. default's, {name}", *(f"{default / cost:.1f}×" for cost in costs.values())),
        ]
    print_table(f"Speed, {len(pages)} pages", ("", *_names(shown)), rows)
    print("trafilatura caches the dates of a page: only its default mode pays for them here.")


def _milliseconds(pages: Sequence[ScoredPage], contender: str) -> list[float]:
    return [1000 * page.results[contender].cpu_seconds for page in pages]


def main(
    limit: int | None = None, collection: str = "extract", folds: list[int] | None = None
) -> None:
    """Measure and print, if the labelled pages are present."""
    if is_absent(collection):
        return
    print_conditions("tidings", "trafilatura")
    if collection == _TYPED:
        pages = measure(_TYPED, _ON_TYPED, folds, limit)
        report_page_types(pages, [each.name for each in _ON_TYPED], _names(_ON_TYPED))
        _report_speed(pages, _ON_TYPED)
    else:
        report(measure(collection, CONTENDERS, folds, limit))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="python -m benchmarks.extraction", description=__doc__)
    parser.add_argument("--limit", type=int, help="at most this many pages, evenly spread")
    parser.add_argument("--collection", choices=("extract", _TYPED), default="extract",
                        help="which labelled pages (extract)")  # fmt: skip
    parser.add_argument("--fold", type=int, action="append", metavar="N",
                        help="only pages of this fold of wcxb; may be repeated")  # fmt: skip
    options = parser.parse_args()
    main(options.limit, options.collection, options.fold)
