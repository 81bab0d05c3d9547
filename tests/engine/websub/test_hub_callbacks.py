"""Which calls of hubs are accepted, and how they are answered."""

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
from tidings.store.database.database import Database, open_database
from tidings.store.tables.frontier.urls import add_urls, url_record
from tidings.store.tables.sources.subscriptions import keep_subscription, subscription_by_id

NOW = datetime(2026, 3, 2, 9, 0, tzinfo=UTC)
FEED = "http://a.example/feed"
TOPIC = "http://a.example/feed?topic"
REQUESTED = Subscription(
    "unguessable", FEED, host_of(FEED), url_id(FEED), 1, "http://hub.example/", TOPIC, "s3cret",
    "http://us.example/websub/unguessable", SubscriptionState.ASKED, asked_at=NOW,
)  # fmt: skip
BODY = b"<rss/>"


def signature(body: bytes, secret: str = "s3cret", method: str = "sha256") -> str:
    return f"{method}={hmac.new(secret.encode(), body, method).hexdigest()}"


def verification(**changes: str) -> dict[str, str]:
    params = {"mode": "subscribe", "topic": TOPIC, "challenge": "c4ll", "lease_seconds": "86400"}
    return {f"hub.{key}": value for key, value in (params | changes).items()}


class CallbackCase:
    """Hub callbacks over a database with one subscription, and the deliveries it handed over."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self.deliveries: list[Delivery] = []
        self.takes = True
        self.callbacks = HubCallbacks(database, CrawlSettings(), NOW.timestamp, self._take)
        feed = FoundUrl(FEED, host_of(FEED), url_id(FEED), 1, UrlRole.FEED, 1, 1, None)
        database.write(lambda db: add_urls(db, [feed], NOW + timedelta(hours=5))).result()
        self.keep(REQUESTED)

    def _take(self, delivery: Delivery) -> bool:
        self.deliveries.append(delivery)
        return self.takes

    def keep(self, subscription: Subscription) -> None:
        self.database.write(lambda db: keep_subscription(db, subscription)).result()

    @property
    def subscription(self) -> Subscription:
        subscription = subscription_by_id(self.database.read(), REQUESTED.id)
        assert subscription is not None
        return subscription

    @property
    def due(self) -> datetime | None:
        record = url_record(self.database.read(), host_of(FEED), url_id(FEED))
        assert record is not None
        return record.state.due


@pytest.fixture
def case(database: Database) -> CallbackCase:
    return CallbackCase(database)


async def test_a_requested_subscription_is_confirmed_and_its_lease_begins(
    case: CallbackCase,
) -> None:
    assert await case.callbacks.confirm(REQUESTED.id, verification()) == "c4ll"
    assert case.subscription.state is SubscriptionState.ACTIVE
    assert case.subscription.lease_ends == NOW + timedelta(days=1)


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
async def test_an_unrequested_subscription_is_not_confirmed(
    case: CallbackCase, wrong: dict[str, str]
) -> None:
    assert await case.callbacks.confirm(REQUESTED.id, verification(**wrong)) is None
    assert case.subscription == REQUESTED


async def test_an_unknown_id_is_not_confirmed(case: CallbackCase) -> None:
    assert await case.callbacks.confirm("guess", verification()) is None


@pytest.mark.parametrize("lease", ["", "-1", "0", "soon", "1e9", "9" * 30, "٣"])
async def test_an_invalid_lease_is_replaced_by_the_requested_one(
    case: CallbackCase, lease: str
) -> None:
    assert await case.callbacks.confirm(REQUESTED.id, verification(lease_seconds=lease)) == "c4ll"
    assert case.subscription.lease_ends == NOW + timedelta(days=10)


async def test_an_unsubscription_is_confirmed_only_if_we_requested_it(case: CallbackCase) -> None:
    case.keep(replace(REQUESTED, state=SubscriptionState.ENDING))
    assert await case.callbacks.confirm(REQUESTED.id, verification()) is None
    assert await case.callbacks.confirm(REQUESTED.id, verification(mode="unsubscribe")) == "c4ll"
    assert case.subscription.state is SubscriptionState.ENDED


async def test_a_denial_is_stored_with_its_reason(case: CallbackCase) -> None:
    denial = {"hub.mode": "denied", "hub.topic": TOPIC, "hub.reason": "not\nyou"}
    assert await case.callbacks.confirm(REQUESTED.id, denial) == ""
    assert (case.subscription.state, case.subscription.detail) == (
        SubscriptionState.DENIED,
        "not you",
    )
    assert case.callbacks.state(REQUESTED.id) is CallbackState.CLOSED


@pytest.mark.parametrize("method", ["sha1", "sha256", "sha384", "sha512"])
async def test_a_signed_delivery_is_handed_over(case: CallbackCase, method: str) -> None:
    signed = signature(BODY, method=method)
    assert await case.callbacks.deliver(REQUESTED.id, signed, "text/xml", BODY)
    (delivery,) = case.deliveries
    assert (delivery.body, delivery.content_type, delivery.at) == (BODY, "text/xml", NOW)
    assert (case.subscription.deliveries, case.subscription.delivered_at) == (1, NOW)


async def test_a_delivery_survives_a_crash_before_it_is_read(case: CallbackCase) -> None:
    await case.callbacks.deliver(REQUESTED.id, signature(BODY), "", BODY)
    assert case.due == NOW + timedelta(minutes=1)


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
async def test_a_delivery_not_signed_with_our_secret_is_ignored(
    case: CallbackCase, wrong: str
) -> None:
    assert not await case.callbacks.deliver(REQUESTED.id, wrong, "", BODY)
    assert case.deliveries == []
    assert (case.subscription.deliveries, case.subscription.ignored) == (0, 1)
    assert case.due == NOW + timedelta(hours=5)


async def test_a_repeated_delivery_counts_once(case: CallbackCase) -> None:
    assert await case.callbacks.deliver(REQUESTED.id, signature(BODY), "", BODY)
    assert not await case.callbacks.deliver(REQUESTED.id, signature(BODY), "", BODY)
    assert len(case.deliveries) == 1
    assert (case.subscription.deliveries, case.subscription.streak, case.subscription.ignored) == (
        1,
        1,
        1,
    )


async def test_an_empty_delivery_makes_the_feed_due_each_time(case: CallbackCase) -> None:
    for _ in range(2):
        assert await case.callbacks.deliver(REQUESTED.id, signature(b""), "", b"")
    assert case.deliveries == []
    assert case.due == NOW


async def test_a_delivery_that_cannot_be_read_now_makes_the_feed_due(case: CallbackCase) -> None:
    case.takes = False
    assert await case.callbacks.deliver(REQUESTED.id, signature(BODY), "", BODY)
    assert case.due == NOW


async def test_without_a_crawl_in_this_process_the_feed_is_made_due(case: CallbackCase) -> None:
    alone = HubCallbacks(case.database, CrawlSettings(), NOW.timestamp)
    assert await alone.deliver(REQUESTED.id, signature(BODY), "", BODY)
    assert case.due == NOW


async def test_without_a_crawl_in_this_process_a_delivery_is_one_transaction(
    case: CallbackCase,
) -> None:
    commits: list[datetime | None] = []
    alone = HubCallbacks(case.database, CrawlSettings(), NOW.timestamp)
    case.database.before_commit = lambda: commits.append(case.due)
    assert await alone.deliver(REQUESTED.id, signature(BODY), "", BODY)
    assert len(commits) == 1  # a crawl that sees the delivery also sees that the feed is due


def test_a_signature_is_compared_in_full() -> None:
    assert is_signed(BODY, signature(BODY).upper().replace("SHA", "sha"), "s3cret")
    assert not is_signed(BODY, signature(BODY)[:-1], "s3cret")


@pytest.fixture
def served_case(tmp_path: Path) -> Iterator[tuple[CallbackCase, httpx.AsyncClient]]:
    settings = Settings(home=tmp_path / "home")
    home = ensure_home(settings)
    database = open_database(home.database, settings.store)
    Index.open(home.index, settings.search, writable=True).close()
    source_list.add_source(database, "http://a.example/", NOW)
    library = Library.open(settings)
    case = CallbackCase(database)
    app = create_app(library, settings.serve, hub_callbacks=case.callbacks)
    transport = httpx.ASGITransport(app)
    yield case, httpx.AsyncClient(transport=transport, base_url="http://127.0.0.1")
    app.state.context.close()
    library.close()
    database.close()


async def test_hubs_are_answered_as_the_standard_requires(
    served_case: tuple[CallbackCase, httpx.AsyncClient],
) -> None:
    case, client = served_case
    address = f"/websub/{REQUESTED.id}"
    async with client:
        answer = await client.get(address, params=verification())
        assert (answer.status_code, answer.text) == (200, "c4ll")
        assert answer.headers["content-type"].startswith("text/plain")
        assert (await client.get(address, params=verification(topic="t"))).status_code == 404
        assert (await client.get("/websub/guess", params=verification())).status_code == 404
        signed = {"x-hub-signature": signature(BODY)}
        assert (await client.post(address, content=BODY, headers=signed)).status_code == 202
        wrong = {"x-hub-signature": signature(b"other")}
        assert (await client.post(address, content=BODY, headers=wrong)).status_code == 202
        assert (await client.post("/websub/guess", content=BODY)).status_code == 404
        large = b"x" * (5 * 1024 * 1024 + 1)
        assert (await client.post(address, content=large, headers=wrong)).status_code == 413
        packed = signed | {"content-encoding": "gzip"}
        assert (await client.post(address, content=BODY, headers=packed)).status_code == 415
        case.keep(replace(case.subscription, state=SubscriptionState.ENDED))
        assert (await client.post(address, content=BODY, headers=signed)).status_code == 410
    assert len(case.deliveries) == 1


async def test_neither_id_nor_secret_is_ever_shown(
    served_case: tuple[CallbackCase, httpx.AsyncClient],
) -> None:
    _, client = served_case
    async with client:
        await client.get(f"/websub/{REQUESTED.id}", params=verification())
        shown = [
            (await client.get(path)).text
            for path in ("/api/sources", "/sources", f"/api/why?url={FEED}", "/healthz")
        ]
    assert '"state":"active"' in shown[0]
    assert "1 pushed" in shown[1]
    assert "subscription at http://hub.example/: active" in shown[2]
    for text in shown:
        assert REQUESTED.id not in text
        assert REQUESTED.secret not in text
