"""Specimens: the articles among which near-duplicates are looked for, with the truth about each."""

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

MIN_WORDS = 50  # words of an original: half of it is then no short text
MAX_ORIGINALS = 500
_SITES = 40
_MEDIAN, _SPREAD = 280, 0.6  # words of made-up articles: log-normal, as newspapers' are
_TOLD_TWICE = 2  # articles about each event of the news world


@dataclass(frozen=True, slots=True)
class CorpusArticle:
    """An article; those of one family are near-duplicates, and no others."""

    id: str
    family: str
    kind: str  # "original", "row", "filler", or the edit or look-alike that it is
    piece: TitledText


def texts_of(paths: Iterable[Path]) -> Iterator[TitledText | SkippedLine]:
    """Yield the texts of JSON lines: `text`, or `article`, or `sentences`, perhaps with `title`."""
    for path in paths:
        for row in rows_of(path):
            yield row if isinstance(row, SkippedLine) else _titled_text(row)


def _titled_text(row: Row) -> TitledText | SkippedLine:
    told = row.get("text") or row.get("article") or row.get("sentences") or row.get("title")
    text = " ".join(map(str, told)) if isinstance(told, list) else told
    title = row.get("title") or ""
    if not isinstance(text, str) or not isinstance(title, str):
        return SkippedLine(0, "it has no text")
    return TitledText(title, "" if text == title else text, detect(text)[0])


def corpus_articles(
    pieces: Sequence[TitledText], articles: int, seed: int = 1
) -> list[CorpusArticle]:
    """Return originals, copies, look-alikes and others, so many in all, in no order.

    Copies and look-alikes come first: there are more than `articles` if these are.
    """
    rng = Random(seed)
    long_enough = [piece for piece in pieces if len(units(piece.text)) >= MIN_WORDS]
    originals = rng.sample(long_enough, min(MAX_ORIGINALS, len(long_enough)))
    chains = MarkovChains(pieces)
    made = [
        each
        for number, piece in enumerate(originals)
        for each in _family(number, piece, chains.of(piece), rng)
    ]
    chosen = set(map(id, originals))
    rows = [piece for piece in pieces if id(piece) not in chosen]
    room = max(0, articles - len(made))
    made += [CorpusArticle(f"row {number}", f"row {number}", "row", piece)
             for number, piece in enumerate(rows[:room])]  # fmt: skip
    made += _filler(max(0, articles - len(made)), pieces, chains, rng)
    rng.shuffle(made)
    return made


def _family(
    number: int, piece: TitledText, chain: MarkovChain, rng: Random
) -> Iterator[CorpusArticle]:
    """An original with its six copies, and what only looks like it."""
    name = f"original {number}"
    supply = WordSupply(chain, rng.randrange(_SITES))
    yield CorpusArticle(name, name, "original", piece)
    for edit in EditKind:
        yield CorpusArticle(f"{edit} {number}", name, edit, edited(piece, edit, supply, rng))
    for kind in LookAlikeKind:
        other = f"{kind} {number}"
        yield CorpusArticle(other, other, kind, look_alike(kind, piece, supply, rng))


def _filler(
    count: int, pieces: Sequence[TitledText], chains: MarkovChains, rng: Random
) -> Iterator[CorpusArticle]:
    for number in range(count):
        name = f"filler {number}"
        if number % 2:
            piece = world_text(1_000 + number // (2 * _TOLD_TWICE), rng)
        else:
            length = int(math.exp(rng.gauss(math.log(_MEDIAN), _SPREAD))) + 20
            like = rng.choice(pieces)
            chain = chains.of(like)
            piece = TitledText(chain.headline(rng), chain.prose(length, rng), like.language)
        yield CorpusArticle(name, name, "filler", piece)
