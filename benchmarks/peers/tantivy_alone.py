"""tantivy alone: its own stemming of title and body, with the texts stored in it."""

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import tantivy

from benchmarks.inputs.search_questions import Question
from benchmarks.support.search_engine import bytes_in
from tidings.model.articles.article import Article
from tidings.settings.tree import SearchSettings

_TEXTS = ["title", "body"]


@cache
def _schema() -> tantivy.Schema:
    builder = tantivy.SchemaBuilder()
    builder.add_text_field("id", stored=True, tokenizer_name="raw", index_option="basic")
    builder.add_text_field("source", fast=True, tokenizer_name="raw", index_option="basic")
    builder.add_integer_field("published", fast=True, indexed=True)
    for name in _TEXTS:
        builder.add_text_field(name, stored=True, tokenizer_name="en_stem")
    return builder.build()


class TantivyBuilder:
    """One thread and the same heap as ours; more threads would not reduce CPU time."""

    name = "tantivy"

    def build(self, folder: Path, chunks: Iterator[list[Article]]) -> None:
        """Add all, commit, and let it merge."""
        index = tantivy.Index(_schema(), str(folder))
        writer = index.writer(SearchSettings().heap_bytes, num_threads=1)
        for articles in chunks:
            for article in articles:
                writer.add_document(_document(article))
        writer.commit()
        writer.wait_merging_threads()

    def sizes(self, folder: Path, home: Path) -> tuple[int, int]:
        """The texts are in files of their own."""
        whole = bytes_in(folder)
        return whole - bytes_in(folder, "*.store"), whole


def _document(article: Article) -> tantivy.Document:
    published = article.published or article.first_seen
    fields = {
        "id": article.id,
        "source": article.source,
        "published": int(published.timestamp()),
        "title": article.title,
        "body": article.text,
    }
    return tantivy.Document.from_dict(fields, _schema())


class TantivyEngine:
    """Its own query parser, its own BM25, the documents from its own store."""

    name = "tantivy"

    def __init__(self, folder: Path) -> None:
        self._index = tantivy.Index(_schema(), str(folder))
        self._index.reload()
        self._searcher = self._index.searcher()

    def can(self, question: Question) -> bool:
        """Everything."""
        return True

    def find(self, question: Question) -> int:
        """Find and fetch."""
        query = self._query(question)
        order = "published" if question.by_date else None
        found: Any = self._searcher.search(query, limit=10, order_by_field=order)
        for _, address in found.hits:
            fetched = self._searcher.doc(address)
            fetched.get_first("title"), fetched.get_first("body")
        if question.facets:
            by_source = {"terms": {"field": "source", "size": 10}}
            self._searcher.aggregate(query, {"source": by_source})
        return int(found.count)

    def _query(self, question: Question) -> tantivy.Query:
        text = " ".join(question.words)
        query = self._index.parse_query(
            f'"{text}"' if question.phrase else text,
            _TEXTS,
            conjunction_by_default=not question.loose,
        )
        parts = [(tantivy.Occur.Must, query)]
        if question.source:
            source = tantivy.Query.term_query(_schema(), "source", question.source)
            parts.append((tantivy.Occur.Must, tantivy.Query.const_score_query(source, 0.0)))
        if question.since and question.until:
            ends = int(question.since.timestamp()), int(question.until.timestamp())
            days = tantivy.Query.range_query(
                _schema(), "published", tantivy.FieldType.Integer, *ends
            )
            parts.append((tantivy.Occur.Must, tantivy.Query.const_score_query(days, 0.0)))
        return query if len(parts) == 1 else tantivy.Query.boolean_query(parts)
