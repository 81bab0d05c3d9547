"""The labels of character sets, and the decoder that browsers use for each."""

import codecs
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from _typeshed import ReadableBuffer

# The decoder of charsets that browsers refuse to read (WHATWG Encoding, 14.1): in them, plain text
# can hide markup. Registered here, so that it can be named like Python's own.
REPLACEMENT = "tidings_replacement"

# WHATWG Encoding, 4.2: Python's name of the decoder that browsers use for these labels. Pages
# contain more characters than their label allows, so each label maps to the largest superset.
# Some labels are not in the standard, but on real pages. UTF-16 means UTF-8: who can read the label
# has read it in bytes. x-user-defined means windows-1252, as HTML says of a declaration in a page;
# in a header it would mean private characters, which nobody can search.
_DECODERS = {
    "utf-8": "utf-8 utf8 unicode-1-1-utf-8 unicode11utf8 unicode20utf8 x-unicode20utf8 "
    "utf-16 utf-16le utf-16be unicode ucs-2 csunicode iso-10646-ucs-2 unicodefeff unicodefffe",
    "cp1252": "windows-1252 cp1252 x-cp1252 iso-8859-1 iso8859-1 iso_8859-1 latin1 l1 ascii "
    "us-ascii ansi ansi_x3.4-1968 iso88591 cp819 csisolatin1 ibm819 iso-ir-100 iso_8859-1:1987 "
    "x-user-defined",
    "cp1250": "windows-1250 cp1250 x-cp1250",
    "cp1251": "windows-1251 cp1251 x-cp1251 win-1251",
    "cp1253": "windows-1253 cp1253 x-cp1253",
    "cp1254": "windows-1254 cp1254 x-cp1254 iso-8859-9 iso8859-9 iso_8859-9 iso_8859-9:1989 "
    "iso88599 csisolatin5 iso-ir-148 latin5 l5",
    "cp1255": "windows-1255 cp1255 x-cp1255",
    "cp1256": "windows-1256 cp1256 x-cp1256",
    "cp1257": "windows-1257 cp1257 x-cp1257",
    "cp1258": "windows-1258 cp1258 x-cp1258",
    "cp874": "windows-874 dos-874 tis-620 iso-8859-11 iso8859-11 iso885911",
    "cp866": "ibm866 cp866 866 csibm866",
    "iso8859-2": "iso-8859-2 iso8859-2 iso_8859-2 iso_8859-2:1987 iso88592 csisolatin2 iso-ir-101 "
    "latin2 l2",
    "iso8859-3": "iso-8859-3 iso8859-3 iso_8859-3 iso_8859-3:1988 iso88593 csisolatin3 iso-ir-109 "
    "latin3 l3",
    "iso8859-4": "iso-8859-4 iso8859-4 iso_8859-4 iso_8859-4:1988 iso88594 csisolatin4 iso-ir-110 "
    "latin4 l4",
    "iso8859-5": "iso-8859-5 iso8859-5 iso_8859-5 iso_8859-5:1988 iso88595 csisolatincyrillic "
    "iso-ir-144 cyrillic",
    "iso8859-6": "iso-8859-6 iso8859-6 iso_8859-6 iso_8859-6:1987 iso88596 iso-8859-6-e "
    "iso-8859-6-i csiso88596e csiso88596i csisolatinarabic ecma-114 asmo-708 iso-ir-127 arabic",
    "iso8859-7": "iso-8859-7 iso8859-7 iso_8859-7 iso_8859-7:1987 iso88597 csisolatingreek "
    "ecma-118 elot_928 greek8 sun_eu_greek iso-ir-126 greek",
    "iso8859-8": "iso-8859-8 iso8859-8 iso_8859-8 iso_8859-8:1988 iso88598 iso-8859-8-i "
    "iso-8859-8-e csiso88598e csiso88598i csisolatinhebrew iso-ir-138 hebrew logical visual",
    "iso8859-10": "iso-8859-10 iso8859-10 iso885910 csisolatin6 iso-ir-157 latin6 l6",
    "iso8859-13": "iso-8859-13 iso8859-13 iso885913",
    "iso8859-14": "iso-8859-14 iso8859-14 iso885914",
    "iso8859-15": "iso-8859-15 iso8859-15 iso_8859-15 iso885915 csisolatin9 latin9 l9",
    "iso8859-16": "iso-8859-16",
    "koi8-r": "koi8-r koi8_r koi8 koi cskoi8r",
    "koi8-u": "koi8-u koi8-ru",
    "mac-roman": "macintosh mac x-mac-roman csmacintosh",
    "mac-cyrillic": "x-mac-cyrillic x-mac-ukrainian",
    "gb18030": "gb18030 gb2312 gb_2312 gb_2312-80 csgb2312 csiso58gb231280 gbk x-gbk chinese "
    "iso-ir-58",
    "big5hkscs": "big5 big5-hkscs cn-big5 x-x-big5 csbig5",
    "euc_jp": "euc-jp x-euc-jp cseucpkdfmtjapanese",
    "iso2022_jp": "iso-2022-jp csiso2022jp",
    "cp932": "shift_jis shift-jis sjis x-sjis windows-31j ms_kanji ms932 csshiftjis",
    "cp949": "euc-kr windows-949 ks_c_5601-1987 ks_c_5601-1989 ksc5601 ksc_5601 csksc56011987 "
    "iso-ir-149 korean cp949 cseuckr",
    REPLACEMENT: "replacement hz-gb-2312 iso-2022-cn iso-2022-cn-ext iso-2022-kr csiso2022kr",
}  # fmt: skip
_BY_LABEL = {label: codec for codec, labels in _DECODERS.items() for label in labels.split()}


def codec_named(label: str | None) -> str | None:
    """Return the decoder that browsers use for a label, or None for an unknown one."""
    return _BY_LABEL.get(label.strip(" \t\r\n\f\"'").lower()) if label else None


def _replacement(name: str) -> codecs.CodecInfo | None:
    if name != REPLACEMENT:
        return None
    return codecs.CodecInfo(_encoded, _nothing_readable, name=REPLACEMENT)


def _encoded(text: str, errors: str = "strict") -> tuple[bytes, int]:
    return text.encode("utf-8", errors), len(text)


def _nothing_readable(body: "ReadableBuffer", _errors: str = "strict") -> tuple[str, int]:
    """Decode any body as one replacement character, whatever is done with errors."""
    size = memoryview(body).nbytes
    return ("\ufffd" if size else ""), size


codecs.register(_replacement)
