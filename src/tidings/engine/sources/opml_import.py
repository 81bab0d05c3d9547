"""What an OPML file asks for: addresses to follow, their folders, and settings of Tidings."""

from collections.abc import Iterable
from dataclasses import dataclass

from tidings.engine.sources.source_focus import FocusInvalid, source_focus_from
from tidings.engine.sources.source_folders import folder_of_outline
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


@dataclass(frozen=True, slots=True)
class OpmlImport:
    """What to follow, in the order of the file. What is wrong is named with its reason."""

    folders: dict[str, str]  # by address; '' is none
    settings: tuple[OutlineSettings, ...]
    refused: tuple[tuple[str, str], ...]  # addresses that are none
    wrong: tuple[tuple[str, str], ...]  # addresses whose settings make no sense


def opml_import(opml: bytes) -> OpmlImport:
    """Return what a file asks for; raise SourceInvalid if it is no OPML file."""
    outlines = read_opml(opml)
    if isinstance(outlines, UnreadablePage):
        raise SourceInvalid(f"This is not an OPML file ({outlines.detail}): export one again.")
    folders: dict[str, str] = {}
    refused: list[tuple[str, str]] = []
    for outline in outlines:
        text = outline.feed_href or outline.site_href or ""
        try:
            folders.setdefault(source_url(text), folder_of_outline(outline.folder))
        except SourceInvalid as error:
            refused.append((text, str(error)))
    settings, wrong = _all_settings(outlines)
    return OpmlImport(folders, settings, tuple(refused), wrong)


def _all_settings(
    outlines: Iterable[OpmlOutline],
) -> tuple[tuple[OutlineSettings, ...], tuple[tuple[str, str], ...]]:
    found: dict[str, OutlineSettings] = {}
    wrong: list[tuple[str, str]] = []
    for outline in outlines:
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
    return tuple(found.values()), tuple(wrong)


def _settings(url: str, outline: OpmlOutline) -> OutlineSettings:
    values = (f"languages={' '.join(outline.languages)}",) if outline.languages else ()
    changed_settings(NO_SETTINGS, values, ())
    topic = source_focus_from(outline.topic, ()).words if outline.topic else None
    return OutlineSettings(url, values, topic)
