"""The table of addresses that older versions spelled in another way; empty in a new home."""

from collections.abc import Iterator

from tidings.store.database.session import Reader

_MASK = 0xFFFF_FFFF_FFFF_FFFF


def kept_id(connection: Reader, article: str) -> str:
    """Return the id under which an article is kept; nearly always it is the given one.

    Another one, if its page was kept when addresses had more spellings than one.
    """
    try:
        number = int(article, 16)
    except ValueError:  # typed by somebody
        return article
    signed = number - (_MASK + 1) if number > _MASK >> 1 else number
    if not -(1 << 63) <= signed < 1 << 63:
        return article
    row = connection.execute("SELECT stands_for FROM spellings WHERE id = ?", (signed,)).fetchone()
    return f"{row[0] & _MASK:016x}" if row else article


def other_spellings(connection: Reader) -> Iterator[tuple[int, int]]:
    """Iterate over the ids of addresses, with the ids that stand for them."""
    rows = connection.execute_in_pieces("SELECT id, stands_for FROM spellings")
    return ((int(row[0]), int(row[1])) for row in rows)
