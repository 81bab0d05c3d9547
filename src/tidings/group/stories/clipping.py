"""A clipping: what is kept of an article to tell its story; not the article.

Its rare terms, names and figures, with how rare the terms are. Made once per article, about a
kilobyte when packed, so that the clippings of a month can be read again at start.
"""

import json
import zlib
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import islice
from operator import mul
from typing import NamedTuple

from tidings.group.stories.figures import figures
from tidings.group.stories.name_words import name_words
from tidings.model.articles.annotations import Entity, Keyphrase
from tidings.model.articles.article import Article
from tidings.text.frequency.commonness import rarities
from tidings.text.frequency.corpus import Corpus
from tidings.text.parsing.parsed_text import ParsedText
from tidings.text.terms.stopwords import is_stop_word

MODEL = "stories 1"

MAX_TERMS = 48  # of the body: an article of 550 words has about 150 different ones
MAX_TITLE_TERMS = 16
MAX_PHRASES = 8
MIN_TERMS = 20  # different terms; a text with fewer is told by its title
_LONGEST = 20_000  # characters of a body that are looked at: the news comes first …
_MOST = 4_000  # … and tokens
_TITLE_WEIGHT = 2  # as if the word had been said so many times more
_STRENGTH = (0.0, 1.0, 1.41, 1.73)  # of a term by how often it is said …
_STRONGEST = 2.0  # … and of any that is said more often
_SCALE = 10  # steps of a rarity of 1
WeighedTerm = tuple[float, str, float]  # what a term weighs, the term, its rarity
_UNSPACED = frozenset({"zh", "ja", "th", "lo", "my", "km"})


class ClippingTerm(NamedTuple):
    """A term of an article: how rare it is anywhere, and what it weighs here."""

    text: str
    rarity: int  # in tenths
    weight: int
    in_title: bool = False


@dataclass(frozen=True, slots=True)
class Clipping:
    """What grouping knows of an article."""

    id: str
    source: str
    language: str
    at: datetime  # published, but never after it was seen
    title: str
    terms: tuple[ClippingTerm, ...]  # the heaviest first
    names: tuple[str, ...] = ()  # words of names, folded; the most mentioned first
    figures: tuple[str, ...] = ()
    phrases: tuple[str, ...] = ()

    @property
    def is_thin(self) -> bool:
        """Whether there is little more than a title."""
        return len(self.terms) < MIN_TERMS

    def packed(self) -> bytes:
        """Return the clipping as bytes to be stored."""
        terms = [[t.text, t.rarity, t.weight, int(t.in_title)] for t in self.terms]
        row = [self.id, self.source, self.language, self.at.timestamp(), self.title, terms,
               self.names, self.figures, self.phrases]  # fmt: skip
        said = json.dumps(row, ensure_ascii=False, separators=(",", ":"))
        return zlib.compress(said.encode("utf-8", "surrogatepass"), 6)


def unpacked_clipping(data: bytes) -> Clipping | None:
    """Return the clipping that was packed; None for bytes that are none, or of another version."""
    try:
        row = json.loads(zlib.decompress(data).decode("utf-8", "surrogatepass"))
        id, source, language, at, title, terms, names, numbers, phrases = row
        texts = [id, source, language, title, *names, *numbers, *phrases]
        texts += [term[0] for term in terms]
        if not all(type(text) is str for text in texts):
            return None
        return Clipping(
            id=id,
            source=source,
            language=language,
            at=datetime.fromtimestamp(at, UTC),
            title=title,
            terms=tuple(
                ClippingTerm(text, int(rarity), int(weight), bool(top))
                for text, rarity, weight, top in terms
            ),
            names=tuple(names),
            figures=tuple(numbers),
            phrases=tuple(phrases),
        )
    except (zlib.error, ValueError, TypeError, KeyError, IndexError, OverflowError, OSError):
        return None


def clipping_of(
    article: Article,
    title: ParsedText,
    body: ParsedText,
    entities: Iterable[Entity] = (),
    keyphrases: Iterable[Keyphrase] = (),
    corpus: Corpus | None = None,
) -> Clipping:
    """Clip an article; `title` and `body` are its title and text, taken apart."""
    at = min(article.published or article.first_seen, article.first_seen)
    return clipping_of_text(
        article.id, article.source, at, title, body, entities, keyphrases, corpus
    )


def clipping_of_text(
    id: str,
    source: str,
    at: datetime,
    title: ParsedText,
    body: ParsedText,
    entities: Iterable[Entity] = (),
    keyphrases: Iterable[Keyphrase] = (),
    corpus: Corpus | None = None,
) -> Clipping:
    """Clip a text of which little more is known than what it says."""
    text = body.text[:_LONGEST]
    return Clipping(
        id=id,
        source=source,
        language=body.language,
        at=at,
        title=title.text,
        terms=_terms(title, body, corpus),
        names=name_words(entities, body, corpus),
        figures=figures(f"{title.text}\n{text}", body.language),
        phrases=tuple(phrase.text for phrase in keyphrases)[:MAX_PHRASES],
    )


def _terms(title: ParsedText, body: ParsedText, corpus: Corpus | None) -> tuple[ClippingTerm, ...]:
    tops = dict.fromkeys(islice(_counts(title), MAX_TITLE_TERMS), True)
    counts = _counts(body)
    for term in tops:
        counts[term] += _TITLE_WEIGHT
    rare = rarities(list(counts), body.language, corpus)
    strengths = [_STRENGTH[count] if count < 4 else _STRONGEST for count in counts.values()]
    weighed = list(zip(map(mul, rare, strengths), counts, rare, strict=True))
    below = [each for each in weighed if each[1] not in tops]
    kept = sorted(
        _heaviest(below, MAX_TERMS) + [each for each in weighed if each[1] in tops], key=_order
    )
    return tuple(
        ClippingTerm(term, round(rarity * _SCALE), max(1, round(weight)), term in tops)
        for weight, term, rarity in kept
    )


def _heaviest(weighed: list[WeighedTerm], most: int) -> list[WeighedTerm]:
    """The heaviest terms; only those that may be among them are put in order."""
    if len(weighed) > most:
        least = sorted([weight for weight, _, _ in weighed])[-most]
        weighed = [each for each in weighed if each[0] >= least]
    return sorted(weighed, key=_order)[:most]


def _order(weighed: WeighedTerm) -> tuple[float, str]:
    return -weighed[0], weighed[1]


def _counts(parsed: ParsedText) -> Counter[str]:
    """How often a text says each of its terms that are neither stop words nor numbers."""
    if parsed.language in _UNSPACED:
        return Counter(
            word
            for word in parsed.lowered
            if len(word) > 1 and word.isalpha() and not is_stop_word(word, parsed.language)
        )
    counts = Counter(parsed.content[:_MOST])
    return Counter({term: n for term, n in counts.items() if len(term) > 1 and term[0] > "9"})
