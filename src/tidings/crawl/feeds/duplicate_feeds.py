"""Twins: feeds that list the same under two addresses, told by what they list and nothing else.

Two feeds are never read at one moment, so the earlier list is looked for in the memory of the
later one, both ways round. Of a longer list only its beginning counts: RSS of 10 items and Atom
of 30 are twins, while a section's feed is not the beginning of the whole paper's.
"""

from collections.abc import Collection, Iterator

from tidings.crawl.feeds.listing import KEY_BYTES
from tidings.model.crawl.list_history import ListHistory

_ALIKE = 0.9  # one item in ten may be missing: adverts, edits, an item pulled back
_KNOWN = 0.5  # of what is listed now: with less, the two have parted or one is far behind
_MAX_MEMORY = 128 * KEY_BYTES
_FEW = 3  # lists shorter than this agree by chance …
_VISITS, _VISITS_IF_FEW = 2, 4  # … so they must agree more often


def extended_memory(life: ListHistory, items: bytes) -> bytes:
    """Return a feed's memory with what it lists now in front."""
    known = set(_keys(items))
    older = b"".join(key for key in _keys(life.memory) if key not in known)
    return (items + older)[:_MAX_MEMORY]


def is_same_feed(before: ListHistory, after: ListHistory, other: ListHistory) -> bool | None:
    """Tell whether a feed, as it was and as it is now, lists the same as another.

    None if that cannot be told: one of them is empty, the other was read before both, or it
    knows too little of what is listed now.
    """
    if before.read_at is None or other.read_at is None or before.read_at > other.read_at:
        return None
    mine, theirs = list(_keys(before.listing.items)), list(_keys(other.listing.items))
    shortest = min(len(mine), len(theirs))
    if not shortest:
        return None
    now, then = set(_keys(after.memory)), set(_keys(other.memory))
    if _share(list(_keys(after.listing.items))[:shortest], then) < _KNOWN:
        return None
    return _share(theirs[:shortest], now) >= _ALIKE and _share(mine[:shortest], then) >= _ALIKE


def _keys(items: bytes) -> Iterator[bytes]:
    return (items[at : at + KEY_BYTES] for at in range(0, len(items), KEY_BYTES))


def _share(keys: Collection[bytes], among: Collection[bytes]) -> float:
    return sum(key in among for key in keys) / len(keys)


def is_sure(one: ListHistory, other: ListHistory, agreed: int) -> bool:
    """Tell whether two feeds have agreed on enough visits."""
    shortest = min(len(one.listing.items), len(other.listing.items)) // KEY_BYTES
    return agreed >= (_VISITS_IF_FEW if shortest < _FEW else _VISITS)


def feed_merit(life: ListHistory, url: str, depth: int) -> tuple[int, ...]:
    """Return by what the better of two twins is chosen; more is better."""
    listing = life.listing
    return (
        -life.strikes,
        listing.size,
        listing.dated,
        url.startswith("https:"),
        -depth,  # what the user named before what we found
        -len(url),
        life.id,
    )
