"""The topic a source is followed for, as typed by the user: words, or the name of a saved query."""

from collections.abc import Iterable

from tidings.crawl.focus.focus_topic import MAX_LENGTH, focus_topic
from tidings.model.crawl.source import EVERYTHING, SourceFocus

_MARK = "@"


class FocusInvalid(Exception):
    """The text is not a usable topic; the message says what to do."""


def source_focus_from(text: str, queries: Iterable[tuple[str, str]]) -> SourceFocus:
    """Return the topic that a user typed; blank text means everything."""
    text = " ".join(text.split())
    if not text:
        return EVERYTHING
    about = (
        _saved_query(text.removeprefix(_MARK), dict(queries))
        if text[0] == _MARK
        else SourceFocus(text)
    )
    if len(about.words) > MAX_LENGTH:
        raise FocusInvalid(
            f"A topic has at most {MAX_LENGTH} characters: give a few specific words."
        )
    if not focus_topic(about.words).wanted:
        raise FocusInvalid(f"{about.words!r} names no wanted word: give at least one.")
    return about


def _saved_query(name: str, queries: dict[str, str]) -> SourceFocus:
    """Return the saved query as a topic; changing the query later does not change the topic."""
    if name not in queries:
        known = f"saved: {', '.join(sorted(queries))}" if queries else "none is saved yet"
        raise FocusInvalid(
            f"There is no saved query {name!r} ({known}): "
            f'write {name} = "words" under [queries] in tidings.toml.'
        )
    return SourceFocus(" ".join(queries[name].split()), name)
