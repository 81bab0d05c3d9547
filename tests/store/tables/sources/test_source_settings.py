from datetime import timedelta
from functools import partial

from tests.factories import NOW, make_found

from tidings.model.crawl.source_settings import NO_SETTINGS, SourceSettings
from tidings.model.web.page import FrontierState
from tidings.model.web.reason import Reason
from tidings.read.url import host_of, url_id
from tidings.store.database.database import Database
from tidings.store.tables.frontier.urls import add_urls, url_record
from tidings.store.tables.sources.source_settings import (
    keep_settings,
    readmit_languages,
    requeue_unwanted,
    settings_by_source,
    settings_of_source,
)
from tidings.store.tables.sources.sources import (
    followed_sources,
    insert_source,
    source_by_url,
    sources_version,
)

HOME = "https://paper.example/"
ALL = SourceSettings(
    delay=2.5,
    faster=True,
    languages=("en", "de"),
    include=("/news/*",),
    exclude=("*.pdf$",),
    headers=(("X-A", "1"), ("X-B", "2")),
    proxy="http://proxy.example:3128",
    credentials="paper",
)


def test_settings_are_kept_as_they_are_and_come_with_their_source(database: Database) -> None:
    database.write(lambda db: insert_source(db, HOME, "paper.example", NOW)).result()
    source = source_by_url(database.read(), HOME)
    assert source is not None
    assert source.settings == NO_SETTINGS
    database.write(lambda db: keep_settings(db, source.id, ALL, NOW)).result()
    assert settings_of_source(database.read(), source.id) == ALL
    assert settings_by_source(database.read()) == {source.id: ALL}
    assert [each.settings for each in followed_sources(database.read())] == [ALL]
    database.write(lambda db: keep_settings(db, source.id, NO_SETTINGS, NOW)).result()
    assert settings_by_source(database.read()) == {}


def test_the_version_of_the_sources_changes_with_every_setting(database: Database) -> None:
    versions = {sources_version(database.read())}
    for minutes, settings in enumerate((ALL, SourceSettings(delay=1), SourceSettings(delay=2))):
        now = NOW + timedelta(minutes=minutes)
        database.write(partial(keep_settings, site=1, settings=settings, now=now)).result()
        versions.add(sources_version(database.read()))
    database.write(lambda db: keep_settings(db, 1, NO_SETTINGS, NOW)).result()
    assert len(versions) == 4
    assert sources_version(database.read()) in versions  # as before the first one


def test_what_a_later_version_stored_is_left_alone(database: Database) -> None:
    row = (
        "INSERT INTO source_settings (site, name, value, set_at) VALUES (1, 'mood', '\"fair\"', 0)"
    )
    database.write(lambda db: db.execute(row)).result()
    assert settings_of_source(database.read(), 1) == NO_SETTINGS


def test_only_what_was_unwanted_for_a_reason_is_queued_again(database: Database) -> None:
    database.write(lambda db: insert_source(db, HOME, "paper.example", NOW)).result()
    reasons = {"a": Reason.EXCLUDED, "b": Reason.OTHER_LANGUAGE, "c": Reason.TRAP, "d": None}
    found = [make_found(f"{HOME}{path}", site=1, dropped=why) for path, why in reasons.items()]
    database.write(lambda db: add_urls(db, found, NOW)).result()
    excluded = (Reason.EXCLUDED,)
    assert database.write(lambda db: requeue_unwanted(db, (1,), excluded, NOW)).result() == 1
    assert database.write(lambda db: requeue_unwanted(db, (2,), excluded, NOW)).result() == 0
    states = {}
    for path in reasons:
        url = f"{HOME}{path}"
        record = url_record(database.read(), host_of(url), url_id(url))
        assert record is not None
        states[path] = (record.state.state, record.state.reason)
    assert states == {
        "a": (FrontierState.QUEUED, Reason.WAITING),
        "b": (FrontierState.DROPPED, Reason.OTHER_LANGUAGE),
        "c": (FrontierState.DROPPED, Reason.TRAP),
        "d": (FrontierState.QUEUED, Reason.WAITING),
    }


def test_languages_that_are_newly_wanted_of_all_readmit_pages_of_sources_without_their_own(
    database: Database,
) -> None:
    for number in (1, 2):
        home = f"https://paper{number}.example/"
        database.write(partial(insert_source, url=home, domain=home[8:-1], now=NOW)).result()
        found = [make_found(f"{home}a", site=number, dropped=Reason.OTHER_LANGUAGE)]
        database.write(partial(add_urls, found=found, now=NOW)).result()
    own = SourceSettings(languages=("en",))
    database.write(lambda db: keep_settings(db, 2, own, NOW)).result()

    def readmitted(*languages: str) -> int:
        return database.write(lambda db: readmit_languages(db, languages, NOW)).result()

    assert readmitted() == 0
    assert readmitted("en", "fr") == 0  # none was refused before
    assert readmitted("fr", "en") == 0
    assert readmitted("en") == 0  # nothing more is wanted
    assert readmitted("en", "de") == 1
    assert readmitted("en", "de") == 0
    assert settings_by_source(database.read()) == {2: own}
