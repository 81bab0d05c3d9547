import pytest
from hypothesis import given
from hypothesis import strategies as st

import tidings
from tidings.extract.article import extract, extract_html
from tidings.extract.methods.alternative_text import keen_verdict
from tidings.extract.methods.keen_tags import PagePart
from tidings.extract.site_memory.memory import SiteMemory
from tidings.model.articles.article import Extraction
from tidings.model.articles.extraction_method import ExtractionMethod
from tidings.model.web.page import PageKind, PageVerdict
from tidings.read.pages.html import parse_html

URL = "https://news.example/local/bridge-will-be-built-after-all"
PARAGRAPH = (
    "The council decided that evening, after a long debate, what nobody had expected of it. "
)
PAGE = (
    "<html lang=en><head><title>Bridge will be built</title>"
    '<meta property="article:published_time" content="2024-05-01T10:00:00Z"></head><body>'
    "<ul><li><a href=/>Home</a></li><li><a href=/news>News</a></li></ul>"
    "<article><h1>Bridge will be built</h1><section>"
    + f"<p>{PARAGRAPH * 3}</p>" * 6
    + "</section></article></body></html>"
)
OTHERS = [ExtractionMethod.KEEN, ExtractionMethod.DOM, ExtractionMethod.PLATEAU]
OURS = PageVerdict(PageKind.ARTICLE, 0.9, ("ours",))


def _extraction(html: str | bytes, method: ExtractionMethod) -> Extraction:
    found = extract(html, URL, method=method)
    assert isinstance(found, Extraction)
    return found


@pytest.mark.parametrize("method", list(ExtractionMethod))
def test_every_method_finds_the_text_of_a_plain_article(method: ExtractionMethod) -> None:
    found = _extraction(PAGE, method)
    assert [line for line in found.text.splitlines() if len(line) > 50] == [
        (PARAGRAPH * 3).strip()
    ] * 6
    assert found.kind is PageKind.ARTICLE
    assert found.html.count("<p>") == len(found.text.splitlines())


@pytest.mark.parametrize("method", OTHERS)
def test_everything_but_the_text_stays_as_our_own_method_found_it(method: ExtractionMethod) -> None:
    ours, theirs = _extraction(PAGE, ExtractionMethod.BEST), _extraction(PAGE, method)
    assert (theirs.title, theirs.published, theirs.language) == (
        ours.title, ours.published, ours.language,
    )  # fmt: skip
    assert [name for name, _ in theirs.signals] == [name for name, _ in ours.signals]


@pytest.mark.parametrize(
    ("method", "origin"), [("best", "blocks"), ("keen", "keen tags"), ("dom", "dom")]
)
def test_the_signals_name_the_method(method: str, origin: str) -> None:
    assert dict(_extraction(PAGE, ExtractionMethod(method)).signals)["text"] == origin


@pytest.mark.parametrize("method", OTHERS)
def test_a_page_without_text_says_why(method: ExtractionMethod) -> None:
    found = _extraction("<html><body><img src=x></body></html>", method)
    assert found.text == found.html == ""
    name, _, why = dict(found.signals)["text"].partition(": ")
    assert name.startswith(method)
    assert why


def test_the_package_takes_the_method_too() -> None:
    assert tidings.extract(PAGE, URL, method=ExtractionMethod.DOM) == _extraction(
        PAGE, ExtractionMethod.DOM
    )


def test_markup_in_the_text_is_escaped_for_the_reader() -> None:
    page = PAGE.replace("The council", "&lt;script&gt;alert(1)&lt;/script&gt;")
    for method in OTHERS:
        found = _extraction(page, method)
        assert "<script>" in found.text
        assert "<script>" not in found.html


def test_the_tags_learned_for_a_site_are_keen() -> None:
    cut = PAGE.replace("</p><p>", "</p><figure></figure><p>")
    page = parse_html(cut, URL)
    without = extract_html(page, method=ExtractionMethod.KEEN)
    memory = SiteMemory(keen_tags=frozenset({"figure"}))
    assert len(without.text.splitlines()) == 1
    assert (
        len(extract_html(page, method=ExtractionMethod.KEEN, memory=memory).text.splitlines()) == 6
    )


def test_pages_in_other_encodings_are_decoded() -> None:
    text = "市议会当晚经过长时间的辩论，作出了谁也没有料到的决定。" * 9
    body = f"<meta charset=gb18030><div><p>{text}</p><p>{text}</p><p>{text}</p></div>"
    for method in ExtractionMethod:
        assert text in _extraction(body.encode("gb18030"), method).text


def test_keen_tags_call_a_long_part_with_few_links_an_article() -> None:
    verdict = keen_verdict(PagePart(0, 9, 101, 4), PageVerdict(PageKind.VALUELESS, 0.9, ("ours",)))
    assert verdict.kind is PageKind.ARTICLE
    assert verdict.reasons == ("its richest part has 101 characters and 4 links",)


@pytest.mark.parametrize(
    ("part", "kind"),
    [(PagePart(0, 9, 900, 5), PageKind.INDEX), (PagePart(0, 9, 100, 0), PageKind.VALUELESS)],
)
def test_keen_tags_decide_what_is_not_an_article(part: PagePart, kind: PageKind) -> None:
    assert keen_verdict(part, OURS).kind is kind


def test_our_own_verdict_decides_between_index_and_valueless() -> None:
    for kind in (PageKind.INDEX, PageKind.VALUELESS):
        assert keen_verdict(PagePart(0, 9, 900, 99), PageVerdict(kind, 0.7, ("ours",))).kind is kind


@given(st.text(max_size=300) | st.binary(max_size=300), st.sampled_from(ExtractionMethod))
def test_any_bytes_give_a_value(body: str | bytes, method: ExtractionMethod) -> None:
    found = extract(body, URL, method=method)
    assert not isinstance(found, Extraction) or isinstance(found.text, str)
