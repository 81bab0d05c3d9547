"""Search: building, sizes and answers beside other engines, on a made-up newswire in a real home.

What is built is what users have: articles in the database, the index beside it, the library and
`tidings serve` on top. The peers index the same articles and fetch the same texts.
"""

import argparse
import json
import shutil
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from random import Random

from benchmarks.finder import Builder, Built, Finder, built
from benchmarks.latency import Series, measured
from benchmarks.morgue import fill
from benchmarks.peers.bm25s_alone import Bm25sBuilder, Bm25sFinder
from benchmarks.peers.fts5 import Fts5Builder, Fts5Finder
from benchmarks.peers.tantivy_alone import TantivyBuilder, TantivyFinder
from benchmarks.questions import questions
from benchmarks.table import print_conditions, print_table
from benchmarks.tidings_finder import LibraryFinder, TidingsBuilder, TidingsFinder
from tidings.model.search import Model

_BM25S_MOST = 200_000  # articles: it builds in memory, and a million would take all of it
_BUILDERS: tuple[Builder, ...] = (
    TidingsBuilder(), TantivyBuilder(), Fts5Builder(), Bm25sBuilder()
)  # fmt: skip
_PARTS = ("build", "answers", "visible", "requests")

Answers = Mapping[str, Mapping[str, Series]]  # kind of question -> engine -> what it took


def main(arguments: Sequence[str] | None = None) -> None:
    """Print all tables."""
    options = _options(arguments)
    print_conditions("tidings", "tantivy", "bm25s")
    with tempfile.TemporaryDirectory(prefix="tidings-search-") as temporary:
        folder = options.folder or Path(temporary)
        figures = _built(folder, options.articles)
        _print_built(figures)
        if "answers" in options.parts:
            _print_answers(_answers(folder, options.questions))


def _options(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="benchmarks.search", description=__doc__)
    parser.add_argument("--articles", type=int, default=100_000, metavar="N")
    parser.add_argument("--questions", type=int, default=210, metavar="N", help="of each kind")
    parser.add_argument("--folder", type=Path, metavar="DIR",
                        help="keep what is built, and use what was built there")  # fmt: skip
    parser.add_argument("--parts", nargs="+", choices=_PARTS, default=_PARTS)
    return parser.parse_args(arguments)


def _built(folder: Path, articles: int) -> list[Built]:
    """Build everything; what is there from an earlier run is left as it is."""
    home, notes = folder / "home", folder / f"built-{articles}.json"
    if notes.exists():
        return [Built(**each) for each in json.loads(notes.read_text())]
    shutil.rmtree(folder, ignore_errors=True)
    fill(home, articles)
    figures = [
        built(builder, _place(builder, folder), home)
        for builder in _BUILDERS
        if articles <= _BM25S_MOST or not isinstance(builder, Bm25sBuilder)
    ]
    notes.write_text(json.dumps([asdict(each) for each in figures]))
    return figures


def _place(builder: Builder, folder: Path) -> Path:
    return (
        folder / "home" / "index" if isinstance(builder, TidingsBuilder) else folder / builder.name
    )


def _print_built(figures: Sequence[Built]) -> None:
    first = figures[0]
    rows = [
        (each.name, f"{each.rate:,.0f}", f"{1000 * each.cpu / each.articles:.3f}",
         f"{each.index_bytes / each.text_bytes:.2f}", f"{each.whole_bytes / each.text_bytes:.2f}")
        for each in figures
    ]  # fmt: skip
    print_table(
        f"Building: {first.articles:,} articles, {first.text_bytes / 1e6:,.0f} MB of text",
        ("", "articles/s per core", "CPU ms/article", "index bytes per text byte",
         "with the texts"),
        rows,
    )  # fmt: skip


def _answers(folder: Path, count: int) -> Answers:
    home = folder / "home"
    finders: list[Finder] = [
        TantivyFinder(folder / TantivyBuilder.name),
        Fts5Finder(folder / Fts5Builder.name),
        *(TidingsFinder(home, m) for m in (Model.BM25, Model.BM25_FEEDBACK, Model.NEWS)),
        LibraryFinder(home),
    ]
    if (folder / Bm25sBuilder.name).is_dir():
        finders.append(Bm25sFinder(folder / Bm25sBuilder.name))
    rng = Random(7)
    asked = questions(home, count)
    return {kind: measured(finders, drawn, rng) for kind, drawn in asked.items()}


def _print_answers(answers: Answers) -> None:
    names = list(dict.fromkeys(name for series in answers.values() for name in sorted(series)))
    rows = [
        (kind, *(_figures(series.get(name)) for name in names)) for kind, series in answers.items()
    ]
    print_table("Milliseconds to an answer, p50 / p99", ("", *names), rows)


def _figures(series: Series | None) -> str:
    return "–" if series is None else f"{series.ms(50):.2f} / {series.ms(99):.2f}"


if __name__ == "__main__":
    main()
