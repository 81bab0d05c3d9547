"""XML as the web serves it, repaired until lxml loses nothing; not what it means."""

import codecs
import html
import re
from typing import Final
from xml.sax.saxutils import escape

from lxml import etree

# The root must open within this; what precedes it (prolog, DOCTYPE, a PHP warning) is cut off.
# With the DOCTYPE go all entity declarations, so there is nothing left to expand or to load.
_HEAD_BYTES: Final = 64 * 1024
_BOMS: Final = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),  # before UTF-16: its mark begins with theirs
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_CDATA: Final = b"<![CDATA["
_DECLARED = re.compile(rb"<\?xml[^>]{0,200}?encoding\s*=\s*[\"']([\w.:-]{1,40})[\"']")
_HEADER_CHARSET = re.compile(r"charset\s*=\s*[\"']?([\w.:-]{1,40})", re.IGNORECASE)
# Only plain character sets: Python would also "decode" punycode or unicode_escape.
_KNOWN = re.compile(
    r"iso-?8859-?\d+|windows-?\d+|cp\d+|koi8-[rtu]|gb2312|gbk|gb18030|big5(-?hkscs)?|euc-(jp|kr)"
    r"|shift[_-]jis|sjis|iso-2022-(jp|kr)|tis-620|mac-?(roman|cyrillic)|latin-?\d"
)
# As browsers read these labels (WHATWG Encoding, 4.2): the wider set that servers mean.
_WIDER: Final = {
    "iso-8859-1": "cp1252",
    "latin1": "cp1252",
    "latin-1": "cp1252",
    "iso-8859-9": "cp1254",
    "iso-8859-11": "cp874",
    "tis-620": "cp874",
    "gb2312": "gb18030",
    "gbk": "gb18030",
    "shift_jis": "cp932",
    "shift-jis": "cp932",
    "sjis": "cp932",
    "euc-kr": "cp949",
}
_CONTROLS: Final = bytes({*range(32)} - {*b"\t\n\r"})
# "&" that XML does not know: bare ones, HTML's names, and numbers that libxml2 2.14 would take as
# they are even where they make no character (surrogates). What is common and right is let through
# here, because each repair costs a call.
_WEAK_REFERENCE = re.compile(
    rb"&(?!amp;|lt;|gt;|quot;|apos;|#(?:[3-9]\d|1[6-9]\d|[2-9]\d\d|[1-9]\d{3});"
    rb"|#x(?:[2-7a-fA-F][0-9a-fA-F]|20[0-9a-fA-F]{2});)"
    rb"(?:#?\w{1,32};)?"
)
_WEAK_BRACKET = re.compile(rb"<(?![A-Za-z_:/!?])")  # it opens nothing


def root_pattern(*names: str) -> re.Pattern[bytes]:
    """Return what finds the opening tag of a root of one of these local names."""
    alternatives = "|".join(names).encode()
    return re.compile(rb"<(?:[A-Za-z][\w.-]*:)?(?:%s)(?=[\s>/])" % alternatives, re.IGNORECASE)


def repaired(body: bytes, root: re.Pattern[bytes], content_type: str = "") -> bytes | None:
    """Return `body` in UTF-8 from its root element on, fit for lxml, or None without that root."""
    body = in_utf8(body, content_type)
    start = root.search(body, 0, _HEAD_BYTES)
    if start is None:
        return None
    body = body[start.start() :].translate(None, _CONTROLS)
    weak = _WEAK_REFERENCE.search(body) or _WEAK_BRACKET.search(body)
    return _without_weak_spots(body) if weak else body


def parse(body: bytes, root: re.Pattern[bytes], content_type: str = "") -> etree._Element | None:
    """Return the root element of whatever can be read of `body`, or None."""
    document = repaired(body, root, content_type)
    if document is None:
        return None
    parser = etree.XMLParser(
        encoding="utf-8",  # ours, whatever the declaration said
        recover=True,
        resolve_entities=False,
        no_network=True,
        load_dtd=False,
        huge_tree=False,
        remove_comments=True,
        remove_pis=True,
    )
    try:
        return etree.fromstring(document, parser)
    except etree.XMLSyntaxError:
        return None


def in_utf8(body: bytes, content_type: str = "") -> bytes:
    """Return `body` as UTF-8: by its mark, if it already is, as declared, or else by guess."""
    for mark, codec in _BOMS:
        if body.startswith(mark):
            return _recoded(body[len(mark) :], codec)
    if head_codec := _two_byte_codec(body):
        return _recoded(body, head_codec)
    declared = _declared_codec(body, content_type)
    if b"\x1b" in body and declared.startswith("iso-2022"):
        return _recoded(body, declared)  # is valid UTF-8 too, so it must be asked for first
    try:
        body.decode()
    except UnicodeDecodeError:
        return _recoded(body, declared)
    return body


def _two_byte_codec(body: bytes) -> str | None:
    # Without a mark, UTF-16 shows in the first two characters of a prolog or a root.
    if body[:1] == b"<" and body[1:4:2] == b"\0\0":
        return "utf-16-le"
    return "utf-16-be" if body[1:2] == b"<" and body[0:4:2] == b"\0\0" else None


def _declared_codec(body: bytes, content_type: str) -> str:
    declared = _DECLARED.search(body, 0, 1024)
    label = declared[1].decode() if declared else ""
    if not label and (header := _HEADER_CHARSET.search(content_type)):
        label = header[1]
    label = label.lower()
    return _WIDER.get(label, label) if _KNOWN.fullmatch(label) else "utf-8"


def _recoded(body: bytes, codec: str) -> bytes:
    try:
        text = body.decode(codec, "as_cp1252" if codec == "utf-8" else "replace")
    except LookupError:  # a label of the right shape that Python has no codec for
        text = body.decode("utf-8", "as_cp1252")
    return text.encode("utf-8", "replace")


def _as_cp1252(error: UnicodeError) -> tuple[str, int]:
    # One Latin byte in a UTF-8 feed, or all of them in a mislabelled one: either way it is this.
    assert isinstance(error, UnicodeDecodeError)
    wrong = error.object[error.start : error.end]
    return wrong.decode("cp1252", "replace"), error.end


codecs.register_error("as_cp1252", _as_cp1252)


def _without_weak_spots(body: bytes) -> bytes:
    # CDATA sections pass as they are: nothing is weak in them. Zero bytes are gone by now, so that
    # one can stand for each section while all the rest is repaired in one go.
    first, *rest = body.split(_CDATA)
    sections = [piece.partition(b"]]>") for piece in rest]
    outside = b"\0".join([first, *(after for _, _, after in sections)])
    outside = _WEAK_REFERENCE.sub(_repair, _WEAK_BRACKET.sub(b"&lt;", outside))
    first, *outsides = outside.split(b"\0")
    pieces = [first]
    for (inside, end, _), after in zip(sections, outsides, strict=True):
        pieces += (_CDATA, inside, end, after)
    return b"".join(pieces)


def _repair(match: re.Match[bytes]) -> bytes:
    found = match[0]
    if found == b"&":
        return b"&amp;"
    meant = html.unescape(found.decode())
    return escape(meant).encode("utf-8", "replace")
