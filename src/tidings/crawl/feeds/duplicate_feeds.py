"""Duplicate feeds: two addresses that list the same items. Only the items are compared.

Two feeds are never read at the same moment, so each list is looked up in the other feed's memory.
Of a longer list only the beginning counts: RSS with 10 items and Atom with 30 are duplicates, but
a section's feed is not the beginning of the whole paper's feed.
"""

from collections.abc import Collection, Iterator

from tidings.crawl.feeds.listing import KEY_BYTES
from tidings.model.crawl.list_history import ListHistory

_ALIKE = 0.9  # one item in ten may be missing: adverts, edits, an item pulled back
_KNOWN = 0.5  # of what is listed now; with less, the two have diverged or one is far behind
_MAX_MEMORY = 128 * KEY_BYTES
_FEW = 3  # lists shorter than this agree by chance …
_VISITS, _VISITS_IF_FEW = 2, 4  # … so they must agree more often


def extended_memory(history: ListHistory, items: bytes) -> bytes:
    """Return a feed's memory with the items it lists now in front."""
    known = set(_keys(items))
    older = b"".join(key for key in _keys(history.memory) if key not in known)
    return (items + older)[:_MAX_MEMORY]


def is_same_feed(before: ListHistory, after: ListHistory, other: ListHistory) -> bool | None:
    """Return whether a feed, before and after this visit, lists the same as another.

    None if that is unknown: one of them is empty, the other was read before both, or its memory
    holds too little of what is listed now.
    """
    if before.read_at is None or other.read_at is None or before.read_at > other.read_at:
        return None
    own, theirs = list(_keys(before.listing.items)), list(_keys(other.listing.items))
    shortest = min(len(own), len(theirs))
    if not shortest:
        return None
    now, then = set(_keys(after.memory)), set(_keys(other.memory))
    if _share(list(_keys(after.listing.items))[:shortest], then) < _KNOWN:
        return None
    return _share(theirs[:shortest], now) >= _ALIKE and _share(own[:shortest], then) >= _ALIKE


def _keys(items: bytes) -> Iterator[bytes]:
    return (items[at : at + KEY_BYTES] for at in range(0, len(items), KEY_BYTES))


def _share(keys: Collection[bytes], among: Collection[bytes]) -> float:
    return sum(key in among for key in keys) / len(keys)


def is_sure(one: ListHistory, other: ListHistory, agreed: int) -> bool:
    """Return whether two feeds have agreed on enough visits."""
    shortest = min(len(one.listing.items), len(other.listing.items)) // KEY_BYTES
    return agreed >= (_VISITS_IF_FEW if shortest < _FEW else _VISITS)


def feed_merit(history: ListHistory, url: str, depth: int) -> tuple[int, ...]:
    """Return the key by which the better of two duplicates is chosen; larger is better."""
    listing = history.listing
    return (
        -history.strikes,
        listing.size,
        listing.dated,
        url.startswith("https:"),
        -depth,  # feeds added by the user before feeds we found
        -len(url),
        history.id,
    )
