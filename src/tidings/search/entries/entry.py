"""What the index keeps of an article: terms ready to be filed. Made in the worker processes."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache
from html import unescape
from typing import NamedTuple
from urllib.parse import unquote

from tidings.model.articles.annotations import NOT_ANNOTATED, Annotations
from tidings.model.articles.article import Article
from tidings.read.url import domain_of, host_of, path_of
from tidings.search.entries.fingerprint import fingerprint
from tidings.search.entries.vector import NO_VECTOR, Vector, vector_of
from tidings.search.links.page_keys import name_key, page_key
from tidings.text.terms.analysis import analyse, analyse_cased

_MAX_LABEL = 200  # bytes of a name or topic; longer ones are no names, and tantivy has its limits
_MAX_ENTITIES = 40  # a list of names has hundreds, and is about none of them
# Our own sanitised markup: no attributes to speak of, every tag closed.
_heading = re.compile(r"<h[23][^>]*>(.*?)</h[23]>", re.DOTALL)
_tag = re.compile(r"<[^>]*>")
_separators = re.compile(r"\.\w{2,5}$|[\W_]+")  # the ending of a file says nothing


@dataclass(slots=True)  # frozen, it would be made at a fifth of the speed, once for every article
class IndexEntry:
    """An article as the index wants it; texts are terms with spaces between them."""

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
    subjects: tuple[str, ...] = ()  # topics of the IPTC, understood
    topics: tuple[str, ...] = ()  # the same, and section and tags in small letters
    entities: tuple[str, ...] = ()
    vector: Vector = NO_VECTOR
    fingerprint: int = 0  # near-duplicates differ in few bits
    url_key: int = 0  # the three by which the graph of links knows it
    host_key: int = 0
    domain_key: int = 0


class ArticleTexts(NamedTuple):
    """The texts of an article that are analysed, or the terms of each, with spaces between."""

    first: str  # paragraph
    rest: str
    standfirst: str
    headings: str
    title: str
    authors: str
    anchor: str
    url: str


def entry_of(
    article: Article, anchor: str = "", annotations: Annotations = NOT_ANNOTATED
) -> IndexEntry:
    """Return the entry of an article, of what links to it say, and of what was understood.

    That of many at once is in bulk_entries.py.
    """
    language, texts = article.language, texts_of(article, anchor)
    first, capitals = analyse_cased(texts.first, language)
    rest, more_capitals = analyse_cased(texts.rest, language)
    others = [analyse(text, language) for text in texts[2:]]
    standfirst, headings, title = others[:3]
    own = standfirst if has_own_standfirst(article) else []
    vector = vector_of(title, headings + own, first + rest + own, capitals + more_capitals)
    terms = ArticleTexts(*map(" ".join, (first, rest, *others)))
    return assembled_entry(article, annotations, terms, vector, fingerprint(vector.terms))


def texts_of(article: Article, anchor: str) -> ArticleTexts:
    """Return what is analysed of an article."""
    first, _, rest = article.text.lstrip().partition("\n")
    authors = " ".join(article.authors)
    return ArticleTexts(
        first,
        rest,
        article.standfirst,
        _headings(article.html),
        article.title,
        authors,
        anchor,
        _words_of(article.url),
    )


def has_own_standfirst(article: Article) -> bool:
    """Tell whether the standfirst counts as text and heading: unless the text has it anyway."""
    return bool(article.standfirst) and article.standfirst not in article.text


def assembled_entry(
    article: Article, annotations: Annotations, terms: ArticleTexts, vector: Vector, print_: int
) -> IndexEntry:
    """Put an entry together; its lead is the standfirst, or else the first paragraph."""
    host_key, domain_key = _keys_of(host_of(article.url))
    subjects = tuple(topic.slug for topic in annotations.topics)
    return IndexEntry(
        id=article.id,
        seq=article.seq,
        source=article.source,
        language=article.language,
        published=article.published or article.first_seen,
        title=terms.title,
        lead=terms.standfirst if article.standfirst else terms.first,
        body=" ".join(filter(None, terms[:2])),
        headings=terms.headings,
        authors=terms.authors,
        anchor=terms.anchor,
        url=terms.url,
        names=_labels(article.authors),
        subjects=subjects,
        topics=_labels([*subjects, *_sections(article)]),
        entities=_labels([entity.name for entity in annotations.entities[:_MAX_ENTITIES]]),
        vector=vector,
        fingerprint=print_,
        url_key=page_key(article.url),
        host_key=host_key,
        domain_key=domain_key,
    )


def _sections(article: Article) -> list[str]:
    return [label.lower() for label in (article.section, *article.tags) if label]


def _headings(html: str) -> str:
    if "<h" not in html:
        return ""
    return unescape(_tag.sub("", "\n".join(_heading.findall(html))))


def _words_of(url: str) -> str:
    """The words that a URL has behind its host."""
    path = path_of(url)
    return _separators.sub(" ", unquote(path) if "%" in path else path)


@lru_cache(maxsize=4096)
def _keys_of(host: str) -> tuple[int, int]:
    """The keys of a host and of its domain."""
    return name_key(host), name_key(domain_of(f"https://{host}/"))


def _labels(texts: Sequence[str]) -> tuple[str, ...]:
    """Each label once, without what cannot be one."""
    if not texts:
        return ()
    stripped = (" ".join(text.split()) for text in texts)
    return tuple({text: None for text in stripped if 0 < len(text) <= _MAX_LABEL})
