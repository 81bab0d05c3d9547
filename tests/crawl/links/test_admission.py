from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tidings.crawl.links.admission import DEEP, FRESH, LinkContext, admit, refusal
from tidings.model.web.page import UrlRole
from tidings.model.web.reason import Reason
from tidings.settings.tree import CrawlSettings

SETTINGS = CrawlSettings()
BASE = "https://www.paper.example/news/"
CONTEXT = LinkContext(1, "paper.example", 0, BASE, SETTINGS)


def test_links_are_admitted_by_the_registered_domain() -> None:
    hrefs = ["/a", "https://sport.paper.example/b", "https://other.example/c"]
    admission = admit(hrefs, BASE, CONTEXT)
    assert [found.url for found in admission.found] == [
        "https://www.paper.example/a",
        "https://sport.paper.example/b",
    ]
    assert [found.url for found in admission.foreign] == ["https://other.example/c"]


def test_off_site_links_are_limited_and_filtered() -> None:
    few = replace(CONTEXT, settings=replace(SETTINGS, max_foreign_links=2))
    hrefs = ["https://b.example/p.jpg", *(f"https://other.example/{n}" for n in range(5))]
    admission = admit(hrefs, BASE, few)
    assert [found.url for found in admission.foreign] == [
        "https://other.example/0",
        "https://other.example/1",
    ]
    assert admission.found == ()
    assert admission.drops == {Reason.OFF_SITE: 4}


@pytest.mark.parametrize(
    ("href", "reason"),
    [
        ("mailto:x@paper.example", Reason.BAD_SCHEME),
        ("javascript:void(0)", Reason.BAD_SCHEME),
        ("file:///etc/passwd", Reason.BAD_SCHEME),
        ("http://", Reason.NOT_A_URL),
        ("/photo.JPG", Reason.MEDIA_FILE),
        ("/table.xlsx?x=1", Reason.MEDIA_FILE),
        ("/" + "x" * 3000, Reason.URL_TOO_LONG),
        ("https://me:secret@paper.example/", Reason.CREDENTIALS),
        ("/a/b/a/b/a/b/", Reason.TRAP),
        ("/s?" + "&".join(f"p{i}=1" for i in range(12)), Reason.TRAP),
        ("/" + "/".join(f"d{i}" for i in range(30)), Reason.TRAP),
    ],
)
def test_a_drop_has_its_reason(href: str, reason: Reason) -> None:
    assert admit([href], BASE, CONTEXT).drops == {reason: 1}


@pytest.mark.parametrize("name", ["paper.pdf?x=1", "letter.DOCX", "talk.pptx", "a.odt", "b.rtf"])
def test_documents_have_a_low_priority_even_if_a_feed_lists_them(name: str) -> None:
    (found,) = admit([f"/{name}"], BASE, CONTEXT, priority=FRESH).found
    assert found.priority == DEEP
    assert found.listed


def test_documents_can_be_disabled() -> None:
    context = replace(CONTEXT, settings=replace(SETTINGS, documents=False))
    assert admit(["/paper.pdf"], BASE, context).drops == {Reason.MEDIA_FILE: 1}


def test_a_trap_on_the_site_is_recorded_with_its_reason() -> None:
    (found,) = admit(["/a/b/a/b/a/b/"], BASE, CONTEXT).found
    assert found.dropped is Reason.TRAP


def test_too_deep_links_are_recorded_but_dropped() -> None:
    deep = LinkContext(1, "paper.example", SETTINGS.max_depth, BASE, SETTINGS)
    (found,) = admit(["/x"], BASE, deep).found
    assert found.dropped is Reason.TOO_DEEP


def test_one_page_under_many_spellings_is_found_once() -> None:
    hrefs = ["/a?utm_source=x", "/a#top", "a/../../a", "HTTPS://WWW.PAPER.EXAMPLE:443/a"]
    assert len(admit(hrefs, BASE, CONTEXT).found) == 1


def test_a_feed_may_be_on_another_domain() -> None:
    admission = admit(["https://feeds.elsewhere.example/x"], BASE, CONTEXT, role=UrlRole.FEED)
    assert len(admission.found) == 1


def test_dates_in_paths_are_not_traps() -> None:
    assert refusal("https://paper.example/2026/01/01/01-story", "paper.example", SETTINGS) is None


@given(st.lists(st.text(max_size=60), max_size=20))
def test_any_text_is_judged(hrefs: list[str]) -> None:
    admission = admit(hrefs, BASE, CONTEXT)
    assert all(found.url.startswith(("http://", "https://")) for found in admission.found)
