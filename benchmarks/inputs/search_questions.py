"""Questions for the search engines, drawn from the articles, so that every question has a match.

Words are of medium frequency; several words are from one article; phrases occur in a text.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from pathlib import Path
from random import Random
from typing import Final

from tidings.settings.tree import Settings
from tidings.store.database.database import open_database
from tidings.store.database.session import Reader
from tidings.store.tables.articles.articles import articles_by_id

_SAMPLE = 4_000  # articles whose words are counted, and from which questions are drawn
_MIN_SHARE, _MAX_SHARE = 0.001, 0.05  # of the articles that have a word of medium frequency
_SPAN = timedelta(days=15)  # to either side of an article, for a range of dates
_sentence = re.compile(r"[^.\n]+")


@dataclass(frozen=True, slots=True)
class Question:
    """A question, independent of the engines' query languages."""

    words: tuple[str, ...]
    phrase: bool = False  # the words in a row
    loose: bool = False  # any of the words; otherwise all
    source: str | None = None
    since: datetime | None = None
    until: datetime | None = None
    by_date: bool = False
    facets: bool = False  # with the counts of all matches by source


@dataclass(frozen=True, slots=True)
class QuestionArticle:
    """An article that questions are drawn from."""

    sentences: tuple[tuple[str, ...], ...]
    words: tuple[str, ...]  # of medium frequency, each once
    source: str
    published: datetime

    def question(self, rng: Random, count: int) -> Question | None:
        """Return a question for some of the words, or None if there are too few."""
        enough = len(self.words) >= count
        return Question(tuple(rng.sample(self.words, count))) if enough else None

    def quoted(self, rng: Random, count: int) -> Question | None:
        """Return a question for a phrase around a word of medium frequency."""
        passages = [
            sentence[at : at + count]
            for sentence in self.sentences
            for at in range(len(sentence) - count + 1)
            if any(word in self.words for word in sentence[at : at + count])
        ]
        return Question(rng.choice(passages), phrase=True) if passages else None


Draw = Callable[[QuestionArticle, Random], Question | None]


def _words(count: int, *, loose: bool = False, by_date: bool = False, facets: bool = False) -> Draw:
    def draw(sheet: QuestionArticle, rng: Random) -> Question | None:
        question = sheet.question(rng, count)
        return question and replace(question, loose=loose, by_date=by_date, facets=facets)

    return draw


def _from_source(sheet: QuestionArticle, rng: Random) -> Question | None:
    question = sheet.question(rng, 2)
    return question and replace(question, source=sheet.source)


def _in_days(sheet: QuestionArticle, rng: Random) -> Question | None:
    question = sheet.question(rng, 2)
    first, last = sheet.published - _SPAN, sheet.published + _SPAN
    return question and replace(question, since=first, until=last)


KINDS: Final[dict[str, Draw]] = {
    "1 word": _words(1),
    "2 words": _words(2),
    "3 words": _words(3),
    "4 words": _words(4),
    "any of 4 words": _words(4, loose=True),
    "phrase of 2": lambda sheet, rng: sheet.quoted(rng, 2),
    "phrase of 3": lambda sheet, rng: sheet.quoted(rng, 3),
    "2 words, a source": _from_source,
    "2 words, a month": _in_days,
    "2 words by date": _words(2, by_date=True),
    "2 words, facets": _words(2, facets=True),
}


def questions(home: Path, count: int, seed: int = 5) -> dict[str, list[Question]]:
    """Return different questions of each kind; the same seed gives the same ones."""
    rng = Random(seed)
    sheets = _question_articles(home, rng)
    return {kind: _drawn_questions(draw, sheets, rng, count) for kind, draw in KINDS.items()}


def _drawn_questions(
    draw: Draw, sheets: Sequence[QuestionArticle], rng: Random, count: int
) -> list[Question]:
    drawn: dict[Question, None] = {}
    while len(drawn) < count:
        question = draw(rng.choice(sheets), rng)
        if question is not None:
            drawn[question] = None
    return list(drawn)


def _question_articles(home: Path, rng: Random) -> list[QuestionArticle]:
    database = open_database(home / "tidings.db", Settings().store)
    try:
        return list(_read(database.read(), rng))
    finally:
        database.close()


def _read(connection: Reader, rng: Random) -> Iterator[QuestionArticle]:
    last = int(connection.execute("SELECT max(seq) FROM articles").fetchone()[0])
    seqs = rng.sample(range(1, last + 1), min(_SAMPLE, last))
    marks = ", ".join("?" * len(seqs))
    rows = connection.execute(f"SELECT id FROM articles WHERE seq IN ({marks})", seqs)
    articles = list(articles_by_id(connection, sorted(row["id"] for row in rows)).values())
    texts = [
        tuple(tuple(found[0].lower().split()) for found in _sentence.finditer(article.text))
        for article in articles
    ]
    spread = Counter(word for each in texts for word in {w for s in each for w in s})
    fit = {
        w for w, n in spread.items() if _MIN_SHARE <= n / len(articles) <= _MAX_SHARE and len(w) > 3
    }
    for article, sentences in zip(articles, texts, strict=True):
        words = tuple(sorted({word for sentence in sentences for word in sentence} & fit))
        yield QuestionArticle(
            sentences, words, article.source, article.published or article.first_seen
        )
