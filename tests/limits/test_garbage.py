"""`extract` returns a valid value for any input."""

import re
from html import unescape

from fuzz.extract_invariants import check_extract
from hypothesis import given, settings
from hypothesis import strategies as st

from tidings.extract.article import extract
from tidings.model.articles.article import Extraction
from tidings.model.articles.extraction_method import ExtractionMethod
from tidings.read.characters.invisible_characters import visible_text

_TAGS = st.sampled_from(
    "html head body title h1 h2 p div span a b i ul li table tr td time article main aside footer "
    "figure img figcaption svg math template select option noscript script style textarea pre br "
    "nav section meta link base blockquote frameset plaintext".split()
)
_ATTRIBUTES = st.sampled_from(
    [
        "", " class='article-body'", ' class="comment byline"', " id=content", " href='/x'",
        ' datetime="2024-03-04"', " rel=author", " itemprop=datePublished", " hidden", ' title="',
        " name=author content='By Jane Doe, John Roe'", " property=og:title content='A | B - C'",
        " property=article:published_time content=2024-13-45", " charset=utf-16", " =", " a" * 50,
        " type=application/ld+json", " style='display : none'", " src=data:x",
    ]
)  # fmt: skip
_WORDS = st.sampled_from(
    [
        "The council met on Monday, and nobody was surprised by what it decided. ",
        "Die Länder einigten sich überraschend. ", "政府公布了新计划。", "می‌خواهم ", "👨‍👩‍👧 ",
        "4 March 2024 ", "By Jane Doe ", "Comments (3)", "cookies accept ", "&nbsp;", "&#128;",
        "&#0;", "&#xD800;", "&shy;", "&amp;lt;", "&notit;", "\u200b", "\ufeff", "\u202e", "\0",
        "\x1b$B", "\x85", "<!--", "-->", "<![CDATA[", "]]>", "<?php ?>", "<", ">", '"', "{",
        '{"@type":"NewsArticle",', '"articleBody":"', '"headline":"x"}', "Ã©", "â€™",
        "\u0301" * 30, "\ud83d",
    ]
)  # fmt: skip
_PIECES = st.one_of(
    st.builds("<{}{}>".format, _TAGS, _ATTRIBUTES),
    st.builds("</{}>".format, _TAGS),
    _WORDS,
    _WORDS.map(lambda words: words * 12),
    st.text(max_size=20),
)
_MARKUP = st.lists(_PIECES, max_size=40).map("".join)
_BODIES = st.one_of(
    _MARKUP,
    st.builds(
        lambda markup, codec: markup.encode(codec, "replace"),
        _MARKUP,
        st.sampled_from(
            ["utf-8", "utf-16", "utf-16-le", "gb18030", "cp1251", "cp932", "iso2022_jp"]
        ),
    ),
    st.builds(
        lambda markup, noise: markup.encode("utf-8", "replace") + noise, _MARKUP, st.binary()
    ),
    st.binary(max_size=500),
)
_URLS = st.sampled_from(
    [None, "", "x", "https://news.example/2024/03/04/a-story", "http://[", "\ud800"]
)
_LABELS = st.sampled_from([None, "", "utf-8", "gbk", "utf-16", "x-unknown", "iso-2022-jp", "é"])


@settings(max_examples=150)
@given(_BODIES, _URLS, _LABELS)
def test_any_input_gives_the_same_clean_value(
    body: str | bytes, url: str | None, label: str | None
) -> None:
    assert check_extract(body, url, label)


@given(_BODIES, st.sampled_from(list(ExtractionMethod)))
def test_every_method_gives_a_value(body: str | bytes, method: ExtractionMethod) -> None:
    found = extract(body, "https://news.example/story", method=method)
    assert not isinstance(found, Extraction) or found.verdict.reasons


def _letters(text: str) -> str:
    return "".join(filter(str.isalpha, visible_text(text)))


@given(st.lists(st.one_of(st.builds("<{}>".format, _TAGS), st.text("abcé報 .<>&;", max_size=30))))
def test_the_text_consists_of_words_of_the_page(parts: list[str]) -> None:
    markup = "".join(parts)
    found = extract(markup)
    if isinstance(found, Extraction):
        page = _letters(unescape(re.sub("<[^<>]*>", "", markup)) + unescape(markup))
        for line in found.text.splitlines():
            for word in line.split():
                assert _letters(word) in page or set(_letters(word)) <= set(page)
