"""Did you mean: corrects the misspelt words of a query by words of the index, if that finds more.

A word is misspelt if it is in no article, or in hardly any while a word one letter away is in a
hundred times as many. Quoted words and fields are never corrected.
"""

import math
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import pairwise
from typing import Any, Final

import tantivy

from tidings.model.search.results import Query, SpellingSuggestion
from tidings.search.entries.schema import schema
from tidings.search.index.index_view import IndexView
from tidings.search.planning.query_plan import QueryPlan
from tidings.search.planning.similar_terms import SimilarTerm, letters_apart, similar_terms
from tidings.search.planning.term_lookup import TermLookup
from tidings.search.query.parse import ParsedQuery, parse, with_limits
from tidings.search.query.tree import And, Boost, Must, Node, Or, Word
from tidings.search.suggestions.written_forms import TextInLanguage, written_forms
from tidings.settings.tree import SearchSettings
from tidings.text.terms.analysis import normal_spelling

TextsWithTerms = Callable[
    [Sequence[str]], Sequence[TextInLanguage]
]  # the texts of a few articles with these terms in a row

_HARDLY: Final = 3  # articles; a word in more of them is not a mistake
_RATIO: Final = 100  # times as many articles must have the correction of such a word
_SHORTEST: Final = 4  # letters; shorter words are all similar to each other
_LONG: Final = 8  # letters; from here on, two may be wrong
_MAX_WORDS: Final = 4  # misspelt words; a query with more is not in the index's languages
_TRIED: Final = 4  # similar terms whose written forms are looked up
_STEMMED: Final = 4  # languages in which edits of the word are stemmed
_LETTER: Final = 3.0  # a further wrong letter counts like e^3 = 20 times fewer articles
_FIRST: Final = 1.5  # the additional penalty for a wrong first letter
_hyphen = re.compile("[\u2010\u2011]")
_letters = re.compile(r"(?:[^\W_]|['’])+")
_quoted = re.compile(r'"[^"]*"?|“[^”]*”?')


@dataclass(frozen=True, slots=True)
class _Speller:
    view: IndexView
    lookup: TermLookup
    texts: TextsWithTerms

    def is_misspelt(self, word: str) -> bool:
        """Whether a word may be misspelt; never numbers, never scripts without spaces."""
        if len(word) < _SHORTEST or not _letters.fullmatch(word) or word.isdigit():
            return False
        terms = self.lookup.words(word)
        return bool(terms) and self.articles(terms) <= _HARDLY

    def articles(self, terms: Sequence[str]) -> int:
        """About how many articles have any of the terms."""
        fields = ("body", "title")
        return max(self.view.searcher.doc_freq(name, term) for name in fields for term in terms)

    def corrected(self, word: str) -> str | None:
        """The corrected word in its written form, if there is one."""
        if hyphenated := self._hyphenated(word):
            return hyphenated
        if not _has_no_digits(word):
            return None
        known = self.articles(self.lookup.words(word))
        distance = 2 if len(word) >= _LONG and not known else 1
        least = _RATIO * known if known else 1
        near = sorted(self._near(word, distance, least), key=lambda each: -_likelihood(each, word))
        tried = (self._closest_form(each, word, distance) for each in near[:_TRIED])
        return next((found for found in tried if found), None) or self._split(word)

    def joined(self, words: Sequence[str], misspelt: Sequence[str]) -> dict[str, str | None]:
        """Adjacent words that should be one word, by their typed form."""
        pairs = ((one, two) for one, two in pairwise(words) if one in misspelt or two in misspelt)
        return {f"{one} {two}": one + two for one, two in pairs if self._is_word(one + two)}

    def _is_word(self, word: str) -> bool:
        terms = self.lookup.words(word)
        return bool(terms) and self.articles(terms) > _HARDLY

    def _near(self, word: str, distance: int, least: int) -> list[SimilarTerm]:
        found: dict[str, SimilarTerm] = {}
        for typed in self.lookup.words(word):
            for each in similar_terms(self.view.forward, typed, distance, least):
                if each.term not in found or each.distance < found[each.term].distance:
                    found[each.term] = each
        for each in self._stemmed(word, least):
            found.setdefault(each.term, each)
        return list(found.values())

    def _stemmed(self, word: str, least: int) -> Iterator[SimilarTerm]:
        """The stems of words a swapped, doubled or missing letter away.

        The stemmer does not remove a misspelt ending: electoin is far from elect.
        """
        small = normal_spelling(word, "")
        stemmed = TermLookup(self.view, self.view.languages[:_STEMMED])
        seen = set(self.lookup.words(word))
        for edit in _edits(small):
            for term in stemmed.words(edit):
                if term not in seen and (count := self.articles((term,))) >= least:
                    yield SimilarTerm(term, count, 1)
                seen.add(term)

    def _closest_form(self, near: SimilarTerm, word: str, distance: int) -> str | None:
        """The written form of a term that is closest to the typed word."""
        small = normal_spelling(word, "")
        found = written_forms((near.term,), self.texts((near.term,)))
        apart = {form: letters_apart(small, normal_spelling(form, ""), distance) for form in found}
        close = [form for form in found if 0 < apart[form] <= distance]
        if not close:
            return None
        return min(close, key=lambda form: (apart[form], -_form_weight(found, form), form))

    def _split(self, word: str) -> str | None:
        """The word split in two, if the two are in a row somewhere."""
        for at in range(2, len(word) - 1):
            if any(self._pairs(word, at)):
                return f"{word[:at]} {word[at:]}"
        return None

    def _hyphenated(self, word: str) -> str | None:
        """The word with a hyphen, if it is written so: covid19, email, cooperation."""
        for at in range(1, len(word)):
            wanted = f"{word[:at]}-{word[at:]}".casefold()
            for pair in self._pairs(word, at):
                found = written_forms(pair, self.texts(pair))
                same = [form for form in found if _hyphen.sub("-", form).casefold() == wanted]
                if same:
                    return max(same, key=lambda form: (found[form], form))
        return None

    def _pairs(self, word: str, at: int) -> Iterator[tuple[str, str]]:
        """The terms of a word's two parts that are in a row somewhere."""
        parts = [self.lookup.words(part) for part in (word[:at], word[at:])]
        pairs = ((one, two) for one in parts[0] for two in parts[1])
        return (pair for pair in pairs if self._in_a_row(pair))

    def _in_a_row(self, terms: tuple[str, str]) -> bool:
        if not all(self.articles((term,)) for term in terms):
            return False
        phrase = tantivy.Query.phrase_query(schema(), "body", list(terms))
        return bool(self.view.searcher.search(phrase, limit=1, count=False).hits)


def _has_no_digits(word: str) -> bool:
    """Whether a word can be compared by letters; numbers are never similar to others."""
    return not any(map(str.isdigit, word))


def has_rare_term(searcher: tantivy.Searcher, terms: Iterable[str]) -> bool:
    """Return whether any of a query's terms is so rare that its word may be misspelt."""
    return any(
        all(searcher.doc_freq(name, term) <= _HARDLY for name in ("body", "title"))
        for term in terms
    )


def suggestion(
    view: IndexView,
    query: Query,
    parsed: ParsedQuery,
    settings: SearchSettings,
    texts: TextsWithTerms,
    now: datetime,
) -> SpellingSuggestion | None:
    """Return a corrected query that finds more than this one, or None if there is none."""
    speller = _Speller(view, TermLookup(view, view.languages), texts)
    words = list(_words(parsed.tree))
    misspelt = [word for word in words if speller.is_misspelt(word)]
    if not misspelt or len(misspelt) > _MAX_WORDS:
        return None
    joined = speller.joined(words, misspelt)
    suggested = _replaced(query.text, {word: speller.corrected(word) for word in misspelt} | joined)
    if suggested is None:
        return None
    plan = QueryPlan(speller.lookup, settings)
    before = _match_count(view, plan, with_limits(parsed, query))
    after = _match_count(view, plan, with_limits(parse(suggested.text, now), query))
    return suggested if after > before else None


def _words(node: Node | None) -> Iterator[str]:
    """The plain words of a query."""
    match node:
        case Word(text):
            yield text
        case And(parts) | Or(parts):
            for part in parts:
                yield from _words(part)
        case Must(part) | Boost(part, _):
            yield from _words(part)


def _likelihood(near: SimilarTerm, word: str) -> float:
    first = _FIRST if normal_spelling(word, "")[:1] != near.term[:1] else 0.0
    return math.log(near.articles) - _LETTER * near.distance - first


def _form_weight(found: dict[str, int], form: str) -> int:
    """The count of a form; lower-case ones count more, see written_forms.py."""
    return found[form] * (3 if form.islower() else 1)


def _edits(word: str) -> set[str]:
    """Words one letter away: letters swapped, removed, or own and frequent letters added."""
    letters = sorted(set(word) | set("aeiounrstl")) if word.isascii() else sorted(set(word))
    parts = [(word[:at], word[at:]) for at in range(len(word) + 1)]
    return {
        *(head + tail[1:] for head, tail in parts if tail),
        *(head + tail[1] + tail[0] + tail[2:] for head, tail in parts if len(tail) > 1),
        *(head + letter + tail for head, tail in parts if head for letter in letters),
        *(head + letter + tail[1:] for head, tail in parts if head and tail for letter in letters),
    } - {"", word}


def _replaced(text: str, corrected: dict[str, str | None]) -> SpellingSuggestion | None:
    """The query with its words corrected, except in quotes and in field values."""
    words = {word: right for word, right in corrected.items() if right}
    if not words:
        return None
    names = "|".join(re.escape(word) for word in sorted(words, key=len, reverse=True))
    pattern = re.compile(rf"(?P<kept>{_quoted.pattern}|\w+:\S*)|(?<![\w:])(?:{names})(?![\w:*~])")
    suggested, marks, last = "", [], 0
    for found in pattern.finditer(text):
        if found["kept"]:
            continue
        suggested += text[last : found.start()]
        right = words[found[0]]
        marks.append((len(suggested), len(suggested) + len(right)))
        suggested, last = suggested + right, found.end()
    return SpellingSuggestion(suggested + text[last:], tuple(marks)) if marks else None


def _match_count(view: IndexView, plan: QueryPlan, parsed: ParsedQuery) -> int:
    """The number of articles with all the words of a query."""
    result: Any = view.searcher.search(plan.strict(parsed), limit=1)
    return int(result.count)
