"""The plateau: where a page's words outweigh its tags. It does not know what a tag means.

Along a page the count of tags rises steeply in menus and hardly at all in the text. The plateau is
the span that maximises the tags outside plus the words inside. The tags outside are all tags minus
those inside, so it is the span with the greatest sum of +1 per word, -1 per tag.
"""

from collections.abc import Iterable

from tidings.extract.methods.html_tokens import HtmlToken, lines_of, tokens_of, words_of


def plateau_text(html: str) -> str:
    """Return the text of the page's plateau, empty if the page has no words."""
    tokens = tokens_of(html)
    first, end = richest_span(map(_value, tokens))
    return lines_of(tokens[first:end])


def _value(token: HtmlToken) -> int:
    """What a token adds to a span. A text is never split, because all its words are +1."""
    return -1 if token.tag else len(words_of(token.text))


def richest_span(values: Iterable[int]) -> tuple[int, int]:
    """Return the first, shortest span [first, end) with the greatest sum, or (0, 0)."""
    best, span = 0, (0, 0)
    total, first = 0, 0
    for place, value in enumerate(values):
        if total <= 0:
            total, first = 0, place
        total += value
        if total > best:
            best, span = total, (first, place + 1)
    return span
