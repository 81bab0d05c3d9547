"""What people call a source and where they keep it: its name and its folder."""

from tidings.store.database.session import Reader, Writer


def set_source_folder(connection: Writer, site: int, folder: str) -> bool:
    """Put a site into a folder, or into none; False if it is there already."""
    cursor = connection.execute(
        "UPDATE sites SET folder = ? WHERE id = ? AND folder <> ?", (folder, site, folder)
    )
    return cursor.rowcount == 1


def set_source_name(connection: Writer, site: int, name: str) -> bool:
    """Call a site by a name; an empty one lets its pages name it. False if nothing changes."""
    cursor = connection.execute(
        "UPDATE sites SET name = ? WHERE id = ? AND name <> ?", (name, site, name)
    )
    return cursor.rowcount == 1


def folder_counts(connection: Reader) -> dict[str, int]:
    """Return the folders that hold followed sites, in order, with how many; '' is none."""
    rows = connection.execute(
        "SELECT folder, count(*) FROM sites WHERE removed_at IS NULL GROUP BY folder"
    )
    return dict(sorted((str(row[0]), int(row[1])) for row in rows))


def move_folder(connection: Writer, folder: str, to: str) -> int:
    """Move the followed sites of exactly this folder to another; return how many."""
    return connection.execute(
        "UPDATE sites SET folder = ? WHERE folder = ? AND removed_at IS NULL", (to, folder)
    ).rowcount
