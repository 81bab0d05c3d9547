"""What a site is to be followed for, as the user says it: words, or a saved query by its name."""

from collections.abc import Iterable

from tidings.crawl.focus.focus_topic import MAX_LENGTH, focus_topic
from tidings.model.crawl.source import EVERYTHING, SourceFocus

_MARK = "@"


class FocusInvalid(Exception):
    """What was asked for is no topic; the message says what to do."""


def source_focus_from(text: str, queries: Iterable[tuple[str, str]]) -> SourceFocus:
    """Return the topic that a user means; blank text is everything."""
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
            f"A topic has at most {MAX_LENGTH} characters: give a few telling words."
        )
    if not focus_topic(about.words).wanted:
        raise FocusInvalid(f"{about.words!r} names nothing that is wanted: give at least one word.")
    return about


def _saved_query(name: str, queries: dict[str, str]) -> SourceFocus:
    """The saved query of a name, resolved: changing it later changes nothing here."""
    if name not in queries:
        known = f"there are {', '.join(sorted(queries))}" if queries else "there is none yet"
        raise FocusInvalid(
            f"There is no saved query {name!r} ({known}): "
            f'write {name} = "words" under [queries] in tidings.toml.'
        )
    return SourceFocus(" ".join(queries[name].split()), name)
