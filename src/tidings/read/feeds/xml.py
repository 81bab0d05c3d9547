"""Repairs XML from the web so that lxml loses nothing; does not interpret it."""

import codecs
import html
import re
from typing import Final

from lxml import etree

from tidings.read.characters.charset import utf8_of
from tidings.read.characters.charset_labels import codec_named
from tidings.read.feeds.tag_balance import balanced

# The root must open within this. Everything before it (prolog, DOCTYPE, a PHP warning) is cut
# off. This removes all entity declarations, so nothing can be expanded or loaded.
_HEAD_BYTES: Final = 64 * 1024
_PROLOG = re.compile(rb"(?:\s++|<\?.*?\?>|<!--.*?-->)*+", re.DOTALL)
_BOMS: Final = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),  # before UTF-16, whose mark is a prefix of it
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_ISO_2022_JP: Final = "iso2022_jp"
_DEFAULTS: Final = ("utf-8", "cp1252")
_CDATA: Final = b"<![CDATA["
_DECLARED = re.compile(rb"<\?xml[^>]{0,200}?encoding\s*=\s*[\"']([\w.:-]{1,40})[\"']")
_HEADER_CHARSET = re.compile(r"charset\s*=\s*[\"']?([\w.:-]{1,40})", re.IGNORECASE)
_CONTROLS: Final = bytes({*range(32)} - {*b"\t\n\r"})
# "&" that is invalid in XML: bare ones, HTML's names, and numbers that libxml2 2.14 accepts even
# where they are not characters (surrogates). Common valid references are excluded here, because
# each repair costs a call.
_BAD_REFERENCE = re.compile(
    rb"&(?!amp;|lt;|gt;|quot;|apos;|#(?:[3-9]\d|1[6-9]\d|[2-9]\d\d|[1-9]\d{3});"
    rb"|#x(?:[2-7a-fA-F][0-9a-fA-F]|20[0-9a-fA-F]{2});)"
    rb"(?:#?\w{1,32};)?"
)
_BAD_BRACKET = re.compile(rb"<(?![A-Za-z_:/!?])")  # it opens no tag


def root_pattern(*names: str) -> re.Pattern[bytes]:
    """Return a pattern that finds the opening tag of a root with one of these local names."""
    alternatives = "|".join(names).encode()
    return re.compile(rb"<(?:[A-Za-z][\w.-]*:)?(?:%s)(?=[\s>/])" % alternatives, re.IGNORECASE)


def content_start(body: bytes) -> int:
    """Return the offset after leading declarations, comments and white space.

    Comments are skipped because they mention elements of pages and of other kinds of feeds.
    """
    prolog = _PROLOG.match(body, 0, _HEAD_BYTES)
    return prolog.end() if prolog else 0


def repaired_xml(body: bytes, root: re.Pattern[bytes], content_type: str = "") -> bytes | None:
    """Return `body` in UTF-8 from its root element on, repaired, or None without that root."""
    body = in_utf8(body, content_type)
    start = root.search(body, content_start(body), _HEAD_BYTES)
    if start is None:
        return None
    return _with_references(body[start.start() :].translate(None, _CONTROLS))


def rebalanced_xml(document: bytes) -> bytes:
    """Return repaired XML, whose tags turned out not to match, with tags that do."""
    return _with_references(balanced(document))


def is_unbalanced(errors: etree._ListErrorLog) -> bool:
    """Return whether a parser met what it can only guess at; namespaces are lesser errors."""
    return any(error.level == etree.ErrorLevels.FATAL for error in errors)


def _with_references(body: bytes) -> bytes:
    is_broken = _BAD_REFERENCE.search(body) or _BAD_BRACKET.search(body)
    return _repaired(body) if is_broken else body


def parse_xml(
    body: bytes, root: re.Pattern[bytes], content_type: str = ""
) -> etree._Element | None:
    """Return the root element of what is readable of `body`, or None."""
    document = repaired_xml(body, root, content_type)
    if document is None:
        return None
    parser = _parser()
    found = _root(document, parser)
    if is_unbalanced(parser.error_log):
        better = _root(rebalanced_xml(document), _parser())
        return found if better is None else better
    return found


def _parser() -> etree.XMLParser:
    return etree.XMLParser(
        encoding="utf-8",  # already recoded, whatever the declaration says
        recover=True,
        resolve_entities=False,
        no_network=True,
        load_dtd=False,
        huge_tree=False,
        remove_comments=True,
        remove_pis=True,
    )


def _root(document: bytes, parser: etree.XMLParser) -> etree._Element | None:
    try:
        return etree.fromstring(document, parser)
    except etree.XMLSyntaxError:
        return None


def in_utf8(body: bytes, content_type: str = "") -> bytes:
    """Return `body` as UTF-8: by its byte order mark, if valid, as declared, or guessed."""
    for mark, codec in _BOMS:
        if body.startswith(mark):
            return _recoded(body[len(mark) :], codec)
    if head_codec := _wide_codec(body):
        return _recoded(body, head_codec)
    if b"\x1b" in body and _declared_codec(body, content_type) == _ISO_2022_JP:
        return _recoded(body, _ISO_2022_JP)  # is valid UTF-8 too, so it is checked first
    try:
        body.decode()
    except UnicodeDecodeError:
        return _from_legacy(body, content_type)
    return body


def _from_legacy(body: bytes, content_type: str) -> bytes:
    """Return a body that is not UTF-8 as UTF-8: as declared, or as charset.py decodes pages.

    windows-1252 and UTF-8 are often declared by default, and any byte fits windows-1252, so they
    are not trusted. Other declarations are: a feed may be too short for a guess.
    """
    declared = _declared_codec(body, content_type)
    if declared is not None and declared not in _DEFAULTS:
        try:
            return body.decode(declared).encode()
        except UnicodeDecodeError:
            pass
    return utf8_of(body, _header_label(content_type))


def _wide_codec(body: bytes) -> str | None:
    # Without a mark, UTF-32 and UTF-16 show in the first characters of the prolog or root.
    if body[:4] in (b"<\0\0\0", b"\0\0\0<"):
        return "utf-32-le" if body[:1] == b"<" else "utf-32-be"
    if body[:1] == b"<" and body[1:4:2] == b"\0\0":
        return "utf-16-le"
    return "utf-16-be" if body[1:2] == b"<" and body[0:4:2] == b"\0\0" else None


def _declared_codec(body: bytes, content_type: str) -> str | None:
    declared = _DECLARED.search(body, 0, 1024)
    return codec_named(declared[1].decode() if declared else _header_label(content_type))


def _header_label(content_type: str) -> str:
    header = _HEADER_CHARSET.search(content_type)
    return header[1] if header else ""


def _recoded(body: bytes, codec: str) -> bytes:
    return body.decode(codec, "replace").encode("utf-8", "replace")


def _repaired(body: bytes) -> bytes:
    # CDATA sections need no repair. Zero bytes are already removed, so one can replace each section
    # while all the rest is repaired in one pass.
    first, *rest = body.split(_CDATA)
    sections = [piece.partition(b"]]>") for piece in rest]
    outside = b"\0".join([first, *(after for _, _, after in sections)])
    outside = _BAD_REFERENCE.sub(_repaired_reference, _BAD_BRACKET.sub(b"&lt;", outside))
    first, *outsides = outside.split(b"\0")
    pieces = [first]
    for (inside, end, _), after in zip(sections, outsides, strict=True):
        pieces += (_CDATA, inside, end, after)
    return b"".join(pieces)


def _repaired_reference(match: re.Match[bytes]) -> bytes:
    found = match[0]
    if found == b"&":
        return b"&amp;"
    meant = html.unescape(found.decode())
    return html.escape(meant, quote=False).encode("utf-8", "replace")
