import logging
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from tidings.engine.live.silence_watch import SilenceWatch
from tidings.engine.sources.source_list import add_source
from tidings.events.crawl_events import SourceHeard, SourceSilent
from tidings.settings.tree import StoreSettings
from tidings.store.database.database import open_database
from tidings.store.tables.sources.article_flow import NO_ARTICLE_FLOW, keep_article_flow

NOW = datetime(2026, 1, 2, tzinfo=UTC)


def test_silence_and_its_end_are_noticed_once(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    database = open_database(tmp_path / "tidings.db", StoreSettings(commit_seconds=0.0))
    url, _ = add_source(database, "https://paper.example/", NOW)
    watch, silent = SilenceWatch(), replace(NO_ARTICLE_FLOW, checked_at=NOW)
    with caplog.at_level(logging.INFO, "tidings"):
        for silent_from in (NOW + timedelta(hours=1), NOW, NOW, NOW + timedelta(hours=1)):
            flow = replace(silent, silent_from=silent_from)
            database.write(lambda db, flow=flow: keep_article_flow(db, 1, flow)).result()  # type: ignore[misc]
            watch.look(database.read())
    database.close()
    assert [record.msg for record in caplog.records] == [SourceSilent(url), SourceHeard(url)]
