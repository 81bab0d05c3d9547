"""The only place where foreign text becomes HTML of our pages; all of it is made harmless."""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from urllib.parse import urlsplit

import nh3
from markupsafe import Markup, escape

from tidings.model.articles.article import Article
from tidings.model.search.results import Snippet, SpellingSuggestion

# No pictures: loading them would show their servers who reads what.
_TAGS = set(
    "p h2 h3 h4 h5 h6 ul ol li dl dt dd blockquote q cite figure figcaption a abbr em strong b i u "
    "s small sub sup mark code pre kbd br hr table caption thead tbody tfoot tr th td time del ins "
    "bdi bdo ruby rt rp".split()
)
_DROPPED = set("script style template noscript iframe object svg math".split())
_ATTRIBUTES = {
    "*": {"lang", "dir"},
    "a": {"href"},
    "abbr": {"title"},
    "time": {"datetime"},
    "ol": {"start"},
    "td": {"colspan", "rowspan"},
    "th": {"colspan", "rowspan", "scope"},
}
_LINK_REL = "noopener noreferrer nofollow"


def reader_html(article: Article) -> Markup:
    """Return the article's body for our pages; it is cleaned again, whatever the store holds."""
    if article.html.strip():
        return Markup(_cleaned(article.html, article.url))  # noqa: S704 - cleaned just now
    paragraphs = (line.strip() for line in article.text.split("\n"))
    return Markup("\n").join(Markup("<p>{}</p>").format(line) for line in paragraphs if line)


@lru_cache(maxsize=64)
def _cleaned(html: str, base: str) -> str:
    return nh3.clean(
        html,
        tags=_TAGS,
        clean_content_tags=_DROPPED,
        attributes=_ATTRIBUTES,
        url_schemes={"http", "https"},
        url_relative=("rewrite_with_base", base) if is_outward(base) else "deny",
        link_rel=_LINK_REL,
    )


_ENDS = ".!?…。！？\"'”’»"


def marked(snippet: Snippet) -> Markup:
    """Return the snippet as HTML with its matches in <mark>."""
    ends = not snippet.text or snippet.text[-1] in _ENDS
    html = Markup("").join(_pieces(snippet.text, snippet.marks, Markup("<mark>{}</mark>")))
    return html if ends else html + "…"


def suggested(suggestion: SpellingSuggestion) -> Markup:
    """Return a spelling suggestion as HTML with the changed words in <strong>."""
    template = Markup("<strong>{}</strong>")
    return Markup("").join(_pieces(suggestion.text, suggestion.marks, template))


def _pieces(text: str, marks: Sequence[tuple[int, int]], template: Markup) -> Iterator[Markup]:
    done = 0
    for start, end in marks:
        yield escape(text[done:start])
        yield template.format(text[start:end])
        done = end
    yield escape(text[done:])


def is_outward(url: str | None) -> bool:
    """Return whether a URL may be linked: schemes other than http and https can do harm."""
    try:
        parts = urlsplit(url or "")
    except ValueError:
        return False
    return parts.scheme in ("http", "https") and bool(parts.netloc)


_WIDE = frozenset({"zh", "ja", "ko"})  # a character is worth two or three letters


def opening(article: Article, length: int) -> str:
    """Return the standfirst, or else the first words, in about `length` letters."""
    standfirst = article.robots.excerpt(article.standfirst)
    return _cut(standfirst, article.language, length) or beginning(article, length)


def beginning(article: Article, length: int) -> str:
    """Return the first words of the text, in about `length` letters."""
    return _cut(article.robots.excerpt(article.text[: length * 4]), article.language, length)


def _cut(text: str, language: str, length: int) -> str:
    """Return the text on one line, cut at the end of a word."""
    text = " ".join(text.split())
    if language in _WIDE:
        length = length * 2 // 5
    if len(text) <= length:
        return text
    cut = text[:length]
    if language not in _WIDE:
        cut = cut.rpartition(" ")[0] or cut
    return cut.rstrip(" ,;:.–—，。、；：") + "…"
