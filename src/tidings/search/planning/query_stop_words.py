"""Which words of a query are stop words, by what language the query seems to be in."""

from collections.abc import Iterable, Sequence

from tidings.search.query.tree import Node, Not, Word, is_filter
from tidings.text.terms.stopwords import is_stop_word

_ENOUGH = 2  # stop words of a language; one alone may be a word of another (English die)
_SHOUTED = 3  # words in capitals and none in small letters: then capitals mean nothing


def query_stop_words(nodes: Iterable[Node], languages: Sequence[str]) -> frozenset[str]:
    """Return those words side by side that need not be found; none if there are no others.

    The first language is that of most articles, or the one asked for, and its stop words always
    count; those of another if the query has several of them.
    """
    given = list(nodes)
    words = [node.text for node in given if isinstance(node, Word)]
    read = str.lower if _is_shouted(words) else str
    by_language = {
        language: frozenset(word for word in words if is_stop_word(read(word), language))
        for language in languages
    }
    likely = max(by_language, key=lambda each: len(by_language[each]), default=None)
    if likely is None:
        return frozenset()
    small = by_language[likely]
    if likely != languages[0] and len(small) < _ENOUGH:
        small = by_language[languages[0]]
    others = any(not (isinstance(node, Word | Not) or is_filter(node)) for node in given)
    return small if others or len(small) < len(set(words)) else frozenset()


def _is_shouted(words: Sequence[str]) -> bool:
    """Whether WHO and IT are more likely stop words than names, as in a copied headline."""
    return sum(word.isupper() for word in words) >= _SHOUTED and not any(
        word != word.upper() for word in words
    )
