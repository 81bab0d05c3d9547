"""What hubs may say to us, and what of it we believe."""

import hmac
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import httpx
import pytest

from tidings.engine.library.library import Library
from tidings.engine.process.home import ensure_home
from tidings.engine.sources import source_list
from tidings.engine.websub.hub_callbacks import CallbackState, HubCallbacks, is_signed
from tidings.model.crawl.subscription import Delivery, Subscription, SubscriptionState
from tidings.model.crawl.visit import FoundUrl
from tidings.model.web.page import UrlRole
from tidings.read.url import host_of, url_id
from tidings.search.index.search_index import Index
from tidings.serve.app import create_app
from tidings.settings.tree import CrawlSettings, Settings
from tidings.store.database.sqlite import Database
from tidings.store.tables.frontier.urls import add_urls, url_record
from tidings.store.tables.sources.subscriptions import keep_subscription, subscription_by_id

NOW = datetime(2026, 3, 2, 9, 0, tzinfo=UTC)
FEED = "http://a.example/feed"
TOPIC = "http://a.example/feed?topic"
ASKED = Subscription(
    "unguessable", FEED, host_of(FEED), url_id(FEED), 1, "http://hub.example/", TOPIC, "s3cret",
    "http://us.example/websub/unguessable", SubscriptionState.ASKED, asked_at=NOW,
)  # fmt: skip
BODY = b"<rss/>"


def signature(body: bytes, secret: str = "s3cret", method: str = "sha256") -> str:
    return f"{method}={hmac.new(secret.encode(), body, method).hexdigest()}"


def question(**changes: str) -> dict[str, str]:
    asked = {"mode": "subscribe", "topic": TOPIC, "challenge": "c4ll", "lease_seconds": "86400"}
    return {f"hub.{key}": value for key, value in (asked | changes).items()}


class Post:
    """A letterbox over a database with one subscription, and what it handed over."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self.handed: list[Delivery] = []
        self.takes = True
        self.box = HubCallbacks(database, CrawlSettings(), NOW.timestamp, self._take)
        feed = FoundUrl(FEED, host_of(FEED), url_id(FEED), 1, UrlRole.FEED, 1, 1, None)
        database.write(lambda db: add_urls(db, [feed], NOW + timedelta(hours=5))).result()
        self.keep(ASKED)

    def _take(self, push: Delivery) -> bool:
        self.handed.append(push)
        return self.takes

    def keep(self, subscription: Subscription) -> None:
        self.database.write(lambda db: keep_subscription(db, subscription)).result()

    @property
    def known(self) -> Subscription:
        known = subscription_by_id(self.database.read(), ASKED.id)
        assert known is not None
        return known

    @property
    def due(self) -> datetime | None:
        known = url_record(self.database.read(), host_of(FEED), url_id(FEED))
        assert known is not None
        return known.state.due


@pytest.fixture
def post(database: Database) -> Post:
    return Post(database)


async def test_what_we_asked_for_is_confirmed_and_its_lease_begins(post: Post) -> None:
    assert await post.box.confirm(ASKED.id, question()) == "c4ll"
    assert post.known.state is SubscriptionState.ACTIVE
    assert post.known.lease_ends == NOW + timedelta(days=1)


@pytest.mark.parametrize(
    "wrong",
    [
        {"topic": FEED},
        {"topic": ""},
        {"mode": "unsubscribe"},
        {"mode": "publish"},
        {"mode": ""},
        {"challenge": ""},
        {"challenge": "x" * 5_000},
    ],
)
async def test_what_we_did_not_ask_for_is_not_confirmed(post: Post, wrong: dict[str, str]) -> None:
    assert await post.box.confirm(ASKED.id, question(**wrong)) is None
    assert post.known == ASKED


async def test_nobody_is_confirmed_who_guesses(post: Post) -> None:
    assert await post.box.confirm("guess", question()) is None


@pytest.mark.parametrize("lease", ["", "-1", "0", "soon", "1e9", "9" * 30, "٣"])
async def test_a_lease_that_makes_no_sense_is_the_one_we_asked_for(post: Post, lease: str) -> None:
    assert await post.box.confirm(ASKED.id, question(lease_seconds=lease)) == "c4ll"
    assert post.known.lease_ends == NOW + timedelta(days=10)


async def test_an_unsubscription_is_confirmed_only_if_we_want_it(post: Post) -> None:
    post.keep(replace(ASKED, state=SubscriptionState.ENDING))
    assert await post.box.confirm(ASKED.id, question()) is None
    assert await post.box.confirm(ASKED.id, question(mode="unsubscribe")) == "c4ll"
    assert post.known.state is SubscriptionState.ENDED


async def test_a_denial_is_noted_with_its_reason(post: Post) -> None:
    said = {"hub.mode": "denied", "hub.topic": TOPIC, "hub.reason": "not\nyou"}
    assert await post.box.confirm(ASKED.id, said) == ""
    assert (post.known.state, post.known.detail) == (SubscriptionState.DENIED, "not you")
    assert post.box.door(ASKED.id) is CallbackState.CLOSED


@pytest.mark.parametrize("method", ["sha1", "sha256", "sha384", "sha512"])
async def test_a_signed_delivery_is_handed_over(post: Post, method: str) -> None:
    signed = signature(BODY, method=method)
    assert await post.box.deliver(ASKED.id, signed, "text/xml", BODY)
    (push,) = post.handed
    assert (push.body, push.content_type, push.at) == (BODY, "text/xml", NOW)
    assert (post.known.deliveries, post.known.delivered_at) == (1, NOW)


async def test_a_delivery_survives_our_death_before_it_is_read(post: Post) -> None:
    await post.box.deliver(ASKED.id, signature(BODY), "", BODY)
    assert post.due == NOW + timedelta(minutes=1)


@pytest.mark.parametrize(
    "wrong",
    [
        "",
        signature(BODY, secret="other"),
        signature(b"other"),
        signature(BODY).replace("sha256", "sha512"),
        signature(BODY, method="md5"),
        "sha256=",
        "sha256=ü",
        "sha256",
    ],
)
async def test_a_delivery_that_is_not_signed_by_our_secret_is_ignored(
    post: Post, wrong: str
) -> None:
    assert not await post.box.deliver(ASKED.id, wrong, "", BODY)
    assert post.handed == []
    assert (post.known.deliveries, post.known.ignored) == (0, 1)
    assert post.due == NOW + timedelta(hours=5)


async def test_a_delivery_counts_once(post: Post) -> None:
    assert await post.box.deliver(ASKED.id, signature(BODY), "", BODY)
    assert not await post.box.deliver(ASKED.id, signature(BODY), "", BODY)
    assert len(post.handed) == 1
    assert (post.known.deliveries, post.known.streak, post.known.ignored) == (1, 1, 1)


async def test_a_delivery_without_content_has_the_feed_polled_each_time(post: Post) -> None:
    for _ in range(2):
        assert await post.box.deliver(ASKED.id, signature(b""), "", b"")
    assert post.handed == []
    assert post.due == NOW


async def test_a_delivery_that_nobody_can_read_now_has_the_feed_polled(post: Post) -> None:
    post.takes = False
    assert await post.box.deliver(ASKED.id, signature(BODY), "", BODY)
    assert post.due == NOW


async def test_without_a_crawl_in_this_process_the_feed_is_made_due(post: Post) -> None:
    alone = HubCallbacks(post.database, CrawlSettings(), NOW.timestamp)
    assert await alone.deliver(ASKED.id, signature(BODY), "", BODY)
    assert post.due == NOW


def test_a_signature_is_compared_in_full() -> None:
    assert is_signed(BODY, signature(BODY).upper().replace("SHA", "sha"), "s3cret")
    assert not is_signed(BODY, signature(BODY)[:-1], "s3cret")


@pytest.fixture
def post_office(tmp_path: Path) -> Iterator[tuple[Post, httpx.AsyncClient]]:
    settings = Settings(home=tmp_path / "home")
    home = ensure_home(settings.home)
    database = Database(home.database, settings.store)
    Index.open(home.index, settings.search, writable=True).close()
    source_list.add_source(database, "http://a.example/", NOW)
    library = Library.open(settings)
    post = Post(database)
    app = create_app(library, settings.serve, letterbox=post.box)
    transport = httpx.ASGITransport(app)
    yield post, httpx.AsyncClient(transport=transport, base_url="http://127.0.0.1")
    app.state.desk.close()
    library.close()
    database.close()


async def test_hubs_are_answered_as_the_standard_says(
    post_office: tuple[Post, httpx.AsyncClient],
) -> None:
    post, client = post_office
    address = f"/websub/{ASKED.id}"
    async with client:
        answer = await client.get(address, params=question())
        assert (answer.status_code, answer.text) == (200, "c4ll")
        assert answer.headers["content-type"].startswith("text/plain")
        assert (await client.get(address, params=question(topic="t"))).status_code == 404
        assert (await client.get("/websub/guess", params=question())).status_code == 404
        signed = {"x-hub-signature": signature(BODY)}
        assert (await client.post(address, content=BODY, headers=signed)).status_code == 202
        wrong = {"x-hub-signature": signature(b"other")}
        assert (await client.post(address, content=BODY, headers=wrong)).status_code == 202
        assert (await client.post("/websub/guess", content=BODY)).status_code == 404
        large = b"x" * (5 * 1024 * 1024 + 1)
        assert (await client.post(address, content=large, headers=wrong)).status_code == 413
        packed = signed | {"content-encoding": "gzip"}
        assert (await client.post(address, content=BODY, headers=packed)).status_code == 415
        post.keep(replace(post.known, state=SubscriptionState.ENDED))
        assert (await client.post(address, content=BODY, headers=signed)).status_code == 410
    assert len(post.handed) == 1


async def test_neither_id_nor_secret_is_ever_shown(
    post_office: tuple[Post, httpx.AsyncClient],
) -> None:
    _, client = post_office
    async with client:
        await client.get(f"/websub/{ASKED.id}", params=question())
        shown = [
            (await client.get(path)).text
            for path in ("/api/sources", "/sources", f"/api/why?url={FEED}", "/healthz")
        ]
    assert '"state":"active"' in shown[0]
    assert "1 pushed" in shown[1]
    assert "subscription at http://hub.example/: active" in shown[2]
    for text in shown:
        assert ASKED.id not in text
        assert ASKED.secret not in text
