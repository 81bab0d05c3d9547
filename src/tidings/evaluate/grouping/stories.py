"""Scores grouping into stories on labelled rows, in their order.

A row has a title and a story (`TITLE` and `STORY`, or in lower case), optionally a text, a language
and a time. As in the live pipeline, articles come one by one and passes correct the stories from
time to time; the final state is scored.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

from tidings.enrich.entities.article_entities import entities_of
from tidings.evaluate.labelled.json_lines import Row, rows_of
from tidings.evaluate.labelled.page_folder import SkippedLine
from tidings.group.stories.clipping import Clipping, clipping_of_text
from tidings.group.stories.membership_score import SCORE_PARAMETERS, ScoreParameters
from tidings.group.stories.story_clusters import StoryClusters
from tidings.text.language.detection import detect
from tidings.text.parsing.parsed_text import parse_text

_BEGIN = datetime(2026, 1, 1, tzinfo=UTC)  # of rows without a time, which are a minute apart
_EVERY = 100  # articles after which a pass corrects the stories …
_PASSES = 8  # … and the most at the end, if stories keep changing


@dataclass(frozen=True, slots=True)
class LabelledStoryArticle:
    """A row: an article and its true story."""

    clipping: Clipping
    story: str


@dataclass(frozen=True, slots=True)
class GroupedArticle:
    """An article, its true story and the one it was grouped into."""

    title: str
    truth: str
    story: int


def labelled_story_articles(path: Path) -> Iterator[LabelledStoryArticle | SkippedLine]:
    """Yield every row of a file as an article with its story."""
    for number, row in enumerate(rows_of(path)):
        if isinstance(row, SkippedLine):
            yield row
            continue
        title, story = _field(row, "title"), _field(row, "story")
        if not title or not story:
            yield SkippedLine(number + 1, "it has no title or no story")
        else:
            yield LabelledStoryArticle(_clipping(number, title, row), story)


def grouped_articles(
    rows: Sequence[LabelledStoryArticle], parameters: ScoreParameters = SCORE_PARAMETERS
) -> list[GroupedArticle]:
    """Group articles one by one."""
    stories = StoryClusters(parameters=parameters)
    for at, row in enumerate(rows, 1):
        stories.place(row.clipping)
        if at % _EVERY == 0:
            stories.reconsider(row.clipping.at)
    settle_stories(stories, max((row.clipping.at for row in rows), default=_BEGIN))
    return [
        GroupedArticle(row.clipping.title, row.story, stories.story_of[row.clipping.id])
        for row in rows
    ]


def settle_stories(stories: StoryClusters, now: datetime) -> None:
    """Correct stories until nothing changes, for a limited number of passes."""
    for _ in range(_PASSES):
        if not stories.reconsider(now):
            return


def _clipping(number: int, title: str, row: Row) -> Clipping:
    text = _field(row, "text") or _field(row, "body")
    language = _field(row, "language") or _field(row, "lang") or _language(f"{title}\n{text}")
    headline, body = parse_text(title, language), parse_text(text, language)
    entities = entities_of(headline, body) if text else ()
    source = _field(row, "source") or _field(row, "hostname")
    return clipping_of_text(str(number), source, _time(number, row), headline, body, entities)


def _language(text: str) -> str:
    """The language; English for a headline that is too short, as most labelled ones are."""
    language, _ = detect(text)
    return "en" if language == "und" else language


def _time(number: int, row: Row) -> datetime:
    """When the row was published: ISO 8601 or milliseconds since 1970."""
    value = _field(row, "published") or _field(row, "timestamp")
    try:
        if value.isdecimal():
            return datetime.fromtimestamp(int(value) / 1000, UTC)
        moment = datetime.fromisoformat(value)
        return moment if moment.tzinfo else moment.replace(tzinfo=UTC)
    except (ValueError, OverflowError, OSError):
        return _BEGIN + timedelta(minutes=number)


def _field(row: Row, name: str) -> str:
    value = row.get(name.upper(), row.get(name))
    return "" if value is None else str(value).strip()
