"""Rows that a home has left in a PostgreSQL database, and that may make room for it again."""

from tidings.store.database.copying.copy_end import CopyEnd, CopyRefused, listed


def make_room(end: CopyEnd, home: str, may_replace: bool) -> None:
    """Delete what this home left in a database; raises CopyRefused unless that is wanted.

    `home` is where the home's rows are now.
    """
    place = _place_left_for(end)
    if place is None:
        return
    if place != home:
        raise CopyRefused(
            f"The destination already holds a home, which was moved to {place}: choose an empty "
            "database."
        )
    if not may_replace:
        raise CopyRefused(
            "The destination already holds a home: the rows that this one left there. --replace "
            "deletes them first; or choose an empty database."
        )
    with end.transaction():
        end.execute(f"TRUNCATE {listed(sorted(end.layouts()))}")
        end.execute("DROP TABLE moved_away")


def _place_left_for(end: CopyEnd) -> str | None:
    if not end.execute("SELECT to_regclass('moved_away') IS NOT NULL")[0][0]:
        return None
    found = end.execute("SELECT place FROM moved_away")
    return str(found[-1][0]) if found else ""
