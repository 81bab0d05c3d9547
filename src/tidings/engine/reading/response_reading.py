"""Reading one response: everything that costs CPU, as one pure function run in the workers."""

from dataclasses import replace

from tidings.engine.reading.annotator import Annotator
from tidings.engine.reading.focused_reading import judgement_of, task_focus
from tidings.engine.reading.list_reading import read_feed_of, read_sitemap_of
from tidings.engine.reading.page_reading import read_page_of
from tidings.engine.reading.reading_task import Reading, ReadingTask
from tidings.model.articles.annotations import NOT_ANNOTATED
from tidings.model.articles.article import Article
from tidings.model.web.page import UrlRole
from tidings.read.feeds.feed_formats import looks_like_feed, looks_like_sitemap
from tidings.search.entries.entry import entry_of
from tidings.settings.tree import CrawlSettings


def read_response(
    job: ReadingTask, settings: CrawlSettings, understanding: Annotator | None = None
) -> Reading:
    """Read a response as what it is, which may differ from what was expected."""
    reading = _read(job, settings)
    if job.focus:
        reading = _on_topic(reading, job, settings)
    if reading.article is None:
        return reading
    return _with_annotations(reading, job, reading.article, understanding)


def _with_annotations(
    reading: Reading, job: ReadingTask, article: Article, understanding: Annotator | None
) -> Reading:
    """Add what an article that may be kept says, and its entry in the index."""
    is_new = job.visit.article is None
    understood = understanding.of(article, is_new=is_new) if understanding else None
    annotations = understood.annotations if understood else NOT_ANNOTATED
    entry = entry_of(article, annotations=annotations)
    return replace(reading, annotation=understood, entry=entry)


def _on_topic(reading: Reading, job: ReadingTask, settings: CrawlSettings) -> Reading:
    """Keep the article only if it is about what the site is followed for; kept once, it stays."""
    reading = replace(reading, topic=task_focus(job.focus).words)
    if reading.article is None or job.visit.article is not None:
        return reading
    judgement = judgement_of(reading.article, job.focus, settings)
    if judgement.wanted:
        return replace(reading, judgement=judgement)
    return replace(reading, judgement=judgement, article=None)


def _read(job: ReadingTask, settings: CrawlSettings) -> Reading:
    body = job.response.body
    role = job.visit.role
    if role is UrlRole.FEED or (role is UrlRole.PAGE and looks_like_feed(body)):
        return read_feed_of(job, settings)
    if role is UrlRole.SITEMAP or looks_like_sitemap(body):
        return read_sitemap_of(job, settings)
    return read_page_of(job, settings)
