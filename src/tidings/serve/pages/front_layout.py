"""The make-up of the front page: which article goes where. It knows no HTML."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from tidings.model.articles.article import Article
from tidings.model.articles.story import Story
from tidings.serve.rendering.source_directory import SourceDirectory

ARTICLES = 120  # the newest that are made up into a page: what one scrolls through at breakfast
_SECOND_STORIES = 4  # stories beside or below the lead
_LATEST = 8  # lines in the list of the latest
_PER_BLOCK = 6
_MIN_SECTION = 3  # fewer articles make no section
_SECTIONED = 0.6  # so many of the articles must name a section for the page to go by them
_LEAD_CANDIDATES = 12
_LEAD_LETTERS = 600  # a shorter article cannot carry the page


@dataclass(frozen=True, slots=True)
class FrontBlock:
    """A column of the paper; `source` is set when all of it is from one."""

    name: str
    articles: tuple[Article, ...]
    source: str | None = None


@dataclass(frozen=True, slots=True)
class FrontPage:
    """A front page made up; no article stands in two places."""

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
    """Return the front page of articles that come newest first, each story told once.

    What most sources tell stands on top.
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
    """One article of each story, in the place of its newest: the one that stands for it, if any."""
    ids = {article.id: article for article in articles}
    chosen: dict[object, Article] = {}
    for article in articles:
        story = stories.get(article.id)
        key = article.id if story is None else story.id
        if key not in chosen:
            chosen[key] = article if story is None else ids.get(story.lead, article)
    return list(chosen.values())


def _by_sources(articles: Sequence[Article], stories: Mapping[str, Story]) -> list[Article]:
    """The articles whose stories most sources tell first; of equals the newest."""

    def sources(article: Article) -> int:
        story = stories.get(article.id)
        return 1 if story is None else story.sources

    return sorted(articles, key=lambda article: -sources(article))


def _dated(articles: Sequence[Article]) -> Sequence[Article]:
    """Those that say when they were published, if any: adverts and imprints seldom do."""
    return [article for article in articles if article.published] or articles


def _lead(articles: Sequence[Article]) -> Article | None:
    """The newest that is long enough to carry the page, or simply the newest."""
    newest = articles[:_LEAD_CANDIDATES]
    # In UTF-8 a Chinese character counts three, about what it says in letters.
    long = (article for article in newest if len(article.text.encode()) >= _LEAD_LETTERS)
    return next(long, articles[0] if articles else None)


def _varied(articles: Sequence[Article], count: int) -> list[Article]:
    """The newest of different sources first; one busy source must not fill the page."""
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
