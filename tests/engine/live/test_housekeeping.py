from datetime import UTC, datetime, timedelta
from pathlib import Path

from tidings.engine.live.housekeeping import Housekeeping
from tidings.engine.process.home import ensure_home
from tidings.engine.settling.request_log_buffer import RequestLogBuffer
from tidings.model.crawl.visit import PastVisit
from tidings.model.web.reason import Reason
from tidings.settings.tree import Settings, StoreSettings
from tidings.store.database.database import open_database
from tidings.store.tables.frontier.visits import add_visit, past_visits

NOW = datetime(2026, 1, 2, tzinfo=UTC)


async def test_old_visits_are_deleted_after_the_configured_days(tmp_path: Path) -> None:
    home, settings = ensure_home(Settings(home=tmp_path)), StoreSettings(visits_days=2.0)
    database = open_database(home.database, settings)
    for days in (3, 1):
        past = PastVisit(NOW - timedelta(days=days), 200, Reason.ARTICLE, "", 1, 0.1)
        database.write(lambda db, past=past: add_visit(db, 7, past)).result()  # type: ignore[misc]
    keep = timedelta(days=30)
    await Housekeeping(database, RequestLogBuffer(), settings, keep, NOW.timestamp).tidy()
    assert [past.at for past in past_visits(database.read(), 7)] == [NOW - timedelta(days=1)]
    database.close()
