"""Reading for what the user's settings want, in the workers: languages, and addresses.

Most sources are followed for everything; their pages never come here.
"""

from collections.abc import Container, Iterable
from dataclasses import replace

from tidings.crawl.focus.language_filter import (
    is_unwanted_declaration,
    is_unwanted_link,
    unwanted_article,
)
from tidings.crawl.links.path_rules import path_refusal
from tidings.crawl.visits.unwanted_page import Unwanted
from tidings.engine.reading.reading_task import Reading, ReadingTask
from tidings.model.articles.article import Article
from tidings.model.crawl.source_settings import ANY_PAGE
from tidings.model.web.page import UrlRole
from tidings.model.web.reason import Reason
from tidings.read.pages.html import Html, html_language
from tidings.read.url import canonical
from tidings.text.language.language_codes import language_code


def wanted_reading(reading: Reading, task: ReadingTask, html: Html | None) -> Reading:
    """Drop an article that the settings do not want, and its copy, unless it was kept before."""
    article, scope = reading.article, task.scope
    if article is None or scope is None or task.visit.article is not None:
        return reading
    unwanted = None
    if pattern := path_refusal(task.response.url, scope) if task.visit.depth > 0 else "":
        unwanted = Unwanted(Reason.EXCLUDED, pattern)
    elif scope.languages and (detail := _other_language(article, task, html)):
        unwanted = Unwanted(Reason.OTHER_LANGUAGE, f"{detail}; wanted {', '.join(scope.languages)}")
    if unwanted is None:
        return reading
    return replace(reading, article=None, unwanted=unwanted, record=None, digest="")


def _other_language(article: Article, task: ReadingTask, html: Html | None) -> str:
    languages = (task.scope or ANY_PAGE).languages
    if language_code(article.language) in languages:  # as extraction found: most articles
        return ""
    declared = (html_language(html) if html else None, task.response.header("content-language"))
    text = f"{article.title}\n{article.text}" if len(article.text) < 200 else article.text
    return unwanted_article(text, filter(None, declared), languages)


def without_other_editions(reading: Reading, task: ReadingTask, html: Html) -> Reading:
    """Drop the links of a page that lead to a language which is not wanted, as they say."""
    languages = task.scope.languages if task.scope else ()
    if not languages:
        return reading
    other = {
        canonical(attributes.get("href") or "", html.base)
        for _, attributes in html.anchors
        if is_unwanted_declaration(attributes.get("hreflang") or "", languages)
    }
    return _without(reading, other)


def without_other_languages(
    reading: Reading, task: ReadingTask, items: Iterable[tuple[str, str, str | None]]
) -> Reading:
    """Drop the items of a feed or sitemap (address, words, declared language) in others."""
    languages = task.scope.languages if task.scope else ()
    if not languages:
        return reading
    base = task.response.url
    other = {
        canonical(href, base)
        for href, words, declared in items
        if is_unwanted_link(words, declared, languages)
    }
    return _without(reading, other)


def _without(reading: Reading, other: Container[str | None]) -> Reading:
    """Drop links; they stay known, to be judged again when other languages are wanted."""
    found = tuple(
        each._replace(dropped=Reason.OTHER_LANGUAGE)
        if each.dropped is None and each.role is UrlRole.PAGE and each.url in other
        else each
        for each in reading.found
    )
    dropped = sum(each.dropped is Reason.OTHER_LANGUAGE for each in found)
    if not dropped:
        return reading
    return replace(reading, found=found, drops={**reading.drops, Reason.OTHER_LANGUAGE: dropped})
