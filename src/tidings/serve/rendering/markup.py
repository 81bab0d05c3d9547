"""The only places where text of others becomes HTML of ours: everything here is made harmless."""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from urllib.parse import urlsplit

import nh3
from markupsafe import Markup, escape

from tidings.model.articles.article import Article
from tidings.model.search.results import Snippet, SpellingSuggestion

# Pictures are left out: to load them would tell their servers who reads what.
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
    """Return the article's body for our pages, cleaned again whatever the store holds."""
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
    """Return what may have been meant, with the changed words in <strong>."""
    inside = Markup("<strong>{}</strong>")
    return Markup("").join(_pieces(suggestion.text, suggestion.marks, inside))


def _pieces(text: str, marks: Sequence[tuple[int, int]], inside: Markup) -> Iterator[Markup]:
    done = 0
    for start, end in marks:
        yield escape(text[done:start])
        yield inside.format(text[start:end])
        done = end
    yield escape(text[done:])


def is_outward(url: str | None) -> bool:
    """Tell whether a URL may stand in a link: only the web's own schemes can do no harm."""
    try:
        parts = urlsplit(url or "")
    except ValueError:
        return False
    return parts.scheme in ("http", "https") and bool(parts.netloc)


_WIDE = frozenset({"zh", "ja", "ko"})  # a character says as much as two or three letters


def opening(article: Article, length: int) -> str:
    """Return the standfirst, or else the first words, of about so many letters."""
    standfirst = article.robots.excerpt(article.standfirst)
    return _cut(standfirst, article.language, length) or beginning(article, length)


def beginning(article: Article, length: int) -> str:
    """Return the first words of the text, of about so many letters."""
    return _cut(article.robots.excerpt(article.text[: length * 4]), article.language, length)


def _cut(text: str, language: str, length: int) -> str:
    """The text on one line, cut where a word ends."""
    text = " ".join(text.split())
    if language in _WIDE:
        length = length * 2 // 5
    if len(text) <= length:
        return text
    cut = text[:length]
    if language not in _WIDE:
        cut = cut.rpartition(" ")[0] or cut
    return cut.rstrip(" ,;:.–—，。、；：") + "…"
