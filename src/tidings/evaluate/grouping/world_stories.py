"""Scores stories and lineage on the news world, whose truth is known."""

from collections import Counter
from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass
from datetime import timedelta

from tidings.enrich.entities.article_entities import entities_of
from tidings.evaluate.grouping.stories import settle_stories
from tidings.evaluate.measures.clusters import ClusterScore, b_cubed, pairwise
from tidings.group.duplicates.credits import credits_of
from tidings.group.duplicates.duplicate_index import DuplicateIndex
from tidings.group.duplicates.lineage import LineageArticle, SimilarPair, first_articles, lineage
from tidings.group.duplicates.sketch import Sketch, sketch_of
from tidings.group.stories.clipping import Clipping, clipping_of_text
from tidings.group.stories.membership_score import SCORE_PARAMETERS, ScoreParameters
from tidings.group.stories.story_clusters import StoryClusters
from tidings.text.parsing.parsed_text import parse_text
from tidings.world.pages.truth import PageTruth
from tidings.world.world import World

_EVERY = timedelta(minutes=10)  # of world time between two passes
_SEEN_AFTER = timedelta(minutes=1)  # since an article appeared


@dataclass(frozen=True, slots=True)
class WorldReport:
    """An article of the world after parsing, and its truth."""

    truth: PageTruth
    clipping: Clipping
    sketch: Sketch
    lineage: LineageArticle


@dataclass(frozen=True, slots=True)
class WorldScore:
    """How much of the truth was recovered."""

    articles: int
    events: int
    stories: int
    pairs: ClusterScore
    pairs_across: ClusterScore  # across two languages
    b_cubed: ClusterScore
    copies: int
    copies_right: float  # share of the copies with the right parent
    roots_right: float  # share of all articles with the right root
    firsts_right: float  # share of the events whose first article is right


def world_reports(seed: int, history: int = 40, hours: float = 3.0) -> Iterator[WorldReport]:
    """Yield the articles of a world in order of appearance."""
    world = World(seed, history=history)
    world.advance(world.now + timedelta(hours=hours))
    for truth in sorted(world.articles(), key=lambda each: (str(each.appeared), each.url)):
        if truth.published is not None and truth.appeared is not None:
            yield _world_report(truth)


def _world_report(truth: PageTruth) -> WorldReport:
    assert truth.published is not None
    assert truth.appeared is not None
    text = "\n".join(filter(None, (truth.standfirst, truth.body)))
    title, body = parse_text(truth.title, truth.language), parse_text(text, truth.language)
    entities = entities_of(title, body)
    return WorldReport(
        truth,
        clipping_of_text(truth.url, truth.paper, truth.published, title, body, entities),
        sketch_of(title, body),
        LineageArticle(
            truth.url, truth.paper, truth.published, truth.appeared + _SEEN_AFTER, credits_of(text)
        ),
    )


def world_score(
    news: list[WorldReport], parameters: ScoreParameters = SCORE_PARAMETERS
) -> WorldScore:
    """Group the articles of a world one by one, and compare with its truth."""
    stories, matches = _grouped(news, parameters)
    truth = [report.truth.story for report in news]
    found = [stories.story_of[report.clipping.id] for report in news]
    copies, parents, roots = _descents(news, matches)
    return WorldScore(
        articles=len(news),
        events=len(set(truth)),
        stories=len(set(found)),
        pairs=pairwise(truth, found),
        pairs_across=_across(news, found),
        b_cubed=b_cubed(truth, found),
        copies=copies,
        copies_right=parents,
        roots_right=roots,
        firsts_right=_firsts(news),
    )


def _grouped(
    news: list[WorldReport], parameters: ScoreParameters
) -> tuple[StoryClusters, list[SimilarPair]]:
    stories, duplicates = StoryClusters(parameters=parameters), DuplicateIndex()
    matches: list[SimilarPair] = []
    due = news[0].clipping.at + _EVERY if news else None
    for report in news:
        id, at = report.clipping.id, report.clipping.at
        found = duplicates.near_duplicates(report.sketch, id)
        duplicates.add(id, report.sketch, at)
        matches += [(id, like.other, like.similarity, like.held) for like in found]
        stories.place(report.clipping, [(each.other, each.similarity, each.held) for each in found])
        if due is not None and at >= due:
            stories.reconsider(at)
            due = at + _EVERY
    if news:
        settle_stories(stories, news[-1].clipping.at)
    return stories, matches


def _across(news: list[WorldReport], found: list[int]) -> ClusterScore:
    """Pairs across languages: all pairs minus those within one language."""
    truth = [report.truth.story for report in news]
    languages = [report.truth.language for report in news]
    every = _counts(truth, found)
    within = _counts(
        list(zip(truth, languages, strict=True)), list(zip(found, languages, strict=True))
    )
    both, together, belonging = (one - other for one, other in zip(every, within, strict=True))
    return ClusterScore(both / max(together, 1), both / max(belonging, 1))


def _counts(truth: Sequence[Hashable], found: Sequence[Hashable]) -> tuple[int, int, int]:
    def pairs(labels: Sequence[Hashable]) -> int:
        return sum(count * (count - 1) // 2 for count in Counter(labels).values())

    return pairs(list(zip(truth, found, strict=True))), pairs(found), pairs(truth)


def _descents(news: list[WorldReport], matches: list[SimilarPair]) -> tuple[int, float, float]:
    """How many copies there are, and the shares of right parents and roots."""
    origin = {report.truth.url: report.truth.original for report in news}
    lines = lineage([report.lineage for report in news], matches)
    copies = [each for each in lines if origin[each.article] in origin]
    parents = sum(each.parent == origin[each.article] for each in copies)
    roots = sum(each.root == _root(each.article, origin) for each in lines)
    return len(copies), parents / max(1, len(copies)), roots / max(1, len(lines))


def _root(url: str, origin: dict[str, str | None]) -> str:
    while (source := origin.get(url)) is not None and source in origin:
        url = source
    return url


def _firsts(news: list[WorldReport]) -> float:
    events: dict[str | None, list[WorldReport]] = {}
    for report in news:
        events.setdefault(report.truth.story, []).append(report)
    right = sum(
        min(each, key=lambda report: str(report.truth.appeared)).clipping.id
        in first_articles([report.lineage for report in each])
        for each in events.values()
    )
    return right / max(1, len(events))
