"""Character sets: which one a body is written in, and its text; never an error."""

import codecs
import re

from chardetng_py import EncodingDetector

_BOMS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_META_BYTES = 2048  # HTML asks for 1024; real pages put comments and preloads before the meta
_META = re.compile(rb"""<meta[^>]*?charset\s*=\s*["']?\s*([\w:.\-]{2,40})""", re.IGNORECASE)
_XML = re.compile(rb"""<\?xml[^>]*?encoding\s*=\s*["']([\w:.\-]{2,40})""", re.IGNORECASE)
_GUESS_BYTES = 262_144  # chardetng is sure long before
_ASCII = bytes(range(128))

# WHATWG Encoding, 4.2: labels to the decoder that browsers use, as Python spells it. A label
# promises less than the pages that carry it contain, so each maps to the largest relative.
_DECODERS = {
    "utf-8": "utf-8 utf8 unicode-1-1-utf-8 x-unicode20utf8 utf-16 utf-16le utf-16be unicode ucs-2",
    "cp1252": "windows-1252 cp1252 x-cp1252 iso-8859-1 iso8859-1 iso_8859-1 latin1 l1 ascii "
    "us-ascii ansi ansi_x3.4-1968 iso88591",
    "cp1250": "windows-1250 cp1250 x-cp1250",
    "cp1251": "windows-1251 cp1251 x-cp1251 win-1251",
    "cp1253": "windows-1253 cp1253 x-cp1253",
    "cp1254": "windows-1254 cp1254 x-cp1254 iso-8859-9 iso8859-9 latin5 l5",
    "cp1255": "windows-1255 cp1255 x-cp1255",
    "cp1256": "windows-1256 cp1256 x-cp1256",
    "cp1257": "windows-1257 cp1257 x-cp1257",
    "cp1258": "windows-1258 cp1258 x-cp1258",
    "cp874": "windows-874 dos-874 tis-620 iso-8859-11 iso8859-11",
    "cp866": "ibm866 cp866 866 csibm866",
    "iso8859-2": "iso-8859-2 iso8859-2 latin2 l2",
    "iso8859-3": "iso-8859-3 iso8859-3 latin3",
    "iso8859-4": "iso-8859-4 iso8859-4 latin4",
    "iso8859-5": "iso-8859-5 iso8859-5 cyrillic",
    "iso8859-6": "iso-8859-6 iso8859-6 arabic",
    "iso8859-7": "iso-8859-7 iso8859-7 greek",
    "iso8859-8": "iso-8859-8 iso8859-8 iso-8859-8-i iso-8859-8-e hebrew logical visual",
    "iso8859-10": "iso-8859-10 iso8859-10 latin6",
    "iso8859-13": "iso-8859-13 iso8859-13",
    "iso8859-14": "iso-8859-14 iso8859-14",
    "iso8859-15": "iso-8859-15 iso8859-15 latin9",
    "iso8859-16": "iso-8859-16",
    "koi8-r": "koi8-r koi8 koi",
    "koi8-u": "koi8-u koi8-ru",
    "mac-roman": "macintosh mac x-mac-roman",
    "mac-cyrillic": "x-mac-cyrillic",
    "gb18030": "gb18030 gb2312 gbk x-gbk gb_2312-80 csgb2312 chinese iso-ir-58",
    "big5hkscs": "big5 big5-hkscs cn-big5 x-x-big5 csbig5",
    "euc_jp": "euc-jp x-euc-jp",
    "iso2022_jp": "iso-2022-jp csiso2022jp",
    "cp932": "shift_jis shift-jis sjis x-sjis windows-31j ms_kanji ms932 csshiftjis",
    "cp949": "euc-kr windows-949 ks_c_5601-1987 ks_c_5601-1989 ksc5601 korean cp949 cseuckr",
}  # fmt: skip
_BY_LABEL = {label: codec for codec, labels in _DECODERS.items() for label in labels.split()}


def decode(body: bytes, header_charset: str | None = None) -> str:
    """Return the text of a body; what cannot be decoded becomes U+FFFD, and so do NULs."""
    codec, start = _codec(body, header_charset)
    text = body[start:].decode(codec, "replace")
    return text.replace("\0", "\ufffd") if "\0" in text else text


def charset_of(body: bytes, header_charset: str | None = None) -> str:
    """Return the codec for a body: BOM, valid UTF-8, meta, header, then chardetng's guess."""
    return _codec(body, header_charset)[0]


def codec_named(label: str | None) -> str | None:
    """Return the decoder that browsers use for a label, or None for an unknown one."""
    return _BY_LABEL.get(label.strip(" \t\r\n\f\"'").lower()) if label else None


def _codec(body: bytes, header_charset: str | None) -> tuple[str, int]:
    """The codec, and how many bytes of byte order mark to skip."""
    for bom, codec in _BOMS:
        if body.startswith(bom):
            return codec, len(bom)
    if is_utf8(body):
        return "utf-8", 0
    for declared in (_meta_codec(body), codec_named(header_charset), "utf-8"):
        if declared and _fits(body, declared):
            return declared, 0
    return _guess(body), 0


def is_utf8(body: bytes) -> bool:
    """Tell whether the body is UTF-8; one cut within a character still is."""
    if b"\x1b" in body and (b"\x1b$" in body or b"\x1b(" in body):
        return False  # ISO-2022-JP hides in ASCII behind its escapes
    try:
        codecs.utf_8_decode(body, "strict", False)
    except UnicodeDecodeError:
        return False
    return True


def _meta_codec(body: bytes) -> str | None:
    head = body[:_META_BYTES]
    match = _META.search(head) or _XML.match(head.lstrip())
    return codec_named(match[1].decode("ascii")) if match else None


def _fits(body: bytes, codec: str) -> bool:
    """Tell whether few enough bytes are wrong that the codec is the right one.

    One cut character must not turn a page into mojibake, a wrong label must not turn it into
    replacement characters; the truth lies far from both (measured: below 1% or above 30%).
    """
    wrong = body.decode(codec, "replace").count("\ufffd")
    return wrong * 20 <= len(body.translate(None, _ASCII)) + 20


def _guess(body: bytes) -> str:
    detector = EncodingDetector()
    detector.feed(body[:_GUESS_BYTES], last=True)
    return codec_named(detector.guess(tld=None, allow_utf8=True)) or "cp1252"
