"""Reading for a topic, in the workers: which links are followed and which articles are kept.

Most sources are followed for everything; their pages never come here.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from tidings.crawl.focus.link_priority import is_explored, priority_of
from tidings.crawl.focus.packed_focus import unpacked_focus
from tidings.crawl.focus.site_focus import Focus, FocusJudgement
from tidings.extract.kinds.link_kind import link_kind_shares
from tidings.extract.site_memory.memory import SiteMemory
from tidings.model.articles.article import Article
from tidings.model.crawl.link_prospect import LinkProspect
from tidings.model.crawl.visit import FoundUrl
from tidings.model.web.page import PageKind, UrlRole
from tidings.model.web.reason import Reason
from tidings.settings.tree import CrawlSettings

_MAX_WORDS = 300  # characters of a link's text that are kept: a headline, or the start of a summary
_BEST = 5  # links that decide what a page of links is worth


@dataclass(frozen=True, slots=True)
class WeighedLinks:
    """The links of a page with their odds."""

    found: tuple[FoundUrl, ...]
    refused: int
    worth: float  # how promising the best links to articles are, 0..1


@lru_cache(maxsize=64)
def task_focus(packed: bytes) -> Focus:
    """Return the focus of a reading task."""
    return unpacked_focus(packed)


def judgement_of(article: Article, packed: bytes, settings: CrawlSettings) -> FocusJudgement:
    """Return the judgement on how much an article is about the topic."""
    text = f"{article.standfirst}\n{article.text}" if article.standfirst else article.text
    return task_focus(packed).judge(article.title, text, article.language, settings.focus_keep)


def weighed_links(
    found: Sequence[FoundUrl],
    words: Mapping[str, str],
    packed: bytes,
    origin: UrlRole,
    memory: SiteMemory,
    settings: CrawlSettings,
) -> WeighedLinks:
    """Weigh the links of a page, feed or sitemap; `words` holds their texts by URL."""
    focus = task_focus(packed)
    pages = [each for each in found if each.role is UrlRole.PAGE and each.dropped is None]
    warmth = _share(focus.names(each.url, words.get(each.url, "")) for each in pages)
    weighed = [
        _weighed_link(each, words.get(each.url, ""), focus, origin, warmth, memory, settings)
        if each.role is UrlRole.PAGE and each.dropped is None
        else each
        for each in found
    ]
    refused = sum(each.dropped is Reason.UNPROMISING for each in weighed)
    return WeighedLinks(tuple(weighed), refused, _worth(weighed))


def _weighed_link(
    found: FoundUrl,
    words: str,
    focus: Focus,
    origin: UrlRole,
    warmth: float,
    memory: SiteMemory,
    settings: CrawlSettings,
) -> FoundUrl:
    """Return a link with its prospect: followed or refused."""
    shares = link_kind_shares(found.url, words, memory.template_odds(found.url))
    listed = origin is not UrlRole.PAGE
    likely_index = not listed and shares[PageKind.INDEX] > shares[PageKind.ARTICLE]
    service = 0.0 if listed else shares[PageKind.VALUELESS]
    prospect = LinkProspect(
        words[:_MAX_WORDS], origin, round(warmth, 3), likely_index, round(service, 3)
    )
    odds = focus.link_probability(found.url, found.parent or "", prospect)
    doubted = odds < settings.focus_follow
    explored = doubted and is_explored(found.id, focus.links, focus.wanted, settings)
    prospect = replace(prospect, odds=round(odds, 4), explored=explored)
    refused = doubted and not explored
    return found._replace(
        prospect=prospect,
        priority=priority_of(odds),
        dropped=Reason.UNPROMISING if refused else None,
    )


def _worth(found: Iterable[FoundUrl]) -> float:
    odds = (
        each.prospect.odds for each in found if each.prospect and not each.prospect.likely_index
    )
    best = sorted(odds, reverse=True)[:_BEST]
    return sum(best) / _BEST


def _share(flags: Iterable[bool]) -> float:
    values = list(flags)
    return sum(values) / len(values) if values else 0.0
