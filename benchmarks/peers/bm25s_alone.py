"""bm25s with PyStemmer, as in its readme: built at once, in memory, without updates."""

from collections.abc import Iterator
from pathlib import Path

import bm25s
import Stemmer

from benchmarks.inputs.search_questions import Question
from benchmarks.support.search_engine import bytes_in
from tidings.model.articles.article import Article

_QUIET = {"show_progress": False}


class Bm25sBuilder:
    """Tokenises, then precomputes the score of every word in every article."""

    name = "bm25s"

    def build(self, folder: Path, chunks: Iterator[list[Article]]) -> None:
        """Index all and save."""
        corpus = [f"{a.title}\n{a.text}" for articles in chunks for a in articles]
        tokens = bm25s.tokenize(corpus, stemmer=Stemmer.Stemmer("english"), **_QUIET)
        retriever = bm25s.BM25()
        retriever.index(tokens, **_QUIET)
        retriever.save(folder, corpus=corpus, **_QUIET)

    def sizes(self, folder: Path, home: Path) -> tuple[int, int]:
        """The texts are in files of their own."""
        whole = bytes_in(folder)
        return whole - bytes_in(folder, "corpus*"), whole


class Bm25sEngine:
    """Ranks by any of the words; without phrases, filters, dates or totals."""

    name = "bm25s"

    def __init__(self, folder: Path) -> None:
        self._retriever = bm25s.BM25.load(folder, load_corpus=True, mmap=True, **_QUIET)
        self._stemmer = Stemmer.Stemmer("english")

    def can(self, question: Question) -> bool:
        """Words."""
        more = question.phrase, question.source, question.since, question.by_date, question.facets
        return not any(more)

    def find(self, question: Question) -> int:
        """Find and fetch."""
        text = " ".join(question.words)
        tokens = bm25s.tokenize(text, stemmer=self._stemmer, **_QUIET)
        found, _ = self._retriever.retrieve(tokens, k=10, **_QUIET)
        return sum(bool(document["text"]) for document in found[0])
