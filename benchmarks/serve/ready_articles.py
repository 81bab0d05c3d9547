"""Ready-made articles: as workers hand them over, with index entries and data for grouping."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta

from benchmarks.inputs.filled_home import article_of
from benchmarks.inputs.newswire import AgencyReport
from tidings.group.duplicates.sketch import sketch_of
from tidings.group.stories.clipping import clipping_of
from tidings.model.articles.annotations import NOT_ANNOTATED
from tidings.model.articles.article import Article
from tidings.search.entries.entry import IndexEntry, entry_of
from tidings.store.tables.articles.annotations import PackedAnnotations, annotations_text
from tidings.text.parsing.parsed_text import parse_text

NEWEST = datetime(2026, 6, 1, tzinfo=UTC)  # the last day of the generated news


@dataclass(frozen=True, slots=True)
class ReadyArticle:
    """An article and what workers make of it."""

    article: Article
    entry: IndexEntry
    packed: PackedAnnotations


def as_of(report: AgencyReport, now: datetime) -> AgencyReport:
    """Return a report as if the generated news ended now: stories are those of the last month."""
    return replace(report, published=min(report.published + (now - NEWEST), now))


def ready_article(report: AgencyReport) -> ReadyArticle:
    """Return a report as it is handed over."""
    article = article_of(report)
    return ReadyArticle(article, entry_of(article), packed_of(article))


def packed_of(article: Article) -> PackedAnnotations:
    """Return what grouping needs of an article; nothing else is annotated."""
    title, body = (parse_text(text, article.language) for text in (article.title, article.text))
    sketch, clipping = sketch_of(title, body), clipping_of(article, title, body)
    return PackedAnnotations(annotations_text(NOT_ANNOTATED), sketch.packed(), clipping.packed())


def new_reports(reports: Iterator[AgencyReport], first: int) -> Iterator[AgencyReport]:
    """Return reports that are published now, numbered from `first`."""
    now = datetime.now(UTC) - timedelta(minutes=25)  # an article is first seen twenty minutes later
    for report in reports:
        yield replace(report, number=first + report.number, published=now)
