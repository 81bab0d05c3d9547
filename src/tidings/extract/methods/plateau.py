"""The plateau: where a page's words outweigh its tags. It has no idea what a tag means.

Along a page the count of tags rises steeply in menus and hardly at all in the text. The span that
maximises the tags outside of it plus the words inside of it is that plateau; as the tags outside
are all tags less those inside, it is the span with the greatest sum of +1 per word, -1 per tag.
"""

from collections.abc import Iterable

from tidings.extract.methods.html_tokens import HtmlToken, lines_of, tokens_of, words_of


def plateau_text(html: str) -> str:
    """Return the text of the page's plateau, empty if the page has no words."""
    tokens = tokens_of(html)
    first, end = richest_span(map(_worth, tokens))
    return lines_of(tokens[first:end])


def _worth(token: HtmlToken) -> int:
    """What a token adds to a span. A text is taken or left whole, since all its words are +1."""
    return -1 if token.tag else len(words_of(token.text))


def richest_span(worths: Iterable[int]) -> tuple[int, int]:
    """Return the first and shortest span [first, end) with the greatest sum, (0, 0) if none has."""
    best, span = 0, (0, 0)
    total, first = 0, 0
    for place, worth in enumerate(worths):
        if total <= 0:
            total, first = 0, place
        total += worth
        if total > best:
            best, span = total, (first, place + 1)
    return span
