from datetime import UTC, datetime

from tests.factories import make_found

from tidings.model.crawl.visit import UrlState
from tidings.model.web.page import FrontierState, UrlRole
from tidings.model.web.reason import Reason
from tidings.store.database.database import Database
from tidings.store.tables.frontier.canonical_targets import canonical_targets
from tidings.store.tables.frontier.urls import add_urls, save_url_state

NOW = datetime(2026, 1, 2, tzinfo=UTC)


def test_only_urls_that_stand_for_another_are_listed(database: Database) -> None:
    moved, story = make_found("https://a.example/old"), make_found("https://a.example/new")
    state = UrlState(FrontierState.DONE, Reason.REDIRECTED, UrlRole.PAGE, target=story.url)
    database.write(lambda db: add_urls(db, [moved, story], NOW)).result()
    database.write(lambda db: save_url_state(db, moved.host, moved.id, state, NOW, None)).result()
    assert list(canonical_targets(database.read())) == [(moved.id, story.url)]
