"""Changes of sources, from the fields of a body to what commands take; checked field by field."""

from collections.abc import Iterator
from typing import Final

from tidings.engine.commands.command_values import SetSource
from tidings.engine.sources.source_credentials import login_refusal
from tidings.engine.sources.source_focus import FocusInvalid, source_focus_from
from tidings.engine.sources.source_folders import folder_path, source_name
from tidings.engine.sources.source_list import SourceInvalid, source_url
from tidings.engine.sources.source_settings import changed_settings, check_delay
from tidings.model.crawl.source import SourceFocus
from tidings.model.crawl.source_settings import NO_SETTINGS
from tidings.serve.v1.frame.route import invalid
from tidings.serve.v1.writing.bodies import SettingsBody
from tidings.settings.tree import Settings

_KEYS: Final = ("delay", "languages", "include", "exclude", "headers", "proxy", "credentials")


def checked_url(text: str, name: str = "url") -> str:
    """Return the address of a source; raises a 422."""
    try:
        return source_url(text)
    except SourceInvalid as error:
        raise invalid(name, str(error), "body") from error


def checked_folder(text: str | None, name: str = "folder") -> str:
    """Return a folder; raises a 422."""
    try:
        return folder_path(text or "")
    except SourceInvalid as error:
        raise invalid(name, str(error), "body") from error


def checked_name(text: str | None) -> str:
    """Return the name of a source; raises a 422."""
    try:
        return source_name(text or "")
    except SourceInvalid as error:
        raise invalid("name", str(error), "body") from error


def checked_topic(text: str | None, settings: Settings) -> SourceFocus:
    """Return the topic of a source; raises a 422."""
    try:
        return source_focus_from(text or "", settings.queries)
    except FocusInvalid as error:
        raise invalid("about", str(error), "body") from error


def settings_command(
    source: str, body: SettingsBody, settings: Settings, place: str = ""
) -> SetSource | None:
    """Return the command that changes a source's settings; None if nothing is to change.

    Raises a 422 that names the field; its path begins with `place`.
    """
    given = [key for key in _KEYS if key in body.model_fields_set]
    pairs = {key: list(_pairs(key, body)) for key in given}
    unset = tuple(key for key in given if not pairs[key])
    for key in given:
        _check(key, pairs[key], body, settings, place)
    if body.faster and not pairs.get("delay"):
        raise invalid(f"{place}faster", "it belongs to a delay: give both", "body")
    values = tuple(pair for key in given for pair in pairs[key])
    return SetSource(source, values, unset, body.faster) if given else None


def _check(key: str, pairs: list[str], body: SettingsBody, settings: Settings, place: str) -> None:
    try:
        faster = body.faster and key == "delay" and bool(pairs)
        changed = changed_settings(NO_SETTINGS, pairs, (), faster=faster)
        check_delay(changed, settings.fetch.delay)
    except SourceInvalid as error:
        raise invalid(f"{place}{key}", _without_flags(str(error)), "body") from error
    if changed.credentials and (refusal := login_refusal(settings, changed.credentials)):
        raise invalid(f"{place}{key}", refusal, "body")


def _without_flags(sentence: str) -> str:
    return sentence.replace("add --faster if", "add faster: true if")


def _pairs(key: str, body: SettingsBody) -> Iterator[str]:
    """Yield a setting as users write it; nothing if it is to be removed."""
    value = getattr(body, key)
    if isinstance(value, dict):
        yield from (f"{key}={name}: {each}" for name, each in value.items())
    elif isinstance(value, list):
        if value:
            yield f"{key}={' '.join(value)}"
    elif value is not None:
        yield f"{key}={value}"
