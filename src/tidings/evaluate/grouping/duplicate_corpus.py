"""Builds the articles on which near-duplicate detection is scored, with the truth about each."""

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random

from tidings.evaluate.grouping.edits import EditKind, WordSupply, edited
from tidings.evaluate.grouping.lookalikes import LookAlikeKind, look_alike, world_text
from tidings.evaluate.grouping.synthetic_text import MarkovChain, MarkovChains, TitledText, units
from tidings.evaluate.labelled.json_lines import Row, rows_of
from tidings.evaluate.labelled.page_folder import SkippedLine
from tidings.text.language.detection import detect

MIN_WORDS = 50  # words of an original, so that half of it is not a short text
MAX_ORIGINALS = 500
_SITES = 40
_MEDIAN, _SPREAD = 280, 0.6  # words of generated articles: log-normal, as in newspapers
_PER_EVENT = 2  # articles about each event of the news world


@dataclass(frozen=True, slots=True)
class CorpusArticle:
    """An article; articles are near-duplicates if they have the same family."""

    id: str
    family: str
    kind: str  # "original", "row", "filler", or the edit or look-alike that it is
    content: TitledText


def texts_of(paths: Iterable[Path]) -> Iterator[TitledText | SkippedLine]:
    """Yield the texts of JSON lines: `text`, `article` or `sentences`, optionally a `title`."""
    for path in paths:
        for row in rows_of(path):
            yield row if isinstance(row, SkippedLine) else _titled_text(row)


def _titled_text(row: Row) -> TitledText | SkippedLine:
    value = row.get("text") or row.get("article") or row.get("sentences") or row.get("title")
    text = " ".join(map(str, value)) if isinstance(value, list) else value
    title = row.get("title") or ""
    if not isinstance(text, str) or not isinstance(title, str):
        return SkippedLine(0, "it has no text")
    return TitledText(title, "" if text == title else text, detect(text)[0])


def corpus_articles(
    texts: Sequence[TitledText], articles: int, seed: int = 1
) -> list[CorpusArticle]:
    """Return `articles` originals, copies, look-alikes and others, shuffled.

    All copies and look-alikes are included, even if they are more than `articles`.
    """
    rng = Random(seed)
    long_enough = [content for content in texts if len(units(content.text)) >= MIN_WORDS]
    originals = rng.sample(long_enough, min(MAX_ORIGINALS, len(long_enough)))
    chains = MarkovChains(texts)
    made = [
        each
        for number, content in enumerate(originals)
        for each in _family(number, content, chains.of(content), rng)
    ]
    chosen = set(map(id, originals))
    rows = [content for content in texts if id(content) not in chosen]
    room = max(0, articles - len(made))
    made += [CorpusArticle(f"row {number}", f"row {number}", "row", content)
             for number, content in enumerate(rows[:room])]  # fmt: skip
    made += _filler(max(0, articles - len(made)), texts, chains, rng)
    rng.shuffle(made)
    return made


def _family(
    number: int, content: TitledText, chain: MarkovChain, rng: Random
) -> Iterator[CorpusArticle]:
    """An original with its six copies and its look-alikes."""
    name = f"original {number}"
    supply = WordSupply(chain, rng.randrange(_SITES))
    yield CorpusArticle(name, name, "original", content)
    for edit in EditKind:
        yield CorpusArticle(f"{edit} {number}", name, edit, edited(content, edit, supply, rng))
    for kind in LookAlikeKind:
        other = f"{kind} {number}"
        yield CorpusArticle(other, other, kind, look_alike(kind, content, supply, rng))


def _filler(
    count: int, texts: Sequence[TitledText], chains: MarkovChains, rng: Random
) -> Iterator[CorpusArticle]:
    for number in range(count):
        name = f"filler {number}"
        if number % 2:
            content = world_text(1_000 + number // (2 * _PER_EVENT), rng)
        else:
            length = int(math.exp(rng.gauss(math.log(_MEDIAN), _SPREAD))) + 20
            like = rng.choice(texts)
            chain = chains.of(like)
            content = TitledText(chain.headline(rng), chain.prose(length, rng), like.language)
        yield CorpusArticle(name, name, "filler", content)
