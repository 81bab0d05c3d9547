"""Keyphrases: the words and phrases of a text that say what it is about, as it writes them.

The weight of a phrase is its tf-idf against the running corpus, times what its words' length and
the title say: that tells phrases apart while the corpus is new, too. Longer words say more in every
language, and most of an article's frequent short ones are part of any article.
"""

from collections.abc import Iterable

import numpy

from tidings.enrich.keyphrases.phrases import Phrases, TermGroup, group_key, phrases_of
from tidings.enrich.keyphrases.term_rarity import term_rarity
from tidings.model.articles.annotations import Keyphrase
from tidings.text.frequency.corpus import Corpus
from tidings.text.parsing.parsed_text import ParsedText

MODEL = "keyphrases 1"

_FREQUENCY = 0.7  # the power of the count: the fifth time says less than the second
_RARITY = 0.5  # the power of the idf: a misspelling is the rarest of all
_TITLE = 1.5  # a word of the title is telling by its editor's choice
_NAME = 1.5  # a group of words with capitals that comes back is a name, and better whole
_GROUP = 1.2  # any group that comes back
_ONCE = 0.8  # a name that comes once
_LONG = 12  # letters; still longer words are compounds and addresses, not more telling
_DENSE, _DENSITY = "\u0e00", 3  # from here on a letter says as much as three of an alphabet


def keyphrases_of(
    title: ParsedText, body: ParsedText, corpus: Corpus, limit: int = 10
) -> tuple[Keyphrase, ...]:
    """Return the most telling phrases, the best first, no two of which share a word."""
    phrases = phrases_of(title, body)
    weights = _weights(phrases, corpus)
    picks = _picks(weights, phrases, limit)
    while name := _split_name(picks, phrases):
        weights[name] = max(weights.pop((word,)) for word in set(name))
        picks = _picks(weights, phrases, limit)
    return tuple(Keyphrase(text, round(weights[pick], 4)) for pick, text in picks.items())


def _picks(weights: dict[TermGroup, float], phrases: Phrases, limit: int) -> dict[TermGroup, str]:
    """The heaviest phrases as they are written, without those that share a word with a heavier."""
    used: set[str] = set()
    picks: dict[TermGroup, str] = {}
    for phrase in sorted(weights, key=weights.__getitem__, reverse=True):
        if len(picks) >= limit:
            break
        if used.isdisjoint(phrase) and (text := phrases.written(phrase)):
            used.update(phrase)
            picks[phrase] = text
    return picks


def _split_name(picks: Iterable[TermGroup], phrases: Phrases) -> TermGroup | None:
    """A name all of whose words were picked one by one: given name and surname, mostly."""
    alone = {pick[0] for pick in picks if len(pick) == 1}
    torn = [name for name in phrases.groups if name in phrases.names and alone.issuperset(name)]
    torn = [name for name in torn if phrases.written(name)]
    return max(torn, key=lambda name: (len(name), phrases.groups[name], name), default=None)


def _weights(phrases: Phrases, corpus: Corpus) -> dict[TermGroup, float]:
    """The weight of every word and group."""
    words, groups = phrases.words, phrases.groups
    lengths = [*map(_length, words), *(sum(map(_length, group)) / len(group) for group in groups)]
    counts = [*words.values(), *groups.values()]
    rare = term_rarity([*words, *map(group_key, groups)], corpus, phrases.body.language)
    worths = rare**_RARITY * numpy.power(counts, _FREQUENCY) * numpy.minimum(lengths, _LONG)
    weights = worths.tolist()
    title = frozenset(phrases.title.content)
    found: dict[TermGroup, float] = {
        (word,): weight * _TITLE if word in title else weight
        for word, weight in zip(words, weights, strict=False)
    }
    for group, weight in zip(groups, weights[len(words) :], strict=True):
        found[group] = weight * _whole(group, phrases)
        if title.issuperset(group):
            found[group] *= _TITLE
    return found


def _length(term: str) -> int:
    """How long a word is, in letters of an alphabet."""
    return len(term) if term < _DENSE else len(term) * _DENSITY


def _whole(phrase: TermGroup, phrases: Phrases) -> float:
    """What a group is worth beside its words."""
    if phrases.groups[phrase] == 1:
        return _ONCE
    return _NAME if phrase in phrases.names else _GROUP
