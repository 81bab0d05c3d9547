"""A home of the version before access opens, keeps what it has, and takes users."""

import sqlite3
from dataclasses import replace

import pytest
from tests.engine.sample_home import NOW, database_with, sample_articles

from tidings.engine.access.home_access import opened_access
from tidings.engine.maintenance.doctor import examine
from tidings.engine.process.home import Home
from tidings.model.access.identity import Scope
from tidings.model.access.marks import Mark
from tidings.settings.tree import Settings
from tidings.store.database.schema import MIGRATIONS
from tidings.store.database.sqlite import APPLICATION_ID

BEFORE_ACCESS = 32  # migrations


def make_old(home: Home) -> None:
    """Replace a home's database by one of the old version with the same rows."""
    new = home.database.with_name("new.db")
    home.database.rename(new)
    for rest in home.folder.glob("tidings.db-*"):
        rest.rename(rest.with_name(rest.name.replace("tidings", "new")))
    old = sqlite3.connect(home.database)
    for script in MIGRATIONS[:BEFORE_ACCESS]:
        for statement in script.split(";\n"):
            old.execute(statement)
    old.execute("ATTACH ? AS new", (str(new),))
    for table in ("articles", "annotations", "changes", "counters"):
        old.execute(f"DELETE FROM {table}")
        columns = ", ".join(row[1] for row in old.execute(f"PRAGMA main.table_info({table})"))
        old.execute(f"INSERT INTO {table} ({columns}) SELECT {columns} FROM new.{table}")
    old.execute(f"PRAGMA user_version = {BEFORE_ACCESS}")
    old.execute(f"PRAGMA application_id = {APPLICATION_ID}")
    old.commit()
    old.close()


@pytest.fixture
def old(settings: Settings) -> Settings:
    database_with(settings, sample_articles(), annotated=False).close()
    make_old(Home(settings.home))
    return settings


def test_an_older_home_takes_users_and_keeps_its_articles(old: Settings) -> None:
    articles = [each.id for each in sample_articles()]
    with opened_access(old, lambda: NOW) as home:
        assert not home.access.has_any()
        assert (home.access.tokens(), home.access.users()) == ([], [])
        session = home.access.use_link(home.access.one_time_link())
        assert session is not None
        owner = home.access.session(session)
        assert owner is not None
        assert owner.user is not None
        assert home.marks.mark(owner.user, Mark.STARRED, articles) == articles
    with opened_access(old, lambda: NOW) as home:
        assert home.access.session(session) == owner
        made = home.access.add_token("phone", Scope.READ)
        assert home.access.token(made.text)


def test_a_home_that_listens_everywhere_is_told_what_to_do(old: Settings) -> None:
    public = replace(old, serve=replace(old.serve, host="0.0.0.0"))
    [said] = [each for each in examine(public) if each.check == "access"]
    [sentence] = said.trouble
    assert sentence.startswith('serve.host = "0.0.0.0" lets others than this machine connect')
    with opened_access(public) as home:
        home.access.add_token("phone", Scope.READ)
    assert not [each for each in examine(public) if each.check == "access"]
