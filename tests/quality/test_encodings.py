"""How many pages are decoded correctly, whatever is or is not declared about their charset."""

import json
import unicodedata
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from tidings.read.characters.charset import decode
from tidings.read.characters.charset_labels import codec_named
from tidings.read.characters.invisible_characters import visible_markup

_LABELS = {
    "cp866": "ibm866", "mac-cyrillic": "x-mac-cyrillic", "cp932": "shift_jis", "euc_jp": "euc-jp",
    "iso2022_jp": "iso-2022-jp", "gbk": "gb2312", "big5hkscs": "big5-hkscs", "euc_kr": "euc-kr",
    "cp949": "ks_c_5601-1987", "utf-16-le": "utf-16", "utf-16-be": "utf-16",
}  # fmt: skip
_UNICODE = ("utf-8", "utf-16-le", "utf-16-be")
_WRONG_LABELS = ("utf-8", "iso-8859-1", "windows-1250", "windows-1251", "gb18030", "shift_jis")
_SUPERSETS = {"iso8859-1": "cp1252", "iso8859-15": "cp1252", "gbk": "gb18030"}
_TONES = "\u0300\u0301\u0303\u0309\u0323"  # windows-1258 writes them after the letter


class News(NamedTuple):
    """News written for these tests, and the charsets used for its language before UTF-8."""

    language: str
    domain: str
    charsets: list[str]
    headline: str
    text: str


_LINES = Path(__file__).with_name("news.jsonl").read_text("utf-8").splitlines()
NEWS = [News(**json.loads(line)) for line in _LINES]


class Case(NamedTuple):
    """A page as sent, its text, and what else is known about it."""

    name: str
    body: bytes
    text: str
    header: str | None = None
    domain: str = ""


def _label(codec: str) -> str:
    if codec in _LABELS:
        return _LABELS[codec]
    return codec.replace("cp", "windows-").replace("iso8859", "iso-8859")


def _spelled(text: str, codec: str) -> str:
    if codec != "cp1258":
        return text
    parts = (unicodedata.normalize("NFD", letter) for letter in text)
    return "".join(
        unicodedata.normalize("NFC", "".join(mark for mark in part if mark not in _TONES))
        + "".join(mark for mark in part if mark in _TONES)
        for part in parts
    )


def _page(news: News, codec: str, head: str = "", language: str = "") -> tuple[bytes, str]:
    """A page in a charset; missing letters become character references, as in editors."""
    markup = (
        f"<html{language}><head>{head}<title>{news.headline}</title></head><body class='news'>"
        f"<h1>{news.headline}</h1>\n<p>{news.text}</p><div>Facebook Twitter</div></body></html>"
    )
    body = _spelled(markup, codec).encode(codec, "xmlcharrefreplace")
    return body, body.decode(codec)


def _wrong_labels(codec: str) -> list[str]:
    """Wrong labels for a charset; a superset of it is not wrong."""
    truths = {codec_named(_label(codec)), codec_named(_label(_SUPERSETS.get(codec, codec)))}
    return [wrong for wrong in _WRONG_LABELS if codec_named(wrong) not in truths]


def _cases(declaration: str, news: News, codec: str) -> Iterator[Case]:
    name, label = f"{news.language} in {codec}", _label(codec)
    wrong_labels = _wrong_labels(codec)
    match declaration:
        case "undeclared":
            yield Case(name, *_page(news, codec))
        case "by domain":
            yield Case(name, *_page(news, codec), None, news.domain)
        case "by language":
            yield Case(name, *_page(news, codec, language=f' lang="{news.language}"'))
        case "meta":
            yield Case(name, *_page(news, codec, f'<meta charset="{label}">'), "iso-8859-1")
        case "header":
            yield Case(name, *_page(news, codec), label)
        case "lying header":
            for wrong in wrong_labels:
                yield Case(f"{name}, {wrong}", *_page(news, codec), wrong, news.domain)
        case "lying meta":
            for wrong in wrong_labels:
                page = _page(news, codec, f'<meta charset="{wrong}">')
                yield Case(f"{name}, {wrong}", *page, None, news.domain)


def _is_wrong(case: Case) -> bool:
    got = decode(case.body, case.header, case.domain)
    return visible_markup(got) != visible_markup(case.text)


@pytest.mark.parametrize("length", ["article", "headline"])
@pytest.mark.parametrize(
    ("declaration", "most"),
    [
        ("undeclared", 4),  # Lithuanian, Thai and Macintosh Cyrillic without any hint
        ("by domain", 1),
        ("by language", 1),
        ("meta", 0),
        ("header", 0),
        ("lying header", 6),  # Macintosh Cyrillic, which is not guessed
        ("lying meta", 6),
    ],
)
def test_pages_are_decoded_correctly(declaration: str, most: int, length: str) -> None:
    wrong, total = [], 0
    for news in NEWS:
        piece = news if length == "article" else news._replace(text="")
        for codec in (*news.charsets, *_UNICODE):
            for case in _cases(declaration, piece, codec):
                total += 1
                if _is_wrong(case):
                    wrong.append(case.name)
    assert total >= len(NEWS) * 4
    assert len(wrong) <= most, f"{len(wrong)} of {total}: {wrong[:10]}"


@pytest.mark.parametrize("mark", ["utf-8-sig", "utf-16"])
def test_a_byte_order_mark_outranks_every_wrong_label(mark: str) -> None:
    for news in NEWS:
        body = f"<meta charset=gb2312><p>{news.text}".encode(mark)
        assert decode(body, "koi8-r", "ru").endswith(news.text)
