"""Name words: words of names, folded to plain letters so that they match across languages.

They are the words of the entities, and every capitalised word inside a sentence, so that names
unknown to the models count too. In languages that capitalise all nouns, common words are left out.
"""

from collections import Counter
from collections.abc import Iterable
from functools import lru_cache
from itertools import compress, count
from operator import ne

from tidings.model.articles.annotations import Entity
from tidings.text.frequency.commonness import UNLISTED_RARITY, rarities
from tidings.text.frequency.corpus import Corpus
from tidings.text.parsing.parsed_text import ParsedText
from tidings.text.scripts.marks import folded
from tidings.text.terms.analysis import analyse
from tidings.text.terms.stopwords import is_stop_word

MAX_NAME_WORDS = 24  # of one article: the most frequent
_MAX_TOKENS = 4_000  # of a body
_MAX_CAPITALS = 0.6  # share of capitalised words above which capitals mark no names
_CAPITAL_NOUN_LANGUAGES = frozenset({"de", "lb"})
_OPENING_MARKS = frozenset("\"“„«‘'»:")  # the next word is capitalised in any case
_MIN_NOUN_RARITY = UNLISTED_RARITY - 2  # a more common noun is not a name


def name_words(
    entities: Iterable[Entity], body: ParsedText, corpus: Corpus | None
) -> tuple[str, ...]:
    """Return the words of names, the most frequent first."""
    counts = _capitalised_words(body, corpus)
    for entity in entities:
        name = entity.place.name if entity.place else entity.name
        for word in _plain(name).split():
            if _is_name(word, body.language):
                counts[word] = max(counts[word], len(entity.mentions))
    return tuple(sorted(counts, key=lambda word: (-counts[word], word))[:MAX_NAME_WORDS])


def _capitalised_words(body: ParsedText, corpus: Corpus | None) -> Counter[str]:
    words = body.words[:_MAX_TOKENS]
    # Most words are lower case, and this is the fastest check.
    has_capitals = compress(range(len(words)), map(ne, words, body.lowered))
    capitalised = [at for at in has_capitals if words[at][0].isupper() and len(words[at]) > 2]
    if len(capitalised) > _MAX_CAPITALS * len(words):
        return Counter()
    openings = _sentence_openings(body)
    inside = {words[at] for at in capitalised if at not in openings}
    counts: Counter[str] = Counter()
    for written, times in Counter([words[at] for at in capitalised]).items():
        if written in inside and (word := _plain(written)) and _is_name(word, body.language):
            counts[word] += times
    return _without_nouns(counts, body.language, corpus)


def _sentence_openings(body: ParsedText) -> set[int]:
    """The first words of sentences and quotations, which are capitalised in any case."""
    openings = set()
    for first, end in body.bounds:
        at = first
        while at < end and not body.words[at][0].isalnum():
            at += 1
        openings.add(at)
    is_opening = map(_OPENING_MARKS.__contains__, body.words[:_MAX_TOKENS])
    return openings | {at + 1 for at in compress(count(), is_opening)}


def _without_nouns(counts: Counter[str], language: str, corpus: Corpus | None) -> Counter[str]:
    if language not in _CAPITAL_NOUN_LANGUAGES:
        return counts
    stems = {word: terms[0] for word in counts if (terms := analyse(word, language))}
    rare = rarities(list(stems.values()), language, corpus)
    return Counter(
        {
            word: counts[word]
            for word, rarity in zip(stems, rare, strict=True)
            if rarity >= _MIN_NOUN_RARITY
        }
    )


@lru_cache(maxsize=1 << 13)
def _is_name(word: str, language: str) -> bool:
    return len(word) > 2 and not word[0].isdecimal() and not is_stop_word(word, language)


def _plain(name: str) -> str:
    plain = folded(name.lower()).replace("’", "'").replace("-", " ").replace(".", "")
    return plain.removesuffix("'s").removesuffix("'")
