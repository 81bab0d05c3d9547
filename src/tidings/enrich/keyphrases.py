"""Keyphrases: the words and phrases of a text that say what it is about, as it writes them.

The weight of a phrase is its tf-idf against the running corpus, times what its words' length and
the title say: that tells phrases apart while the corpus is new, too. Longer words say more in every
language, and most of an article's frequent short ones are part of any article.
"""

from tidings.enrich.phrases import Phrase, Phrases, key_of, phrases_of
from tidings.enrich.rarity import rarity
from tidings.model.annotations import Keyphrase
from tidings.text.corpus import Corpus
from tidings.text.parsed import Parsed

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
    title: Parsed, body: Parsed, corpus: Corpus, limit: int = 10
) -> tuple[Keyphrase, ...]:
    """Return the most telling phrases, the best first, no two of which share a word."""
    phrases = phrases_of(title, body)
    weights = _weights(phrases, corpus, body.language)
    used: set[str] = set()
    found: list[Keyphrase] = []
    for phrase in sorted(weights, key=weights.__getitem__, reverse=True):
        if len(found) >= limit:
            break
        if used.isdisjoint(phrase) and (text := phrases.written(phrase)):
            used.update(phrase)
            found.append(Keyphrase(text, round(weights[phrase], 4)))
    return tuple(found)


def _weights(phrases: Phrases, corpus: Corpus, language: str) -> dict[Phrase, float]:
    rare = rarity([key_of(phrase) for phrase in phrases.counts], corpus, language) ** _RARITY
    heading = frozenset(phrases.title.content)
    weights = {}
    for (phrase, count), value in zip(phrases.counts.items(), rare.tolist(), strict=True):
        weight = float(value * count**_FREQUENCY * _length(phrase))
        if heading.issuperset(phrase):
            weight *= _TITLE
        if len(phrase) > 1:
            weight *= _ONCE if count == 1 else _NAME if phrase in phrases.names else _GROUP
        weights[phrase] = weight
    return weights


def _length(phrase: Phrase) -> float:
    """How long the words of a phrase are, in letters of an alphabet."""
    letters = sum(len(term) if term[0] < _DENSE else len(term) * _DENSITY for term in phrase)
    return min(letters / len(phrase), _LONG)
