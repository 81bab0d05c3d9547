"""Which validators a visit sends back, and what the answer teaches about them. Pure functions.

A server that compresses changes the ETag of what it sends: nginx makes it weak (`W/"a"`), Apache
adds a suffix (`"a-gzip"`, bugs 39727 and 45023). The program behind it, or Apache itself, compares
what comes back with the old tag, finds a difference and sends everything again, although a date was
sent, too: a tag outranks it (RFC 9110, 13.2.2). So when a conditional request brings the same
bytes, the next one asks by date alone, then by the plain tag, then by nothing.

A tag that matches is proof. A date is not: it counts whole seconds, and some programs never move
it. So a date is sent alone only if it was a minute old when the copy was confirmed, and the other
way is tried once an hour, which brings the whole page. If that differs while its date does not, the
date is not asked by any more. Once a page and its date have changed together, the other way is
tried less and less, down to once a day. This also notices a server that has been mended.
"""

import re
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from email.utils import parsedate_to_datetime
from http.client import NOT_MODIFIED

from tidings.model.crawl.asking import ASKING_BY_ALL, BY_DATE, AskBy, Asking
from tidings.model.crawl.visit import Visit
from tidings.model.web.exchange import Response

_STRONG_AFTER = timedelta(seconds=60)  # RFC 7232, 2.2.2: then no second change has the same date
_HOUR = timedelta(hours=1)
_DAY = timedelta(days=1)
# What Apache (mod_deflate, mod_brotli) and others add to the tag of a compressed page.
_SUFFIX = re.compile(r'[-;](?:gzip|br|zstd|deflate)"$')

Validators = tuple[str | None, str | None]  # the ETag and the date


def validators_for(visit: Visit) -> Validators:
    """Return the ETag and the date that a visit sends."""
    match way_of(visit):
        case AskBy.TAG_AND_DATE:
            return visit.etag, visit.last_modified
        case AskBy.DATE | AskBy.PROVEN_DATE:
            return None, visit.last_modified
        case AskBy.PLAIN_TAG:
            return plain_tag(visit.etag), None
        case AskBy.NOTHING:
            return None, None


def way_of(visit: Visit) -> AskBy:
    """Return how a visit asks: the learned way, unless it is tested or its date is too young."""
    asking = visit.asking
    if asking.again or (asking.by in BY_DATE and not _proves_by_date(visit)):
        return AskBy.TAG_AND_DATE
    return asking.by


def plain_tag(etag: str | None) -> str | None:
    """Return an ETag as it was before a server compressed the page.

    Without `W/` it means the same (RFC 9110, 13.1.2: tags are compared weakly). Without the suffix
    it is the tag of the uncompressed page, which changes whenever the compressed one does.
    """
    if etag is None:
        return None
    return _SUFFIX.sub('"', etag.removeprefix("W/"))


def asking_after(visit: Visit, response: Response, *, is_same: bool) -> Asking:
    """Return how to ask the next time; `is_same`: the response is a 304 or has the known bytes."""
    asking = visit.asking
    if response.hops:  # it came from another address
        return ASKING_BY_ALL
    if response.status == NOT_MODIFIED:
        was_learned = way_of(visit) is asking.by
        return _tested_in_time(asking, visit, response) if was_learned else ASKING_BY_ALL
    is_learned = asking.by is not AskBy.TAG_AND_DATE
    if visit.body_hash is None or (is_learned and _has_other_tags(visit, response)):
        return ASKING_BY_ALL
    if not is_same:
        return _changed_to(_way_after_change(visit, response), asking, visit, response)
    if not any(validators_for(visit)) or way_of(visit) is not asking.by:
        return _tested_in_time(asking, visit, response)
    return _changed_to(_next_way(asking.by, response), asking, visit, response)


def _way_after_change(visit: Visit, response: Response) -> AskBy:
    """Return what a change teaches: a validator that stayed the same would have hidden it."""
    by = visit.asking.by
    tag_moved = visit.etag != response.header("etag")
    if by in BY_DATE:
        if visit.last_modified != response.header("last-modified"):
            return AskBy.PROVEN_DATE
        return _next_way(AskBy.DATE, response) if tag_moved else AskBy.NOTHING
    return AskBy.NOTHING if by is AskBy.PLAIN_TAG and not tag_moved else by


def _changed_to(by: AskBy, asking: Asking, visit: Visit, response: Response) -> Asking:
    if by is asking.by:
        return _tested_in_time(asking, visit, response)
    return Asking(by, response.at)


def _next_way(by: AskBy, response: Response) -> AskBy:
    """Return the next way that sends something else than those before."""
    etag, date = response.header("etag"), response.header("last-modified")
    if by is AskBy.TAG_AND_DATE and etag and date:
        return AskBy.DATE
    if by in (AskBy.TAG_AND_DATE, *BY_DATE) and etag and plain_tag(etag) != etag:
        return AskBy.PLAIN_TAG
    return AskBy.NOTHING


def _tested_in_time(asking: Asking, visit: Visit, response: Response) -> Asking:
    """Return the same way, to be tested at the next visit if this one passed a test's moment."""
    if asking.since is None or visit.visited_at is None:
        return asking
    before, now = visit.visited_at - asking.since, response.at - asking.since
    tests = _hourly_tests if asking.by is AskBy.DATE else _rarer_tests
    return replace(asking, again=not asking.again and tests(before) != tests(now))


def _hourly_tests(age: timedelta) -> int:
    return int(age / _HOUR)


def _rarer_tests(age: timedelta) -> int:
    """Return how many tests are due: after 1, 2, 4, 8 and 16 hours, then once a day."""
    if age < _DAY:
        return max(0, int(age / _HOUR)).bit_length()
    return 5 + int(age / _DAY)


def _proves_by_date(visit: Visit) -> bool:
    """Return whether the date can prove that the copy is current: nothing changed just then."""
    moment = _moment(visit.last_modified)
    if moment is None or visit.visited_at is None or visit.attempts > 0:
        return False  # a failed visit has confirmed nothing
    return visit.visited_at - moment >= _STRONG_AFTER


def _has_other_tags(visit: Visit, response: Response) -> bool:
    """Return whether the server now gives validators of another form: it was changed."""
    old, new = (visit.etag, visit.last_modified), _validators_of(response)
    return _form(old) != _form(new)


def _form(validators: Validators) -> tuple[bool, bool, str, bool]:
    etag, date = validators
    suffix = _SUFFIX.search(etag or "")
    return (
        etag is not None,
        (etag or "").startswith("W/"),
        suffix[0] if suffix else "",
        date is not None,
    )


def _validators_of(response: Response) -> Validators:
    return response.header("etag"), response.header("last-modified")


def _moment(text: str | None) -> datetime | None:
    try:
        moment = parsedate_to_datetime(text) if text else None
    except (ValueError, OverflowError):
        return None
    return moment.replace(tzinfo=moment.tzinfo or UTC) if moment else None
