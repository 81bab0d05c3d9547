"""Authors: who wrote the article, by what the page tells and what it prints."""

from collections.abc import Iterator

from tidings.extract.content.blocks import PageBlocks
from tidings.extract.metadata.author_names import MAX_AUTHORS, clean_names, is_person
from tidings.extract.metadata.byline import Byline, byline_of
from tidings.extract.metadata.title import site_names, title_words
from tidings.extract.metadata.title_position import TitlePosition
from tidings.read.pages.html import Html
from tidings.read.pages.jsonld import LinkedArticle

_METAS = (
    "author article:author dc.creator dcterms.creator parsely-author sailthru.author byl "
    "article:author_name cxenseparse:author citation_author twitter:data1"
).split()

AuthorNames = tuple[str, ...]


def authors_of(
    html: Html, found: PageBlocks, linked: LinkedArticle | None, headline: TitlePosition
) -> tuple[AuthorNames, str]:
    """Return the authors and where they stand; a person outranks a newsroom or a site."""
    sites = site_names(html) | {"".join(title_words(linked.publisher if linked else ""))}
    told = list(_declared_authors(html, linked))
    for names, where in told:
        if any(is_person(name) and "".join(title_words(name)) not in sites for name in names):
            return names, where
    byline = byline_of(html, found, headline.span)
    if byline.names and (not told or _outranks(byline, told[0][0])):
        return byline.names, byline.where
    return told[0] if told else ((), "")


def _outranks(byline: Byline, told: AuthorNames) -> bool:
    """Tell whether a byline knows better than a nickname, a newsroom or the site's own name."""
    if not all(map(is_person, byline.names)):
        return False
    return byline.sure or byline.names[0].casefold().startswith(f"{told[0].casefold()} ")


def _declared_authors(
    html: Html, linked: LinkedArticle | None
) -> Iterator[tuple[AuthorNames, str]]:
    if linked and (names := _json_ld_authors(linked)):
        yield names, "json-ld author"
    for name in _METAS:
        text = html.meta.get(name, "")
        if text and not text.startswith(("http", "/", "@")) and (names := clean_names([text])):
            yield names, f"meta {name}"


def _json_ld_authors(linked: LinkedArticle) -> AuthorNames:
    """The names of JSON-LD; a newsroom's is not taken apart ("The Paper and AFP")."""
    names = (
        (name,) if name in linked.newsrooms else clean_names([name]) for name in linked.authors
    )
    return tuple(dict.fromkeys(name for part in names for name in part))[:MAX_AUTHORS]
