from functools import partial
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tidings.model.crawl.visit import FeedHints
from tidings.settings.tree import StoreSettings
from tidings.store.database import Database
from tidings.store.rhythms import (
    Beat,
    Spending,
    beat_of,
    forget_beat,
    keep_beat,
    keep_spending,
    spending,
)


@pytest.fixture(scope="module")
def database(tmp_path_factory: pytest.TempPathFactory) -> Database:
    path: Path = tmp_path_factory.mktemp("store") / "tidings.db"
    return Database(path, StoreSettings(commit_seconds=0.0))


@given(
    st.binary(max_size=400),
    st.integers(0, 5000),
    st.builds(
        FeedHints,
        st.floats(0.0, 1e8),
        st.frozensets(st.integers(0, 23)),
        st.frozensets(st.integers(0, 6)),
    ),
)
def test_a_beat_is_kept_as_it_is(
    database: Database, rhythm: bytes, listed: int, hints: FeedHints
) -> None:
    beat = Beat(rhythm, listed, hints, "because")
    database.write(lambda connection: keep_beat(connection, 7, beat)).result()
    assert beat_of(database.read(), 7) == beat


def test_a_beat_is_forgotten(database: Database) -> None:
    database.write(
        lambda connection: keep_beat(connection, 8, Beat(b"x", 1, FeedHints(), ""))
    ).result()
    database.write(lambda connection: forget_beat(connection, 8)).result()
    assert beat_of(database.read(), 8) is None


def test_the_budget_goes_on_where_it_stood(database: Database) -> None:
    assert spending(database.read()) is None
    for state in (Spending(750.0, 1.0, 2.0, 3.0), Spending(900.0, 4.0, 5.0, 6.0)):
        database.write(partial(keep_spending, state=state)).result()
        assert spending(database.read()) == state
