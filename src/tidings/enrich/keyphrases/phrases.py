"""Phrases: the words, and groups of two or three words, that may be keyphrases of a text."""

import re
from collections import Counter
from dataclasses import dataclass, field

from tidings.text.parsing.parsed_text import ParsedText

_MAX_TOKENS = 6_000  # of a text: as long as the longest newspaper reports
_MIN_LETTERS = 3  # of a single word of an alphabet; names such as EU have two
_MAX_LETTERS = 40  # more is an address or a list without spaces
_DENSE = "\u0e00"  # from here on are scripts whose letters carry more meaning
_MAX_WORDS = 3  # of a group
_MAX_PLACES = 5  # at which the spelling of a phrase is compared

_HIRAGANA = re.compile("[\u3041-\u309f]")  # Japanese function words and endings

TermGroup = tuple[str, ...]  # terms


@dataclass(frozen=True, slots=True)
class Phrases:
    """The phrases of a title and body with their counts.

    Groups are only those that repeat and those that look like names.
    """

    title: ParsedText
    body: ParsedText
    terms: list[str]  # of the title's tokens, an empty one, and those of the body's tokens
    words: dict[str, int]
    groups: dict[TermGroup, int]
    names: frozenset[TermGroup]  # those written with capitals
    forms: dict[TermGroup, str] = field(default_factory=dict)  # cache of `written`

    def written(self, phrase: TermGroup) -> str:
        """Return a phrase as the text writes it most often; "" if its words are never adjacent."""
        if phrase not in self.forms:
            forms = Counter(filter(None, (self._form(phrase, at) for at in self._places(phrase))))
            self.forms[phrase] = max(forms, key=forms.__getitem__, default="")
        return self.forms[phrase]

    def _places(self, phrase: TermGroup) -> list[int]:
        places: list[int] = []
        size, at = len(phrase), -1
        count = self.words[phrase[0]] if size == 1 else self.groups[phrase]
        try:
            while len(places) < min(count, _MAX_PLACES):
                at = self.terms.index(phrase[0], at + 1)
                if size == 1 or tuple(self.terms[at : at + size]) == phrase:
                    places.append(at)
        except ValueError:
            pass
        return places

    def _form(self, phrase: TermGroup, at: int) -> str:
        """The words at one place as written; "" if more than a space separates them."""
        body_start = len(self.title.words) + 1
        text, first = (self.title, at) if at < body_start else (self.body, at - body_start)
        last = first + len(phrase) - 1
        form = text.text[text.starts[first] : text.starts[last] + len(text.words[last])]
        max_length = sum(map(len, text.words[first : last + 1])) + len(phrase) - 1
        return form if len(form) <= max_length and "\n" not in form else ""


_latest: list[Phrases] = []  # keyphrases and the corpus need the same phrases in turn


def phrases_of(title: ParsedText, body: ParsedText) -> Phrases:
    """Return the phrases of a text."""
    for known in tuple(_latest):
        if known.title is title and known.body is body:
            return known
    found = _phrases(title, body)
    _latest[:] = [found]
    return found


def _phrases(title: ParsedText, body: ParsedText) -> Phrases:
    written = [*title.words, "", *body.words[:_MAX_TOKENS]]
    terms = [*title.content, "", *body.content[:_MAX_TOKENS]]
    known = frozenset(written)
    counts = Counter(terms)
    del counts[""]
    words = {
        term: count
        for term, count in counts.items()
        if (len(term) >= _MIN_LETTERS or _is_meaningful(term, known)) and _is_word(term)
    }
    names = _names(written, terms)
    groups: dict[TermGroup, int] = {}
    repeated = [at for at, term in enumerate(terms) if words.get(term, 0) > 1]
    for size in range(2, _MAX_WORDS + 1):
        repeated_groups = _repeated_groups(terms, repeated, size)
        single_names = [
            name for name in sorted(names) if len(name) == size and name not in repeated_groups
        ]
        groups |= repeated_groups | {
            name: 1 for name in single_names if all(term in words for term in name)
        }
    return Phrases(title, body, terms, words, groups, names)


def _repeated_groups(terms: list[str], repeated: list[int], size: int) -> dict[TermGroup, int]:
    """The groups of `size` words that repeat; they consist of repeated words."""
    ends = zip(repeated, repeated[size - 1 :], strict=False)
    rows = [tuple(terms[at : end + 1]) for at, end in ends if end - at == size - 1]
    counts = Counter(rows)
    return {group: count for group, count in counts.items() if count > 1}


def _is_word(term: str) -> bool:
    if term[0] >= _DENSE:
        return len(term) <= _MAX_LETTERS and not _HIRAGANA.search(term)
    return len(term) <= _MAX_LETTERS and not term[0].isdecimal()


def _is_meaningful(term: str, known: frozenset[str]) -> bool:
    """Whether a short word has meaning: in scripts without spaces, or as a name (EU)."""
    return len(term) == _MIN_LETTERS - 1 and (term[0] >= _DENSE or term.upper() in known)


def _names(words: list[str], terms: list[str]) -> frozenset[TermGroup]:
    """Groups of two or three adjacent capitalised words; longer ones are headlines."""
    not_lowercase = [
        at for at, is_lowercase in enumerate(map(str.islower, words)) if not is_lowercase
    ]
    capital = [at for at in not_lowercase if terms[at] and words[at][0].isupper()]
    names: set[TermGroup] = set()
    first = 0
    for at, place in enumerate(capital, 1):
        if at == len(capital) or capital[at] != place + 1:
            if 2 <= at - first <= _MAX_WORDS:
                names.add(tuple(terms[capital[first] : place + 1]))
            first = at
    return frozenset(names)


def corpus_terms(title: ParsedText, body: ParsedText) -> set[str]:
    """Return the distinct terms of a document for the running corpus.

    They are all its words, and of the phrases only names and repeated ones: all others together
    would fill the table.
    """
    groups = map(group_key, phrases_of(title, body).groups)
    return {*title.terms, *body.terms, *groups} - {""}


def group_key(group: TermGroup) -> str:
    """Return the key of a group in the corpus."""
    return " ".join(group)
