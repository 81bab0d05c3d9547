"""The rights of one page, combined from all the places where its publisher can state them."""

from tidings.model.web.exchange import Response
from tidings.model.web.rights import Rights, RobotsMeta
from tidings.read.pages.html import Html
from tidings.read.rights.content_signal import signal_rights
from tidings.read.rights.tdm import tdm_rights


def rights_of(response: Response, robots: RobotsMeta, html: Html | None = None) -> Rights:
    """Return the rights of a page: from the host's files, then the headers, then the markup."""
    rights = response.rights
    for name, value in response.headers:
        if name == "content-signal":
            rights |= signal_rights(value)
    rights |= tdm_rights(response.headers)
    if html is not None:
        rights |= tdm_rights(html.metas)
    if robots.noai:
        rights |= Rights(ai_input=False, ai_train=False)
    return rights


def x_robots_tags(response: Response) -> tuple[str, ...]:
    """Return the X-Robots-Tag headers of a response."""
    return tuple(value for name, value in response.headers if name == "x-robots-tag")
