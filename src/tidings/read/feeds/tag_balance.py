"""Balances the tags of broken XML, so that each item keeps its own fields; for nothing else.

A parser that recovers closes the current element at any end tag. A few stray "</p>" or unclosed
"<br>" in descriptions end the document early, and all later items are lost.
"""

import re
from collections import Counter
from typing import Final

_MARKUP = re.compile(
    rb"""<(?:(!\[CDATA\[|!--|\?|!)|(/?)([A-Za-z_][\w.-]*+(?::[A-Za-z_][\w.-]*+)?)(?=[\s/>])"""
    rb"""((?:[^<>"']++|"[^"<]*+"|'[^'<]*+')*+|[^<>]*+)>)"""
)
_ENDS: Final = {b"![CDATA[": b"]]>", b"!--": b"-->", b"?": b"?>", b"!": b">"}
_ATTRIBUTE = re.compile(
    rb"""(?<![\w.:-])([A-Za-z_:][\w.:-]*+)\s*+=\s*+("[^"<]*+"|'[^'<]*+'|[^\s"'<>=`]++)"""
)
_CUT_START = re.compile(rb"<[A-Za-z_][^<>]*+\Z")
_CUT_END = re.compile(rb"</[\w.:-]*+")
_ITEM_END = re.compile(rb"</(?:item|entry|url|sitemap)\s*>", re.IGNORECASE)
_MAX_DEPTH: Final = 200  # the parser stops at 256
# None of these contains another of its kind: the one before was not closed.
_ITEMS: Final = frozenset((b"item", b"entry", b"url", b"sitemap"))
# These contain only text, so that any tag ends them.
_PLAIN: Final = frozenset(
    (b"link", b"guid", b"pubdate", b"loc", b"lastmod", b"updated", b"published", b"dc:date")
)
_FIELDS: Final = _PLAIN | {b"title", b"description"}


def balanced(document: bytes) -> bytes:
    """Return the document with every element closed and nothing closed twice."""
    return _Balance(document).run()


def _attributes(written: bytes) -> bytes:
    """Return the attributes that have values, each once and in quotes."""
    values: dict[bytes, bytes] = {}
    for name, value in _ATTRIBUTE.findall(written):
        values.setdefault(name, value.strip(b"\"'").replace(b'"', b"&quot;"))
    return b"".join(b' %s="%s"' % each for each in values.items())


class _Balance:
    """One pass over a document: what is written so far, and which elements are open."""

    def __init__(self, document: bytes) -> None:
        self._document = document
        self._pieces: list[bytes] = []
        self._open: list[bytes] = []
        self._count = Counter[bytes]()
        self._section_ends = dict.fromkeys(_ENDS, 0)  # the next one of each kind, or -1

    def run(self) -> bytes:
        """Return the balanced document."""
        at = 0
        while markup := _MARKUP.search(self._document, at):
            self._text(at, markup.start())
            at = markup.end()
            section, slash, name, rest = markup.groups()
            if section:
                at = self._section(section, at)
            elif slash:
                self._end(name)
            else:
                self._start(name, rest)
        cut = _CUT_START.search(self._document, at)
        self._text(at, cut.start() if cut else len(self._document))
        while self._open:
            self._close()
        return b"".join(self._pieces)

    def _text(self, start: int, end: int) -> None:
        text = self._document[start:end].replace(b"]]>", b"")
        if b"<" in text:
            text = _CUT_END.sub(b"", text).replace(b"<", b"&lt;")
        self._pieces.append(text)

    def _section(self, kind: bytes, start: int) -> int:
        """Keep a CDATA section, drop comments and instructions; return where the rest begins."""
        end = self._section_end(kind, start)
        if end < 0:
            return start
        mark = _ENDS[kind]
        if kind == b"![CDATA[":
            nested = self._document.find(b"<![CDATA[", start, end)
            if nested >= 0 and _ITEM_END.search(self._document, start, nested):
                return start  # not this section's end, but that of a later item's
            self._pieces += (b"<![CDATA[", self._document[start:end], mark)
        return end + len(mark)

    def _section_end(self, kind: bytes, start: int) -> int:
        # Kept, because many sections without an end would each search the rest.
        end = self._section_ends[kind]
        if 0 <= end < start:
            end = self._document.find(_ENDS[kind], start)
            self._section_ends[kind] = end
        return end

    def _start(self, name: bytes, rest: bytes) -> None:
        self._leave(name)
        if len(self._open) >= _MAX_DEPTH:
            return
        if rest.endswith(b"/"):
            self._pieces.append(b"<%s%s/>" % (name, _attributes(rest)))
            return
        self._pieces.append(b"<%s%s>" % (name, _attributes(rest)))
        self._open.append(name)
        self._count[name] += 1

    def _leave(self, name: bytes) -> None:
        """Close what cannot contain this element."""
        inner = self._open[-1].lower() if self._open else b""
        if inner in _PLAIN or (inner == b"title" and name.lower() in _FIELDS):
            self._close()
        if name.lower() in _ITEMS:
            self._end(name)

    def _end(self, name: bytes) -> None:
        if self._open and name == self._open[0]:
            return  # more may follow what ends the document
        if self._count[name]:
            while self._close() != name:
                pass

    def _close(self) -> bytes:
        name = self._open.pop()
        self._count[name] -= 1
        self._pieces.append(b"</%s>" % name)
        return name
