"""A text as the terms it is found by: the one analysis that index, queries and snippets share.

Hyphens part words (COVID-19 is two terms in a row), apostrophes do not (the stemmers know what to
do with them), dotted initials are one word (U.S.), numbers keep their decimals.
"""

import re
import string
import threading
import unicodedata
from collections.abc import Iterator, Sequence
from itertools import chain, filterfalse
from operator import itemgetter

from tidings.text.scripts.cjk import LETTERS, RUN, gram_spans, grams, letters_of, lookup_grams
from tidings.text.scripts.marks import MARKS
from tidings.text.terms.prefilter import chunks_with, grams_in
from tidings.text.terms.stems import WordStemmer, has_own_terms

VERSION = 4  # raise it when the terms of a text change: indexes made before are of no use then

_CHARACTER = rf"[^\W_{LETTERS}]"  # letters and digits of scripts with spaces
_INITIAL = rf"[^\W\d_{LETTERS}]"
_JOINERS = "\u00ad\u200c\u200d"  # soft hyphen, and what Persian and Indic words have inside
_token = re.compile(
    rf"(?P<run>{RUN})"
    rf"|{_INITIAL}(?:\.{_INITIAL})+(?!{_CHARACTER})"
    rf"|{_CHARACTER}+"
    rf"(?:(?:[{MARKS}{_JOINERS}]+|['’](?={_CHARACTER})|(?<=\d)[.,](?=\d)){_CHARACTER}*)*"
)
_AROUND = string.punctuation + "“”„‘’‚«»‹›…–—"  # what may stand around a word in its chunk
_DOTLESS = frozenset({"tr", "az"})  # their small I is ı, and the stemmer hears the difference

# Chunks, at some hundred bytes each. Of 700 000 words of mixed news 12% come for the first time;
# with a memory of a quarter of this, 22% had to be analysed.
_MAX_REMEMBERED = 131_072
_MAX_CHUNK = 64  # characters of a chunk that is remembered: longer ones hardly ever come again

_PLACE = itemgetter(1, 2)

_local = threading.local()


def analyse(text: str, language: str) -> list[str]:
    """Return the terms of a text in order; none contains white space."""
    return list(chain.from_iterable(map(_terms_of(language).__getitem__, text.split())))


def analyse_cased(text: str, language: str) -> tuple[list[str], list[str]]:
    """Return the terms of a text, and again those of its words that begin with a capital."""
    terms, chunks = _terms_of(language), text.split()
    cased = map(terms.cased.__getitem__, filterfalse(str.islower, chunks))
    return (
        list(chain.from_iterable(map(terms.__getitem__, chunks))),
        list(chain.from_iterable(cased)),
    )


def terms_with_case(chunk: str, language: str) -> list[tuple[list[str], bool]]:
    """Return the terms of each token of a chunk, and whether it begins with a capital."""
    stems = _terms_of(language).stems
    return [(_terms(token, stems), token[0][0].isupper()) for token in _token.finditer(chunk)]


def plain_word(chunk: str) -> str:
    """Return the one word in a chunk, if there is one of nothing but ASCII letters, or else ""."""
    word = chunk.strip(_AROUND)
    return word if word.isascii() and word.isalpha() else ""


def is_plain_word(chunk: str) -> bool:
    """Tell whether a chunk is one word of nothing but ASCII letters and digits."""
    return chunk.isascii() and chunk.isalnum()


def plain_terms(words: Sequence[str], language: str) -> list[str]:
    """Return the terms of such words, "" for those not worth keeping; nothing is remembered."""
    stems = _terms_of(language).stems
    if language in _DOTLESS:
        return stems.plain_terms([normal_spelling(word, language) for word in words])
    return stems.plain_terms(" ".join(words).lower().split())


def terms_of(words: Sequence[str], language: str) -> list[str]:
    """Return the term of each token; none (empty) for marks, and the word itself where it is a run.

    So a word of a script without spaces is one term here, not its letters and bigrams.
    """
    return list(map(_terms_of(language).whole.__getitem__, words))


def lookup_terms(text: str, language: str) -> list[tuple[int, str]]:
    """Return the terms to look a text up by, each with its place among all its terms.

    That leaves out the letters of a run whose bigrams say the same with far fewer matches.
    """
    stems = _terms_of(language).stems
    found: list[tuple[int, str]] = []
    place = 0
    for token in _token.finditer(text):
        terms = _terms(token, stems)
        wanted = lookup_grams((len(terms) + 1) // 2) if token["run"] else range(len(terms))
        found += ((place + at, terms[at]) for at in wanted)
        place += len(terms)
    return found


def term_spans(text: str, language: str) -> Iterator[tuple[str, int, int]]:
    """Yield the terms of a text in order, each with its start and end in the text."""
    stems = _terms_of(language).stems
    for token in _token.finditer(text):
        yield from _located(token, stems, 0)


def wanted_spans(
    wanted: frozenset[str], text: str, language: str
) -> Iterator[tuple[str, int, int]]:
    """Yield those spans whose term is wanted; many times faster than asking them all.

    Of several in one place of a script without spaces it is only the longest.
    """
    words = _words_of(wanted, text, language)
    grams = list(grams_in(wanted, text))
    yield from sorted([*words, *grams], key=_PLACE) if grams else words


def _words_of(wanted: frozenset[str], text: str, language: str) -> Iterator[tuple[str, int, int]]:
    terms = _terms_of(language)
    for start, end in chunks_with(wanted, text, language):
        chunk = text[start:end]
        if wanted.isdisjoint(terms[chunk]):
            continue
        for term, first, last in terms.placed[chunk]:
            if term in wanted:
                yield term, start + first, start + last


class _ChunkTerms(dict[str, tuple[str, ...]]):
    """One language's terms by chunk, a piece of text between white space; for one thread.

    Words repeat, so looking up whole chunks is four times faster than matching each word again.
    """

    def __init__(self, language: str) -> None:
        super().__init__()
        self.stems = WordStemmer(language)
        self.cased = _CapitalTerms(self)
        self.whole = _TokenTerms(self)
        self.placed = _TermPlaces(self)
        self._words = _WordTerms(self.stems)

    def __missing__(self, chunk: str) -> tuple[str, ...]:
        word = plain_word(chunk)
        terms = self._words[word] if word else self._of_tokens(chunk)
        if len(chunk) <= _MAX_CHUNK:
            if len(self) >= _MAX_REMEMBERED:
                self.clear()
            self[chunk] = terms
        return terms

    def of_token(self, word: str) -> tuple[str, ...]:
        """The terms of one token; a plain word is not remembered as a chunk as well."""
        return self._words[word] if word.isascii() and word.isalpha() else self[word]

    def _of_tokens(self, chunk: str) -> tuple[str, ...]:
        tokens = _token.finditer(chunk)
        return tuple(chain.from_iterable(_terms(token, self.stems) for token in tokens))


class _WordTerms(dict[str, tuple[str, ...]]):
    """The same by word of nothing but letters, nine tokens in ten: "word," is “word” once more."""

    def __init__(self, stems: WordStemmer) -> None:
        super().__init__()
        self._stems = stems

    def __missing__(self, word: str) -> tuple[str, ...]:
        small = normal_spelling(word, self._stems.language)
        if small != word:
            return self[small]
        term = self._stems.term(word)
        if len(self) >= _MAX_REMEMBERED:
            self.clear()
        terms = self[word] = (term,) if term else ()
        return terms


class _CapitalTerms(dict[str, tuple[str, ...]]):
    """The same, but only of words that begin with a capital letter, which few scripts have."""

    def __init__(self, terms: _ChunkTerms) -> None:
        super().__init__()
        self._terms = terms

    def __missing__(self, chunk: str) -> tuple[str, ...]:
        cased = self._capitalised(chunk)
        if len(chunk) <= _MAX_CHUNK:
            if len(self) >= _MAX_REMEMBERED:
                self.clear()
            self[chunk] = cased
        return cased

    def _capitalised(self, chunk: str) -> tuple[str, ...]:
        if word := plain_word(chunk):
            return self._terms[chunk] if word[0].isupper() else ()
        tokens = list(_token.finditer(chunk))
        begun = [token for token in tokens if token[0][0].isupper()]
        if len(begun) == len(tokens):
            return self._terms[chunk]
        return tuple(chain.from_iterable(_terms(token, self._terms.stems) for token in begun))


class _TokenTerms(dict[str, str]):
    """The same by token, which is one term."""

    def __init__(self, terms: _ChunkTerms) -> None:
        super().__init__()
        self._terms = terms

    def __missing__(self, word: str) -> str:
        found = self._terms.of_token(word)
        term = found[0] if len(found) == 1 else word.lower() if found else ""
        if len(word) <= _MAX_CHUNK:
            if len(self) >= _MAX_REMEMBERED:
                self.clear()
            self[word] = term
        return term


class _TermPlaces(dict[str, tuple[tuple[str, int, int], ...]]):
    """The terms of each chunk with their places in it, but for scripts without spaces."""

    def __init__(self, terms: _ChunkTerms) -> None:
        super().__init__()
        self._stems = terms.stems

    def __missing__(self, chunk: str) -> tuple[tuple[str, int, int], ...]:
        tokens = (token for token in _token.finditer(chunk) if not token["run"])
        spans = tuple(chain.from_iterable(_located(token, self._stems, 0) for token in tokens))
        if len(chunk) <= _MAX_CHUNK:
            if len(self) >= _MAX_REMEMBERED:
                self.clear()
            self[chunk] = spans
        return spans


def _terms_of(language: str) -> _ChunkTerms:
    """This thread's terms of a language; all languages without rules of their own share one."""
    tables: dict[str, _ChunkTerms] | None = getattr(_local, "tables", None)
    if tables is None:
        tables = _local.tables = {}
    key = language if has_own_terms(language) else ""
    if key not in tables:
        tables[key] = _ChunkTerms(key)
    return tables[key]


def _terms(token: re.Match[str], stems: WordStemmer) -> list[str]:
    """The terms of one token: usually one, many for a run, none for a word not worth keeping."""
    if run := token["run"]:
        return grams(letters_of(run))
    words = normal_spelling(token[0], stems.language).split()
    return [term for word in words if (term := stems.term(word))]


def _located(
    token: re.Match[str], stems: WordStemmer, start: int
) -> Iterator[tuple[str, int, int]]:
    """The terms of one token with their places, in a text in which its string begins at start."""
    first, last = token.span()
    terms = _terms(token, stems)
    if run := token["run"]:
        for term, (begin, end) in zip(terms, gram_spans(run, start + first), strict=True):
            yield term, begin, end
    else:
        yield from ((term, start + first, start + last) for term in terms)


def normal_spelling(word: str, language: str) -> str:
    """Return the word in small letters and one spelling.

    A few ligatures come apart into several words, hence the white space there may be in it.
    """
    if language in _DOTLESS:
        word = word.replace("I", "ı")
    if word.isascii():
        return word.lower()
    word = unicodedata.normalize("NFKC", word).casefold().replace("i\u0307", "i")
    word = word.replace("’", "'").replace("\u02bc", "'").replace("\u00ad", "")
    return unicodedata.normalize("NFC", word)
