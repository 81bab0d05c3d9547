"""Pagination: which links of a listing lead to its further pages, in any language.

New articles appear on the first page of a listing. The further pages only receive what is pushed
out of it, so they are worth another visit only when the first page has overflowed.
"""

import re

# What a further page adds to the first one's address: /page/2, ?page=2, _2.html, /index_2.htm
_ADDED = re.compile(r"[\W_]*(?:[^\W\d_]{0,10}[\W_]*)?(\d{1,5})(?:\.\w{2,5})?/?")
# What the first page's address may have instead: /, .html, /index.html
_FIRST = re.compile(r"/?(?:index|default)?(?:\.\w{2,5})?/?")
_NUMBER = re.compile(r"\d+")
_PLAIN = re.compile(r"[?&](?:offset|start|from|skip)=\d{1,5}$|/p(?:age)?/\d{1,5}/?$")
_SECOND = 2
_MAX_PAGE = 99_999
_MAX_REST = 40  # characters after the shared prefix: page numbers differ late in the address
_MIN_FRESH = 3  # fewer new links never push a page's worth of old ones out
_OVERFLOW = 3  # a third of the likely articles must be new: menus look like articles too


def is_further_page(url: str, listing: str, words: str) -> bool:
    """Return whether a link on a listing leads to a further (or an earlier) page of it.

    Only the difference of the two addresses counts: one number that is next to the listing's own,
    or that is the text of the link.
    """
    if url == listing or not _NUMBER.search(url):
        return False
    if _PLAIN.search(url):
        return True
    if (step := _step(url, listing)) is None:
        return False
    number, own = step
    return abs(number - own) == 1 or (words.strip() == str(number) and not _is_year(number))


def has_overflowed(fresh: int, likely: int) -> bool:
    """Return whether so many of a listing's links are new that others may have been pushed out."""
    return fresh >= _MIN_FRESH and fresh * _OVERFLOW >= likely


def _step(url: str, listing: str) -> tuple[int, int] | None:
    """Return the page numbers of both addresses if nothing else differs."""
    start = _shared_prefix(url, listing)
    if max(len(url), len(listing)) - start > _MAX_REST:
        return None
    end = _shared_prefix(url[start:][::-1], listing[start:][::-1])
    rest, own = url[start : len(url) - end], listing[start : len(listing) - end]
    if rest.isdecimal() and own.isdecimal():
        # The shared part may have taken digits of both numbers.
        first, second = _number_at(url, start), _number_at(listing, start)
        return (first, second) if max(first, second) <= _MAX_PAGE else None
    return _inserted_number(url, listing, start)


def _inserted_number(url: str, listing: str, start: int) -> tuple[int, int] | None:
    """The same if the listing, as a first page, has no number."""
    word_start = start
    while word_start > 0 and url[word_start - 1].isalnum():
        word_start -= 1
    for at in (start, word_start):
        added = _ADDED.fullmatch(url[at:])
        if added and _FIRST.fullmatch(listing[at:]):
            number = int(added[1])
            # Some number the first page 0 or 1; a link to it is the listing, not a further page.
            return (number, 1) if number == _SECOND else (number, -_MAX_PAGE)
    return None


def _number_at(url: str, place: int) -> int:
    start = place
    while start > 0 and url[start - 1].isdigit():
        start -= 1
    found = _NUMBER.match(url, start)
    return int(found[0][:9]) if found else 0


def _shared_prefix(one: str, other: str) -> int:
    """Return the length of the shared prefix."""
    low, high = 0, min(len(one), len(other))
    while low < high:
        middle = (low + high + 1) // 2
        if one[:middle] == other[:middle]:
            low = middle
        else:
            high = middle - 1
    return low


def _is_year(number: int) -> bool:
    return 1900 <= number < 2100
