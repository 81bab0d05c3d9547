"""The texts of generated webs: test collections of retrieval, and articles of the news world."""

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import scipy.sparse as sp
from numpy.typing import NDArray

from benchmarks.inputs.labelled_data import DATA
from tidings.text.terms.analysis import analyse
from tidings.world.news.article import summary_of, text_of, title_of
from tidings.world.world import World

COLLECTIONS = ("time", "cranfield", "cisi", "cacm", "npl")
NEWS = "news world"

_TITLE_WORDS = 9  # of a text without a title: its first words are its headline
_SUMMARY_WORDS = 24
_NEIGHBOUR_TERMS = 25  # by which similar texts are found
_BATCH = 1_000


@dataclass(frozen=True, slots=True)
class WebText:
    """One text, with its terms in English."""

    collection: str
    title: str
    text: str
    language: str
    title_terms: tuple[str, ...]
    terms: tuple[str, ...]
    summary_terms: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class WebQuery:
    """A query, and the texts that are relevant, by their number."""

    name: str
    collection: str
    text: str
    language: str
    relevant: frozenset[int]


@dataclass(frozen=True, slots=True)
class WebTexts:
    """All texts and queries, and which texts are alike."""

    texts: tuple[WebText, ...]
    queries: tuple[WebQuery, ...]
    vectors: sp.csr_matrix  # TF-IDF, of length 1
    neighbours: NDArray[np.int32]  # of each text, the most similar first
    idf: dict[str, float]


def web_texts(
    collections: Sequence[str] = COLLECTIONS, news: int = 2_000, neighbours: int = 40
) -> WebTexts:
    """Return the texts of the collections that exist here, and about so many of the news world."""
    texts: list[WebText] = []
    queries: list[WebQuery] = []
    for name in collections:
        folder = DATA / "retrieval" / name
        if folder.is_dir():
            _add_collection(name, folder, texts, queries)
    _add_news(news, texts, queries)
    vectors, idf = _vectors(texts)
    return WebTexts(tuple(texts), tuple(queries), vectors, _neighbours(vectors, neighbours), idf)


def _add_collection(name: str, folder: Path, texts: list[WebText], queries: list[WebQuery]) -> None:
    numbers: dict[str, int] = {}
    for line in _lines(folder / "docs.jsonl"):
        numbers[line["id"]] = len(texts)
        texts.append(_text(name, line.get("title") or "", line["text"], "en"))
    relevant: dict[str, set[int]] = {}
    for judged in (folder / "qrels.txt").read_text().splitlines():
        query, _, document, relevance = judged.split()
        if int(relevance) > 0 and document in numbers:
            relevant.setdefault(query, set()).add(numbers[document])
    for line in _lines(folder / "queries.jsonl"):
        if found := relevant.get(line["id"]):
            name_ = f"{name} {line['id']}"
            queries.append(WebQuery(name_, name, line["text"], "en", frozenset(found)))


def _lines(path: Path) -> Iterator[dict[str, str]]:
    with path.open(encoding="utf-8") as file:
        yield from map(json.loads, file)


def _text(collection: str, title: str, text: str, language: str) -> WebText:
    words = text.split()
    if not title:
        title, words = " ".join(words[:_TITLE_WORDS]), words[_TITLE_WORDS:]
    body = " ".join(words)
    return WebText(
        collection,
        title,
        body,
        language,
        tuple(analyse(title, language)),
        tuple(analyse(body, language)),
        tuple(analyse(" ".join(words[:_SUMMARY_WORDS]), language)),
    )


# Words that a user would type for a kind of event, as in `benchmarks.focus`.
_NEWS_QUERIES = (
    ("en", "election", "election vote ballot coalition"),
    ("en", "flood", "storm flooding river evacuation"),
    ("de", "court", "Gericht Urteil Prozess Richter"),
    ("fr", "strike", "grève syndicat salaires"),
    ("zh", "discovery", "考古 发现 遗址"),
    ("es", "match", "partido fútbol gol liga"),
)


def _add_news(news: int, texts: list[WebText], queries: list[WebQuery]) -> None:
    """Add articles of the papers, and the kinds of their events as queries."""
    kinds: dict[tuple[str, str], set[int]] = {}
    world = World(history=max(5, news // 8))
    for site in world.paper_sites.values():
        for article in site.published.existing(world.now):
            language = article.paper.language
            written = text_of(article, 0)
            body = " ".join((summary_of(article), *written.paragraphs))
            kinds.setdefault((language, str(article.event.kind)), set()).add(len(texts))
            texts.append(_text(NEWS, title_of(article, 0), body, language))
    for language, kind, words in _NEWS_QUERIES:
        if found := kinds.get((language, kind)):
            queries.append(WebQuery(f"{NEWS} {kind}", NEWS, words, language, frozenset(found)))


def _vectors(texts: Sequence[WebText]) -> tuple[sp.csr_matrix, dict[str, float]]:
    vocabulary: dict[str, int] = {}
    rows, columns, values = [], [], []
    for number, text in enumerate(texts):
        for term, count in Counter((*text.title_terms, *text.terms)).items():
            rows.append(number)
            columns.append(vocabulary.setdefault(term, len(vocabulary)))
            values.append(1.0 + np.log(count))
    matrix = sp.csr_matrix(
        (np.array(values, np.float32), (rows, columns)), (len(texts), len(vocabulary))
    )
    frequency = np.maximum(1, matrix.getnnz(axis=0))
    idf = np.log(len(texts) / frequency).astype(np.float32)
    matrix = sp.csr_matrix(matrix.multiply(idf[None, :]))
    length = np.sqrt(np.asarray(matrix.multiply(matrix).sum(axis=1)).ravel())
    matrix = sp.csr_matrix(sp.diags(1.0 / np.maximum(length, 1e-6)) @ matrix)
    return matrix.astype(np.float32), dict(zip(vocabulary, idf.tolist(), strict=True))


def _neighbours(vectors: sp.csr_matrix, count: int) -> NDArray[np.int32]:
    """The most similar texts of each, by its heaviest terms."""
    short = _heaviest(vectors)
    turned = sp.csr_matrix(short.T)
    found = np.zeros((vectors.shape[0], count), np.int32)
    for start in range(0, vectors.shape[0], _BATCH):
        alike = (short[start : start + _BATCH] @ turned).toarray()
        places = np.arange(len(alike))
        alike[places, start + places] = -1.0
        best = np.argpartition(-alike, count, axis=1)[:, :count]
        order = np.argsort(-np.take_along_axis(alike, best, 1), axis=1, kind="stable")
        found[start : start + _BATCH] = np.take_along_axis(best, order, 1)
    return found


def _heaviest(vectors: sp.csr_matrix) -> sp.csr_matrix:
    kept = vectors.copy()
    for row in range(kept.shape[0]):
        first, last = kept.indptr[row], kept.indptr[row + 1]
        values = kept.data[first:last]
        if len(values) > _NEIGHBOUR_TERMS:
            least = np.partition(values, -_NEIGHBOUR_TERMS)[-_NEIGHBOUR_TERMS]
            values[values < least] = 0.0
    kept.eliminate_zeros()
    return kept
