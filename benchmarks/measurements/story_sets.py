"""Stories on labelled real texts, set by set: before, now and the simple way.

What is chosen for a set is chosen on the other sets: no figure comes from rows that it was chosen
on, except where a column says so. The news world is a gate for the choice.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product
from pathlib import Path
from statistics import fmean
from typing import TypeVar

from benchmarks.peers.single_pass import grouped_in_one_pass
from benchmarks.support.table import print_table
from tidings.evaluate.grouping.stories import (
    LabelledStoryArticle,
    grouped_articles,
    labelled_story_articles,
)
from tidings.evaluate.grouping.world_stories import WorldReport, world_reports, world_score
from tidings.evaluate.labelled.json_lines import labelled_files, rows_of, set_name
from tidings.evaluate.labelled.page_folder import SkippedLine
from tidings.evaluate.measures.clusters import ClusterScore, b_cubed, pairwise
from tidings.group.stories.membership_score import SCORE_PARAMETERS, ScoreParameters

_BEFORE = replace(SCORE_PARAMETERS, enough_named=SCORE_PARAMETERS.enough)
_CANDIDATES = [
    replace(SCORE_PARAMETERS, enough_named=enough, telling=telling)
    for enough, telling in product((0.18, 0.2, 0.22, 0.24, 0.26, 0.3), (4.5, 5.0, 5.5))
]
_THRESHOLDS = tuple(at / 100 for at in range(8, 42, 2))  # of the simple way
# Seed, history and hours: two small worlds, as in tests/evaluate, and one of 1 100 articles.
_GATE_WORLDS = ((11, 12, 0.5), (12, 12, 0.5), (1, 40, 3.0))
_MIN_WORLD_F1 = 0.95  # of pairs, as in tests/evaluate

Choice = TypeVar("Choice")


@dataclass(frozen=True, slots=True)
class StorySet:
    """A labelled set: its articles and their plain texts."""

    name: str
    rows: list[LabelledStoryArticle]
    texts: list[str]

    @property
    def truth(self) -> list[str]:
        """The story of each article."""
        return [row.story for row in self.rows]


@dataclass(frozen=True, slots=True)
class SetScore:
    """How well a set was grouped."""

    b_cubed: ClusterScore
    pairs: ClusterScore

    @property
    def worth(self) -> float:
        """What a choice maximises: the mean of both, as one merge too many shows in pairs only."""
        return (self.b_cubed.f1 + self.pairs.f1) / 2

    @property
    def cells(self) -> tuple[str, ...]:
        """Precision, recall and F1 by articles, F1 by pairs."""
        one = self.b_cubed
        return tuple(f"{each:.3f}" for each in (one.precision, one.recall, one.f1, self.pairs.f1))


def print_story_sets(folder: Path) -> None:
    """Score the sets of a folder and print the tables."""
    sets = [_story_set(path) for path in labelled_files(folder, "stories*.jsonl")]
    passing = _passing(_CANDIDATES)
    ours = {each: [_score(one, each) for one in sets] for each in passing}
    simple = {each: [_simple_score(one, each) for one in sets] for each in _THRESHOLDS}
    lines = [line for place in range(len(sets)) for line in _lines(sets, place, ours, simple)]
    columns = ("set", "B3 P", "B3 R", "B3 F1", "pairs F1", "chosen")
    print_table("Stories on labelled texts", columns, lines)
    best = _best(ours, range(len(sets)))
    print(f"Chosen on all sets: {_named(best)}; in use: {_named(SCORE_PARAMETERS)}")


def _lines(
    sets: Sequence[StorySet],
    place: int,
    ours: Mapping[ScoreParameters, list[SetScore]],
    simple: Mapping[float, list[SetScore]],
) -> list[tuple[str, ...]]:
    """The lines of one set; what is chosen is chosen on the others."""
    one = sets[place]
    others = [at for at in range(len(sets)) if at != place]
    chosen, threshold = _best(ours, others), _best(simple, others)
    own = _best(simple, [place])
    title = f"{one.name}: {len(one.rows)} articles, {len(set(one.truth))} stories"
    return [
        (f"{title}, before", *_score(one, _BEFORE).cells, _named(_BEFORE)),
        ("- now, chosen on the others", *ours[chosen][place].cells, _named(chosen)),
        ("- now, as in use", *_score(one, SCORE_PARAMETERS).cells, _named(SCORE_PARAMETERS)),
        ("- tf-idf, chosen on the others", *simple[threshold][place].cells, f"{threshold:.2f}"),
        ("- tf-idf, chosen on this set", *simple[own][place].cells, f"{own:.2f}"),
    ]


def _best(scores: Mapping[Choice, list[SetScore]], places: Sequence[int]) -> Choice:
    return max(scores, key=lambda choice: fmean(scores[choice][at].worth for at in places))


def _named(parameters: ScoreParameters) -> str:
    return f"{parameters.enough_named:.2f} at {parameters.telling:.1f}"


def _passing(candidates: Sequence[ScoreParameters]) -> list[ScoreParameters]:
    """The candidates with which the truth of the news world is still recovered."""
    worlds: list[list[WorldReport]] = [list(world_reports(*each)) for each in _GATE_WORLDS]
    return [
        each
        for each in candidates
        if all(world_score(world, each).pairs.f1 >= _MIN_WORLD_F1 for world in worlds)
    ]


def _story_set(path: Path) -> StorySet:
    rows = [row for row in labelled_story_articles(path) if not isinstance(row, SkippedLine)]
    read = [row for row in rows_of(path) if not isinstance(row, SkippedLine)]
    texts = [f"{row.get('title') or row['TITLE']}\n{row.get('text', '')}" for row in read]
    return StorySet(set_name(path).removeprefix("stories_"), rows, texts)


def _score(one: StorySet, parameters: ScoreParameters) -> SetScore:
    found = [row.story for row in grouped_articles(one.rows, parameters)]
    return SetScore(b_cubed(one.truth, found), pairwise(one.truth, found))


def _simple_score(one: StorySet, threshold: float) -> SetScore:
    found = grouped_in_one_pass(one.texts, threshold)
    return SetScore(b_cubed(one.truth, found), pairwise(one.truth, found))
