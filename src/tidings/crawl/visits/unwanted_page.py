"""Pages that were read and are not kept, because the user's settings do not want them."""

from dataclasses import dataclass, replace

from tidings.model.crawl.visit import UrlState
from tidings.model.web.page import FrontierState
from tidings.model.web.reason import Reason


@dataclass(frozen=True, slots=True)
class Unwanted:
    """Why a page is not kept."""

    reason: Reason
    detail: str


def after_wanted_check(
    url_state: UrlState, unwanted: Unwanted | None, twin: str | None = None
) -> UrlState:
    """Refuse a page that is not wanted; one that is known at another address is only its twin."""
    if unwanted is None:
        return url_state
    if twin is not None:
        return replace(url_state, reason=Reason.SAME_TEXT, target=twin)
    return replace(
        url_state,
        state=FrontierState.REFUSED,
        reason=unwanted.reason,
        detail=unwanted.detail,
        due=None,
        interval=None,
    )
