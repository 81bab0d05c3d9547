"""Name words: what articles about one thing call it in any language, folded to plain letters.

The words of the entities, and every word that is written large within a sentence: a name that no
model knows is a name all the same. Where all nouns are large, common words are left out.
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

MAX_NAME_WORDS = 24  # of one article: those it says most often
_TOKENS = 4_000  # of a body that are looked at
_SHOUTED = 0.6  # of all words in capitals: then capitals tell nothing
_LARGE_NOUNS = frozenset({"de", "lb"})
_OPENING = frozenset("\"“„«‘'»:")  # before words that are large whatever they are
_RARE_NOUN = UNLISTED_RARITY - 2  # a noun this common is none's name


def name_words(
    entities: Iterable[Entity], body: ParsedText, corpus: Corpus | None
) -> tuple[str, ...]:
    """Return the words of names, those said most often first."""
    counts = _capitalised_words(body, corpus)
    for entity in entities:
        name = entity.place.name if entity.place else entity.name
        for word in _plain(name).split():
            if _is_name(word, body.language):
                counts[word] = max(counts[word], len(entity.mentions))
    return tuple(sorted(counts, key=lambda word: (-counts[word], word))[:MAX_NAME_WORDS])


def _capitalised_words(body: ParsedText, corpus: Corpus | None) -> Counter[str]:
    words = body.words[:_TOKENS]
    # Most words are small, and that much is told quickest.
    other = compress(range(len(words)), map(ne, words, body.lowered))
    large = [at for at in other if words[at][0].isupper() and len(words[at]) > 2]
    if len(large) > _SHOUTED * len(words):
        return Counter()
    firsts = _sentence_openings(body)
    within = {words[at] for at in large if at not in firsts}
    counts: Counter[str] = Counter()
    for written, times in Counter([words[at] for at in large]).items():
        if written in within and (word := _plain(written)) and _is_name(word, body.language):
            counts[word] += times
    return _without_nouns(counts, body.language, corpus)


def _sentence_openings(body: ParsedText) -> set[int]:
    """The first words of sentences and quotations, which are large whatever they are."""
    firsts = set()
    for first, end in body.bounds:
        at = first
        while at < end and not body.words[at][0].isalnum():
            at += 1
        firsts.add(at)
    opens = map(_OPENING.__contains__, body.words[:_TOKENS])
    return firsts | {at + 1 for at in compress(count(), opens)}


def _without_nouns(counts: Counter[str], language: str, corpus: Corpus | None) -> Counter[str]:
    if language not in _LARGE_NOUNS:
        return counts
    stems = {word: terms[0] for word in counts if (terms := analyse(word, language))}
    rare = rarities(list(stems.values()), language, corpus)
    return Counter(
        {
            word: counts[word]
            for word, rarity in zip(stems, rare, strict=True)
            if rarity >= _RARE_NOUN
        }
    )


@lru_cache(maxsize=1 << 13)
def _is_name(word: str, language: str) -> bool:
    return len(word) > 2 and not word[0].isdecimal() and not is_stop_word(word, language)


def _plain(name: str) -> str:
    plain = folded(name.lower()).replace("’", "'").replace("-", " ").replace(".", "")
    return plain.removesuffix("'s").removesuffix("'")
