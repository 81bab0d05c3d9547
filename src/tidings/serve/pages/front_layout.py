"""The layout of the front page: which article goes where. Not HTML."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from tidings.model.articles.article import Article
from tidings.model.articles.story import Story
from tidings.serve.rendering.source_directory import SourceDirectory

ARTICLES = 120  # the newest, which the page is made of: as many as a reader scrolls through
_SECOND_STORIES = 4  # next to or below the lead
_LATEST = 8  # in the list of latest articles
_PER_BLOCK = 6
_MIN_SECTION = 3  # articles in a section
_SECTIONED = 0.6  # share of articles with a section from which columns are sections
_LEAD_CANDIDATES = 12
_LEAD_BYTES = 600  # a shorter article is too short for a lead


@dataclass(frozen=True, slots=True)
class FrontBlock:
    """A column of the page; `source` is set if all its articles have the same source."""

    name: str
    articles: tuple[Article, ...]
    source: str | None = None


@dataclass(frozen=True, slots=True)
class FrontPage:
    """The layout of a front page; no article is in two places."""

    lead: Article | None
    seconds: tuple[Article, ...]
    latest: tuple[Article, ...]
    blocks: tuple[FrontBlock, ...]
    stories: Mapping[str, Story] = field(default_factory=dict)  # of the articles shown


def front_page_of(
    articles: Sequence[Article],
    directory: SourceDirectory,
    stories: Mapping[str, Story] | None = None,
) -> FrontPage:
    """Return the front page of articles that come newest first, with one article per story.

    Stories with most sources come first.
    """
    known = stories or {}
    articles = _one_each(articles, known)
    top = _by_sources(_dated(articles), known)
    lead = _lead(top)
    rest = [article for article in articles if article is not lead]
    seconds = _varied([article for article in top if article is not lead], _SECOND_STORIES)
    rest = _without(rest, seconds)
    latest, rest = rest[:_LATEST], rest[_LATEST:]
    blocks = tuple(_blocks(rest, directory))
    return FrontPage(lead, tuple(seconds), tuple(latest), blocks, known)


def _one_each(articles: Sequence[Article], stories: Mapping[str, Story]) -> list[Article]:
    """Return one article per story, at the position of its newest: its lead, if it is here."""
    ids = {article.id: article for article in articles}
    chosen: dict[object, Article] = {}
    for article in articles:
        story = stories.get(article.id)
        key = article.id if story is None else story.id
        if key not in chosen:
            chosen[key] = article if story is None else ids.get(story.lead, article)
    return list(chosen.values())


def _by_sources(articles: Sequence[Article], stories: Mapping[str, Story]) -> list[Article]:
    """Sort articles by the number of sources of their stories; the newest first among equals."""

    def sources(article: Article) -> int:
        story = stories.get(article.id)
        return 1 if story is None else story.sources

    return sorted(articles, key=lambda article: -sources(article))


def _dated(articles: Sequence[Article]) -> Sequence[Article]:
    """Return the articles with a publication date, if any: adverts and imprints seldom have one."""
    return [article for article in articles if article.published] or articles


def _lead(articles: Sequence[Article]) -> Article | None:
    """Return the newest article that is long enough for a lead, or else the newest."""
    newest = articles[:_LEAD_CANDIDATES]
    # In UTF-8 a Chinese character has three bytes, about as many as the letters it stands for.
    long = (article for article in newest if len(article.text.encode()) >= _LEAD_BYTES)
    return next(long, articles[0] if articles else None)


def _varied(articles: Sequence[Article], count: int) -> list[Article]:
    """Return the newest of each source first, so that a busy source does not fill the page."""
    firsts: dict[str, Article] = {}
    for article in articles:
        firsts.setdefault(article.source, article)
    chosen = list(firsts.values())[:count]
    return chosen + _without(articles, chosen)[: count - len(chosen)]


def _without(articles: Iterable[Article], taken: Iterable[Article]) -> list[Article]:
    ids = {article.id for article in taken}
    return [article for article in articles if article.id not in ids]


def _blocks(articles: Sequence[Article], directory: SourceDirectory) -> list[FrontBlock]:
    sectioned = sum(bool(article.section) for article in articles)
    by_section = bool(articles) and sectioned >= len(articles) * _SECTIONED
    blocks = _by_section(articles) if by_section else _by_source(articles, directory)
    return sorted(blocks, key=lambda block: -len(block.articles))


def _by_source(articles: Sequence[Article], directory: SourceDirectory) -> list[FrontBlock]:
    groups: dict[str, list[Article]] = {}
    for article in articles:
        groups.setdefault(article.source, []).append(article)
    return [
        FrontBlock(directory.name(source), tuple(group[:_PER_BLOCK]), source)
        for source, group in groups.items()
    ]


def _by_section(articles: Sequence[Article]) -> list[FrontBlock]:
    groups: dict[str, list[Article]] = {}
    for article in articles:
        groups.setdefault(article.section.strip().casefold(), []).append(article)
    small = [key for key, group in groups.items() if not key or len(group) < _MIN_SECTION]
    others = sorted(
        (article for key in small for article in groups.pop(key)),
        key=lambda article: -(article.published or article.first_seen).timestamp(),
    )
    blocks = [FrontBlock(group[0].section, tuple(group[:_PER_BLOCK])) for group in groups.values()]
    return blocks + ([FrontBlock("Other news", tuple(others[:_PER_BLOCK]))] if others else [])
