from functools import partial
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tidings.model.crawl.visit import FeedHints
from tidings.settings.tree import StoreSettings
from tidings.store.database.database import Database, open_database
from tidings.store.tables.sources.rhythms import (
    BudgetState,
    RhythmRow,
    forget_rhythm,
    keep_budget_state,
    keep_rhythm,
    rhythm_row_of,
    stored_budget_state,
)


@pytest.fixture(scope="module")
def database(tmp_path_factory: pytest.TempPathFactory) -> Database:
    path: Path = tmp_path_factory.mktemp("store") / "tidings.db"
    return open_database(path, StoreSettings(commit_seconds=0.0))


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
def test_a_rhythm_is_read_back_unchanged(
    database: Database, rhythm: bytes, listed: int, hints: FeedHints
) -> None:
    row = RhythmRow(rhythm, listed, hints, "because")
    database.write(lambda connection: keep_rhythm(connection, 7, row)).result()
    assert rhythm_row_of(database.read(), 7) == row


def test_a_rhythm_is_deleted(database: Database) -> None:
    database.write(
        lambda connection: keep_rhythm(connection, 8, RhythmRow(b"x", 1, FeedHints(), ""))
    ).result()
    database.write(lambda connection: forget_rhythm(connection, 8)).result()
    assert rhythm_row_of(database.read(), 8) is None


def test_the_budget_state_is_replaced(database: Database) -> None:
    assert stored_budget_state(database.read(), 1) is None
    for state in (BudgetState(750.0, 1.0, 2.0, 3.0), BudgetState(900.0, 4.0, 5.0, 6.0)):
        database.write(partial(keep_budget_state, node=1, state=state)).result()
        assert stored_budget_state(database.read(), 1) == state


def test_every_node_has_a_budget_and_begins_where_another_one_is(database: Database) -> None:
    one, two = BudgetState(750.0, 1.0, 2.0, 3.0), BudgetState(900.0, 4.0, 5.0, 6.0)
    database.write(partial(keep_budget_state, node=1, state=one)).result()
    assert stored_budget_state(database.read(), 2) == one
    database.write(partial(keep_budget_state, node=2, state=two)).result()
    assert stored_budget_state(database.read(), 1) == one
    assert stored_budget_state(database.read(), 2) == two
