"""The parameters of a page that is a list, read leniently: filters, and where the page begins."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Final, TypeVar
from urllib.parse import urlencode

from tidings.serve.cursor import Cursor, CursorCodec, CursorInvalid
from tidings.serve.search_parameters import Parameter, ParameterInvalid, last_values

T = TypeVar("T")

_CURSOR: Final = "cursor"
_MAX_SHOWN: Final = 40  # characters of a text that is no value
_STALE: Final = "This address is of another list, so this is its first page."


@dataclass(slots=True)
class ListQuery:
    """The filters of a list as they are read, one after the other, and its links."""

    path: str
    texts: Mapping[str, str]
    codec: CursorCodec
    now: datetime
    given: dict[str, str] = field(default_factory=dict)  # the filters in effect, for links
    notes: list[str] = field(default_factory=list)  # on what was ignored

    def value(self, parameter: Parameter[T]) -> T:
        """Return the value of a filter; its default, with a note, if it cannot be read."""
        text = " ".join(self.texts.get(parameter.name, "").split())
        try:
            value = parameter.value_or_default(text, self.now)
        except ParameterInvalid:
            self.notes.append(
                f"“{text[:_MAX_SHOWN]}” is not {parameter.expected}, so it was ignored."
            )
            return parameter.default
        if value != parameter.default:
            self.given[parameter.name] = str(value)
        return value

    def position(self) -> Any:
        """Return where this page begins; None at the beginning. Read all filters before."""
        text = self.texts.get(_CURSOR, "")
        if not text:
            return None
        try:
            cursor = self.codec.decode(self.path, text)
        except CursorInvalid:
            self.notes.append(_STALE)
            return None
        if dict(cursor.parameters) != self.given:
            self.notes.append(_STALE)
            return None
        return cursor.position

    def href(self, **changes: str | None) -> str:
        """Return the address of the first page with some filters changed; None removes one."""
        return self._url(self.path, changes)

    def feed(self, ending: str) -> str:
        """Return the address of the feed of this list."""
        return self._url(f"{self.path}.{ending}", {})

    def next(self, position: Any) -> str:
        """Return the address of the page that begins at a position."""
        cursor = Cursor(tuple(sorted(self.given.items())), self.now, position)
        return self._url(self.path, {_CURSOR: self.codec.encode(self.path, cursor)})

    def _url(self, path: str, changes: Mapping[str, str | None]) -> str:
        parameters = {**self.given, **changes}
        kept = {name: value for name, value in parameters.items() if value}
        return f"{path}?{urlencode(kept)}" if kept else path


def list_query_of(
    path: str, pairs: Iterable[tuple[str, str]], key: bytes, now: datetime
) -> ListQuery:
    """Return the query of a list at a path; `key` signs where its pages begin."""
    return ListQuery(path, last_values(pairs), CursorCodec(key), now)
