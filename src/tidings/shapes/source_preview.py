"""A preview of a source as JSON, for `tidings preview` and the API."""

from typing import Annotated, TypedDict

from tidings.model.crawl.source_preview import (
    Headline,
    IndexPagePreview,
    PreviewedList,
    PreviewProblem,
    SourcePreview,
)
from tidings.shapes.iso_time import iso_or_none


class HeadlineOut(TypedDict):
    """An article as a list names it."""

    url: str
    title: str
    published: str | None


class PreviewedListOut(TypedDict):
    """A feed or sitemap."""

    url: str
    read: Annotated[bool, "false: it is named, and was not looked at"]
    title: str | None
    format: Annotated[str | None, "rss, rdf, atom or json; of a sitemap urlset, news or index"]
    items: Annotated[int | None, "articles, or the sitemaps of an index"]
    newest: str | None


class IndexPageOut(TypedDict):
    """A page that leads to articles."""

    url: str
    links: Annotated[int, "that look like articles"]


class PreviewProblemOut(TypedDict):
    """What stands in the way."""

    url: str
    cause: Annotated[str, "a stable word, such as refused or needs_javascript"]
    sentence: str
    advice: Annotated[str, "what to do about it"]


class SourcePreviewOut(TypedDict):
    """What would be followed if the source were added."""

    url: Annotated[str, "as it would be added"]
    final_url: Annotated[str, "after redirects"]
    domain: str
    name: str | None
    language: str | None
    robots: Annotated[str, "allowed, denied, unreachable or unknown"]
    feeds: list[PreviewedListOut]
    sitemaps: list[PreviewedListOut]
    index_pages: list[IndexPageOut]
    headlines: Annotated[list[HeadlineOut], "the newest first, at most five"]
    problems: list[PreviewProblemOut]
    followed: Annotated[str | None, "the source that is followed there already"]
    requests: int
    complete: Annotated[bool, "false: not everything could be looked at in time"]


def preview_shape(preview: SourcePreview) -> SourcePreviewOut:
    """Return the shape of a preview."""
    return {
        "url": preview.url,
        "final_url": preview.final_url,
        "domain": preview.domain,
        "name": preview.name or None,
        "language": preview.language,
        "robots": str(preview.robots),
        "feeds": [_list_shape(each) for each in preview.feeds],
        "sitemaps": [_list_shape(each) for each in preview.sitemaps],
        "index_pages": [_page_shape(each) for each in preview.index_pages],
        "headlines": [_headline_shape(each) for each in preview.headlines],
        "problems": [_problem_shape(each) for each in preview.problems],
        "followed": preview.followed,
        "requests": preview.requests,
        "complete": preview.is_complete,
    }


def _headline_shape(headline: Headline) -> HeadlineOut:
    published = iso_or_none(headline.published)
    return {"url": headline.url, "title": headline.title, "published": published}


def _list_shape(listed: PreviewedList) -> PreviewedListOut:
    return {
        "url": listed.url,
        "read": listed.is_read,
        "title": listed.title or None,
        "format": listed.format or None,
        "items": listed.items if listed.is_read else None,
        "newest": iso_or_none(listed.newest),
    }


def _page_shape(page: IndexPagePreview) -> IndexPageOut:
    return {"url": page.url, "links": page.links}


def _problem_shape(problem: PreviewProblem) -> PreviewProblemOut:
    return {
        "url": problem.url,
        "cause": str(problem.cause),
        "sentence": problem.sentence,
        "advice": problem.advice,
    }
