"""Reading one archived page again: what it yields today, if that differs from what is stored."""

from dataclasses import dataclass, replace

from tidings.crawl.visits.visit_outcome import after_reading
from tidings.engine.reading.annotator import Annotator
from tidings.engine.reading.reading_task import Reading, ReadingTask
from tidings.engine.reading.response_reading import read_response
from tidings.engine.rebuilding.correction import corrected
from tidings.engine.rebuilding.page_copies import (
    PageCopy,
    ReadAgain,
    SiteKnowledge,
    is_withdrawn,
    reading_task,
)
from tidings.model.articles.article import Article, Extraction
from tidings.settings.tree import CrawlSettings
from tidings.store.archive.warc_files import ArchiveReader
from tidings.store.archive.warc_record import DamagedRecord


@dataclass(frozen=True, slots=True)
class ReadCopy:
    """A copy, and what it yields today."""

    task: ReadingTask
    reading: Reading


class PageReader:
    """Reads copies in one process."""

    def __init__(
        self,
        archive: ArchiveReader,
        settings: CrawlSettings,
        sites: dict[int, SiteKnowledge],
        annotator: Annotator | None,  # None: nothing is corrected
        *,
        everything: bool,
    ) -> None:
        self._archive = archive
        self._settings = settings
        self._sites = sites
        self._annotator = annotator
        self._everything = everything

    def read(self, page: PageCopy, *, is_needed: bool) -> ReadCopy | None:
        """Return what a copy yields today; None if it cannot be read.

        What can correct nothing is read only if it `is_needed` for something else.
        """
        if not is_needed and not _may_correct(page):
            return None
        try:
            task = reading_task(page, self._archive, self._sites)
        except DamagedRecord:
            return None
        return ReadCopy(task, self._reading(page, task)) if task is not None else None

    def correction(self, page: PageCopy, copy: ReadCopy) -> ReadAgain | None:
        """Return what a copy yields today, if that differs from what is stored."""
        reading, annotator = copy.reading, self._annotator
        if annotator is None or not _may_correct(page):
            return None
        if not isinstance(reading.page, Extraction) or not _is_different(page, reading):
            return None
        annotation = (
            annotator.of(reading.article, is_new=page.known is None) if reading.article else None
        )
        lean = replace(
            reading, found=(), foreign=(), drops={}, record=None, entry=None, annotation=annotation
        )
        return ReadAgain(lean, after_reading(copy.task.response, reading.page, None))

    def _reading(self, page: PageCopy, task: ReadingTask) -> Reading:
        """Read a copy with what we know about its site, if it was read with that before.

        What was learned since then is no reason to change an article: that some lines repeat, say,
        may not have been known. It counts for new articles, and if everything is made again.
        """
        reading = read_response(task, self._settings)
        if self._everything or page.known is None or not task.memory:
            return reading
        if not _is_different(page, reading):
            return reading
        untaught = read_response(replace(task, memory=b""), self._settings)
        if knew_less(page.known, reading, untaught):
            return _with_text_of(page.known, reading)
        return untaught if _was_untaught(page.known, reading, untaught) else reading


def _may_correct(page: PageCopy) -> bool:
    return page.corrects and not (page.known is not None and is_withdrawn(page.known))


def _is_different(page: PageCopy, reading: Reading) -> bool:
    """Return whether a page yields another article than the stored one, or another verdict."""
    known, article = page.known, reading.article
    if known is None or article is None:
        return known is not None or article is not None
    return corrected(known, article) != known


def knew_less(known: Article, taught: Reading, untaught: Reading) -> bool:
    """Return whether an article was read with a part of what we know about its site now.

    Then it lacks only lines that are left out today, and has all that are kept today.
    """
    if taught.article is None or untaught.article is None:
        return False
    stored = _lines(known)
    return _lines(taught.article) <= stored <= _lines(untaught.article)


def _lines(article: Article) -> set[str]:
    return set(article.text.split("\n"))


def _with_text_of(known: Article, reading: Reading) -> Reading:
    assert reading.article is not None
    article = replace(
        reading.article, text=known.text, html=known.html, word_count=known.word_count
    )
    return replace(reading, article=article)


def _was_untaught(known: Article, taught: Reading, untaught: Reading) -> bool:
    """Return whether an article has lines that are left out with what we know about its site."""
    if untaught.article is None or taught.article is None:
        return untaught.article is not None
    return bool((_lines(untaught.article) - _lines(taught.article)) & _lines(known))
