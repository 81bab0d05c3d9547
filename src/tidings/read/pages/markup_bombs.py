"""Defuses markup bombs: pages built to make a parser slow or use much memory.

HTML's rules are quadratic in three places (measured with lexbor: 100 000 nested <div> take 25 s,
20 000 attributes on one tag 0.8 s, 500 unclosed <b id=...> before 1 000 <div> make half a million
elements). Other pages are not changed, and the check costs microseconds.
"""

import re
from collections.abc import Iterator

_MAX_TAGS = 80_000  # the largest known real page has 60 000
_DEEP_TAGS = 10_000  # fewer parse in a fifth of a second, however deep they nest
_MAX_DEPTH = 1_500
_FORMATTED_TAGS = 3_000  # fewer, half formatting and half blocks, make at most two million elements
_MAX_FORMATTING = 400
_LONG_TAG_BYTES = 4_000
_MAX_ATTRIBUTES = 400

_FORMATTING = "b|big|code|em|font|i|nobr|s|small|strike|strong|tt|u"
# HTML limits equal formatting elements, so a bomb needs attributes.
# The lookahead rejects most tags by one letter instead of by thirteen names.
_STYLED = re.compile(rf"<(?=[bcefinstu])(?:{_FORMATTING})[\s/]".encode(), re.IGNORECASE)
_ANY_FORMATTING = re.compile(rf"<(/?)({_FORMATTING})(?=[\s/>])".encode(), re.IGNORECASE)
_TAG = re.compile(rb"<(/?)([a-z][^\s/>]*)", re.IGNORECASE)
_TAG_START = re.compile(rb"<[A-Za-z]")
_QUOTED = re.compile(rb"\"[^\"]*\"|'[^']*'")
# Separators of attributes become part of one; a zero is the slash of a closing tag.
_JOINED = bytes.maketrans(b"\t\n\v\f\r =\"'/\0", b"_________" + b"_/")
_VOID = frozenset(b"area base br col embed hr img input link meta source track wbr p li".split())
# Removes all but paragraphs and links, which cannot nest, from a page that nests too deep.
_FLAT = re.compile(
    rb"</?(?!(?:a|p|br|title|meta|link|script|style)[\s/>])[a-z][^>]{0,2000}>?", re.IGNORECASE
)


def defuse(markup: bytes) -> bytes:
    """Return markup that parses in linear time: the same bytes unless they are a bomb."""
    tags = markup.count(b"<")
    cut = _cut(markup) if tags > _MAX_TAGS else markup
    if tags > _DEEP_TAGS and _nests_too_deep(cut, _TAG, _MAX_DEPTH):
        return _with_attributes_joined(_cut(_FLAT.sub(b" ", markup)))
    cut = _with_attributes_joined(cut)
    if tags > _FORMATTED_TAGS and _has_too_much_formatting(cut):
        return _ANY_FORMATTING.sub(rb"<\1span", cut)
    return cut


def _cut(markup: bytes) -> bytes:
    return b"<".join(markup.split(b"<", _MAX_TAGS)[:_MAX_TAGS])


def _with_attributes_joined(markup: bytes) -> bytes:
    """Join many attributes into one; nothing is cut, because a script may look like a tag."""
    pieces, done = [], 0
    for start, end in _tags_with_many_attributes(markup):
        joined = markup[start:end].replace(b"</", b"<\0").translate(_JOINED)
        pieces += [markup[done:start], joined]
        done = end
    return b"".join([*pieces, markup[done:]]) if pieces else markup


def _tags_with_many_attributes(markup: bytes) -> Iterator[tuple[int, int]]:
    """Yield the start and end of tags with too many attributes.

    A tag longer than the step covers a multiple of it, so only multiples are checked.
    """
    end = 0
    for position in range(_LONG_TAG_BYTES, len(markup), _LONG_TAG_BYTES):
        if position < end:
            continue
        start = markup.rfind(b">", end, position) + 1 or end
        end = markup.find(b">", position)
        end = len(markup) if end < 0 else end
        tag = _TAG_START.search(markup, start, end) if end - start > _LONG_TAG_BYTES else None
        if tag and _has_many_attributes(markup[tag.start() : end]):
            yield tag.start(), end


def _has_many_attributes(tag: bytes) -> bool:
    attributes = _QUOTED.sub(b"", tag).replace(b"/", b" ")
    named = len(attributes.split(None, _MAX_ATTRIBUTES + 1))
    return max(named, attributes.count(b"=")) > _MAX_ATTRIBUTES


def _has_too_much_formatting(markup: bytes) -> bool:
    if len(_STYLED.findall(markup)) <= _MAX_FORMATTING:
        return False
    return _nests_too_deep(markup, _ANY_FORMATTING, _MAX_FORMATTING)


def _nests_too_deep(markup: bytes, tag: re.Pattern[bytes], limit: int) -> bool:
    """Track open tags by name, ignoring unmatched closing tags, and compare with the limit."""
    depth = 0
    opened: dict[bytes, int] = {}
    for match in tag.finditer(markup):
        name = match[2].lower()
        if name in _VOID:
            continue
        if not match[1]:
            depth += 1
            opened[name] = opened.get(name, 0) + 1
            if depth > limit:
                return True
        elif opened.get(name):
            depth -= 1
            opened[name] -= 1
    return False
