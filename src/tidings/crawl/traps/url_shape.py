"""URL shapes: a URL without the parts that are specific to its page, at three levels."""

import re
from functools import lru_cache

from tidings.extract.site_memory.url_template import general_template, template_of
from tidings.read.url import host_of

_PATH_PARAMETERS = re.compile(r";[^/?]*")
_FOLDERS = re.compile(r"(?:/\{word\}){3,}")  # any number: a path that grows keeps its shape

WHOLE_SITE = "*"


@lru_cache(maxsize=20_000)  # needed when a page is due, when it is visited, and as a parent
def shapes_of(url: str) -> tuple[str, str, str]:
    """Return a URL's shape on its host, the same without words and names, and the site's.

    `https://a.example/calendar/2031/05?view=day` has the shapes `a.example/calendar/{year}/{n}`
    with `?view={word}`, `/{word}/{year}/{n}?`, and `*`.
    """
    template = template_of(_PATH_PARAMETERS.sub("", url))
    path, mark, _ = general_template(template).partition("?")
    return host_of(url) + template, _FOLDERS.sub("/{words}", path) + mark, WHOLE_SITE
