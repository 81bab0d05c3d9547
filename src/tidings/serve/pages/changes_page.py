"""What outlets edited, deleted and restored: a page with word diffs, and its feed."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, Final
from uuid import NAMESPACE_URL, uuid5

from fastapi import APIRouter, HTTPException, Request
from starlette.responses import HTMLResponse, Response

from tidings.model.articles.article import Article
from tidings.model.articles.listing import EditFilter, EditPlace, OutletEdit, OutletEditKind
from tidings.model.articles.revision import DiffRun, WordChange
from tidings.serve.context import AppContext, CurrentContext
from tidings.serve.pages.feed_writer import FeedEntry, OutgoingFeed, OutgoingFeedFormat, feed_bytes
from tidings.serve.pages.list_query import ListQuery, list_query_of
from tidings.serve.pages.source_feeds import base_of, changed_at, feed_response
from tidings.serve.rendering.diff_layout import excerpt_of
from tidings.serve.search_parameters import LANGUAGE, SOURCE, Parameter

router = APIRouter(include_in_schema=False)

_get = partial(router.api_route, methods=["GET", "HEAD"])

_PATH: Final = "/changes"
_PER_PAGE: Final = 20
_IN_FEED: Final = 50
_SOURCES: Final = 40  # with most articles, to choose from; others are chosen in the list itself
# As they are chosen, and as an entry is labelled.
KINDS: Final = {
    OutletEditKind.HEADLINE: ("Headlines", "Headline"),
    OutletEditKind.FIGURES: ("Figures", "Figures"),
    OutletEditKind.NAMES: ("Names", "Names"),
    OutletEditKind.TEXT: ("Text", "Text"),
    OutletEditKind.DELETION: ("Deletions", "Deleted"),
    OutletEditKind.RESTORATION: ("Restorations", "Restored"),
}
KIND: Final[Parameter[OutletEditKind | None]] = Parameter(
    "kind", "only changes of this kind", None, "a kind of change",
    lambda text, _: next((kind for kind in OutletEditKind if kind == text.lower()), None),
    "headline",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class ListedChange:
    """A change with the article as it is now."""

    edit: OutletEdit
    article: Article

    @property
    def is_quotable(self) -> bool:
        """Whether words of the text may be shown in a list."""
        robots = self.article.robots
        return not robots.nosnippet and robots.max_snippet is None


@_get(_PATH, response_class=HTMLResponse)
async def changes_page(request: Request, context: CurrentContext) -> HTMLResponse:
    """The newest edits and deletions of all outlets."""
    pairs = request.query_params.multi_items()
    return HTMLResponse(await context.run(lambda: _changes_page(context, pairs)))


def _changes_page(context: AppContext, pairs: Sequence[tuple[str, str]]) -> str:
    query = list_query_of(_PATH, pairs, context.key, context.clock())
    wanted = _wanted(query)
    position = query.position()
    after = None if position is None else EditPlace(*position)
    found = context.library.listings.edits(wanted, after, _PER_PAGE)
    place = found.next
    following: Any = place and [place.at, place.step, place.article, place.number]
    directory = context.directories.now()
    return context.renderer.page(
        "changes.html",
        query=query,
        wanted=wanted,
        kinds=KINDS,
        changes=_listed(context, found.edits),
        following=query.next(following) if following else None,
        is_first=after is None,
        directory=directory,
        sources=sorted(directory.articles, key=lambda each: -directory.articles[each])[:_SOURCES],
    )


def _wanted(query: ListQuery) -> EditFilter:
    return EditFilter(
        kind=query.value(KIND), source=query.value(SOURCE), language=query.value(LANGUAGE)
    )


def _listed(context: AppContext, edits: Sequence[OutletEdit]) -> list[ListedChange]:
    articles = context.library.articles([edit.article for edit in edits])
    return [
        ListedChange(edit, articles[edit.article]) for edit in edits if edit.article in articles
    ]


@_get(f"{_PATH}.{{ending}}")
async def changes_feed(ending: str, request: Request, context: CurrentContext) -> Response:
    """The newest changes as a feed: .atom, .rss or .json."""
    if ending not in OutgoingFeedFormat.__members__.values():
        raise HTTPException(404, "The address of a feed ends in .atom, .rss or .json.")
    feed_format, base = OutgoingFeedFormat(ending), base_of(request)
    pairs = request.query_params.multi_items()
    feed = await context.run(lambda: _feed_of(context, pairs, base, feed_format))
    return feed_response(
        request, feed_bytes(feed_format, feed), feed_format, changed_at(feed, context.clock())
    )


def _feed_of(
    context: AppContext, pairs: Sequence[tuple[str, str]], base: str, feed_format: str
) -> OutgoingFeed:
    now = context.clock()
    query = list_query_of(_PATH, pairs, context.key, now)
    wanted = _wanted(query)
    found = context.library.listings.edits(wanted, None, _IN_FEED)
    directory = context.directories.now()
    entries = [
        _entry_of(change, base, directory.name(change.edit.source))
        for change in _listed(context, found.edits)
        if context.is_in_feeds(change.article)
    ]
    midnight = now.replace(hour=0, minute=0, second=0, microsecond=0)
    return OutgoingFeed(
        key=query.feed("atom"),
        url=f"{base}{query.feed(feed_format)}",
        home=f"{base}{query.href()}",
        title="Changes – Tidings",
        description="What outlets edited, deleted and restored.",
        updated=max((entry.updated for entry in entries), default=midnight),
        entries=entries,
    )


def _entry_of(change: ListedChange, base: str, source: str) -> FeedEntry:
    edit, place = change.edit, change.edit.place
    key = f"tidings:change:{place.article}:{place.step}:{place.number}"
    kinds = ", ".join(KINDS[kind][1] for kind in edit.kinds) or "Spaces"
    return FeedEntry(
        id=uuid5(NAMESPACE_URL, key).urn,
        url=f"{base}/article/{edit.article}/revisions",
        title=f"{kinds}: {edit.title or edit.url} ({source})",
        updated=edit.at,
        summary=_in_words(change),
        language=edit.language,
        published=edit.at,
        tags=[str(kind) for kind in edit.kinds],
    )


def _in_words(change: ListedChange) -> str:
    """Return a change as plain text: what was removed and added, in brackets."""
    diff = change.edit.diff
    if diff is None:
        return change.edit.detail
    shown = list(excerpt_of(diff.text).passages) if change.is_quotable else []
    if any(run.change is not WordChange.KEPT for run in diff.title):
        shown.insert(0, diff.title)
    return "\n".join("".join(_bracketed(runs)) for runs in shown)


def _bracketed(runs: Sequence[DiffRun]) -> Iterator[str]:
    signs = {WordChange.REMOVED: "−", WordChange.ADDED: "+"}
    for run in runs:
        sign = signs.get(run.change)
        yield run.text if sign is None else f"[{sign}{run.text}]"
