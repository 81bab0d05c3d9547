"""What an agent saw of a page, as it is stored: compressed JSON."""

import json
import zlib
from dataclasses import asdict
from datetime import datetime
from typing import Any

from tidings.model.agents.page_sight import MissedPage, PageRelevance, SeenLink, SeenPage, Sight
from tidings.model.web.page import PageKind, UrlRole
from tidings.store.database.timestamps import from_seconds, to_seconds

_LEVEL = 3  # 0.3 ms for a page of a hundred links, which takes 4 kB then


def packed_sight(sight: Sight) -> bytes:
    """Return a sight as it is stored."""
    if isinstance(sight, MissedPage):
        return _packed(["missed", asdict(sight)])
    fields = {name: getattr(sight, name) for name in _PAGE_FIELDS}
    fields["relevance"] = asdict(sight.relevance) | {"terms": " ".join(sight.relevance.terms)}
    fields["published"] = to_seconds(sight.published)
    fields["links"] = [_link_values(link) for link in sight.links]
    return _packed(["seen", fields])


def unpacked_sight(packed: bytes) -> Sight:
    """Return a stored sight."""
    kind, fields = json.loads(zlib.decompress(packed))
    if kind == "missed":
        return MissedPage(**fields)
    relevance = fields["relevance"]
    fields["relevance"] = PageRelevance(**relevance | {"terms": tuple(relevance["terms"].split())})
    fields["kind"] = PageKind(fields["kind"])
    fields["published"] = from_seconds(fields["published"])
    fields["links"] = tuple(_link(values) for values in fields["links"])
    return SeenPage(**fields)


_PAGE_FIELDS = ("url", "kind", "title", "seconds", "bytes", "article")


def _packed(value: Any) -> bytes:
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    return zlib.compress(text.encode("utf-8", "replace"), _LEVEL)


def _link_values(link: SeenLink) -> list[Any]:
    return [
        link.url,
        " ".join(link.anchor),
        " ".join(link.around),
        " ".join(link.address),
        link.role,
        _seconds(link.published),
        link.words,
        int(link.known),
    ]


def _seconds(time: datetime | None) -> float | None:
    return to_seconds(time)


def _link(values: list[Any]) -> SeenLink:
    url, anchor, around, address, role, published, words, known = values
    return SeenLink(
        url,
        tuple(anchor.split()),
        tuple(around.split()),
        tuple(address.split()),
        UrlRole(role),
        from_seconds(published),
        words,
        bool(known),
    )
