"""What the index keeps of an article: terms ready to be filed. Made in the worker processes."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from html import unescape
from itertools import repeat
from typing import Final, NamedTuple
from urllib.parse import unquote

import numpy as np

from tidings.model.annotations import NOT_ANNOTATED, Annotations
from tidings.model.article import Article
from tidings.read.url import domain_of, host_of, path_of
from tidings.search.index.fingerprint import fingerprints
from tidings.search.index.vector import (
    BODY,
    CAPITAL,
    HEADINGS,
    MAX_ROWS,
    NO_VECTOR,
    TITLE,
    Counted,
    Vector,
    counted,
)
from tidings.search.links.keys import name_key, page_key
from tidings.text.bulk import Analysed, Analysts

_MAX_LABEL = 200  # bytes of a name or topic; longer ones are no names, and tantivy has its limits
_MAX_ENTITIES = 40  # a list of names has hundreds, and is about none of them
# Our own sanitised markup: no attributes to speak of, every tag closed.
_heading = re.compile(r"<h[23][^>]*>(.*?)</h[23]>", re.DOTALL)
_tag = re.compile(r"<[^>]*>")
# Where the parts of an article count: first paragraph, rest, standfirst, headings, title; authors,
# what links say and the words of the URL do so nowhere.
_ZONES: Final = np.array([BODY, BODY, 0, HEADINGS, TITLE, 0, 0, 0], np.uint8)
_STANDFIRST = 2  # among them; one of its own counts as text and as a heading
_MAX_LETTERS = 4_000_000  # of the texts that are analysed at once: some 100 MB of arrays
_separators = re.compile(r"\.\w{2,5}$|[\W_]+")  # the ending of a file says nothing


@dataclass(frozen=True, slots=True)
class Entry:
    """An article as the index wants it; texts are terms joined by spaces."""

    id: str
    seq: int  # place in the order of changes
    source: str
    language: str
    published: datetime  # aware; when it was first seen, if the page does not say
    title: str
    lead: str
    body: str  # with the headings
    headings: str = ""
    authors: str = ""
    anchor: str = ""  # what other pages call it
    url: str = ""
    names: tuple[str, ...] = ()  # of the authors, as written
    topics: tuple[str, ...] = ()  # section and tags, in small letters
    entities: tuple[str, ...] = ()
    story: str = ""
    vector: Vector = NO_VECTOR
    fingerprint: int = 0  # near-duplicates differ in few bits
    url_key: int = 0  # the three by which the graph of links knows it
    host_key: int = 0
    domain_key: int = 0


def entry_of(article: Article, anchor: str = "", annotations: Annotations = NOT_ANNOTATED) -> Entry:
    """Return the entry of an article, of what links to it say, and of what was understood."""
    return entries_of([article], [anchor], [annotations])[0]


def entries_of(
    articles: Sequence[Article],
    anchors: Sequence[str] = (),
    annotations: Sequence[Annotations] = (),
    analysts: Analysts | None = None,
) -> list[Entry]:
    """Return the entries of many articles, in a fraction of the time that one by one takes."""
    parts = list(map(_parts, articles, anchors or repeat(""), annotations or repeat(NOT_ANNOTATED)))
    by = analysts or Analysts.here()
    made: dict[int, Entry] = {}
    for language, places in _batches(articles):
        batch = [parts[place] for place in places]
        made.update(zip(places, _entries(batch, language, by), strict=True))
    return [made[place] for place in range(len(articles))]


def _batches(articles: Sequence[Article]) -> Iterator[tuple[str, list[int]]]:
    """Articles of one language each, as many as are well counted at once."""
    waiting: dict[str, list[int]] = {}
    letters: Counter[str] = Counter()
    for place, article in enumerate(articles):
        some = waiting.setdefault(article.language, [])
        some.append(place)
        letters[article.language] += len(article.text)
        if len(some) == MAX_ROWS or letters[article.language] > _MAX_LETTERS:
            yield article.language, waiting.pop(article.language)
            del letters[article.language]
    yield from waiting.items()


class _Parts(NamedTuple):
    """An article with its texts that are analysed."""

    article: Article
    annotations: Annotations
    texts: tuple[str, ...]  # see _ZONES
    own: bool  # whether the standfirst is not in the text anyway, as it is on many pages


def _parts(article: Article, anchor: str, annotations: Annotations) -> _Parts:
    first, _, rest = article.text.lstrip().partition("\n")
    standfirst = article.standfirst
    texts = (first, rest, standfirst, _headings(article.html), article.title,
             " ".join(article.authors), anchor, _words_of(article.url))  # fmt: skip
    own = bool(standfirst) and standfirst not in article.text
    return _Parts(article, annotations, texts, own)


def _entries(batch: Sequence[_Parts], language: str, analysts: Analysts) -> list[Entry]:
    analysed = analysts.analysed([text for parts in batch for text in parts.texts], language)
    written = analysed.written()
    found, lengths = _counted(analysed, [parts.own for parts in batch])
    vectors, prints = found.vectors(lengths), fingerprints(found)
    width = len(_ZONES)
    return [
        _entry(parts, written[width * at : width * (at + 1)], vectors[at], prints[at])
        for at, parts in enumerate(batch)
    ]


def _counted(analysed: Analysed, owns: Sequence[bool]) -> tuple[Counted, list[int]]:
    """The vectors of articles, and how many terms each has."""
    by_text = np.tile(_ZONES, (len(owns), 1))
    by_text[owns, _STANDFIRST] = BODY | HEADINGS
    sizes = np.diff(analysed.starts).reshape(by_text.shape)
    zones = np.repeat(by_text.ravel(), sizes.ravel())
    zones[analysed.capitals & (zones == BODY)] |= CAPITAL
    counts = np.flatnonzero(zones)
    found = counted(analysed.vocabulary, analysed.numbers[counts], zones[counts],
                    np.where(by_text != 0, sizes, 0).sum(axis=1))  # fmt: skip
    lengths: list[int] = np.where(by_text & (BODY | TITLE), sizes, 0).sum(axis=1).tolist()
    return found, lengths


def _entry(parts: _Parts, written: Sequence[str], vector: Vector, print_: int) -> Entry:
    """Its lead is the standfirst, or else the first paragraph."""
    article, annotations = parts.article, parts.annotations
    first, rest, standfirst, headings, title, authors, anchor, url = written
    return Entry(
        id=article.id,
        seq=article.seq,
        source=article.source,
        language=article.language,
        published=article.published or article.first_seen,
        title=title,
        lead=standfirst if article.standfirst else first,
        body=f"{first} {rest}" if first and rest else first or rest,
        headings=headings,
        authors=authors,
        anchor=anchor,
        url=url,
        names=_labels(article.authors),
        topics=_labels([topic.slug for topic in annotations.topics] + _sections(article)),
        entities=_labels([entity.name for entity in annotations.entities[:_MAX_ENTITIES]]),
        vector=vector,
        fingerprint=print_,
        url_key=page_key(article.url),
        host_key=name_key(host_of(article.url)),
        domain_key=name_key(domain_of(article.url)),
    )


def _sections(article: Article) -> list[str]:
    return [label.lower() for label in (article.section, *article.tags)]


def _headings(html: str) -> str:
    if "<h" not in html:
        return ""
    return unescape(_tag.sub("", "\n".join(_heading.findall(html))))


def _words_of(url: str) -> str:
    """The words that a URL has behind its host."""
    path = path_of(url)
    return _separators.sub(" ", unquote(path) if "%" in path else path)


def _labels(texts: Sequence[str]) -> tuple[str, ...]:
    """Each label once, without what cannot be one."""
    stripped = (" ".join(text.split()) for text in texts)
    return tuple({text: None for text in stripped if 0 < len(text) <= _MAX_LABEL})
