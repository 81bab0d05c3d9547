"""Character sets: detects the encoding of a body and decodes it; never raises."""

import codecs
import re
from collections.abc import Iterable
from typing import NamedTuple

from chardetng_py import EncodingDetector

from tidings.read.characters.charset_labels import REPLACEMENT, codec_named
from tidings.read.characters.charset_sample import CharsetSample
from tidings.read.characters.decoding_errors import error_handler_of
from tidings.read.characters.legibility import is_legible

_BOMS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_META_BYTES = 2048  # HTML requires 1024; real pages put comments and preloads before the meta
_COMMENT = re.compile(rb"<!--(?:>|.*?(?:-->|\Z))", re.DOTALL)
_META = re.compile(rb"""<meta[\s/][^>]*?charset\s*=\s*["']?\s*([\w:.\-]{2,40})""", re.IGNORECASE)
_XML = re.compile(rb"""\A<\?xml[^>]*?encoding\s*=\s*["']([\w:.\-]{2,40})""", re.IGNORECASE)
_JAPANESE_ESCAPE = re.compile(rb"\x1b\$[@B(]")  # ISO-2022-KR and -CN have `)` there
_STRAY_BYTES = 262_144
_MIN_ZEROS = 8
_FIRST_BYTES = 4_096
_CHARACTER = re.compile(
    rb"[\xc2-\xdf][\x80-\xbf]|[\xe0-\xef][\x80-\xbf]{2}|[\xf0-\xf4][\x80-\xbf]{3}"
)
# UTF-8 characters beyond Latin letters and general punctuation.
_NON_LATIN = re.compile(rb"[\xcd-\xdf][\x80-\xbf]|[\xe0\xe1\xe3-\xef][\x80-\xbf]{2}")
_LATIN_LEADS = b"\xc2\xc3\xc4\xc5"  # first bytes of most Western letters in UTF-8

# chardetng takes the domain of a page as a hint. A declared language is a better hint, so it is
# translated into a domain.
_DOMAINS = {
    "ar": "ae", "be": "by", "cs": "cz", "da": "dk", "el": "gr", "et": "ee", "fa": "ir", "he": "il",
    "ja": "jp", "ko": "kr", "sl": "si", "sq": "al", "sr": "rs", "sv": "se", "uk": "ua", "vi": "vn",
    "zh": "cn", "zh-tw": "tw", "zh-hk": "hk", "zh-hant": "tw",
}  # fmt: skip
_LANGUAGES = {domain: language.partition("-")[0] for language, domain in _DOMAINS.items()}
# Languages that are only ever written in these charsets or in UTF-8.
_CYRILLIC = ("cp1251", "koi8-r", "koi8-u", "iso8859-5", "cp866", "mac-cyrillic")
_USUAL = dict.fromkeys("be bg mk ru sr uk".split(), _CYRILLIC) | {
    "ar": ("cp1256", "iso8859-6"),
    "el": ("cp1253", "iso8859-7"),
    "fa": ("cp1256",),
    "he": ("cp1255", "iso8859-8"),
    "ja": ("cp932", "euc_jp", "iso2022_jp"),
    "ko": ("cp949",),
    "th": ("cp874",),
    "vi": ("cp1258",),
    "zh": ("gb18030", "big5hkscs"),
}
_USUAL |= dict.fromkeys("cs hr hu pl ro sk sl".split(), ("cp1250", "iso8859-2", "iso8859-16"))
_USUAL |= dict.fromkeys("lt lv".split(), ("cp1257", "iso8859-13", "iso8859-4"))
_LANGUAGE = re.compile(
    rb"""<html[^>]*?\slang\s*=\s*["']?\s*([a-z]{2}(?:-[a-z]{2,4})?)\b""", re.IGNORECASE
)


def decode(body: bytes, header_charset: str | None = None, domain: str = "") -> str:
    """Return the text of a body; undecodable bytes and NULs become U+FFFD.

    `domain` is the top-level domain that it comes from, which helps to guess.
    """
    codec, start, _ = _codec(body, header_charset, domain)
    return _decoded(body, codec, start)


def utf8_of(body: bytes, header_charset: str | None = None, domain: str = "") -> bytes:
    """Return the same text in UTF-8; skips decoding ASCII, which most markup is."""
    codec, start, sample = _codec(body, header_charset, domain)
    quick = sample.whole_in_utf8(codec) if sample else None
    return _decoded(body, codec, start).encode("utf-8", "replace") if quick is None else quick


def _decoded(body: bytes, codec: str, start: int) -> str:
    if codec == "utf-8":
        text = body[start:].decode(codec, _error_handler(body))
    else:
        text = body[start:].decode(codec, error_handler_of(codec))
    return text.replace("\0", "\ufffd") if "\0" in text else text


def charset_of(body: bytes, header_charset: str | None = None, domain: str = "") -> str:
    """Return the codec for a body: BOM, valid UTF-8, meta, header, then chardetng's guess."""
    return _codec(body, header_charset, domain).name


class _Codec(NamedTuple):
    """The codec of a body."""

    name: str
    start: int = 0  # bytes of byte order mark to skip
    sample: CharsetSample | None = None  # what the guess is based on, if one was needed


def _codec(body: bytes, header_charset: str | None, domain: str) -> _Codec:
    for bom, codec in _BOMS:
        if body.startswith(bom):
            return _Codec(codec, len(bom))
    if is_utf8(body):
        return _Codec("utf-8")
    if unmarked := unmarked_utf16(body):
        return _Codec(unmarked)
    sample = CharsetSample(body)
    if _is_nearly_utf8(sample):
        return _Codec("utf-8")
    if _JAPANESE_ESCAPE.search(sample.data) and _fits(sample, "iso2022_jp"):
        return _Codec("iso2022_jp")
    return _Codec(_legacy(body, sample, header_charset, domain), sample=sample)


def _legacy(body: bytes, sample: CharsetSample, header_charset: str | None, domain: str) -> str:
    """Return the first legible codec of those declared, guessed and usual for the language.

    An illegible declaration is wrong, unless everything else is illegible too.
    """
    declared = [codec for codec in (_meta_codec(body), codec_named(header_charset)) if codec]
    if declared[:1] == [REPLACEMENT]:
        return REPLACEMENT
    fitting = [codec for codec in declared if _fits(sample, codec)]
    claimed = _claimed_language(body)
    language = claimed.partition("-")[0] or _LANGUAGES.get(domain, domain)
    if codec := _first_legible(fitting, sample, language):
        return codec  # saves the guess, which costs more than reading the page
    guess = _guess(sample.data, _DOMAINS.get(claimed, domain or claimed))
    others = (guess, *_USUAL.get(language, ()))
    return _first_legible(others, sample, language) or (fitting[0] if fitting else guess)


def _first_legible(candidates: Iterable[str], sample: CharsetSample, language: str) -> str | None:
    for codec in candidates:
        if codec in _USUAL.get(language, (codec,)) and is_legible(sample.text(codec), language):
            return codec
    return None


def is_utf8(body: bytes) -> bool:
    """Return whether the body is UTF-8; the last character may be cut."""
    if b"\x1b" in body and (b"\x1b$" in body or b"\x1b(" in body):
        return False  # ISO-2022-JP is ASCII with escapes
    if b"\0" in body[:_META_BYTES] and unmarked_utf16(body):
        return False  # UTF-16 below U+0800 is valid UTF-8 too
    try:
        codecs.utf_8_decode(body, "strict", False)
    except UnicodeDecodeError:
        return False
    return True


def unmarked_utf16(body: bytes) -> str | None:
    """Return the codec of UTF-16 without a byte order mark, or None; half its markup is zeros."""
    head = body[:_META_BYTES]
    if b"\0" not in head:
        return None
    even, odd = head[::2].count(0), head[1::2].count(0)
    if max(even, odd) < max(_MIN_ZEROS, len(head) // 8) or min(even, odd) * 20 > max(even, odd):
        return None
    return "utf-16-le" if odd > even else "utf-16-be"


def _is_nearly_utf8(sample: CharsetSample) -> bool:
    """Return whether the sample is UTF-8 with a few broken bytes.

    Text in other charsets hardly ever forms a multi-byte UTF-8 character.
    """
    first = _broken(sample.data[:_FIRST_BYTES]) - 1  # a character may be cut
    if first * 20 > sample.foreign:
        return False  # a character takes two such bytes, so too few can be valid
    broken = _broken(sample.data)
    return broken * 20 <= sample.foreign and broken * 10 <= len(_CHARACTER.findall(sample.data)) > 0


def _broken(data: bytes) -> int:
    return data.decode("utf-8", "replace").count("\ufffd")


def _error_handler(body: bytes) -> str:
    """Return the error handler: windows-1252 among Western letters, U+FFFD elsewhere."""
    foreign = len(_NON_LATIN.findall(body, 0, _STRAY_BYTES))
    near = len(_CHARACTER.findall(body, 0, _STRAY_BYTES)) - foreign
    return "tidings-windows-1252" if near >= foreign else "replace"


def _as_windows_1252(error: UnicodeError) -> tuple[str, int]:
    """Decode bytes that are not UTF-8 as windows-1252, except a cut character."""
    if not isinstance(error, UnicodeDecodeError):
        raise error
    body, end = error.object, error.end
    found, following = body[error.start : end], body[end : end + 1]
    is_lead = len(found) > 1 or found in _LATIN_LEADS
    if not following or (is_lead and not following.isalpha()):
        return "\ufffd", end
    return found.decode("cp1252", "replace"), end


codecs.register_error("tidings-windows-1252", _as_windows_1252)


def _meta_codec(body: bytes) -> str | None:
    """Return the first declaration with a known label, like the prescan of HTML.

    It is not strict about quotes: what was meant is worth trying, and the text decides.
    """
    head = _COMMENT.sub(b"", body[:_META_BYTES])
    labels = _META.findall(head) + _XML.findall(head.lstrip())
    return next(filter(None, (codec_named(label.decode("ascii")) for label in labels)), None)


def _claimed_language(body: bytes) -> str:
    match = _LANGUAGE.search(body, 0, _META_BYTES)
    claimed = match[1].decode("ascii").lower() if match else ""
    return claimed if claimed in _DOMAINS else claimed[:2]


def _fits(sample: CharsetSample, codec: str) -> bool:
    """Return whether the codec decodes all but a few bytes.

    A cut character must not reject the right codec, and a wrong label must not pass. The threshold
    of 5% is far from both (measured: below 1% or above 30% of the bytes are wrong).
    """
    return sample.text(codec).count("\ufffd") * 20 <= sample.foreign + 20


def _guess(sample: bytes, domain: str) -> str:
    detector = EncodingDetector()
    detector.feed(sample, last=True)
    known = domain.encode() if domain.isascii() and domain.isalpha() and domain.islower() else None
    return codec_named(detector.guess(tld=known, allow_utf8=True)) or "cp1252"
