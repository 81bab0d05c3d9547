"""What an OPML file of Tidings says about the settings of its sources."""

from dataclasses import dataclass

from tidings.engine.sources.source_focus import FocusInvalid, source_focus_from
from tidings.engine.sources.source_list import SourceInvalid, source_url
from tidings.engine.sources.source_settings import changed_settings
from tidings.model.articles.article import UnreadablePage
from tidings.model.crawl.source_settings import NO_SETTINGS
from tidings.model.web.discovery import OpmlOutline
from tidings.read.feeds.opml import read_opml


@dataclass(frozen=True, slots=True)
class OutlineSettings:
    """The settings of one source, as a command takes them."""

    url: str
    values: tuple[str, ...]
    topic: str | None


def opml_settings(opml: bytes) -> tuple[list[OutlineSettings], list[tuple[str, str]]]:
    """Return the settings of a file's sources, and those that make no sense with reasons."""
    outlines = read_opml(opml)
    found: dict[str, OutlineSettings] = {}
    wrong: list[tuple[str, str]] = []
    for outline in () if isinstance(outlines, UnreadablePage) else outlines:
        if not outline.topic and not outline.languages:
            continue
        try:
            url = source_url(outline.feed_href or outline.site_href or "")
        except SourceInvalid:
            continue  # as an address, it was refused already
        try:
            found.setdefault(url, _settings(url, outline))
        except (SourceInvalid, FocusInvalid) as error:
            wrong.append((url, f"the settings of {url}: {error}"))
    return list(found.values()), wrong


def _settings(url: str, outline: OpmlOutline) -> OutlineSettings:
    values = (f"languages={' '.join(outline.languages)}",) if outline.languages else ()
    changed_settings(NO_SETTINGS, values, ())
    topic = source_focus_from(outline.topic, ()).words if outline.topic else None
    return OutlineSettings(url, values, topic)
