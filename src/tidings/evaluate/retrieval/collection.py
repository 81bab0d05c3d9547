"""Reads a test collection: documents, queries and relevance judgements, strictly checked.

`docs.jsonl` has an `id` and a `text` per line, and may have a `title` and a `date`; `queries.jsonl`
an `id` and a `text`; `qrels.txt` is TREC's: query, an ignored column, document, relevance.
"""

import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from tidings.evaluate.labelled.page_folder import SkippedLine
from tidings.model.articles.article import Article
from tidings.text.language.detection import UNKNOWN, detect

_SAMPLE = 200  # documents from which the collection's language is detected
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)

Qrels = dict[str, dict[str, int]]


class CollectionInvalid(Exception):
    """The files are not a test collection; the message says where and why."""


@dataclass(frozen=True, slots=True)
class CollectionDocument:
    """One document of the file."""

    id: str
    title: str
    text: str
    published: datetime | None


@dataclass(frozen=True, slots=True)
class Collection:
    """Everything that is needed to score a retrieval model."""

    documents: tuple[CollectionDocument, ...]
    queries: dict[str, str]
    qrels: Qrels  # of queries that have a relevant document
    skipped: tuple[SkippedLine, ...]  # lines of the documents that cannot be used

    def language(self) -> str:
        """Return the most frequent language of the documents."""
        step = max(1, len(self.documents) // _SAMPLE)
        texts = (f"{each.title}. {each.text}" for each in self.documents[::step])
        found = Counter(detect(text)[0] for text in texts)
        found.pop(UNKNOWN, None)
        return found.most_common(1)[0][0] if found else UNKNOWN


def article_of(document: CollectionDocument, seq: int, language: str) -> Article:
    """Return a document as an article for the index."""
    return Article(
        id=document.id,
        url=f"https://collection.invalid/{seq}",
        source="collection.invalid",
        title=document.title,
        text=document.text,
        html="",
        standfirst="",
        published=document.published,
        modified=None,
        first_seen=_EPOCH,
        authors=(),
        language=language,
        section="",
        tags=(),
        image=None,
        publisher="",
        word_count=0,
        seq=seq,
    )


def read_collection(documents: Path, queries: Path, qrels: Path) -> Collection:
    """Read a collection; raise CollectionInvalid if there is nothing to score."""
    kept: dict[str, CollectionDocument] = {}
    skipped: list[SkippedLine] = []
    for number, line in _lines(documents):
        try:
            document = _new(_document(line), kept)
        except ValueError as error:
            skipped.append(SkippedLine(number, str(error)))
        else:
            kept[document.id] = document
    texts = _queries(queries)
    judged = _qrels(qrels)
    scored = {query: judged[query] for query in texts if _is_relevant(judged.get(query, {}))}
    if not kept:
        raise CollectionInvalid(f"{documents} has no document.")
    if not scored:
        raise CollectionInvalid(f"No query of {queries} has a relevant document in {qrels}.")
    return Collection(tuple(kept.values()), texts, scored, tuple(skipped))


def _is_relevant(judged: dict[str, int]) -> bool:
    """Whether any document is relevant; a judgement below 0 (spam, in some sets) is not."""
    return any(relevance > 0 for relevance in judged.values())


def _new(document: CollectionDocument, known: dict[str, CollectionDocument]) -> CollectionDocument:
    if document.id in known:
        raise ValueError("its id is that of an earlier line")
    return document


def _lines(path: Path) -> Iterator[tuple[int, str]]:
    try:
        with path.open(encoding="utf-8-sig", errors="replace") as file:
            yield from ((number, line) for number, line in enumerate(file, 1) if line.strip())
    except OSError as error:
        raise CollectionInvalid(f"{path} cannot be read: {error.strerror}.") from error


def _document(line: str) -> CollectionDocument:
    fields = _object(line)
    return CollectionDocument(
        id=_text(fields, "id"),
        title=str(fields.get("title") or ""),
        text=_text(fields, "text", empty=True),
        published=_moment(fields.get("date") or fields.get("published")),
    )


def _queries(path: Path) -> dict[str, str]:
    texts: dict[str, str] = {}
    for number, line in _lines(path):
        try:
            fields = _object(line)
            id_, text = _text(fields, "id"), _text(fields, "text")
        except ValueError as error:
            raise CollectionInvalid(f"{path} line {number}: {error}.") from error
        if id_ in texts:
            raise CollectionInvalid(f"{path} line {number}: its id is that of an earlier line.")
        texts[id_] = text
    return texts


def _object(line: str) -> dict[str, object]:
    try:
        fields = json.loads(line)
    except ValueError:
        raise ValueError("it is not JSON") from None
    if not isinstance(fields, dict):
        raise ValueError("it is not a JSON object")
    return fields


def _text(fields: dict[str, object], key: str, *, empty: bool = False) -> str:
    value = fields.get(key, "" if empty else None)
    if isinstance(value, int) and key == "id":
        value = str(value)
    if not isinstance(value, str) or not (empty or value.strip()):
        raise ValueError(f"it has no {key}")
    if key == "id" and value.split() != [value]:
        raise ValueError("its id has white space, which separates the columns of runs and qrels")
    return value


def _moment(value: object) -> datetime | None:
    try:
        moment = datetime.fromisoformat(str(value))
    except ValueError:
        return None
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)


def _qrels(path: Path) -> Qrels:
    judged: Qrels = {}
    for number, line in _lines(path):
        parts = line.split()
        try:
            query, _, document, relevance = parts
            judged.setdefault(query, {})[document] = int(relevance)
        except ValueError:
            raise CollectionInvalid(
                f"{path} line {number}: expected 'query 0 document relevance', got {line!r}."
            ) from None
    return judged
