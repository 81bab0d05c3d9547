"""Phrases: the words and the groups of two and three that may say what a text is about."""

from collections import Counter
from dataclasses import dataclass

from tidings.text.parsed import Parsed

_MOST = 6_000  # tokens of a text that are looked at: the longest reads in papers; no phrase waits
_SHORTEST = 3  # letters of a word of an alphabet that stands alone; names such as EU have two
_LONGEST = 40  # letters; more is an address or a list without spaces
_DENSE = "\u0e00"  # from here on scripts say more with a letter

Phrase = tuple[str, ...]  # terms


@dataclass(frozen=True, slots=True)
class Phrases:
    """The phrases of a title and the text below it, with how often each comes.

    Groups are only those that come back and those that look like names.
    """

    title: Parsed
    body: Parsed
    terms: list[str]  # of the title's tokens, nothing for the gap, of the text's
    counts: dict[Phrase, int]
    names: frozenset[Phrase]  # groups written with capitals

    def written(self, phrase: Phrase) -> str:
        """Return a phrase as the text writes it most often; nothing if its words never meet."""
        forms = Counter(filter(None, (self._form(phrase, at) for at in self._places(phrase))))
        return forms.most_common(1)[0][0] if forms else ""

    def _places(self, phrase: Phrase) -> list[int]:
        places: list[int] = []
        size, at = len(phrase), -1
        try:
            while True:
                at = self.terms.index(phrase[0], at + 1)
                if size == 1 or tuple(self.terms[at : at + size]) == phrase:
                    places.append(at)
        except ValueError:
            return places

    def _form(self, phrase: Phrase, at: int) -> str:
        """The words of one place as they stand there; nothing where a line or more parts them."""
        below = len(self.title.words) + 1
        text, first = (self.title, at) if at < below else (self.body, at - below)
        last = first + len(phrase) - 1
        form = text.text[text.starts[first] : text.starts[last] + len(text.words[last])]
        most = sum(map(len, text.words[first : last + 1])) + len(phrase) - 1
        return form if len(form) <= most and "\n" not in form else ""


def phrases_of(title: Parsed, body: Parsed) -> Phrases:
    """Return the phrases of a text."""
    words = [*title.words, "", *body.words[:_MOST]]
    terms = [*title.content, "", *body.content[:_MOST]]
    short = {word.lower() for word in words if len(word) == 2 and word.isupper()}
    counts: dict[Phrase, int] = {
        (term,): count for term, count in Counter(terms).items() if _is_word(term, short)
    }
    names = _names(words, terms)
    for size in (2, 3):
        groups = Counter(zip(*(terms[at:] for at in range(size)), strict=False))
        counts |= {
            group: count
            for group, count in groups.items()
            if (count > 1 or group in names) and all((term,) in counts for term in group)
        }
    return Phrases(title, body, terms, counts, names)


def _names(words: list[str], terms: list[str]) -> frozenset[Phrase]:
    """The groups that were written with capitals, the longest two or three words of each."""
    names: set[Phrase] = set()
    capitals = [word[:1].isupper() and term != "" for word, term in zip(words, terms, strict=True)]
    pairs = [at for at in range(len(words) - 1) if capitals[at] and capitals[at + 1]]
    following = set(pairs)
    for at in pairs:
        if at + 1 in following:
            names.add(tuple(terms[at : at + 3]))
        elif at - 1 not in following:
            names.add(tuple(terms[at : at + 2]))
    return frozenset(names)


def _is_word(term: str, short: set[str]) -> bool:
    size = len(term)
    if size >= _SHORTEST:
        return size <= _LONGEST and not term[0].isdecimal()
    return size == 2 and (term[0] >= _DENSE or term in short)


def corpus_terms(title: Parsed, body: Parsed) -> list[str]:
    """Return the terms by which a document is counted in the running corpus, each once.

    All its words, and of the longer phrases only names and those that come back: the others are
    without number and would crowd the table.
    """
    groups = {key_of(phrase) for phrase in phrases_of(title, body).counts if len(phrase) > 1}
    return sorted(groups.union(filter(None, title.terms), filter(None, body.terms)))


def key_of(phrase: Phrase) -> str:
    """Return what a phrase is known by among documents."""
    return " ".join(phrase)
