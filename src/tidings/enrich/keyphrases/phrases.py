"""Phrases: the words and the groups of two and three that may say what a text is about."""

import re
from collections import Counter
from dataclasses import dataclass, field

from tidings.text.parsing.parsed_text import ParsedText

_MOST = 6_000  # tokens of a text that are looked at: the longest reads in papers; no phrase waits
_SHORTEST = 3  # letters of a word of an alphabet that stands alone; names such as EU have two
_LONGEST = 40  # letters; more is an address or a list without spaces
_DENSE = "\u0e00"  # from here on scripts say more with a letter
_MOST_WORDS = 3  # of a group
_ENOUGH = 5  # places at which one looks how a phrase is written

_hiragana = re.compile("[\u3041-\u309f]")  # what Japanese writes small words and endings in

TermGroup = tuple[str, ...]  # terms


@dataclass(frozen=True, slots=True)
class Phrases:
    """The phrases of a title and the text below it, with how often each comes.

    Groups are only those that come back and those that look like names.
    """

    title: ParsedText
    body: ParsedText
    terms: list[str]  # of the title's tokens, nothing for the gap, of the text's
    words: dict[str, int]
    groups: dict[TermGroup, int]
    names: frozenset[TermGroup]  # those written with capitals
    forms: dict[TermGroup, str] = field(default_factory=dict)  # what was asked for already

    def written(self, phrase: TermGroup) -> str:
        """Return a phrase as the text writes it most often; nothing if its words never meet."""
        if phrase not in self.forms:
            forms = Counter(filter(None, (self._form(phrase, at) for at in self._places(phrase))))
            self.forms[phrase] = max(forms, key=forms.__getitem__, default="")
        return self.forms[phrase]

    def _places(self, phrase: TermGroup) -> list[int]:
        places: list[int] = []
        size, at = len(phrase), -1
        times = self.words[phrase[0]] if size == 1 else self.groups[phrase]
        try:
            while len(places) < min(times, _ENOUGH):
                at = self.terms.index(phrase[0], at + 1)
                if size == 1 or tuple(self.terms[at : at + size]) == phrase:
                    places.append(at)
        except ValueError:
            pass
        return places

    def _form(self, phrase: TermGroup, at: int) -> str:
        """The words of one place as they stand there; nothing where a line or more parts them."""
        below = len(self.title.words) + 1
        text, first = (self.title, at) if at < below else (self.body, at - below)
        last = first + len(phrase) - 1
        form = text.text[text.starts[first] : text.starts[last] + len(text.words[last])]
        most = sum(map(len, text.words[first : last + 1])) + len(phrase) - 1
        return form if len(form) <= most and "\n" not in form else ""


_latest: list[Phrases] = []  # keyphrases and the corpus ask for the same ones in turn


def phrases_of(title: ParsedText, body: ParsedText) -> Phrases:
    """Return the phrases of a text."""
    for known in tuple(_latest):
        if known.title is title and known.body is body:
            return known
    found = _phrases(title, body)
    _latest[:] = [found]
    return found


def _phrases(title: ParsedText, body: ParsedText) -> Phrases:
    written = [*title.words, "", *body.words[:_MOST]]
    terms = [*title.content, "", *body.content[:_MOST]]
    known = frozenset(written)
    counts = Counter(terms)
    del counts[""]
    words = {
        term: count
        for term, count in counts.items()
        if (len(term) >= _SHORTEST or _says_enough(term, known)) and _is_word(term)
    }
    names = _names(written, terms)
    groups: dict[TermGroup, int] = {}
    often = [at for at, term in enumerate(terms) if words.get(term, 0) > 1]
    for size in range(2, _MOST_WORDS + 1):
        back = _repeated_groups(terms, often, size)
        once = [name for name in sorted(names) if len(name) == size and name not in back]
        groups |= back | {name: 1 for name in once if all(term in words for term in name)}
    return Phrases(title, body, terms, words, groups, names)


def _repeated_groups(terms: list[str], often: list[int], size: int) -> dict[TermGroup, int]:
    """The groups of so many words that come more than once; only such words can make one."""
    ends = zip(often, often[size - 1 :], strict=False)
    rows = [tuple(terms[at : end + 1]) for at, end in ends if end - at == size - 1]
    counts = Counter(rows)
    return {group: count for group, count in counts.items() if count > 1}


def _is_word(term: str) -> bool:
    if term[0] >= _DENSE:
        return len(term) <= _LONGEST and not _hiragana.search(term)
    return len(term) <= _LONGEST and not term[0].isdecimal()


def _says_enough(term: str, known: frozenset[str]) -> bool:
    """Whether a short word says something: in scripts without spaces, or as a name (EU)."""
    return len(term) == _SHORTEST - 1 and (term[0] >= _DENSE or term.upper() in known)


def _names(words: list[str], terms: list[str]) -> frozenset[TermGroup]:
    """The two or three words in a row that are written with capitals; more are a headline's."""
    large = [at for at, is_small in enumerate(map(str.islower, words)) if not is_small]
    capital = [at for at in large if terms[at] and words[at][0].isupper()]
    names: set[TermGroup] = set()
    first = 0
    for at, place in enumerate(capital, 1):
        if at == len(capital) or capital[at] != place + 1:
            if 2 <= at - first <= _MOST_WORDS:
                names.add(tuple(terms[capital[first] : place + 1]))
            first = at
    return frozenset(names)


def corpus_terms(title: ParsedText, body: ParsedText) -> set[str]:
    """Return the terms by which a document is counted in the running corpus, each once.

    All its words, and of the longer phrases only names and those that come back: the others are
    without number and would crowd the table.
    """
    groups = map(group_key, phrases_of(title, body).groups)
    return {*title.terms, *body.terms, *groups} - {""}


def group_key(group: TermGroup) -> str:
    """Return what a group is known by among documents."""
    return " ".join(group)
