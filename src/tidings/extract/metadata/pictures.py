"""Pictures: the addresses of an article's images, the lead image first. It fetches none."""

import re
from collections.abc import Iterator, Mapping
from urllib.parse import urlsplit

from selectolax.lexbor import LexborNode

from tidings.extract.content.blocks import PageBlocks
from tidings.extract.content.body import ArticleBody
from tidings.extract.content.class_hints import Likelihood, likelihood_of
from tidings.extract.metadata.title_position import first_block_of
from tidings.read.pages.html import Html
from tidings.text.alternation import any_of

_SOURCES = ("data-src", "data-original", "data-lazy-src", "data-srcset", "srcset", "src")
_MAX_PICTURES = 30
_MAX_NODES = 100
_MIN_SIDE = 100  # pixels; smaller ones are icons, portraits and tracking pixels
_NO_PICTURE = re.compile(
    any_of(
        r"logo icon avatar gravatar sprite pixel spacer blank placeholder emoji badge 1x1 "
        r"\.svg\b".split()
    )
)  # in lower case
_OUTSIDE = frozenset({"aside", "nav", "footer", "form", "button"})
_SIZE = re.compile(r"[-_]\d{2,4}x\d{2,4}(?=\.\w+$)|@\dx(?=\.\w+$)")
_PIXELS = re.compile(r"\d+")


def pictures_of(
    html: Html, found: PageBlocks, body: ArticleBody, lead: str | None
) -> tuple[str, ...]:
    """Return the absolute addresses of the article's pictures, each picture once."""
    pictures = {_key(lead): lead} if lead else {}
    for url in _body_images(html, found, body):
        pictures.setdefault(_key(url), url)
        if len(pictures) >= _MAX_PICTURES:
            break
    return tuple(pictures.values())


def _body_images(html: Html, found: PageBlocks, body: ArticleBody) -> Iterator[str]:
    """The pictures of the body's container before the end of its text."""
    if not body.kept:
        return
    container = found.elements[body.container].node
    for node in container.css("img")[:_MAX_NODES]:
        given = node.attributes
        if not _is_large(given) or first_block_of(node, found) > body.kept[-1] + 1:
            continue
        url = _address(given, html)
        if url and not _NO_PICTURE.search(url.lower()) and not _is_aside(node, container):
            yield url


def _address(given: Mapping[str, str | None], html: Html) -> str | None:
    """The address of an image; lazy images have it in another attribute."""
    for name in _SOURCES:
        written = (given.get(name) or "").strip()
        first = written.split()[0].rstrip(",") if name.endswith("srcset") and written else written
        if first and (url := html.absolute(first)):
            return url
    return None


def _is_large(given: Mapping[str, str | None]) -> bool:
    sides = (_PIXELS.match(given.get(name) or "") for name in ("width", "height"))
    return all(int(side[0]) >= _MIN_SIDE for side in sides if side)


def _is_aside(node: LexborNode, container: LexborNode) -> bool:
    """Return whether an element between the picture and the container excludes it."""
    around = node.parent
    while around is not None and around.mem_id != container.mem_id:
        given = around.attributes
        hint = f"{given.get('class') or ''} {given.get('id') or ''}".lower()
        if around.tag in _OUTSIDE or likelihood_of(hint[:200]) is Likelihood.NEVER:
            return True
        around = around.parent
    return False


def _key(url: str) -> str:
    """The file name without its size: a picture has many sizes."""
    return _SIZE.sub("", urlsplit(url).path.rpartition("/")[2]) or url
