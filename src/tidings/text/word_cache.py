"""A cache of results by word. It is a dictionary, so a hit costs no function call."""

from collections.abc import Callable
from typing import Generic, TypeVar

_MAX_WORDS = 1 << 15  # enough for the words that recur in a day's news
_MAX_LENGTH = 64  # characters; longer words are not cached

_Value = TypeVar("_Value")


class WordCache(dict[str, _Value], Generic[_Value]):
    """The results of a function by word; a missing one is computed."""

    def __init__(self, compute: Callable[[str], _Value]) -> None:
        super().__init__()
        self._compute = compute

    def __missing__(self, word: str) -> _Value:
        value = self._compute(word)
        if len(word) <= _MAX_LENGTH:
            if len(self) >= _MAX_WORDS:
                self.clear()
            self[word] = value
        return value
