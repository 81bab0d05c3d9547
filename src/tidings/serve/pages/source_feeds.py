"""The feed of each followed site, made of the articles we keep; some sites have no other."""

import hashlib
from datetime import UTC, datetime
from email.utils import format_datetime, parsedate_to_datetime
from functools import partial

from fastapi import APIRouter, HTTPException, Request
from starlette.responses import Response

from tidings.model.articles.article import Article
from tidings.serve.context import AppContext, CurrentContext
from tidings.serve.pages.feed_writer import OutgoingFeed, OutgoingFeedFormat, feed_bytes, updated_at

router = APIRouter(include_in_schema=False)

ARTICLES = 50  # a busy paper's day; who asks hourly misses nothing
_KEPT = "max-age=60"  # readers may ask once a minute, and are answered 304 then

_get = partial(router.api_route, methods=["GET", "HEAD"])


@_get("/feeds/{name}")
async def site_feed(name: str, request: Request, desk: CurrentContext) -> Response:
    """The newest articles of a site as a feed: its domain, then .atom, .rss or .json."""
    domain, _, ending = name.rpartition(".")
    if ending not in OutgoingFeedFormat.__members__.values() or not domain:
        raise HTTPException(404, "A feed's address ends in .atom, .rss or .json.")
    form = OutgoingFeedFormat(ending)
    base = base_of(request)
    channel = await desk.ask(lambda: _source_feed_of(desk, domain, f"{base}/feeds/{name}"))
    if channel is None:
        raise HTTPException(404, f"{domain} is not a site that is followed here.")
    return feed_response(
        request, feed_bytes(form, channel), form, changed_at(channel, desk.clock())
    )


def base_of(request: Request) -> str:
    """Return our own address as others see it, without a slash at its end."""
    return (request.app.state.settings.public_url or str(request.base_url)).rstrip("/")


def _source_feed_of(desk: AppContext, domain: str, url: str) -> OutgoingFeed | None:
    sites = [source.site for source in desk.library.sources() if source.site.domain == domain]
    if not sites:
        return None
    site, now = sites[0], desk.clock()
    newest = desk.library.newest(ARTICLES, source=domain)
    articles = [article for article in newest if is_shown(article, now)]
    times = [updated_at(article) for article in articles]
    name = site.name or domain
    return OutgoingFeed(
        key=domain,
        url=url,
        home=site.url,
        title=name,
        description=f"The newest articles of {name}, as found by Tidings.",
        updated=max(times, default=site.added_at),
        articles=articles,
    )


def is_shown(article: Article, now: datetime) -> bool:
    """Tell whether an article may stand in a feed now."""
    hidden = article.hidden_from is not None and article.hidden_from <= now
    return not hidden and not article.robots.is_over(now)


def changed_at(channel: OutgoingFeed, now: datetime) -> datetime:
    """Return when a feed last changed; papers date articles ahead, but we cannot have known."""
    seen = [article.first_seen for article in channel.articles]
    return min(now, max((channel.updated, *seen))).replace(microsecond=0)


def feed_response(
    request: Request, body: bytes, form: OutgoingFeedFormat, changed: datetime
) -> Response:
    """Return a feed, or 304 to who has this very one."""
    tag = f'"{hashlib.sha256(body).hexdigest()[:32]}"'
    headers = {
        "ETag": tag,
        "Last-Modified": format_datetime(changed.astimezone(UTC), usegmt=True),
        "Cache-Control": _KEPT,
    }
    if _is_known(request, tag, changed):
        return Response(status_code=304, headers=headers)
    media_type = f"{form.media_type}; charset=utf-8"
    return Response(body, media_type=media_type, headers=headers)


def _is_known(request: Request, tag: str, changed: datetime) -> bool:
    """Tell whether the reader has this very feed (RFC 9110, 13.2.2: tags outrank dates)."""
    if known := request.headers.get("if-none-match"):
        tags = (each.strip().removeprefix("W/") for each in known.split(","))
        return known.strip() == "*" or tag in tags
    since = request.headers.get("if-modified-since")
    if not since:
        return False
    try:
        return changed <= parsedate_to_datetime(since).astimezone(UTC)
    except (ValueError, TypeError, OverflowError):
        return False
