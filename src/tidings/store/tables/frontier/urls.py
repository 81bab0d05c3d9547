"""The table of known URLs and their states: the frontier."""

import json
from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime

from tidings.model.crawl.asking import ASKING_BY_ALL, AskBy, Asking
from tidings.model.crawl.visit import ArchivePlace, FoundUrl, UrlRecord, UrlState, Visit
from tidings.model.web.page import FrontierState, PageKind, UrlRole
from tidings.model.web.reason import Reason
from tidings.read.url import host_of
from tidings.store.database.session import Reader, Row, Writer
from tidings.store.database.statements import marks
from tidings.store.database.timestamps import from_seconds, to_seconds
from tidings.store.tables.frontier.counts import count_new
from tidings.store.tables.frontier.seen_urls import SeenUrls

_INSERT = (
    "INSERT INTO urls (host_id, id, url, site, role, state, reason, priority, depth, listed, "
    "published, parent, added_at, due, continues, categories) "
    "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
)
_IDS_PER_QUERY = 512  # SQLite allows far more, but that gains nothing
_to_json = json.JSONEncoder(ensure_ascii=False).encode  # json.dumps would create one each time
# Starts with the exact condition of the index urls_live, or SQLite would not use the index.
LIVE = "(role IN ('feed', 'sitemap') OR kind = 'index') AND state <> 'resting'"


def add_urls(
    connection: Writer,
    found: Iterable[FoundUrl],
    now: datetime,
    seen: SeenUrls | None = None,
) -> list[FoundUrl]:
    """Add the URLs that are new and return them.

    Known URLs are left unchanged, except those that a feed lists now and did not before: one that
    was not recognised as an article becomes due again and is returned too, and the others keep what
    the feed says about them, for whoever reads their copies again.
    """
    seconds = to_seconds(now)
    by_host: dict[str, dict[int, FoundUrl]] = {}
    for url in found if seen is None else seen.unseen(found):
        by_host.setdefault(url.host, {}).setdefault(url.id, url)
    added: list[FoundUrl] = []
    for host, urls in by_host.items():
        added += _add_at(connection, host, urls, seconds, seen)
    return added


def _add_at(
    connection: Writer,
    host: str,
    urls: dict[int, FoundUrl],
    now: float,
    seen: SeenUrls | None,
) -> list[FoundUrl]:
    """Add the new URLs of one host, in the order in which they were found."""
    host_id = _host_id(connection, host)
    known = _known(connection, host_id, list(urls))
    if seen is not None:
        seen.update(known.keys())
    new = [url for url in urls.values() if url.id not in known]
    connection.executemany(_INSERT, [_row(host_id, url, now) for url in new])
    count_new(connection, host_id, new)
    noted = [url for url in urls.values() if url.listed and _says_more(url, known.get(url.id))]
    reconsidered = [url for url in noted if _reconsider(connection, host_id, url, now)]
    _keep_notes(connection, host_id, noted)
    return new + reconsidered


def add_urls_seen(connection: Writer, seen: Iterable[tuple[FoundUrl, datetime]]) -> list[FoundUrl]:
    """Add the URLs that are new, each as found at its own time, and return them.

    No feed lists them: known URLs are left unchanged.
    """
    by_host: dict[str, dict[int, tuple[FoundUrl, datetime]]] = {}
    for url, at in seen:
        by_host.setdefault(url.host, {}).setdefault(url.id, (url, at))
    added: list[FoundUrl] = []
    for host, urls in by_host.items():
        host_id = _host_id(connection, host)
        known = _known(connection, host_id, list(urls))
        new = [each for id_, each in urls.items() if id_ not in known]
        connection.executemany(_INSERT, [_row(host_id, url, to_seconds(at)) for url, at in new])
        count_new(connection, host_id, [url for url, _ in new])
        added += [url for url, _ in new]
    return added


def unknown_urls(connection: Reader, found: Iterable[FoundUrl]) -> list[tuple[str, int]]:
    """Return the hosts and ids of those URLs that the frontier lacks."""
    by_host: dict[str, dict[int, None]] = {}
    for url in found:
        by_host.setdefault(url.host, {})[url.id] = None
    unknown: list[tuple[str, int]] = []
    for host, ids in by_host.items():
        row = connection.execute("SELECT id FROM hosts WHERE name = ?", (host,)).fetchone()
        known = _known(connection, row[0], list(ids)) if row else {}
        unknown += [(host, id_) for id_ in ids if id_ not in known]
    return unknown


def _host_id(connection: Writer, host: str) -> int:
    row = connection.execute("SELECT id FROM hosts WHERE name = ?", (host,)).fetchone()
    if row is None:
        row = connection.execute("INSERT INTO hosts (name) VALUES (?) RETURNING id", (host,))
        row = row.fetchone()
    return int(row[0])


def _says_more(found: FoundUrl, known: tuple[bool, bool] | None) -> bool:
    """Return whether a feed says more about a known URL than is stored."""
    if known is None:
        return False
    is_listed, is_dated = known
    return not is_listed or (found.published is not None and not is_dated)


def _keep_notes(connection: Writer, host_id: int, noted: list[FoundUrl]) -> None:
    connection.executemany(
        "UPDATE urls SET listed = 1, published = coalesce(published, ?), "
        "categories = CASE WHEN categories = '' THEN ? ELSE categories END "
        "WHERE host_id = ? AND id = ? AND depth > 0 AND role = 'page'",
        [(to_seconds(url.published), "\n".join(url.categories), host_id, url.id) for url in noted],
    )


def _known(connection: Reader, host_id: int, ids: list[int]) -> dict[int, tuple[bool, bool]]:
    """Return those of the ids that the host has already: whether listed, whether dated."""
    known: dict[int, tuple[bool, bool]] = {}
    for start in range(0, len(ids), _IDS_PER_QUERY):
        some = ids[start : start + _IDS_PER_QUERY]
        # Padded to a power of two: ten cached statements instead of one for each length.
        size = 1 << (len(some) - 1).bit_length()
        rows = connection.execute(
            "SELECT id, listed, published IS NOT NULL FROM urls "  # noqa: S608
            f"WHERE host_id = ? AND id IN ({marks(size)})",
            (host_id, *some, *some[-1:] * (size - len(some))),
        )
        known.update((row[0], (bool(row[1]), bool(row[2]))) for row in rows)
    return known


def _row(host_id: int, found: FoundUrl, now: float) -> tuple[object, ...]:
    state, reason = (
        (FrontierState.QUEUED, Reason.WAITING)
        if found.dropped is None
        else (FrontierState.DROPPED, found.dropped)
    )
    return (
        host_id,
        found.id,
        found.url,
        found.site,
        found.role,
        state,
        reason,
        found.priority,
        found.depth,
        found.listed,
        to_seconds(found.published),
        found.parent,
        now,
        None if found.dropped else now,
        found.continues,
        "\n".join(found.categories),
    )


def _reconsider(connection: Writer, host_id: int, found: FoundUrl, now: float) -> bool:
    cursor = connection.execute(
        "UPDATE urls SET listed = 1, published = ?, categories = ?, "
        "priority = CASE WHEN priority > ? THEN ? ELSE priority END, "
        "state = 'queued', reason = ?, due = ?, visited_at = NULL, body_hash = NULL, "
        "etag = NULL, last_modified = NULL "
        "WHERE host_id = ? AND id = ? AND listed = 0 AND depth > 0 AND role = 'page' "
        "AND state IN ('queued', 'done') AND article IS NULL AND target IS NULL",
        (
            to_seconds(found.published),
            "\n".join(found.categories),
            found.priority,
            found.priority,
            Reason.WAITING,
            now,
            host_id,
            found.id,
        ),
    )
    return cursor.rowcount == 1


def articles_not_dated_at(
    connection: Reader, places: Sequence[tuple[str, int]]
) -> dict[tuple[str, int], str]:
    """Return the articles at URLs that no feed has dated so far, by the URLs' hosts and ids."""
    found: dict[tuple[str, int], str] = {}
    for host, id_ in places:
        row = connection.execute(
            "SELECT article FROM urls WHERE host_id = (SELECT id FROM hosts WHERE name = ?) "
            "AND id = ? AND article IS NOT NULL AND published IS NULL",
            (host, id_),
        ).fetchone()
        if row is not None:
            found[host, id_] = row["article"]
    return found


def save_url_state(
    connection: Writer,
    host: str,
    url_id: int,
    url_state: UrlState,
    visited_at: datetime | None,
    place: ArchivePlace | None,
) -> None:
    """Store the state of a URL after a visit; without a new archived copy, keep the old one."""
    lowest = 1 if url_state.due else 9
    connection.execute(
        "UPDATE urls SET state = ?, reason = ?, role = ?, detail = ?, kind = ?, confidence = ?, "
        "notes = ?, due = ?, status = ?, etag = ?, last_modified = ?, body_hash = ?, attempts = ?, "
        "interval = ?, target = ?, article = ?, asks_by = ?, asks_since = ?, asks_again = ?, "
        "visited_at = ?, "
        "priority = CASE WHEN priority > ? THEN ? ELSE priority END, file = coalesce(?, file), "
        '"offset" = coalesce(?, "offset"), length = coalesce(?, length) '
        "WHERE host_id = (SELECT id FROM hosts WHERE name = ?) AND id = ?",
        (
            url_state.state,
            url_state.reason,
            url_state.role,
            url_state.detail,
            url_state.kind,
            url_state.confidence,
            _to_json(url_state.notes) if url_state.notes else "[]",
            to_seconds(url_state.due),
            url_state.status,
            url_state.etag,
            url_state.last_modified,
            url_state.body_hash,
            url_state.attempts,
            url_state.interval,
            url_state.target,
            url_state.article,
            *_asking_values(url_state.asking),
            to_seconds(visited_at),
            lowest,
            lowest,
            place.file if place else None,
            place.offset if place else None,
            place.length if place else None,
            host,
            url_id,
        ),
    )


def _asking_values(asking: Asking) -> tuple[str | None, float | None, int]:
    if asking is ASKING_BY_ALL:  # of nearly all rows
        return None, None, 0
    return asking.by, to_seconds(asking.since), int(asking.again)


def _asking(row: Row) -> Asking:
    by = row["asks_by"]
    if by is None:
        return ASKING_BY_ALL
    return Asking(AskBy(by), from_seconds(row["asks_since"]), bool(row["asks_again"]))


def forget_archived_copy(connection: Writer, host: str, url_id: int) -> None:
    """Remove the reference to a URL's archived copy: its publisher does not want it shown."""
    connection.execute(
        'UPDATE urls SET file = NULL, "offset" = NULL, length = NULL '
        "WHERE host_id = (SELECT id FROM hosts WHERE name = ?) AND id = ?",
        (host, url_id),
    )


def url_record(connection: Reader, host: str, url_id: int) -> UrlRecord | None:
    """Return everything stored about a URL."""
    row = connection.execute(
        "SELECT * FROM urls WHERE host_id = (SELECT id FROM hosts WHERE name = ?) AND id = ?",
        (host, url_id),
    ).fetchone()
    return record_from_row(row) if row else None


def frontier_state_of(
    connection: Reader, host: str, url_id: int
) -> tuple[FrontierState, UrlRole] | None:
    """Return the state and role of a URL, or None if it is unknown."""
    row = connection.execute(
        "SELECT state, role FROM urls "
        "WHERE host_id = (SELECT id FROM hosts WHERE name = ?) AND id = ?",
        (host, url_id),
    ).fetchone()
    return (FrontierState(row[0]), UrlRole(row[1])) if row else None


def visit_to(connection: Reader, host: str, url_id: int) -> Visit | None:
    """Return a visit to a URL, due or not."""
    row = connection.execute(
        "SELECT * FROM urls WHERE host_id = (SELECT id FROM hosts WHERE name = ?) AND id = ?",
        (host, url_id),
    ).fetchone()
    return visit_from_row(row) if row else None


def is_listed(connection: Reader, host: str, url_id: int) -> bool:
    """Return whether a feed or news sitemap lists the page."""
    row = connection.execute(
        "SELECT listed FROM urls WHERE host_id = (SELECT id FROM hosts WHERE name = ?) AND id = ?",
        (host, url_id),
    ).fetchone()
    return bool(row and row["listed"])


def live_urls(connection: Reader, site: int) -> list[UrlRecord]:
    """Return a site's feeds, sitemaps and index pages that are still followed."""
    rows = connection.execute(
        f"SELECT * FROM urls WHERE site = ? AND due IS NOT NULL AND {LIVE} ORDER BY url",  # noqa: S608
        (site,),
    )
    return [record_from_row(row) for row in rows]


def has_lists(connection: Reader, site: int) -> bool:
    """Return whether a site has a feed or sitemap that could be read and is not dead."""
    row = connection.execute(
        "SELECT 1 FROM urls WHERE site = ? AND role <> 'page' AND state IN ('done', 'resting') "
        "AND reason <> ? AND (target IS NULL OR reason = ?) LIMIT 1",
        (site, Reason.DEAD, Reason.SAME_FEED),
    ).fetchone()
    return row is not None


def list_reasons(connection: Reader, site: int) -> list[str]:
    """Return the states of a site's feeds and sitemaps, most common first."""
    rows = connection.execute(
        "SELECT reason, role, count(*) AS number FROM urls WHERE site = ? AND role <> 'page' "
        "GROUP BY reason, role ORDER BY number DESC, reason, role",
        (site,),
    )
    return [f"{row['number']} {row['role']}: {row['reason']}" for row in rows]


def archived_urls(connection: Reader, site: int, limit: int) -> list[UrlRecord]:
    """Return a site's archived pages, newest visits first, without redirects and aliases."""
    index = connection.dialect.with_index("urls_archived")
    rows = connection.execute(
        f"SELECT * FROM urls {index} WHERE site = ? AND file IS NOT NULL "  # noqa: S608
        "AND role = 'page' AND state = 'done' AND target IS NULL "
        f"ORDER BY visited_at DESC NULLS LAST, {connection.dialect.row_number} DESC LIMIT ?",
        (site, limit),
    )
    return [record_from_row(row) for row in rows]


def article_urls(connection: Reader, site: int) -> Iterator[str]:
    """Return the URLs of a site under which articles are kept, however many."""
    index = connection.dialect.with_index("urls_id")
    rows = connection.execute_in_pieces(
        f"SELECT url FROM urls {index} WHERE host_id IN "  # noqa: S608
        "(SELECT host_id FROM site_hosts WHERE site = ?) AND site = ? "
        "AND article IS NOT NULL AND target IS NULL ORDER BY host_id, id",
        (site, site),
    )
    return (row[0] for row in rows)


def visit_from_row(row: Row) -> Visit:
    """Return a row as a visit to make."""
    return Visit(
        url=row["url"],
        host=host_of(row["url"]),
        id=row["id"],
        site=row["site"],
        role=UrlRole(row["role"]),
        kind=PageKind(row["kind"]) if row["kind"] else None,
        listed=bool(row["listed"]),
        published=from_seconds(row["published"]),
        depth=row["depth"],
        parent=row["parent"],
        attempts=row["attempts"],
        interval=row["interval"],
        visited_at=from_seconds(row["visited_at"]),
        etag=row["etag"],
        last_modified=row["last_modified"],
        body_hash=row["body_hash"],
        continues=bool(row["continues"]),
        article=row["article"],
        categories=tuple(row["categories"].splitlines()),
        asking=_asking(row),
        last_reason=Reason(row["reason"]),
    )


def record_from_row(row: Row) -> UrlRecord:
    """Return a row as everything that is stored about a URL."""
    return UrlRecord(
        url=row["url"],
        host=host_of(row["url"]),
        id=row["id"],
        site=row["site"],
        priority=row["priority"],
        depth=row["depth"],
        parent=row["parent"],
        added_at=from_seconds(row["added_at"]),
        visited_at=from_seconds(row["visited_at"]),
        state=_url_state(row),
        place=ArchivePlace(row["file"], row["offset"], row["length"]) if row["file"] else None,
    )


def _url_state(row: Row) -> UrlState:
    return UrlState(
        state=FrontierState(row["state"]),
        reason=Reason(row["reason"]),
        role=UrlRole(row["role"]),
        detail=row["detail"],
        kind=PageKind(row["kind"]) if row["kind"] else None,
        confidence=row["confidence"],
        notes=tuple(json.loads(row["notes"])),
        due=from_seconds(row["due"]),
        status=row["status"],
        etag=row["etag"],
        last_modified=row["last_modified"],
        body_hash=row["body_hash"],
        attempts=row["attempts"],
        interval=row["interval"],
        target=row["target"],
        article=row["article"],
        asking=_asking(row),
    )
