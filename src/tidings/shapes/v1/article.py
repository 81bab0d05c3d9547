"""Articles in lists of version 1 of the API, and in its stream."""

from typing import Annotated, TypedDict

from tidings.model.articles.brief import ArticleBrief
from tidings.shapes.date_origin import DateOrigin, date_origin
from tidings.shapes.iso_time import iso, iso_or_none


class EntityNameV1(TypedDict):
    """A person, organisation or place that an article names."""

    key: Annotated[str, "for /api/v1/entities/{key}"]
    name: str
    kind: Annotated[str, "person, organisation or place"]


class ArticleFactsV1(TypedDict):
    """What every answer says of an article."""

    id: Annotated[str, "for /api/v1/articles/{id}"]
    url: str
    title: str
    standfirst: Annotated[str, "empty if there is none, or it may not be shown"]
    source: Annotated[str, "registered domain of the source"]
    source_name: Annotated[str, "what the source calls itself, or else its domain"]
    authors: list[str]
    published: Annotated[str | None, "null if the page does not say"]
    modified: str | None
    first_seen: Annotated[str, "when we first saw it"]
    date_from: DateOrigin
    language: Annotated[str, "ISO 639-1, or 'und' if unknown"]
    section: str
    image: Annotated[str | None, "URL of the lead image"]
    word_count: int
    revision: Annotated[int, "1 unless its text changed since we first saw it"]
    gone_at: Annotated[str | None, "when we found that its publisher deleted it"]
    story: Annotated[str | None, "for /api/v1/stories/{id}"]


class ArticleBriefV1(ArticleFactsV1):
    """An article without its text."""

    topics: Annotated[list[str], "as typed after topic:, most likely first"]
    entities: Annotated[list[EntityNameV1], "the most prominent ones"]


def article_brief(article: ArticleBrief) -> ArticleBriefV1:
    """Return the shape of an article in a list."""
    return {
        **article_facts(article),
        "topics": list(article.topics),
        "entities": [
            {"key": each.key, "name": each.name, "kind": each.kind} for each in article.entities
        ],
    }


def article_facts(article: ArticleBrief) -> ArticleFactsV1:
    """Return what every answer says of an article."""
    return {
        "id": article.id,
        "url": article.url,
        "title": article.title,
        "standfirst": article.standfirst,
        "source": article.source,
        "source_name": article.source_name,
        "authors": list(article.authors),
        "published": iso_or_none(article.published),
        "modified": iso_or_none(article.modified),
        "first_seen": iso(article.first_seen),
        "date_from": date_origin(article.published),
        "language": article.language,
        "section": article.section,
        "image": article.image,
        "word_count": article.word_count,
        "revision": article.revision,
        "gone_at": iso_or_none(article.gone_at),
        "story": None if article.story is None else str(article.story),
    }


ARTICLE_EXAMPLE: ArticleBriefV1 = {
    "id": "b1c5a3d0e2f44a17",
    "url": "https://post.example/news/ferry",
    "title": "Old ferry line reopens",
    "standfirst": "After nine years the boats are back.",
    "source": "post.example",
    "source_name": "The Post",
    "authors": ["Ada Quill"],
    "published": "2024-05-31T10:00:00Z",
    "modified": None,
    "first_seen": "2024-05-31T10:04:00Z",
    "date_from": "published",
    "language": "en",
    "section": "Harbour",
    "image": "https://post.example/ferry.jpg",
    "word_count": 412,
    "revision": 1,
    "gone_at": None,
    "story": "88",
    "topics": ["economy-business-and-finance"],
    "entities": [{"key": "place:2643743", "name": "London", "kind": "place"}],
}
