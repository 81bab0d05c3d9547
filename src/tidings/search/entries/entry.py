"""The index entry of an article: its terms and properties, computed in the worker processes."""

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
from tidings.search.entries.vector import NO_VECTOR, Vector, vector_of
from tidings.search.links.page_keys import article_key, name_key
from tidings.text.terms.analysis import analyse, analyse_cased

_MAX_LABEL = 200  # characters of a name or topic; longer ones are not names, and tantivy has limits
_MAX_ENTITIES = 40  # a list of names has hundreds, and is not about any of them
# The stored markup is sanitised: hardly any attributes, and every tag is closed.
_heading = re.compile(r"<h[23][^>]*>(.*?)</h[23]>", re.DOTALL)
_tag = re.compile(r"<[^>]*>")
_separators = re.compile(r"\.\w{2,5}$|[\W_]+")  # file extensions mean nothing


@dataclass(slots=True)  # not frozen: that would make construction five times as slow
class IndexEntry:
    """An article as the index stores it; texts are terms separated by spaces."""

    id: str
    seq: int  # place in the order of changes
    source: str
    language: str
    published: datetime  # aware; when it was first seen, if the page has no date
    title: str
    lead: str
    body: str  # with the headings
    headings: str = ""
    authors: str = ""
    anchor: str = ""  # the texts of links to it
    url: str = ""
    names: tuple[str, ...] = ()  # of the authors, as written
    subjects: tuple[str, ...] = ()  # IPTC topics from the annotations
    topics: tuple[str, ...] = ()  # the same, and section and tags in lower case
    entities: tuple[str, ...] = ()
    vector: Vector = NO_VECTOR
    url_key: int = 0  # these three as in the link graph
    host_key: int = 0
    domain_key: int = 0
    is_dated: bool = True  # whether `published` is the page's own date


class ArticleTexts(NamedTuple):
    """The analysed texts of an article, or the terms of each, separated by spaces."""

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
    """Return the entry of an article, given the texts of links to it and its annotations.

    bulk_entries.py does this for many articles at once.
    """
    language, texts = article.language, texts_of(article, anchor)
    first, capitals = analyse_cased(texts.first, language)
    rest, more_capitals = analyse_cased(texts.rest, language)
    others = [analyse(text, language) for text in texts[2:]]
    standfirst, headings, title = others[:3]
    own = standfirst if has_own_standfirst(article) else []
    vector = vector_of(title, headings + own, first + rest + own, capitals + more_capitals)
    terms = ArticleTexts(*map(" ".join, (first, rest, *others)))
    return assembled_entry(article, annotations, terms, vector)


def texts_of(article: Article, anchor: str) -> ArticleTexts:
    """Return the texts of an article to analyse."""
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
    """Return whether the standfirst counts as body and heading: if the text does not include it."""
    return bool(article.standfirst) and article.standfirst not in article.text


def assembled_entry(
    article: Article, annotations: Annotations, terms: ArticleTexts, vector: Vector
) -> IndexEntry:
    """Assemble an entry; its lead is the standfirst, or else the first paragraph."""
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
        url_key=article_key(article.id, article.url),
        host_key=host_key,
        domain_key=domain_key,
        is_dated=article.published is not None,
    )


def _sections(article: Article) -> list[str]:
    return [label.lower() for label in (article.section, *article.tags) if label]


def _headings(html: str) -> str:
    if "<h" not in html:
        return ""
    return unescape(_tag.sub("", "\n".join(_heading.findall(html))))


def _words_of(url: str) -> str:
    """The words of a URL after its host."""
    path = path_of(url)
    return _separators.sub(" ", unquote(path) if "%" in path else path)


@lru_cache(maxsize=4096)
def _keys_of(host: str) -> tuple[int, int]:
    """The keys of a host and of its domain."""
    return name_key(host), name_key(domain_of(f"https://{host}/"))


def _labels(texts: Sequence[str]) -> tuple[str, ...]:
    """Each label once, without empty and overlong ones."""
    if not texts:
        return ()
    stripped = (" ".join(text.split()) for text in texts)
    return tuple({text: None for text in stripped if 0 < len(text) <= _MAX_LABEL})
