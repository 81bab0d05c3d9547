"""The stop words of a query, by its likely language."""

from collections.abc import Iterable, Sequence

from tidings.search.query.tree import Node, Not, Word, is_filter
from tidings.text.terms.stopwords import is_stop_word

_ENOUGH = 2  # stop words of a language; a single one may be a word of another (English die)
_SHOUTED = 3  # words in capitals and none in lower case: then capitals mean nothing


def query_stop_words(nodes: Iterable[Node], languages: Sequence[str]) -> frozenset[str]:
    """Return the words that need not match; none if the query has only such words.

    The first language is that of most articles, or of the filter; its stop words always count.
    Those of another language count if the query has several of them.
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
    stop_words = by_language[likely]
    if likely != languages[0] and len(stop_words) < _ENOUGH:
        stop_words = by_language[languages[0]]
    others = any(not (isinstance(node, Word | Not) or is_filter(node)) for node in given)
    return stop_words if others or len(stop_words) < len(set(words)) else frozenset()


def _is_shouted(words: Sequence[str]) -> bool:
    """Whether WHO and IT are more likely stop words than names, as in a copied headline."""
    return sum(word.isupper() for word in words) >= _SHOUTED and not any(
        word != word.upper() for word in words
    )
