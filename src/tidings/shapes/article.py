"""Articles as JSON and in exports: the one place that knows which fields they have."""

from datetime import UTC, datetime
from typing import Annotated, Final, TypedDict

from tidings.model.articles.article import Article, Extraction
from tidings.shapes.annotations import AnnotationFields
from tidings.shapes.date_origin import DateOrigin
from tidings.shapes.iso_time import iso, iso_or_none
from tidings.shapes.story import MembershipOut


class RightsOut(TypedDict):
    """The publisher's requests; null where there is none."""

    search: bool | None
    ai_input: bool | None
    ai_train: bool | None
    tdm_reserved: bool | None
    tdm_policy: str | None
    noarchive: bool
    nosnippet: bool
    max_snippet: int | None
    unavailable_after: str | None
    with_login: Annotated[bool, "fetched with credentials: not to be passed on"]


class ArticleFields(TypedDict):
    """What an article says itself, in its newest revision."""

    id: str
    url: str
    source: str
    publisher: str
    title: str
    standfirst: str
    text: Annotated[str, "paragraphs separated by newlines"]
    html: Annotated[str, "sanitised, for the reader view"]
    authors: list[str]
    published: str | None
    modified: str | None
    first_seen: str
    language: str
    section: str
    tags: list[str]
    image: str | None
    word_count: int
    revision: Annotated[int, "1 unless the text changed since we first saw it"]
    gone_at: Annotated[str | None, "when we found that its publisher deleted it"]
    gone_status: int | None
    rights: Annotated[RightsOut, "the publisher's requests when it was fetched"]


class ArticleOut(ArticleFields, AnnotationFields):
    """The newest revision of an article."""

    date_from: DateOrigin
    story: Annotated[MembershipOut | None, "the story it belongs to, and why"]


# Exports have all fields but these; rights are an object, which a table cannot hold.
_NOT_EXPORTED: Final = frozenset({"html", "gone_at", "gone_status", "rights"})
EXPORT_COLUMNS: Final = tuple(
    name for name in ArticleFields.__annotations__ if name not in _NOT_EXPORTED
)


def article_fields(article: Article) -> ArticleFields:
    """Return the fields of an article in `/api/articles/{id}`."""
    return {
        "id": article.id,
        "url": article.url,
        "source": article.source,
        "publisher": article.publisher,
        "title": article.title,
        "standfirst": article.standfirst,
        "text": article.text,
        "html": article.html,
        "authors": list(article.authors),
        "published": iso_or_none(article.published),
        "modified": iso_or_none(article.modified),
        "first_seen": iso(article.first_seen),
        "language": article.language,
        "section": article.section,
        "tags": list(article.tags),
        "image": article.image,
        "word_count": article.word_count,
        "revision": article.revision,
        "gone_at": iso_or_none(article.gone_at),
        "gone_status": article.gone_status,
        "rights": rights_shape(article),
    }


def export_fields(article: Article) -> dict[str, object]:
    """Return the fields of an article in an export."""
    values = {name: _exported(getattr(article, name)) for name in EXPORT_COLUMNS}
    return values | {"rights": rights_shape(article)}


def _exported(value: object) -> object:
    return _utc(value) if isinstance(value, datetime) else value


def _utc(moment: datetime) -> str:
    return moment.astimezone(UTC).isoformat()


def rights_shape(article: Article) -> RightsOut:
    """Return the requests of an article's publisher, as JSON."""
    robots, rights = article.robots, article.rights
    expiry = robots.unavailable_after
    return {
        "search": rights.search,
        "ai_input": rights.ai_input,
        "ai_train": rights.ai_train,
        "tdm_reserved": rights.tdm_reserved,
        "tdm_policy": rights.tdm_policy,
        "noarchive": robots.noarchive,
        "nosnippet": robots.nosnippet,
        "max_snippet": robots.max_snippet,
        "unavailable_after": _utc(expiry) if expiry else None,
        "with_login": article.with_login,
    }


def extraction_shape(page: Extraction) -> dict[str, object]:
    """Return the shape of `tidings extract --json`."""
    return {
        "kind": page.kind,
        "confidence": page.verdict.confidence,
        "doubtful": page.verdict.doubtful,
        "reasons": page.verdict.reasons,
        "title": page.title,
        "text": page.text,
        "standfirst": page.standfirst,
        "date": page.published,
        "modified": page.modified,
        "authors": page.authors,
        "language": page.language,
        "section": page.section,
        "tags": page.tags,
        "image": page.image,
        "images": page.images,
        "canonical": page.canonical,
        "publisher": page.publisher,
        "accessible_for_free": page.accessible_for_free,
        "word_count": page.word_count,
        "html": page.html,
        "signals": dict(page.signals),
    }
