"""What was found out about a word, remembered: a dictionary, for it answers without a call."""

from collections.abc import Callable
from typing import Generic, TypeVar

_WORDS = 1 << 15  # those of a day's news come again and again
_LONGEST = 64  # characters of a word that is remembered

_Found = TypeVar("_Found")


class WordCache(dict[str, _Found], Generic[_Found]):
    """The answers of a function by word; asked for one that is missing, it asks the function."""

    def __init__(self, ask: Callable[[str], _Found]) -> None:
        super().__init__()
        self._ask = ask

    def __missing__(self, word: str) -> _Found:
        found = self._ask(word)
        if len(word) <= _LONGEST:
            if len(self) >= _WORDS:
                self.clear()
            self[word] = found
        return found
