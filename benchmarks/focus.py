"""The focused crawl: relevant articles per fetched page, compared with a crawl without a topic.

On the news world, whose truth is known, every contender crawls one paper to its end, and its table
of visits shows what it had after each number of pages. On labelled real texts, if present, the
relevance of a page is scored without a crawl.
"""

import argparse
import json
import tempfile
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from random import Random
from urllib.request import urlopen

import uvloop

from benchmarks.inputs.labelled_data import DATA, is_absent
from benchmarks.inputs.news_world import NewsWorld, running_news_world
from benchmarks.support.table import print_conditions, print_table
from tidings.crawl.focus.site_focus import Focus
from tidings.engine.live.crawler import opened_crawler
from tidings.engine.process.home import ensure_home
from tidings.engine.sources import source_list
from tidings.model.crawl.source import SourceFocus
from tidings.settings.load import load
from tidings.settings.tree import Settings
from tidings.store.database.database import open_database
from tidings.store.database.sqlite import connect
from tidings.store.database.sqlite_session import SqliteSession

PAGES = 2_500  # of all seven papers
_SHARES = (0.1, 0.2, 0.3, 0.5, 1.0)  # of the pages that the crawl without a topic fetches
_EVERYTHING, _WORDS, _LEARNING = "no topic", "words alone", "learning"
_FLAGS = {
    "fetch.delay": "0",
    "fetch.domain_delay": "0",
    "fetch.address_delay": "0",
    "fetch.allow_private": "127.0.0.0/8",
    "store.commit_seconds": "0.005",  # pages are crawled one at a time
}


@dataclass(frozen=True, slots=True)
class Scenario:
    """A paper, what a user would type, and the intended kind of event."""

    paper: int  # its index in the world
    words: str
    kind: str


# Words that a user would think of, not those of the generator's headlines.
SCENARIOS = (
    Scenario(0, "election vote ballot coalition", "election"),
    Scenario(1, "storm flooding river evacuation", "flood"),
    Scenario(2, "Gericht Urteil Prozess Richter", "court"),
    Scenario(3, "grève syndicat salaires", "strike"),
    Scenario(4, "考古 发现 遗址", "discovery"),
    Scenario(6, "partido fútbol gol liga", "match"),
)


@dataclass(frozen=True, slots=True)
class Topic:
    """A label of a collection of real texts, and what a user would type for it."""

    file: str
    language: str
    label: str
    words: str


TOPICS = (
    Topic("topics_bbc.jsonl", "en", "politics", "election minister parliament government party"),
    Topic("topics_bbc.jsonl", "en", "sport", "match team coach cup player"),
    Topic("topics_bbc.jsonl", "en", "tech", "computer software internet mobile phone"),
    Topic("topics_bbc.jsonl", "en", "entertainment", "film music actor album award"),
    Topic("topics_bbc.jsonl", "en", "business", "economy bank profit shares market"),
    Topic("topics_ag.jsonl", "en", "Sports", "match team coach cup player season"),
    Topic("topics_ag.jsonl", "en", "World", "war president minister troops killed"),
    Topic("topics_ag.jsonl", "en", "Business", "oil stocks profit shares economy"),
    Topic("topics_ag.jsonl", "en", "Sci/Tech", "software internet computer microsoft space"),
    Topic("topics_thuc_zh.jsonl", "zh", "stocks", "股市 A股 港股 基金 涨"),
    Topic("topics_thuc_zh.jsonl", "zh", "sports", "比赛 球队 冠军 NBA 联赛"),
    Topic("topics_thuc_zh.jsonl", "zh", "education", "考试 高考 大学 留学 学生"),
)
_LIMIT = 1_500  # texts of a collection
_FIRST = 100  # of them are for training only: a crawl begins without knowledge


@dataclass(frozen=True, slots=True)
class FocusedCrawl:
    """What one contender fetched, in order, and what it kept."""

    fetched: tuple[str, ...]
    kept: frozenset[str]


def focused_crawl(url: str, words: str, contender: str) -> FocusedCrawl:
    """Crawl one paper to its end in a home of its own."""
    with tempfile.TemporaryDirectory() as folder:
        flags = _FLAGS | {"crawl.focus_learn": str(contender == _LEARNING)}
        settings = load(Path(folder), {}, flags)
        database = open_database(ensure_home(settings).database, settings.store)
        about = None if contender == _EVERYTHING else SourceFocus(words)
        source_list.add_source(database, url, datetime.now(UTC), about)
        database.close()
        uvloop.run(_crawl(settings))
        return _crawl_in_database(connect(ensure_home(settings).database))


async def _crawl(settings: Settings) -> None:
    """Crawl page by page: the order must not depend on the machine's speed."""
    async with opened_crawler(settings) as crawler:
        tally, visits = crawler.tally, -1
        while tally.states.total() > visits:
            visits = tally.states.total()
            await crawler.crawl(max_pages=tally.fetched + 1)


def _crawl_in_database(connection: SqliteSession) -> FocusedCrawl:
    rows = connection.execute(
        "SELECT url, article FROM visits JOIN urls ON url_id = id WHERE visits.status = 200 "
        "ORDER BY at"
    ).fetchall()
    connection.close()
    fetched = dict.fromkeys(row["url"] for row in rows)
    return FocusedCrawl(tuple(fetched), frozenset(row["url"] for row in rows if row["article"]))


def relevant_pages(world: NewsWorld, url: str, kind: str) -> frozenset[str]:
    """Return a paper's articles about events of a kind, from the world's truth."""
    with urlopen(f"{world.control}/pages") as answer:
        pages = json.load(answer)
    return frozenset(
        page["url"]
        for page in pages
        if page["allowed"]
        and page["url"].startswith(url)
        and (page["story"] or "").partition("-")[0] == kind
        and page["kind"] == "article"
    )


def compare(world: NewsWorld, scenario: Scenario) -> None:
    """Let the contenders crawl a paper one after the other, and print their progress."""
    url = world.urls[scenario.paper]
    relevant = relevant_pages(world, url, scenario.kind)
    done = {
        name: focused_crawl(url, scenario.words, name) for name in (_EVERYTHING, _WORDS, _LEARNING)
    }
    whole = len(done[_EVERYTHING].fetched)
    stops = [round(share * whole) for share in _SHARES]
    title = f"“{scenario.words}”: {len(relevant)} relevant articles among {whole} pages"
    header = ("after pages", *(str(stop) for stop in stops), "fetched", "kept", "P kept", "R kept")
    print_table(title, header, (_row(name, each, relevant, stops) for name, each in done.items()))


def _row(
    name: str, crawl: FocusedCrawl, relevant: frozenset[str], stops: Iterable[int]
) -> Sequence[str]:
    """Recall and harvest rate at each stop, then what the whole crawl kept."""
    cells = []
    for stop in stops:
        seen = crawl.fetched[:stop]
        hits = len(relevant.intersection(seen))
        cells.append(f"{hits / len(relevant):.2f} ({hits / len(seen):.2f})")
    good = len(crawl.kept & relevant)
    precision, recall = good / max(1, len(crawl.kept)), good / len(relevant)
    sizes = (str(len(crawl.fetched)), str(len(crawl.kept)))
    return (name, *cells, *sizes, f"{precision:.2f}", f"{recall:.2f}")


def scored(topic: Topic, folder: Path, *, learning: bool) -> tuple[float, float, float]:
    """Return precision, recall and F1 of the articles kept, judged one after the other."""
    lines = (folder / topic.file).read_text(encoding="utf-8").splitlines()
    texts = [json.loads(line) for line in lines]
    Random(1).shuffle(texts)
    focus = Focus(topic.words)
    good = kept = wanted = 0
    for place, text in enumerate(texts[:_LIMIT]):
        title, body = _title_and_body(text)
        judgement = focus.judge(title, body, topic.language, 0.5)
        if learning:
            focus.learn_page(judgement)
        if place >= _FIRST:
            kept += judgement.wanted
            wanted += text["label"] == topic.label
            good += judgement.wanted and text["label"] == topic.label
    precision, recall = good / max(1, kept), good / max(1, wanted)
    return precision, recall, 2 * good / max(1, kept + wanted)


def _title_and_body(text: dict[str, str]) -> tuple[str, str]:
    if "title" in text:
        return text["title"], text.get("text", "")
    title, _, body = text["text"].partition("\n")
    return title, body


def print_real_texts() -> None:
    """Print the scores of relevance on real texts, with and without learning."""
    if is_absent("nlp"):
        return
    folder = DATA / "nlp"
    rows = []
    for topic in TOPICS:
        words = scored(topic, folder, learning=False)
        learned = scored(topic, folder, learning=True)
        figures = (f"{value:.2f}" for value in (*words, *learned))
        rows.append((f"{topic.file.split('_')[1].split('.')[0]}: {topic.label}", *figures))
    header = ("texts", "P words", "R words", "F1 words", "P learning", "R learning", "F1 learning")
    print_table("Relevance of real texts, judged one after the other", header, rows)


def main(pages: int = PAGES) -> None:
    """Measure and print."""
    print_conditions("tidings")
    print_real_texts()
    print("\nRecall of the relevant articles, and in brackets the harvest rate.")
    with running_news_world(pages) as world:
        for scenario in SCENARIOS:
            compare(world, scenario)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="python -m benchmarks.focus", description=__doc__)
    parser.add_argument("--pages", type=int, default=PAGES, help="approximate number of pages")
    main(parser.parse_args().pages)
