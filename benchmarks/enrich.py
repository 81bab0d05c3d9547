"""The cost of annotating an article: CPU time by step, and the memory of a process.

Every second article is annotated as a whole, as in workers, the others step by step. Each is used
once, so that no step finds its words in caches that the same article has filled. English articles
are real if labelled ones are next to the project; the others are from the news world.
"""

import argparse
import json
import os
import subprocess
import sys
from collections import defaultdict
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random

from benchmarks.inputs.labelled_data import DATA
from benchmarks.measurements.window_costs import Stopwatch, window_costs
from benchmarks.support.table import print_conditions, print_table
from tidings.engine.process.gc_tuning import tune_gc
from tidings.engine.reading.annotator import Annotator
from tidings.enrich.entities.article_entities import entities_of
from tidings.enrich.keyphrases.article_keyphrases import keyphrases_of
from tidings.enrich.keyphrases.phrases import corpus_terms
from tidings.enrich.summary.article_summary import summary_of
from tidings.enrich.tone import tone_of
from tidings.enrich.topics.article_topics import topics_of
from tidings.evaluate.grouping.duplicate_corpus import texts_of
from tidings.evaluate.grouping.synthetic_text import TitledText
from tidings.evaluate.labelled.json_lines import labelled_files
from tidings.group.duplicates.sketch import Sketch, sketch_of
from tidings.group.stories.clipping import clipping_of
from tidings.model.articles.annotations import Annotations
from tidings.model.articles.article import Article
from tidings.model.articles.summary import SummaryLength
from tidings.store.tables.articles.annotations import annotations_text
from tidings.text.frequency.corpus import Corpus
from tidings.text.language.detection import detect
from tidings.text.parsing.parsed_text import ParsedText, parse_text
from tidings.world.world import World

_DATA = DATA / "nlp"
_NOW = datetime(2026, 3, 1, tzinfo=UTC)
_SHORT, _LONG = 350, 900  # words of the chosen articles: 550 at the median
_WARM_UP = 100  # articles of each language that load models and fill caches
_ABOUT_WORD = 1.6  # Chinese characters per word

STEPS = ("parse", "language", "entities", "topics", "keyphrases", "summary", "tone", "sketch",
         "clipping", "packing", "learning")  # fmt: skip


def annotate_stepwise(article: Article, watch: Stopwatch, corpus: Corpus) -> Sketch:
    """Annotate an article step by step."""
    time = watch.time
    title, body = time("parse", lambda: _parsed(article))
    language = time("language", lambda: detect(f"{article.title}\n{article.text}"))
    entities = time("entities", lambda: entities_of(title, body))
    topics = time("topics", lambda: topics_of(title, body, ()))
    phrases = time("keyphrases", lambda: keyphrases_of(title, body, corpus))
    length = SummaryLength(sentences=3)
    excerpts = time("summary", lambda: summary_of(title, body, corpus, length))
    tone = time("tone", lambda: tone_of(title, body))
    sketch = time("sketch", lambda: sketch_of(title, body))
    clipping = time(
        "clipping", lambda: clipping_of(article, title, body, entities, phrases, corpus)
    )
    annotations = Annotations(
        *language, entities, topics, tone, phrases, tuple(e.text for e in excerpts)
    )
    time("packing", lambda: (annotations_text(annotations), sketch.packed(), clipping.packed()))
    time("learning", lambda: corpus.add(corpus_terms(title, body), article.language))
    watch.articles += 1
    return sketch


def _parsed(article: Article) -> tuple[ParsedText, ParsedText]:
    title, body = (parse_text(text, article.language) for text in (article.title, article.text))
    _ = title.lowered, body.lowered, body.bounds  # computed on demand and shared by all steps
    return title, body


def measured(articles: Sequence[Article]) -> Stopwatch:
    """Time every step over the articles of a language."""
    corpus, watch = Corpus.empty(), Stopwatch()
    annotator = Annotator()
    for number, article in enumerate(articles):
        if number == _WARM_UP:
            watch = Stopwatch()
        if number % 2:
            annotate_stepwise(article, watch, corpus)
        else:
            watch.time("whole", lambda: annotator.of(article))  # noqa: B023 - done at once
            watch.wholes += 1
    return watch


def english(data: Path, limit: int) -> list[Article]:
    """Return real articles of the usual length, if there are any."""
    paths = labelled_files(data, "topics_bbc.jsonl", "summary_*.jsonl") if data.exists() else []
    texts = [each for each in texts_of(paths) if isinstance(each, TitledText)]
    chosen = [each for each in texts if _SHORT <= len(each.text.split()) <= _LONG]
    Random(1).shuffle(chosen)
    return [_article(n, *_headed(each), "en") for n, each in enumerate(chosen[:limit])]


def _headed(content: TitledText) -> tuple[str, str]:
    head, _, rest = content.text.partition("\n")
    return (content.title, content.text) if content.title or not rest else (head, rest)


def world_articles(limit: int) -> dict[str, list[Article]]:
    """Return the news world's articles by language."""
    found: dict[str, list[Article]] = defaultdict(list)
    for page in World(seed=5, history=limit).pages():
        known = found[page.language]
        if page.kind == "article" and page.original is None and len(known) < limit:
            known.append(_article(len(known), page.title, page.body, page.language))
    return dict(sorted(found.items()))


def _article(number: int, title: str, text: str, language: str) -> Article:
    at = _NOW + timedelta(minutes=number)
    return Article(
        id=f"{language}{number:014x}", url=f"https://paper.example/{number}",
        source="paper.example", title=title, text=text, html="", standfirst="", published=at,
        modified=None, first_seen=at, authors=(), language=language, section="", tags=(),
        image=None, publisher="", word_count=0,
    )  # fmt: skip


def _words(articles: Sequence[Article]) -> float:
    def count(text: str, language: str) -> float:
        return len(text) / _ABOUT_WORD if language in ("zh", "ja") else len(text.split())

    return sum(count(each.text, each.language) for each in articles) / max(1, len(articles))


def memory(articles: Sequence[Article]) -> dict[str, float]:
    """Return the megabytes of a fresh process like a worker: after start, and at its peak."""
    texts = json.dumps([(each.title, each.text, each.language) for each in articles])
    done = subprocess.run(
        [sys.executable, "-m", "benchmarks.measurements.worker_memory"],
        input=texts,
        capture_output=True,
        text=True,
        check=True,
    )
    found: dict[str, float] = json.loads(done.stdout)
    return found


def _columns(limit: int, data: Path) -> Iterator[tuple[str, list[Article]]]:
    real = english(data, limit)
    if real:
        yield "en, real", real
    yield from world_articles(limit).items()


def main(limit: int = 300, window: int = 20_000, data: Path = _DATA) -> None:
    """Measure and print."""
    tune_gc()  # as workers do
    print_conditions("tidings", "numpy", "py3langid", "rjieba")
    print(f"load {os.getloadavg()[0]:.0f}", flush=True)
    columns = dict(_columns(limit, data))
    watches = {name: measured(articles) for name, articles in columns.items()}
    texts = [(each.text, each.language) for each in next(iter(columns.values()))]
    costs = window_costs(texts, window)
    rows = [[step, *(f"{each.ms(step):.2f}" for each in watches.values())] for step in STEPS]
    sums = [sum(map(each.ms, STEPS)) for each in watches.values()]
    rows.append(["all steps", *(f"{each:.2f}" for each in sums)])
    wholes = [each.ms("whole") for each in watches.values()]
    rows.append(["as workers do it", *(f"{each:.2f}" for each in wholes)])
    rows += [[f"{what}, {window} in the window", f"{ms:.2f}", *("" for _ in sums[1:])]
             for what, ms in costs]  # fmt: skip
    grouping = sum(ms for _, ms in costs)
    rows.append(["whole and grouping", *(f"{each + grouping:.2f}" for each in wholes)])
    rows.append(["articles/s of one core", *(f"{1000 / (w + grouping):.0f}" for w in wholes)])
    rows.append(["words of an article, mean", *(f"{_words(a):.0f}" for a in columns.values())])
    rows.append(["articles", *(str(len(a)) for a in columns.values())])
    print_table("CPU ms per article, by step", ("", *columns), rows)
    figures = memory([each for articles in columns.values() for each in articles[:40]])
    print_table("A fresh process with all models", ("", "MB"), [
        ["started", f"{figures['started']:.0f}"],
        ["peak, after articles in all these languages", f"{figures['peak']:.0f}"],
    ])  # fmt: skip


if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="python -m benchmarks.enrich", description=__doc__)
    parser.add_argument("--articles", type=int, default=300, help="of each language, at most")
    parser.add_argument("--window", type=int, default=20_000)
    parser.add_argument("--data", type=Path, default=_DATA)
    options = parser.parse_args()
    main(options.articles, options.window, options.data)
