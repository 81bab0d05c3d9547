"""Repairs heads of responses that browsers accept and our parser does not.

Spaces before a colon are removed, as RFC 9112 (section 5.1) tells proxies to do with a response.
Lengths that are repeated and equal count once (section 6.3). A connection is never used again
after such a response: another reader of the same bytes may see its end elsewhere.
"""

import re

_END = re.compile(rb"\n(\r?\n)")
# A line may still be on its way.
_SPACED = re.compile(rb"^([\w!#$%&'*+.^`|~-]+)[ \t]+(?::|\Z)", re.MULTILINE)
_LENGTH = re.compile(
    rb"^content-length[ \t]*:([^\r\n]*)(?:\r?\n|\r?\Z)", re.MULTILINE | re.IGNORECASE
)
_NUMBER = re.compile(rb"[ \t]*([0-9]{1,18})[ \t]*")


def may_be_repaired(data: bytes) -> bool:
    """Return whether there is something to repair in the start of a response."""
    if not data.startswith(b"HTTP/1."):
        return False
    return bool(_SPACED.search(data)) or len(_lengths(data)) > 1


def repaired(data: bytes) -> bytes | None:
    """Return a response whose head is complete, repaired; None if its lengths are in conflict."""
    head, end, rest = _parted(data)
    head = _SPACED.sub(rb"\1:", head)
    lengths = _lengths(head)
    if len(lengths) > 1:
        if not all(_NUMBER.fullmatch(each) for each in lengths) or len(set(map(int, lengths))) > 1:
            return None
        head = _LENGTH.sub(b"", head) + b"Content-Length: %d\r\n" % int(lengths[0])
    return head + end + rest


def has_end(data: bytes) -> bool:
    """Return whether the head of a response is complete."""
    return _END.search(data) is not None


def _parted(data: bytes) -> tuple[bytes, bytes, bytes]:
    """Return the lines of the head, the empty line after them, and the rest."""
    blank = _END.search(data)
    assert blank is not None, "the head is complete"
    return data[: blank.start(1)], data[blank.start(1) : blank.end()], data[blank.end() :]


def _lengths(head: bytes) -> list[bytes]:
    """Return every length that is given, on lines of its own or separated by commas."""
    return [each for line in _LENGTH.findall(head) for each in line.split(b",")]
