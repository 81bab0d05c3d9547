"""Keyphrases: the words and phrases that show what a text is about, as it writes them.

The weight of a phrase is its tf-idf in the running corpus, times factors for the length of its
words and for the title; these help while the corpus is new. Longer words carry more meaning in
every language, and most of an article's frequent short words occur in any article.
"""

from collections.abc import Iterable

import numpy

from tidings.enrich.keyphrases.phrases import Phrases, TermGroup, group_key, phrases_of
from tidings.enrich.keyphrases.term_rarity import term_rarity
from tidings.model.articles.annotations import Keyphrase
from tidings.text.frequency.corpus import Corpus
from tidings.text.parsing.parsed_text import ParsedText

MODEL = "keyphrases 1"

_COUNT_EXPONENT = 0.7  # the fifth occurrence says less than the second
_RARITY_EXPONENT = 0.5  # on the idf: misspellings are the rarest words
_TITLE_FACTOR = 1.5  # an editor chose the words of the title
_NAME_FACTOR = 1.5  # a repeated group of capitalised words is a name, and better whole
_GROUP_FACTOR = 1.2  # any repeated group
_SINGLE_FACTOR = 0.8  # a name that occurs once
_MAX_LENGTH = 12  # letters; longer words are compounds and addresses, without more meaning
_DENSE, _DENSITY = "\u0e00", 3  # from here on a letter counts as three of an alphabet


def keyphrases_of(
    title: ParsedText, body: ParsedText, corpus: Corpus, limit: int = 10
) -> tuple[Keyphrase, ...]:
    """Return the best phrases, the best first; no two share a word."""
    phrases = phrases_of(title, body)
    weights = _weights(phrases, corpus)
    chosen = _chosen(weights, phrases, limit)
    while name := _split_name(chosen, phrases):
        weights[name] = max(weights.pop((word,)) for word in set(name))
        chosen = _chosen(weights, phrases, limit)
    return tuple(Keyphrase(text, round(weights[each], 4)) for each, text in chosen.items())


def _chosen(weights: dict[TermGroup, float], phrases: Phrases, limit: int) -> dict[TermGroup, str]:
    """The heaviest phrases as written, without those that share a word with a heavier one."""
    used: set[str] = set()
    chosen: dict[TermGroup, str] = {}
    for phrase in sorted(weights, key=weights.__getitem__, reverse=True):
        if len(chosen) >= limit:
            break
        if used.isdisjoint(phrase) and (text := phrases.written(phrase)):
            used.update(phrase)
            chosen[phrase] = text
    return chosen


def _split_name(chosen: Iterable[TermGroup], phrases: Phrases) -> TermGroup | None:
    """A name whose words were all chosen one by one: mostly first name and surname."""
    single_words = {phrase[0] for phrase in chosen if len(phrase) == 1}
    split_names = [
        name for name in phrases.groups if name in phrases.names and single_words.issuperset(name)
    ]
    split_names = [name for name in split_names if phrases.written(name)]
    return max(split_names, key=lambda name: (len(name), phrases.groups[name], name), default=None)


def _weights(phrases: Phrases, corpus: Corpus) -> dict[TermGroup, float]:
    """The weight of every word and group."""
    words, groups = phrases.words, phrases.groups
    lengths = [*map(_length, words), *(sum(map(_length, group)) / len(group) for group in groups)]
    counts = [*words.values(), *groups.values()]
    rarities = term_rarity([*words, *map(group_key, groups)], corpus, phrases.body.language)
    values = (
        rarities**_RARITY_EXPONENT
        * numpy.power(counts, _COUNT_EXPONENT)
        * numpy.minimum(lengths, _MAX_LENGTH)
    )
    weights = values.tolist()
    title = frozenset(phrases.title.content)
    found: dict[TermGroup, float] = {
        (word,): weight * _TITLE_FACTOR if word in title else weight
        for word, weight in zip(words, weights, strict=False)
    }
    for group, weight in zip(groups, weights[len(words) :], strict=True):
        found[group] = weight * _group_factor(group, phrases)
        if title.issuperset(group):
            found[group] *= _TITLE_FACTOR
    return found


def _length(term: str) -> int:
    """The length of a word in letters of an alphabet."""
    return len(term) if term < _DENSE else len(term) * _DENSITY


def _group_factor(phrase: TermGroup, phrases: Phrases) -> float:
    """The factor of a group, compared with its words."""
    if phrases.groups[phrase] == 1:
        return _SINGLE_FACTOR
    return _NAME_FACTOR if phrase in phrases.names else _GROUP_FACTOR
