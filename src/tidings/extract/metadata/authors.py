"""Authors of an article, from what the page declares and from its byline."""

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
    html: Html, found: PageBlocks, linked: LinkedArticle | None, position: TitlePosition
) -> tuple[AuthorNames, str]:
    """Return the authors and their source; a person outranks a newsroom or a site."""
    sites = site_names(html) | {"".join(title_words(linked.publisher if linked else ""))}
    declared = list(_declared_authors(html, linked))
    for names, where in declared:
        if any(is_person(name) and "".join(title_words(name)) not in sites for name in names):
            return names, where
    byline = byline_of(html, found, position.span)
    if byline.names and (not declared or _outranks(byline, declared[0][0])):
        return byline.names, byline.where
    return declared[0] if declared else ((), "")


def _outranks(byline: Byline, declared: AuthorNames) -> bool:
    """Return whether a byline is better than a nickname, a newsroom or the site's name."""
    if not all(map(is_person, byline.names)):
        return False
    return byline.sure or byline.names[0].casefold().startswith(f"{declared[0].casefold()} ")


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
    """The names in JSON-LD; a newsroom's name is not split ("The Paper and AFP")."""
    names = (
        (name,) if name in linked.newsrooms else clean_names([name]) for name in linked.authors
    )
    return tuple(dict.fromkeys(name for part in names for name in part))[:MAX_AUTHORS]
