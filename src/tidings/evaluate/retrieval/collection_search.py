"""Runs a collection's queries through `search` on a real index, as users would."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from tidings.evaluate.retrieval.collection import Collection, article_of
from tidings.model.search.results import Query, RankingModel
from tidings.search.entries.bulk_entries import entries_of
from tidings.search.index.search_index import Index
from tidings.search.search import search
from tidings.settings.tree import SearchSettings

_DEPTH = 1_000  # documents retrieved per query, as in trec_eval
_CHUNK = 1_000  # documents added at once


@contextmanager
def indexed_collection(
    collection: Collection, settings: SearchSettings, language: str | None = None
) -> Iterator[Index]:
    """Index a collection in a temporary folder while the context is open."""
    language = language or collection.language()
    with TemporaryDirectory(prefix="tidings-eval-") as folder:
        index = Index.open(Path(folder), settings, writable=True)
        try:
            for start in range(0, len(collection.documents), _CHUNK):
                chunk = collection.documents[start : start + _CHUNK]
                articles = [
                    article_of(each, seq, language) for seq, each in enumerate(chunk, start + 1)
                ]
                index.add(entries_of(articles))
            index.commit()
            yield index
        finally:
            index.close()


def retrieved_documents(
    index: Index, queries: Sequence[tuple[str, str]], model: RankingModel
) -> Iterator[tuple[str, dict[str, float]]]:
    """Yield for each query the documents found, with scores that fall from rank to rank."""
    snapshot = index.snapshot()
    for id_, text in queries:
        found = search(snapshot, Query(text, limit=_DEPTH, model=model, plain=True, copies=True))
        yield id_, {match.id: match.score for match in found.matches}


def scored_queries(collection: Collection) -> list[tuple[str, str]]:
    """Return the queries with a relevant document, by id."""
    return [(id_, collection.queries[id_]) for id_ in sorted(collection.qrels)]
