"""Assembles the web application; http/server.py runs it."""

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from datetime import datetime
from importlib.metadata import version
from pathlib import Path

from fastapi import FastAPI
from fastapi.telemetry import TelemetryConfig

from tidings.engine.access.home_access import HomeAccess
from tidings.engine.library.library import Library
from tidings.engine.websub.hub_callbacks import HubCallbacks
from tidings.events.logged_event import is_logged
from tidings.events.server_events import RequestServed
from tidings.serve.api import completeness, endpoints, recommendations, stories, websub_callback
from tidings.serve.api.error_schema import HOME_UNREADABLE
from tidings.serve.context import AppContext, Health, utc_now
from tidings.serve.following import preview_pages, source_forms, source_pages
from tidings.serve.gate.authentication import Authentication
from tidings.serve.gate.middleware import RequestGate
from tidings.serve.gate.rate_limits import RateLimits
from tidings.serve.gate.sender_proof import SenderProof
from tidings.serve.home_writing import HomeWriting
from tidings.serve.http.compression import Compression
from tidings.serve.http.cors import CrossOrigin
from tidings.serve.http.error_handlers import add_error_handlers
from tidings.serve.http.request_events import RequestEvents
from tidings.serve.login import sign_in
from tidings.serve.mine import run_changes, run_pages, run_routes, run_stream_route
from tidings.serve.mine.run_events import RunEvents
from tidings.serve.mine.run_links import RunLinks
from tidings.serve.openapi import DocumentedApp
from tidings.serve.overviews import (
    entity_page,
    job_pages,
    live_page,
    statistics_page,
    trend_page,
)
from tidings.serve.pages import (
    changes_page,
    reader_pages,
    search_page,
    source_feeds,
    stories_page,
    story_page,
)
from tidings.serve.problem import V1
from tidings.serve.rendering.assets import Assets
from tidings.serve.stream import stream_route
from tidings.serve.stream.fan_out import FanOut
from tidings.serve.v1.routes import add_v1
from tidings.settings.tree import ServeSettings

# FastAPI would time every request for OpenTelemetry and send it where the environment says.
_SILENT: TelemetryConfig = {
    "tracing": False,
    "metrics": False,
    "logs": False,
    "operation_spans": False,
    "auto_configure": False,
}


def create_app(
    library: Library,
    settings: ServeSettings,
    health: Health | None = None,
    clock: Callable[[], datetime] = utc_now,
    hub_callbacks: HubCallbacks | None = None,
    add_command: str = "tidings add URL",
    contact: str = "",
    home_access: HomeAccess | None = None,
    writing: HomeWriting | None = None,
    rate_file: Path | None = None,
) -> FastAPI:
    """Return the application over an open library, which the caller closes.

    `health` returns the counts of a crawl in this process, for `/healthz`. Without `hub_callbacks`
    WebSub hubs get no answer. Empty pages show `add_command`, /bot shows `contact`. Without
    `writing` is what a crawl in this process lends to those who write. Without
    `home_access` nobody can sign in; without `rate_file` this process counts requests alone.
    """
    app = DocumentedApp(
        title="Tidings",
        description="A self-hosted news search engine.",
        version=version("tidings"),
        docs_url=None,  # FastAPI's pages load scripts from other servers; /docs is our own
        redoc_url=None,
        telemetry=_SILENT,
        lifespan=_lifespan,
        responses=HOME_UNREADABLE,
    )
    app.state.settings = settings
    app.state.contact = contact
    context = app.state.context = AppContext(
        library,
        health,
        clock,
        add_command,
        with_subscriptions=settings.subscriptions,
        home_access=home_access,
        writing=writing,
    )
    app.state.stream = FanOut(library, settings)
    app.state.run_events = RunEvents(context)
    app.state.run_links = RunLinks(context)
    limits = RateLimits(settings, rate_file)
    proof = SenderProof(Authentication(context.access, context.run), limits)
    app.state.sender_proof = proof
    # From the inside to the outside: the log of requests sees what is really sent.
    app.add_middleware(Compression)
    app.add_middleware(RequestGate, settings=settings, proof=proof, limits=limits)
    if settings.cors_origins:
        app.add_middleware(CrossOrigin, origins=settings.cors_origins)
    if is_logged(RequestServed):
        app.add_middleware(RequestEvents)
    # First, because it is used most and routes are tried in order.
    add_v1(app)
    app.include_router(stream_route.router, prefix=V1)
    for mining in (run_routes, run_stream_route, run_changes):
        app.include_router(mining.router, prefix=V1)
    app.include_router(endpoints.router)
    app.include_router(reader_pages.router)
    app.include_router(search_page.router)
    app.include_router(changes_page.router)
    app.include_router(stories_page.router)
    app.include_router(story_page.router)
    app.include_router(run_pages.router)
    for following in (preview_pages, source_pages, source_forms):
        app.include_router(following.router)
    for overview in (trend_page, statistics_page, entity_page, live_page, job_pages):
        app.include_router(overview.router)
    app.include_router(recommendations.router)
    app.include_router(completeness.router)
    app.include_router(stories.router)
    app.include_router(source_feeds.router)
    app.include_router(sign_in.router)
    if hub_callbacks is not None:
        app.state.hub_callbacks = hub_callbacks
        app.include_router(websub_callback.router)
    app.mount("/static", Assets(), name="static")
    add_error_handlers(app)
    return app


@asynccontextmanager
async def _lifespan(app: FastAPI) -> AsyncIterator[None]:
    yield
    await app.state.context.writing.close_previews()
    app.state.stream.close()
    app.state.run_links.close()
    app.state.sender_proof.close()
    app.state.context.close()
