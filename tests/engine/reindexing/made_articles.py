"""A home with made-up articles, and everything that searches find in an index of it."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from itertools import product
from pathlib import Path

import numpy as np

from tidings.engine.process.home import Home, ensure_home
from tidings.engine.process.home_database import opened_database
from tidings.model.articles.article import Article
from tidings.model.search.results import Matches, Query, RankingModel, Sort
from tidings.read.url import article_id
from tidings.search.facets import FACETS, facets
from tidings.search.index.search_index import Index
from tidings.search.planning.query_plan import QueryPlan
from tidings.search.planning.term_lookup import TermLookup
from tidings.search.query.parse import parse
from tidings.search.search import search
from tidings.settings.tree import SearchSettings, Settings
from tidings.store.database.database import Database
from tidings.store.database.session import Writer
from tidings.store.tables.articles.articles import keep_article

SEARCH = SearchSettings()
NOW = datetime(2026, 1, 31, tzinfo=UTC)
_WORDS = ["".join(each) for each in product(("sto", "ca", "ri", "mu"), ("r", "l", "n"), "aeiou")]
_QUESTIONS = (
    "stora", "calo rina", '"mune stora"', "rila OR muno", "-cara stora", "source:b.example",
    "title:mula", "stora cala rina munu",
)  # fmt: skip


def made_article(number: int, seed: int = 1) -> Article:
    """Return an article whose words are drawn by its number."""
    rng = np.random.default_rng([seed, number])
    words = [_WORDS[int(each)] for each in np.sqrt(rng.integers(0, 60 * 60, 80)).astype(int)]
    host = f"{'abc'[number % 3]}.example"
    url, text = f"https://{host}/{number}", f"{' '.join(words[:30])}\n{' '.join(words[30:])}"
    published = NOW - timedelta(hours=int(rng.integers(0, 700)))
    return Article(
        article_id(url), url, host, " ".join(words[:5]).capitalize(), text, "", "",
        published if number % 7 else None, None, NOW, (), "en" if number % 5 else "de", "", (),
        None, "", len(words),
    )  # fmt: skip


def opened_home(folder: Path) -> tuple[Home, Database]:
    """Return a home and its database."""
    home = ensure_home(Settings(home=folder))
    return home, opened_database(home)


def keep(database: Database, numbers: range, seed: int = 1) -> None:
    """Keep articles, or revisions of them by another seed."""

    def write(connection: Writer) -> None:
        for number in numbers:
            article = replace(made_article(number, seed), title=f"Title {number} {seed}")
            keep_article(connection, article, NOW)

    database.write(write).result()


def answers(index: Index) -> list[Matches]:
    """Return what all models find, with scores and explanations."""
    return [
        search(index.snapshot(), replace(query, limit=30, explain=True, copies=True), NOW)
        for text in _QUESTIONS
        for query in (
            *(Query(text, model=model) for model in RankingModel),
            Query(text, sort=Sort.DATE),
            Query(text, language="de"),
        )
    ]


def counts(index: Index) -> list[object]:
    """Return the facets of some queries."""
    plan = QueryPlan(TermLookup(index.view, index.view.languages), SEARCH)
    return [facets(index.view.searcher, plan.strict(parse(text)), FACETS) for text in _QUESTIONS]
