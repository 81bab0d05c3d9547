"""A clipping: what is kept of an article to find its story; not the article itself.

It holds the rare terms with their rarity, the names and the figures. It is made once per article
and takes about a kilobyte packed, so that a month of clippings can be read at the start.
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
MIN_TERMS = 20  # different terms; a text with fewer is compared by its title
_MAX_CHARACTERS = 20_000  # of a body: the news comes first …
_MAX_TOKENS = 4_000  # … and of its terms
_TITLE_WEIGHT = 2  # a word of the title counts as this many more occurrences
_STRENGTH = (0.0, 1.0, 1.41, 1.73)  # of a term by its count …
_STRONGEST = 2.0  # … and for any higher count
_SCALE = 10  # rarities are stored in tenths
WeighedTerm = tuple[float, str, float]  # weight, term, rarity
_UNSPACED = frozenset({"zh", "ja", "th", "lo", "my", "km"})


class ClippingTerm(NamedTuple):
    """A term of an article: its rarity in general, and its weight here."""

    text: str
    rarity: int  # in tenths
    weight: int
    in_title: bool = False


@dataclass(frozen=True, slots=True)
class Clipping:
    """What grouping knows about an article."""

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
        """Return the clipping as bytes for storage."""
        terms = [[t.text, t.rarity, t.weight, int(t.in_title)] for t in self.terms]
        row = [self.id, self.source, self.language, self.at.timestamp(), self.title, terms,
               self.names, self.figures, self.phrases]  # fmt: skip
        text = json.dumps(row, ensure_ascii=False, separators=(",", ":"))
        return zlib.compress(text.encode("utf-8", "surrogatepass"), 6)


def unpacked_clipping(data: bytes) -> Clipping | None:
    """Return the clipping that was packed; None if it is damaged or has another version."""
    try:
        row = json.loads(zlib.decompress(data).decode("utf-8", "surrogatepass"))
        id, source, language, at, title, terms, names, figure_texts, phrases = row
        texts = [id, source, language, title, *names, *figure_texts, *phrases]
        texts += [term[0] for term in terms]
        if set(map(type, texts)) != {str}:
            return None
        return Clipping(
            id=id,
            source=source,
            language=language,
            at=datetime.fromtimestamp(at, UTC),
            title=title,
            terms=tuple(
                [
                    ClippingTerm(text, int(rarity), int(weight), bool(in_title))
                    for text, rarity, weight, in_title in terms
                ]
            ),
            names=tuple(names),
            figures=tuple(figure_texts),
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
    """Return the clipping of an article; `title` and `body` are its parsed title and text."""
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
    """Return the clipping of a text that is not a stored article."""
    text = body.text[:_MAX_CHARACTERS]
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
    title_terms = dict.fromkeys(islice(_counts(title), MAX_TITLE_TERMS), True)
    counts = _counts(body)
    for term in title_terms:
        counts[term] += _TITLE_WEIGHT
    term_rarities = rarities(list(counts), body.language, corpus)
    strengths = [_STRENGTH[count] if count < 4 else _STRONGEST for count in counts.values()]
    weighed_terms = list(
        zip(map(mul, term_rarities, strengths), counts, term_rarities, strict=True)
    )
    body_terms = [each for each in weighed_terms if each[1] not in title_terms]
    kept = sorted(
        _heaviest(body_terms, MAX_TERMS)
        + [each for each in weighed_terms if each[1] in title_terms],
        key=_order,
    )
    return tuple(
        ClippingTerm(term, round(rarity * _SCALE), max(1, round(weight)), term in title_terms)
        for weight, term, rarity in kept
    )


def _heaviest(weighed_terms: list[WeighedTerm], count: int) -> list[WeighedTerm]:
    """The heaviest terms; for speed, only possible ones are sorted in full."""
    if len(weighed_terms) > count:
        min_weight = sorted([weight for weight, _, _ in weighed_terms])[-count]
        weighed_terms = [each for each in weighed_terms if each[0] >= min_weight]
    return sorted(weighed_terms, key=_order)[:count]


def _order(weighed_terms: WeighedTerm) -> tuple[float, str]:
    return -weighed_terms[0], weighed_terms[1]


def _counts(parsed: ParsedText) -> Counter[str]:
    """Count the terms of a text, without stop words and numbers."""
    if parsed.language in _UNSPACED:
        return Counter(
            word
            for word in parsed.lowered
            if len(word) > 1 and word.isalpha() and not is_stop_word(word, parsed.language)
        )
    counts = Counter(parsed.content[:_MAX_TOKENS])
    return Counter({term: n for term, n in counts.items() if len(term) > 1 and term[0] > "9"})
