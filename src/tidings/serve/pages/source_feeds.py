"""The feed of each followed site, made from the articles we keep; some sites have no other."""

import hashlib
from datetime import UTC, datetime
from email.utils import format_datetime, parsedate_to_datetime
from functools import partial

from fastapi import APIRouter, HTTPException, Request
from starlette.responses import Response

from tidings.serve.context import AppContext, CurrentContext
from tidings.serve.pages.feed_writer import OutgoingFeed, OutgoingFeedFormat, feed_bytes, updated_at

router = APIRouter(include_in_schema=False)

ARTICLES = 50  # a day of a busy site: hourly readers miss nothing
_CACHING = "max-age=60"  # after a minute feed readers revalidate, usually with a 304

_get = partial(router.api_route, methods=["GET", "HEAD"])


@_get("/feeds/{name}")
async def site_feed(name: str, request: Request, context: CurrentContext) -> Response:
    """The newest articles of a site as a feed: domain plus .atom, .rss or .json."""
    domain, _, ending = name.rpartition(".")
    if ending not in OutgoingFeedFormat.__members__.values() or not domain:
        raise HTTPException(404, "The address of a feed ends in .atom, .rss or .json.")
    feed_format = OutgoingFeedFormat(ending)
    base = base_of(request)
    feed = await context.run(lambda: _source_feed_of(context, domain, f"{base}/feeds/{name}"))
    if feed is None:
        raise HTTPException(404, f"{domain} is not a followed site.")
    return feed_response(
        request, feed_bytes(feed_format, feed), feed_format, changed_at(feed, context.clock())
    )


def base_of(request: Request) -> str:
    """Return our own public URL, without a slash at its end."""
    return (request.app.state.settings.public_url or str(request.base_url)).rstrip("/")


def _source_feed_of(context: AppContext, domain: str, url: str) -> OutgoingFeed | None:
    sites = [source.site for source in context.library.sources() if source.site.domain == domain]
    if not sites:
        return None
    site = sites[0]
    newest = context.library.newest(ARTICLES, source=domain)
    articles = [article for article in newest if context.is_in_feeds(article)]
    times = [updated_at(article) for article in articles]
    name = site.name or domain
    return OutgoingFeed(
        key=domain,
        url=url,
        home=site.url,
        title=name,
        description=f"The newest articles of {name}, found by Tidings.",
        updated=max(times, default=site.added_at),
        articles=articles,
    )


def changed_at(feed: OutgoingFeed, now: datetime) -> datetime:
    """Return when a feed last changed; at most `now`, because sites date articles ahead."""
    seen = [article.first_seen for article in feed.articles]
    return min(now, max((feed.updated, *seen))).replace(microsecond=0)


def feed_response(
    request: Request, body: bytes, feed_format: OutgoingFeedFormat, changed: datetime
) -> Response:
    """Return a feed, or 304 if the client has this version."""
    tag = f'"{hashlib.sha256(body).hexdigest()[:32]}"'
    headers = {
        "ETag": tag,
        "Last-Modified": format_datetime(changed.astimezone(UTC), usegmt=True),
        "Cache-Control": _CACHING,
    }
    if _is_known(request, tag, changed):
        return Response(status_code=304, headers=headers)
    media_type = f"{feed_format.media_type}; charset=utf-8"
    return Response(body, media_type=media_type, headers=headers)


def _is_known(request: Request, tag: str, changed: datetime) -> bool:
    """Return whether the client has this version (RFC 9110, 13.2.2: tags outrank dates)."""
    if known_tags := request.headers.get("if-none-match"):
        tags = (each.strip().removeprefix("W/") for each in known_tags.split(","))
        return known_tags.strip() == "*" or tag in tags
    since = request.headers.get("if-modified-since")
    if not since:
        return False
    try:
        return changed <= parsedate_to_datetime(since).astimezone(UTC)
    except (ValueError, TypeError, OverflowError):
        return False
