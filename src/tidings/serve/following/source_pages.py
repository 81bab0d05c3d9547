"""The list of followed sources, and a page for each: its health, its settings, what it brings."""

from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import timedelta
from functools import partial
from typing import Final

from fastapi import APIRouter, Request
from starlette.responses import HTMLResponse

from tidings.model.articles.listing import EditFilter
from tidings.model.crawl.source import Source
from tidings.model.crawl.source_status import SourceStatus
from tidings.model.web.request_log import RequestFilter
from tidings.serve.context import AppContext, CurrentContext
from tidings.serve.following.form_access import NOTICES, WRITING
from tidings.serve.following.health_words import failures_in, well_words
from tidings.serve.following.hour_chart import hour_chart
from tidings.serve.permission import may_write
from tidings.serve.v1.source_path import NamedSource

router = APIRouter(include_in_schema=False)

_HOURS: Final = 48  # of the chart: two days show the rhythm of one
_ARTICLES: Final = 8
_EDITS: Final = 6
_REQUESTS: Final = 500  # among which failures are counted: a week of most sources
_LOGGED: Final = 12  # of these, in the request log

_get = partial(router.api_route, methods=["GET", "HEAD"], response_class=HTMLResponse)


@_get("/sources")
async def sources_page(request: Request, context: CurrentContext, done: str = "") -> HTMLResponse:
    """The followed sites."""
    may = may_write(request)
    return HTMLResponse(await context.run(lambda: _sources_page(context, may, done)))


def _sources_page(context: AppContext, may: bool, done: str) -> str:
    sources = context.library.sources(context.clock())
    return context.renderer.page(
        "sources.html",
        sources=sources,
        folders=_by_folder(sources),
        names=path_names([each.site for each in sources]),
        feeds={each.site.domain: each.site.name or each.site.domain for each in sources},
        notice=NOTICES.get(done, ""),
        may_write=may,
        url="",
    )


def _by_folder(sources: Sequence[SourceStatus]) -> list[tuple[str, list[SourceStatus]]]:
    """Return the sources by folder; those in none come first, those that are ill before others."""
    found: dict[str, list[SourceStatus]] = {}
    for source in sorted(sources, key=lambda each: not each.condition.is_alarming):
        found.setdefault(source.site.folder, []).append(source)
    return sorted(found.items())


def path_names(sources: Sequence[Source]) -> Mapping[int, str]:
    """Return what names each source in a path: its domain, or its id where domains repeat."""
    count = Counter(source.domain for source in sources)
    return {
        source.id: source.domain if count[source.domain] == 1 else str(source.id)
        for source in sources
    }


@_get("/source/{source}")
async def source_page(
    request: Request, source: NamedSource, context: CurrentContext, done: str = ""
) -> HTMLResponse:
    """One followed site."""
    may, notice = may_write(request), NOTICES.get(done, "")
    page = await context.run(lambda: page_of_source(context, source, may, notice=notice))
    return HTMLResponse(page)


def page_of_source(
    context: AppContext,
    source: Source,
    may: bool,
    *,
    notice: str = "",
    wrong: str = "",
    typed: Mapping[str, str] | None = None,
) -> str:
    """Return the page of a source; after a mistake, its settings as they were typed."""
    now, library = context.clock(), context.library
    health = library.source_health(source, now)
    log = library.listings.requests(
        RequestFilter(now - timedelta(days=7), site=source.id), None, _REQUESTS
    ).requests
    compared = library.listings.completeness_of(source, now, _HOURS)
    return context.renderer.page(
        "source.html",
        source=health.status,
        name=source.name or source.domain,
        well=well_words(health),
        compared=compared,
        chart=hour_chart(compared.hours),
        failures=failures_in(log),
        requests=len(log),
        log=[request for _, request in log[:_LOGGED]],
        edits=library.listings.edits(EditFilter(source=source.domain), None, _EDITS).edits,
        articles=library.newest(_ARTICLES, source=source.domain),
        fields=typed or fields_of(source),
        folders=list(library.folders()),
        usual_delay=library.settings.fetch.delay,
        may_write=may,
        notice=notice,
        wrong=wrong,
    )


def fields_of(source: Source) -> dict[str, str]:
    """Return the settings of a source as its form shows them."""
    settings, about = source.settings, source.about
    return {
        "name": source.name,
        "folder": source.folder,
        "topic": f"@{about.query}" if about.query else about.words,
        "delay": "" if settings.delay is None else f"{settings.delay:g}",
        "languages": " ".join(settings.languages),
        "include": "\n".join(settings.include),
        "exclude": "\n".join(settings.exclude),
    }


@_get("/source/{source}/remove", dependencies=WRITING)
async def remove_page(source: NamedSource, context: CurrentContext) -> HTMLResponse:
    """Ask what is to become of the articles."""
    page = await context.run(lambda: _remove_page(context, source))
    return HTMLResponse(page)


def _remove_page(context: AppContext, source: Source) -> str:
    health = context.library.source_health(source, context.clock())
    return context.renderer.page(
        "source_removal.html", source=health.status, name=source.name or source.domain
    )
