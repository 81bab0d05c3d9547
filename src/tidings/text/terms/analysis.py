"""The terms a text is found by: the one analysis that index, queries and snippets share.

Hyphens separate words (COVID-19 is two adjacent terms), apostrophes do not (the stemmers handle
them), dotted initials are one word (U.S.), numbers keep their decimals.
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

VERSION = 4  # raise it when the terms of a text change: older indexes become useless

_CHARACTER = rf"[^\W_{LETTERS}]"  # letters and digits of scripts with spaces
_INITIAL = rf"[^\W\d_{LETTERS}]"
_JOINERS = "\u00ad\u200c\u200d"  # soft hyphen, and joiners inside Persian and Indic words
_token = re.compile(
    rf"(?P<run>{RUN})"
    rf"|{_INITIAL}(?:\.{_INITIAL})+(?!{_CHARACTER})"
    rf"|{_CHARACTER}+"
    rf"(?:(?:[{MARKS}{_JOINERS}]+|['’](?={_CHARACTER})|(?<=\d)[.,](?=\d)){_CHARACTER}*)*"
)
_AROUND = string.punctuation + "“”„‘’‚«»‹›…–—"  # what may surround a word in its chunk
_DOTLESS = frozenset({"tr", "az"})  # their lower-case I is ı, and the stemmer needs it

# Chunks, at some hundred bytes each. Of 700 000 words of mixed news 12% are not in the cache;
# with a quarter of this size, 22% had to be analysed.
_MAX_CACHED = 131_072
_MAX_CHUNK = 64  # characters; longer chunks hardly ever recur and are not cached

_SPAN = itemgetter(1, 2)

_local = threading.local()


def analyse(text: str, language: str) -> list[str]:
    """Return the terms of a text in order; none contains white space."""
    return list(chain.from_iterable(map(_chunk_terms(language).__getitem__, text.split())))


def analyse_cased(text: str, language: str) -> tuple[list[str], list[str]]:
    """Return the terms of a text, and separately those of words that begin with a capital."""
    terms, chunks = _chunk_terms(language), text.split()
    capitals = map(terms.capitals.__getitem__, filterfalse(str.islower, chunks))
    return (
        list(chain.from_iterable(map(terms.__getitem__, chunks))),
        list(chain.from_iterable(capitals)),
    )


def terms_with_case(chunk: str, language: str) -> list[tuple[list[str], bool]]:
    """Return the terms of each token of a chunk, and whether it begins with a capital."""
    stemmer = _chunk_terms(language).stemmer
    return [(_terms(token, stemmer), token[0][0].isupper()) for token in _token.finditer(chunk)]


def plain_word(chunk: str) -> str:
    """Return the word of a chunk if it has only ASCII letters, without punctuation; else ""."""
    word = chunk.strip(_AROUND)
    return word if word.isascii() and word.isalpha() else ""


def is_plain_word(chunk: str) -> bool:
    """Return whether a chunk is one word of ASCII letters and digits only."""
    return chunk.isascii() and chunk.isalnum()


def plain_terms(words: Sequence[str], language: str) -> list[str]:
    """Return the terms of such words, "" for those not worth keeping; nothing is cached."""
    stemmer = _chunk_terms(language).stemmer
    if language in _DOTLESS:
        return stemmer.plain_terms([normal_spelling(word, language) for word in words])
    return stemmer.plain_terms(" ".join(words).lower().split())


def terms_of(words: Sequence[str], language: str) -> list[str]:
    """Return the term of each token; empty for marks, and the word itself for a run.

    So a word of a script without spaces is one term here, not its letters and bigrams.
    """
    return list(map(_chunk_terms(language).tokens.__getitem__, words))


def lookup_terms(text: str, language: str) -> list[tuple[int, str]]:
    """Return the terms to look a text up by, each with its place among all terms of the text.

    Single letters of a run are left out: its bigrams are equivalent, with far fewer matches.
    """
    stemmer = _chunk_terms(language).stemmer
    found: list[tuple[int, str]] = []
    place = 0
    for token in _token.finditer(text):
        terms = _terms(token, stemmer)
        wanted = lookup_grams((len(terms) + 1) // 2) if token["run"] else range(len(terms))
        found += ((place + at, terms[at]) for at in wanted)
        place += len(terms)
    return found


def term_spans(text: str, language: str) -> Iterator[tuple[str, int, int]]:
    """Yield the terms of a text in order, each with its start and end in the text."""
    stemmer = _chunk_terms(language).stemmer
    for token in _token.finditer(text):
        yield from _token_spans(token, stemmer, 0)


def wanted_spans(
    wanted: frozenset[str], text: str, language: str
) -> Iterator[tuple[str, int, int]]:
    """Yield the spans whose term is wanted; many times faster than filtering `term_spans`.

    In scripts without spaces, only the longest of several terms at one place is given.
    """
    words = _wanted_words(wanted, text, language)
    grams = list(grams_in(wanted, text))
    yield from sorted([*words, *grams], key=_SPAN) if grams else words


def _wanted_words(
    wanted: frozenset[str], text: str, language: str
) -> Iterator[tuple[str, int, int]]:
    terms = _chunk_terms(language)
    for start, end in chunks_with(wanted, text, language):
        chunk = text[start:end]
        if wanted.isdisjoint(terms[chunk]):
            continue
        for term, first, last in terms.places[chunk]:
            if term in wanted:
                yield term, start + first, start + last


class _ChunkTerms(dict[str, tuple[str, ...]]):
    """One language's terms by chunk (a piece of text between white space); for one thread.

    Words repeat, so looking up whole chunks is four times faster than matching each word again.
    """

    def __init__(self, language: str) -> None:
        super().__init__()
        self.stemmer = WordStemmer(language)
        self.capitals = _CapitalTerms(self)
        self.tokens = _TokenTerms(self)
        self.places = _TermPlaces(self)
        self._words = _WordTerms(self.stemmer)

    def __missing__(self, chunk: str) -> tuple[str, ...]:
        word = plain_word(chunk)
        terms = self._words[word] if word else self._of_tokens(chunk)
        if len(chunk) <= _MAX_CHUNK:
            if len(self) >= _MAX_CACHED:
                self.clear()
            self[chunk] = terms
        return terms

    def of_token(self, word: str) -> tuple[str, ...]:
        """The terms of one token; a plain word is not also cached as a chunk."""
        return self._words[word] if word.isascii() and word.isalpha() else self[word]

    def _of_tokens(self, chunk: str) -> tuple[str, ...]:
        tokens = _token.finditer(chunk)
        return tuple(chain.from_iterable(_terms(token, self.stemmer) for token in tokens))


class _WordTerms(dict[str, tuple[str, ...]]):
    """The same by plain word, nine tokens in ten: "word," and “word” share one entry."""

    def __init__(self, stemmer: WordStemmer) -> None:
        super().__init__()
        self._stemmer = stemmer

    def __missing__(self, word: str) -> tuple[str, ...]:
        spelling = normal_spelling(word, self._stemmer.language)
        if spelling != word:
            return self[spelling]
        term = self._stemmer.term(word)
        if len(self) >= _MAX_CACHED:
            self.clear()
        terms = self[word] = (term,) if term else ()
        return terms


class _CapitalTerms(dict[str, tuple[str, ...]]):
    """The same for words that begin with a capital letter only; few scripts have capitals."""

    def __init__(self, terms: _ChunkTerms) -> None:
        super().__init__()
        self._terms = terms

    def __missing__(self, chunk: str) -> tuple[str, ...]:
        terms = self._capitalised(chunk)
        if len(chunk) <= _MAX_CHUNK:
            if len(self) >= _MAX_CACHED:
                self.clear()
            self[chunk] = terms
        return terms

    def _capitalised(self, chunk: str) -> tuple[str, ...]:
        if word := plain_word(chunk):
            return self._terms[chunk] if word[0].isupper() else ()
        tokens = list(_token.finditer(chunk))
        capitals = [token for token in tokens if token[0][0].isupper()]
        if len(capitals) == len(tokens):
            return self._terms[chunk]
        return tuple(chain.from_iterable(_terms(token, self._terms.stemmer) for token in capitals))


class _TokenTerms(dict[str, str]):
    """The same by token, each being one term."""

    def __init__(self, terms: _ChunkTerms) -> None:
        super().__init__()
        self._terms = terms

    def __missing__(self, word: str) -> str:
        found = self._terms.of_token(word)
        term = found[0] if len(found) == 1 else word.lower() if found else ""
        if len(word) <= _MAX_CHUNK:
            if len(self) >= _MAX_CACHED:
                self.clear()
            self[word] = term
        return term


class _TermPlaces(dict[str, tuple[tuple[str, int, int], ...]]):
    """The terms of each chunk with their places in it, except for scripts without spaces."""

    def __init__(self, terms: _ChunkTerms) -> None:
        super().__init__()
        self._stemmer = terms.stemmer

    def __missing__(self, chunk: str) -> tuple[tuple[str, int, int], ...]:
        tokens = (token for token in _token.finditer(chunk) if not token["run"])
        spans = tuple(
            chain.from_iterable(_token_spans(token, self._stemmer, 0) for token in tokens)
        )
        if len(chunk) <= _MAX_CHUNK:
            if len(self) >= _MAX_CACHED:
                self.clear()
            self[chunk] = spans
        return spans


def _chunk_terms(language: str) -> _ChunkTerms:
    """This thread's table of a language; languages without rules of their own share one."""
    tables: dict[str, _ChunkTerms] | None = getattr(_local, "tables", None)
    if tables is None:
        tables = _local.tables = {}
    key = language if has_own_terms(language) else ""
    if key not in tables:
        tables[key] = _ChunkTerms(key)
    return tables[key]


def _terms(token: re.Match[str], stemmer: WordStemmer) -> list[str]:
    """The terms of one token: usually one, many for a run, none for a word not worth keeping."""
    if run := token["run"]:
        return grams(letters_of(run))
    words = normal_spelling(token[0], stemmer.language).split()
    return [term for word in words if (term := stemmer.term(word))]


def _token_spans(
    token: re.Match[str], stemmer: WordStemmer, start: int
) -> Iterator[tuple[str, int, int]]:
    """The terms of one token with their places in a text; its own string begins at `start`."""
    first, last = token.span()
    terms = _terms(token, stemmer)
    if run := token["run"]:
        for term, (begin, end) in zip(terms, gram_spans(run, start + first), strict=True):
            yield term, begin, end
    else:
        yield from ((term, start + first, start + last) for term in terms)


def normal_spelling(word: str, language: str) -> str:
    """Return the word in lower case and one spelling.

    The result may contain white space: a few ligatures expand to several words.
    """
    if language in _DOTLESS:
        word = word.replace("I", "ı")
    if word.isascii():
        return word.lower()
    word = unicodedata.normalize("NFKC", word).casefold().replace("i\u0307", "i")
    word = word.replace("’", "'").replace("\u02bc", "'").replace("\u00ad", "")
    return unicodedata.normalize("NFC", word)
