from functools import partial

from tidings.store.database.database import Database
from tidings.store.tables.sources.learned_focuses import (
    LearnedFocus,
    forget_learned_focus,
    keep_learned_focus,
    learned_focus_counts,
    learned_focus_of,
)


def test_what_was_learned_is_replaced_and_forgotten(database: Database) -> None:
    for pages in (3, 4):
        focus = LearnedFocus(pages, 2, b"opaque")
        database.write(partial(keep_learned_focus, site=1, focus=focus)).result()
    assert learned_focus_of(database.read(), 1) == focus
    assert learned_focus_counts(database.read()) == {1: (4, 2)}
    database.write(lambda db: forget_learned_focus(db, 1)).result()
    assert learned_focus_of(database.read(), 1) is None
