"""Reading for what the settings want: languages declared in headers, sitemaps and documents."""

from dataclasses import replace

import pytest
from tests.crawl.focus.test_language_filter import ENGLISH, GERMAN, NORWEGIAN
from tests.factories import NOW, make_response, make_visit

from tidings.crawl.visits.unwanted_page import Unwanted
from tidings.engine.reading.reading_task import Reading, ReadingTask
from tidings.engine.reading.response_reading import read_response
from tidings.model.crawl.source_settings import SourceScope
from tidings.model.web.page import UrlRole
from tidings.model.web.reason import Reason
from tidings.settings.tree import CrawlSettings

HOME = "https://paper.example/"
PAGE = f"{HOME}news/bridge"


def read(
    body: str,
    scope: SourceScope,
    *,
    kind: str = "text/html",
    role: UrlRole = UrlRole.PAGE,
    language: str = "",
    article: str | None = None,
) -> Reading:
    headers = [("content-type", f"{kind}; charset=utf-8")]
    if language:
        headers.append(("content-language", language))
    response = make_response(PAGE, body.encode(), headers=tuple(headers), at=NOW)
    visit = replace(make_visit(PAGE, site=7, role=role, depth=1), article=article, listed=True)
    return read_response(
        ReadingTask(visit, response, "paper.example", scope=scope), CrawlSettings()
    )


def story(sentence: str) -> str:
    text = "".join(f"<p>{sentence}{sentence}</p>" for _ in range(4))
    return f"<html><body><article><h1>{sentence[:40]}</h1>{text}</article></body></html>"


DANISH_ONLY = SourceScope(languages=("da",))


@pytest.mark.parametrize(("language", "is_kept"), [("", False), ("da", True), ("no", False)])
def test_content_language_decides_between_languages_that_are_alike(
    language: str, is_kept: bool
) -> None:
    reading = read(story(NORWEGIAN), DANISH_ONLY, language=language)
    assert (reading.article is not None) is is_kept


def test_an_unwanted_article_leaves_nothing_behind_but_its_fingerprint() -> None:
    scope = SourceScope(languages=("en",))
    reading = read(story(GERMAN), scope)
    detail = "declared nothing, detected de; wanted en"
    assert reading.unwanted == Unwanted(Reason.OTHER_LANGUAGE, detail)
    assert (reading.article, reading.entry, reading.annotation) == (None, None, None)
    assert (reading.record, reading.digest) == (None, "")
    assert reading.fingerprint  # so that a trap of copies is still recognised
    kept = read(story(GERMAN), scope, article="abc")
    assert kept.article is not None  # a re-check of an article that is kept


def test_a_plain_text_is_judged_by_its_words() -> None:
    scope = SourceScope(languages=("en",))
    text = "\n\n".join(["Der Brückenbau", *[GERMAN * 2] * 4])
    german = read(text, scope, kind="text/plain")
    english = read(text.replace(GERMAN, ENGLISH), scope, kind="text/plain")
    assert german.unwanted is not None
    assert english.article is not None


def test_entries_of_a_news_sitemap_say_their_language() -> None:
    entries = "".join(
        f"<url><loc>{HOME}{path}</loc><n:news><n:publication><n:name>P</n:name>"
        f"<n:language>{language}</n:language></n:publication><n:title>{title}</n:title></n:news>"
        "</url>"
        for path, language, title in (
            ("a", "de", GERMAN[:90]),
            ("b", "en", ENGLISH[:90]),
            ("c", "de", ENGLISH[:90]),
        )
    )
    spaces = "xmlns='http://www.sitemaps.org/schemas/sitemap/0.9'"
    news = "xmlns:n='http://www.google.com/schemas/sitemap-news/0.9'"
    body = f"<urlset {spaces} {news}>{entries}</urlset>"
    scope = SourceScope(languages=("en",))
    reading = read(body, scope, kind="application/xml", role=UrlRole.SITEMAP)
    assert {each.url[-1]: each.dropped for each in reading.found} == {
        "a": Reason.OTHER_LANGUAGE,
        "b": None,
        "c": None,
    }
    assert reading.drops == {Reason.OTHER_LANGUAGE: 1}
