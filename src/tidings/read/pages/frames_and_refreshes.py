"""The pages that a page shows in frames or refreshes to; addresses as written."""

import re
from collections.abc import Iterator
from itertools import islice
from typing import Final

from tidings.read.pages.html import Html

_MAX_FRAMES: Final = 20
_MAX_HREF: Final = 4_000
# HTML, 4.2.5.3: seconds, a separator, optional "url=", optional quotes that may stay open.
_REFRESH = re.compile(r"\s*[\d.]*\s*[;,\s]\s*(?:url\s*=\s*)?(?:\"([^\"]*)|'([^']*)|(.*))", re.I)


def frame_and_refresh_hrefs(html: Html) -> tuple[str, ...]:
    """Return the pages that a page shows in its frames or refreshes to.

    An <iframe> counts only on a page without links: elsewhere it holds adverts and forms.
    """
    hrefs = (href.strip() for href in (*_refreshes(html), *islice(_frames(html), _MAX_FRAMES)))
    return tuple(dict.fromkeys(href for href in hrefs if 0 < len(href) <= _MAX_HREF))


def _refreshes(html: Html) -> Iterator[str]:
    refresh = _REFRESH.match(html.meta.get("refresh", ""))
    if refresh is not None:
        yield refresh[1] or refresh[2] or refresh[3] or ""


def _frames(html: Html) -> Iterator[str]:
    for name in ("frame",) if html.anchors else ("frame", "iframe"):
        for tag in html.tree.tags(name):
            yield tag.attributes.get("src") or ""
