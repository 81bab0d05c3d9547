"""Finds differences between two answers: values must be equal, texts for people may differ.

An answer is JSON. Values that depend on the time of the request are ignored or compared roughly.
"""

import math
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime

# Durations, which differ in every run.
_ASIDE = frozenset({"took_ms"})
# Computed from the age of articles at the time of the request. When both run together, that is the
# same within seconds, so these are compared roughly; with a recording they are ignored.
_MOVING = frozenset({"score", "expected", "value", "gain"})
_ROUGHLY = 0.002
_EXACTLY = 1e-9  # floats may be summed in another order
# Keys whose strings are written for people.
_EXPLAINING = frozenset(
    "decided_by description detail details error errors explanation help hint message note notes "
    "reason reasons said sentence subtitle trouble why".split()
)
_CONTENT = frozenset({"item", "entry"})  # in feeds: an article's content is not an explanation
_SENTENCE_WORDS = 3
_ISO = re.compile(r"\d{4}-\d\d-\d\d[T ]\d\d:\d\d")
_MISSING = "nothing"
_MAX_SHOWN = 120  # characters of a value


@dataclass(frozen=True, slots=True)
class Window:
    """The time in which answers were given; a moment within it means "now"."""

    began: datetime
    ended: datetime
    side_by_side: bool = True  # both ran at the same time

    def holds(self, text: str) -> bool:
        """Return whether a text is a moment within the window."""
        moment = moment_in(text)
        return moment is not None and self.began <= moment <= self.ended


@dataclass(frozen=True, slots=True)
class Difference:
    """A place at which two answers differ."""

    path: str
    old: str
    new: str
    is_text: bool  # only the wording of a sentence

    def __str__(self) -> str:
        return f"{self.path}: {self.old} -> {self.new}"


def differences(old: object, new: object, window: Window) -> list[Difference]:
    """Return where two answers differ."""
    return list(_Walk(window).values(old, new, ()))


def moment_in(text: str) -> datetime | None:
    """Return the moment in a text in ISO 8601 or RFC 5322 format, or None."""
    try:
        found = datetime.fromisoformat(text) if _ISO.match(text) else parsedate_to_datetime(text)
    except ValueError:
        return None
    return found if found.tzinfo else found.replace(tzinfo=UTC)


_Path = tuple[str | int, ...]


@dataclass(frozen=True, slots=True)
class _Walk:
    window: Window

    def values(self, old: object, new: object, path: _Path) -> Iterator[Difference]:
        if isinstance(old, Mapping) and isinstance(new, Mapping):
            yield from self._maps(old, new, path)
        elif isinstance(old, list) and isinstance(new, list):
            yield from self._lists(old, new, path)
        elif not self._is_same(old, new, path):
            yield _difference(path, old, new, is_text=_is_wording(old, new, path))

    def _maps(
        self, old: Mapping[str, object], new: Mapping[str, object], path: _Path
    ) -> Iterator[Difference]:
        for key in old.keys() & new.keys() - _ASIDE:
            yield from self.values(old[key], new[key], (*path, key))
        gone = {key: old[key] for key in old if key not in new}
        come = {key: new[key] for key in new if key not in old}
        if _is_reworded(gone, come):
            for before, after in _partners(gone, come):
                yield _difference(path, before, after, is_text=True)
            return
        for key, value in gone.items():
            yield Difference(_shown_path((*path, key)), _shown(value), _MISSING, is_text=False)
        for key, value in come.items():
            yield Difference(_shown_path((*path, key)), _MISSING, _shown(value), is_text=False)

    def _lists(
        self, old: Sequence[object], new: Sequence[object], path: _Path
    ) -> Iterator[Difference]:
        for place, (before, after) in enumerate(zip(old, new, strict=False)):
            yield from self.values(before, after, (*path, place))
        if len(old) != len(new):
            sizes = f"{len(old)} items", f"{len(new)} items"
            yield Difference(_shown_path(path), *sizes, is_text=False)

    def _is_same(self, old: object, new: object, path: _Path) -> bool:
        if isinstance(old, bool) or isinstance(new, bool):
            return old is new
        if isinstance(old, int | float) and isinstance(new, int | float):
            return type(old) is type(new) and self._is_near(old, new, path)
        if isinstance(old, str) and isinstance(new, str) and old != new:
            return self.window.holds(old) and self.window.holds(new)
        return old == new

    def _is_near(self, old: float, new: float, path: _Path) -> bool:
        moves = _key(path) in _MOVING
        near = _ROUGHLY if moves else _EXACTLY
        aside = moves and not self.window.side_by_side
        return aside or math.isclose(old, new, rel_tol=near, abs_tol=near)


def _is_wording(old: object, new: object, path: _Path) -> bool:
    """Whether both are sentences for people, with different wording."""
    if not isinstance(old, str) or not isinstance(new, str) or _CONTENT & set(path):
        return False
    return _key(path) in _EXPLAINING and (is_sentence(old) or is_sentence(new))


def is_sentence(text: str) -> bool:
    """Return whether a text has enough words to be a sentence."""
    return len(text.split()) >= _SENTENCE_WORDS


def _key(path: _Path) -> str:
    """The key of a value, also within a list."""
    return next((part for part in reversed(path) if isinstance(part, str)), "")


def _is_reworded(gone: Mapping[str, object], come: Mapping[str, object]) -> bool:
    """Whether these are counts by sentence in which only the sentences changed."""
    worded = all(" " in key for key in (*gone, *come))
    return bool(gone) and worded and _counts(gone) == _counts(come)


def _counts(by_sentence: Mapping[str, object]) -> list[str]:
    return sorted(map(repr, by_sentence.values()))


def _partners(gone: Mapping[str, object], come: Mapping[str, object]) -> list[tuple[str, str]]:
    before = sorted(gone, key=lambda key: repr(gone[key]))
    after = sorted(come, key=lambda key: repr(come[key]))
    return list(zip(before, after, strict=True))


def _difference(path: _Path, old: object, new: object, *, is_text: bool) -> Difference:
    return Difference(_shown_path(path), _shown(old), _shown(new), is_text)


def _shown(value: object) -> str:
    text = repr(value)
    return text if len(text) <= _MAX_SHOWN else f"{text[:_MAX_SHOWN]}…"


def _shown_path(path: _Path) -> str:
    parts = (f"[{part}]" if isinstance(part, int) else f".{part}" for part in path)
    return "".join(parts).lstrip(".") or "all of it"
