from datetime import UTC, datetime

from tidings.engine.sources import source_list
from tidings.engine.sources.demo import follow_papers, follows_others, running_world
from tidings.store.database.database import Database

NOW = datetime(2026, 1, 2, tzinfo=UTC)


def _followed(database: Database) -> list[str]:
    return [source.site.url for source in source_list.source_statuses(database)]


def test_the_papers_of_an_earlier_demo_are_unfollowed(database: Database) -> None:
    source_list.add_source(database, "example.org", NOW)
    follow_papers(database, ("http://127.0.0.11:41/", "http://127.0.0.12:41/"), NOW)
    papers = ["http://127.0.0.11:42/", "http://127.0.0.12:42/"]
    follow_papers(database, papers, NOW)
    assert _followed(database) == ["https://example.org/", *papers]


def test_the_papers_of_this_demo_stay_followed(database: Database) -> None:
    papers = ["http://127.0.0.11:41/", "http://127.0.0.12:41/"]
    follow_papers(database, papers, NOW)
    follow_papers(database, papers, NOW)
    assert _followed(database) == papers


def test_papers_of_the_world_are_not_the_users_own_sources(database: Database) -> None:
    with running_world() as world:
        follow_papers(database, world.papers, NOW)
    assert len(_followed(database)) == 7
    assert not follows_others(database)
    source_list.add_source(database, "example.org", NOW)
    assert follows_others(database)
