"""Search compared with other engines: building, sizes and answers, on generated articles.

A real home is built: articles in the database, the index, the library and `tidings serve` on top.
The peers index the same articles and fetch the same texts.
"""

import argparse
import json
import shutil
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import asdict
from pathlib import Path
from random import Random

from benchmarks.inputs.filled_home import articles_in, fill
from benchmarks.inputs.search_questions import questions
from benchmarks.measurements.freshness import measured_freshness
from benchmarks.measurements.latency import (
    Answers,
    Target,
    answer_targets,
    measured_answers,
    print_answers,
    print_targets,
)
from benchmarks.measurements.request_load import measured_load
from benchmarks.peers.bm25s_alone import Bm25sBuilder, Bm25sEngine
from benchmarks.peers.fts5 import Fts5Builder, Fts5Engine
from benchmarks.peers.tantivy_alone import TantivyBuilder, TantivyEngine
from benchmarks.support.search_engine import (
    BuildFigures,
    EngineBuilder,
    SearchEngine,
    measured_build,
)
from benchmarks.support.table import print_conditions, print_table
from benchmarks.support.tidings_engine import LibraryEngine, TidingsBuilder, TidingsEngine
from tidings.model.search.results import RankingModel
from tidings.settings.tree import Settings

_BM25S_MAX = 200_000  # articles: it builds in memory, and a million would need all of it
_PEERS: tuple[EngineBuilder, ...] = (TantivyBuilder(), Fts5Builder(), Bm25sBuilder())
_ONCE = 8  # times the questions of each kind, so that none is repeated
_AGAIN = 100  # questions that are repeated
_PARTS = ("build", "answers", "visible", "requests")


def main(arguments: Sequence[str] | None = None) -> None:
    """Print all tables."""
    options = _options(arguments)
    print_conditions("tidings", "tantivy", "bm25s")
    with tempfile.TemporaryDirectory(prefix="tidings-search-") as temporary:
        folder = options.folder or Path(temporary)
        figures = _built(folder, options.articles, options.peers)
        _print_built(figures)
        targets = [Target("build, articles/s per core", figures[0].rate, 2_500, least=True)]
        if "answers" in options.parts:
            answers = _answers(folder, options.questions)
            print_answers(answers)
            targets += answer_targets(answers, options.articles)
        if "visible" in options.parts:
            targets += _visible(folder / "home")
        if "requests" in options.parts:
            targets += _requests(folder / "home", options.questions)
        print_targets(targets)


def _options(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="benchmarks.search", description=__doc__)
    parser.add_argument("--articles", type=int, default=100_000, metavar="N")
    parser.add_argument("--questions", type=int, default=210, metavar="N", help="of each kind")
    parser.add_argument("--folder", type=Path, metavar="DIR",
                        help="keep the builds here, and reuse them")  # fmt: skip
    parser.add_argument("--peers", nargs="*", choices=[peer.name for peer in _PEERS],
                        default=[peer.name for peer in _PEERS], help="other engines")  # fmt: skip
    parser.add_argument("--parts", nargs="+", choices=_PARTS, default=_PARTS)
    return parser.parse_args(arguments)


def _built(folder: Path, articles: int, peers: Sequence[str]) -> list[BuildFigures]:
    """Build everything; builds of an earlier run are reused."""
    home, notes = folder / "home", folder / f"built-{articles}.json"
    if notes.exists():
        return [BuildFigures(**each) for each in json.loads(notes.read_text())]
    if articles_in(home) != articles:
        shutil.rmtree(folder, ignore_errors=True)
        fill(home, articles)
    figures = [
        measured_build(builder, _place(builder, folder), home)
        for builder in (TidingsBuilder(), *(peer for peer in _PEERS if peer.name in peers))
        if articles <= _BM25S_MAX or not isinstance(builder, Bm25sBuilder)
    ]
    notes.write_text(json.dumps([asdict(each) for each in figures]))
    return figures


def _place(builder: EngineBuilder, folder: Path) -> Path:
    return (
        folder / "home" / "index" if isinstance(builder, TidingsBuilder) else folder / builder.name
    )


def _print_built(figures: Sequence[BuildFigures]) -> None:
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
    peers: tuple[Callable[[Path], SearchEngine], ...] = (TantivyEngine, Fts5Engine, Bm25sEngine)
    places = [folder / builder.name for builder in _PEERS]
    engines = [make(at) for make, at in zip(peers, places, strict=True) if at.is_dir()]
    models = (RankingModel.BM25, RankingModel.BM25_FEEDBACK, RankingModel.NEWS)
    engines += [TidingsEngine(home, model) for model in models]
    engines.append(LibraryEngine(Settings(home=home)))
    rng = Random(7)
    asked_questions = questions(home, count)
    return {kind: measured_answers(engines, drawn, rng) for kind, drawn in asked_questions.items()}


def _visible(home: Path) -> list[Target]:
    seen = measured_freshness(home)
    print_table(
        f"From handing an article to the database until another process finds it, "
        f"{seen.rate:.0f} articles/s being added",
        ("articles looked for", "p50 s", "p99 s", "longest s"),
        [(str(len(seen.delays)), *(f"{seen.seconds(percent):.2f}" for percent in (50, 99, 100)))],
    )
    return [Target("visible after, s, p99", seen.seconds(99), 1.0)]


def _requests(home: Path, count: int) -> list[Target]:
    """One and two server processes; the clients run on the same cores."""
    drawn = questions(home, count * _ONCE)
    asked_questions = list(
        {each for kind in ("1 word", "2 words", "3 words") for each in drawn[kind]}
    )
    asked_questions.sort(key=lambda each: each.words)
    Random(3).shuffle(asked_questions)
    orders = {"each once": asked_questions, f"the same {_AGAIN}": asked_questions[:_AGAIN]}
    loads = {
        (number, way): measured_load(home, some, way == "each once", "--processes", str(number))
        for way, some in orders.items()
        for number in (1, 2)
    }
    rows = [
        (str(number), way, f"{load.rate:.0f}", f"{load.cpu_ms:.2f}", f"{load.p50:.1f}",
         f"{load.p99:.1f}", f"{load.server_cpu / load.seconds:.2f}",
         f"{load.client_cpu / load.seconds:.2f}")
        for (number, way), load in loads.items()
    ]  # fmt: skip
    header = ("processes", "questions", "requests/s", "server CPU ms/request", "p50 ms", "p99 ms",
              "cores, server", "cores, readers")  # fmt: skip
    print_table("/api/search, 1 to 3 words, the default model, 8 connections", header, rows)
    best = max(load.rate for (_, way), load in loads.items() if way == "each once")
    return [Target("/api/search, requests/s, each once", best, 400, least=True)]


if __name__ == "__main__":
    main()
