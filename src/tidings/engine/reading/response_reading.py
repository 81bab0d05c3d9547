"""Reading one response: everything that costs CPU, as one function that runs in the workers."""

from dataclasses import replace

from tidings.engine.reading.annotator import Annotator
from tidings.engine.reading.focused_reading import judgement_of, task_focus
from tidings.engine.reading.list_reading import read_feed_of, read_sitemap_of
from tidings.engine.reading.page_reading import read_page_of
from tidings.engine.reading.reading_task import Reading, ReadingTask
from tidings.engine.reading.sight_reading import with_sight
from tidings.model.articles.annotations import NOT_ANNOTATED
from tidings.model.articles.article import Article, UnreadablePage
from tidings.model.web.page import UrlRole
from tidings.model.web.reason import BARRIERS
from tidings.read.feeds.feed_formats import looks_like_feed, looks_like_page, looks_like_sitemap
from tidings.search.entries.entry import entry_of
from tidings.settings.tree import CrawlSettings


def read_response(
    task: ReadingTask, settings: CrawlSettings, annotator: Annotator | None = None
) -> Reading:
    """Read a response as what it is, which may differ from its expected role."""
    reading = _read(task, settings)
    if task.focus:
        reading = _on_topic(reading, task, settings)
    if task.query is not None:
        reading = with_sight(reading, task, task.query, settings)
    if reading.article is None:
        return reading
    return _with_annotations(reading, task, reading.article, annotator)


def _with_annotations(
    reading: Reading, task: ReadingTask, article: Article, annotator: Annotator | None
) -> Reading:
    """Add the annotations and the index entry of an article."""
    is_new = task.visit.article is None
    annotation = annotator.of(article, is_new=is_new) if annotator else None
    annotations = annotation.annotations if annotation else NOT_ANNOTATED
    entry = entry_of(article, annotations=annotations)
    return replace(reading, annotation=annotation, entry=entry)


def _on_topic(reading: Reading, task: ReadingTask, settings: CrawlSettings) -> Reading:
    """Drop an article that is off topic, unless it was kept before."""
    reading = replace(reading, topic=task_focus(task.focus).words)
    if reading.article is None or task.visit.article is not None:
        return reading
    judgement = judgement_of(reading.article, task.focus, settings)
    if judgement.wanted:
        return replace(reading, judgement=judgement)
    return replace(reading, judgement=judgement, article=None)


def _read(task: ReadingTask, settings: CrawlSettings) -> Reading:
    body = task.response.body
    role = task.visit.role
    if role is UrlRole.FEED or (role is UrlRole.PAGE and looks_like_feed(body)):
        return _read_list(read_feed_of(task, settings), task, settings)
    if role is UrlRole.SITEMAP or looks_like_sitemap(body):
        return _read_list(read_sitemap_of(task, settings), task, settings)
    return read_page_of(task, settings)


def _read_list(reading: Reading, task: ReadingTask, settings: CrawlSettings) -> Reading:
    """Return the reading of a list; of a page in its place, which page it is.

    Many sites answer every address with their front page, or with a bot check.
    """
    if not isinstance(reading.page, UnreadablePage) or not looks_like_page(task.response.body):
        return reading
    visit = replace(task.visit, role=UrlRole.PAGE, depth=0)
    page = read_page_of(replace(task, visit=visit, focus=b""), settings)
    if isinstance(page.page, UnreadablePage) and page.page.reason in BARRIERS:
        return replace(reading, page=page.page)
    return replace(reading, fingerprint=page.fingerprint)
