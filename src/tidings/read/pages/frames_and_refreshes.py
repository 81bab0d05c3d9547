"""Where a page sends its readers instead of speaking itself: frames and refreshes, as written."""

import re
from collections.abc import Iterator
from itertools import islice
from typing import Final

from tidings.read.pages.html import Html

_MAX_FRAMES: Final = 20
_MAX_HREF: Final = 4_000
# HTML, 4.2.5.3: seconds, a separator, perhaps "url=", perhaps quotes that need not be closed.
_REFRESH = re.compile(r"\s*[\d.]*\s*[;,\s]\s*(?:url\s*=\s*)?(?:\"([^\"]*)|'([^']*)|(.*))", re.I)


def frame_and_refresh_hrefs(html: Html) -> tuple[str, ...]:
    """Return the pages that a page shows in its frames or refreshes to.

    Inner frames count only on a page without links: elsewhere they hold adverts and forms.
    """
    hrefs = (href.strip() for href in (*_refreshes(html), *islice(_framed(html), _MAX_FRAMES)))
    return tuple(dict.fromkeys(href for href in hrefs if 0 < len(href) <= _MAX_HREF))


def _refreshes(html: Html) -> Iterator[str]:
    told = _REFRESH.match(html.meta.get("refresh", ""))
    if told is not None:
        yield told[1] or told[2] or told[3] or ""


def _framed(html: Html) -> Iterator[str]:
    for name in ("frame",) if html.anchors else ("frame", "iframe"):
        for tag in html.tree.tags(name):
            yield tag.attributes.get("src") or ""
