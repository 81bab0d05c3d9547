"""A single article in version 1 of the API: text, summary, revisions, near-duplicates, related."""

from typing import Annotated, Any, Literal, TypedDict

from tidings.model.articles.annotations import Annotations
from tidings.model.articles.article import Article
from tidings.model.articles.brief import ArticleBrief
from tidings.model.articles.duplicate import DuplicateArticle
from tidings.model.articles.story import Membership, Story
from tidings.model.search.recommendations import RelatedArticle
from tidings.shapes.annotations import AnnotationFields, annotations_shape
from tidings.shapes.article import RightsOut, rights_shape
from tidings.shapes.iso_time import iso_or_none
from tidings.shapes.story import GroundsOut, grounds_shape
from tidings.shapes.v1.article import (
    ARTICLE_EXAMPLE,
    ArticleBriefV1,
    ArticleFactsV1,
    article_brief,
    article_facts,
)


class MembershipV1(TypedDict):
    """The story of an article, and why it belongs to it."""

    story: Annotated[str, "for /api/v1/stories/{id}"]
    title: str
    articles: int
    sources: int
    score: Annotated[float, "similarity to the story; 1 is the threshold, 0 for the first article"]
    why: GroundsOut


class ArticleV1(ArticleFactsV1, AnnotationFields):
    """The newest revision of an article, with everything that is known about it."""

    text: Annotated[str, "paragraphs separated by newlines; empty if the publisher forbids copies"]
    html: Annotated[str, "sanitised, for the reader view"]
    tags: list[str]
    gone_status: Annotated[int | None, "with which status its publisher answered since"]
    rights: Annotated[RightsOut, "the publisher's requests when it was fetched"]
    membership: MembershipV1 | None


class SentenceV1(TypedDict):
    """A sentence of a summary."""

    text: str
    place: Annotated[int, "number of the sentence in the text, from 0"]


class SummaryV1(TypedDict):
    """A summary in sentences of the text, in its order."""

    id: str
    title: str
    language: str
    method: Annotated[str, "best, aitimes or lead"]
    summary: Annotated[str, "the sentences together"]
    sentences: list[SentenceV1]
    words: Annotated[int, "of the summary"]
    of_words: Annotated[int, "of the text"]


class DuplicateV1(ArticleBriefV1):
    """An article with nearly the same text."""

    similarity: Annotated[float, "from 0 to 1"]
    contains: Annotated[float, "share of the requested article's text that this one has"]
    contained: Annotated[float, "share of this one's text that the requested article has"]
    how: Annotated[str, "how we know"]
    relation: Annotated[
        Literal["original", "copy", "other"],
        "original: the requested article was taken from it; copy: it was taken from that; "
        "other: both come from elsewhere",
    ]
    copy_of: Annotated[str | None, "id of the article that it was probably taken from"]
    copied_because: Annotated[str, "why we think so"]


class RelatedV1(ArticleBriefV1):
    """A related article."""

    score: Annotated[float, "similarity from 0 to 1; newer articles gain a little"]
    shared: Annotated[list[str], "shared words, most informative first"]


def article_shape(
    brief: ArticleBrief,
    article: Article,
    html: str,
    annotations: Annotations,
    member: tuple[Membership, Story] | None,
) -> ArticleV1:
    """Return the shape of a whole article; `html` is clean."""
    expiry = article.robots.unavailable_after
    return {
        **article_facts(brief),
        **annotations_shape(annotations),
        "text": article.text,
        "html": html,
        "tags": list(article.tags),
        "gone_status": article.gone_status,
        "rights": {**rights_shape(article), "unavailable_after": iso_or_none(expiry)},
        "membership": None if member is None else _membership(*member),
    }


def _membership(member: Membership, story: Story) -> MembershipV1:
    return {
        "story": str(story.id),
        "title": story.title,
        "articles": story.articles,
        "sources": story.sources,
        "score": round(member.score, 3),
        "why": grounds_shape(member.grounds),
    }


def duplicate_shape(
    brief: ArticleBrief, duplicate: DuplicateArticle, of: str, parent: str | None
) -> DuplicateV1:
    """Return a near-duplicate of an article; `parent` is what that one was taken from."""
    is_copy = duplicate.copy_of == of
    return {
        **article_brief(brief),
        "similarity": round(duplicate.similarity, 3),
        "contains": round(duplicate.contains, 3),
        "contained": round(duplicate.contained, 3),
        "how": duplicate.how,
        "relation": "copy" if is_copy else "original" if parent == brief.id else "other",
        "copy_of": duplicate.copy_of,
        "copied_because": duplicate.why,
    }


def related_shape(brief: ArticleBrief, related: RelatedArticle) -> RelatedV1:
    """Return a related article."""
    return {**article_brief(brief), "score": related.score, "shared": list(related.shared)}


FULL_EXAMPLE: dict[str, Any] = {
    **{name: value for name, value in ARTICLE_EXAMPLE.items() if name not in ("entities",)},
    "language_confidence": 0.99,
    "summary": ["The old ferry sails again."],
    "keyphrases": [{"text": "ferry line", "weight": 0.71}],
    "topics": [
        {"slug": "economy-business-and-finance", "code": "medtop:04000000", "probability": 0.8}
    ],
    "entities": [
        {
            "name": "London",
            "kind": "place",
            "key": "place:2643743",
            "mentions": [{"start": 24, "end": 30, "in": "text"}],
            "place": None,
        }
    ],
    "tone": None,
    "models": {"summary": "summary 1"},
    "failed": {},
    "text": "The old ferry sails again.",
    "html": "<p>The old ferry sails again.</p>",
    "tags": ["ferries"],
    "gone_status": None,
    "rights": {
        "search": None, "ai_input": None, "ai_train": None, "tdm_reserved": None,
        "tdm_policy": None, "noarchive": False, "nosnippet": False, "max_snippet": None,
        "unavailable_after": None, "with_login": False,
    },
    "membership": None,
}  # fmt: skip
SUMMARY_EXAMPLE: SummaryV1 = {
    "id": "b1c5a3d0e2f44a17",
    "title": "Old ferry line reopens",
    "language": "en",
    "method": "best",
    "summary": "The old ferry sails again.",
    "sentences": [{"text": "The old ferry sails again.", "place": 0}],
    "words": 5,
    "of_words": 412,
}
DUPLICATE_EXAMPLE: DuplicateV1 = {
    **ARTICLE_EXAMPLE,
    "similarity": 0.97,
    "contains": 1.0,
    "contained": 0.95,
    "how": "nearly all of the text is the same",
    "relation": "copy",
    "copy_of": "b1c5a3d0e2f44a17",
    "copied_because": "published later",
}
RELATED_EXAMPLE: RelatedV1 = {**ARTICLE_EXAMPLE, "score": 0.41, "shared": ["ferry", "harbour"]}
