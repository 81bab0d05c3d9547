"""Word vectors from wordllama's wheel. `semantic.py` uses them to rank.

The files are read from the wheel without importing the package: its own loader looks for one of
them in the wrong folder and then on the network, and its import configures logging for the whole
process. The vectors are mainly English.
"""

import re
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from threading import Lock
from typing import Any

import numpy as np
from numpy.typing import NDArray

Matrix = NDArray[np.float32]

_PACKAGES = ("wordllama", "tokenizers", "safetensors")
_WEIGHTS = Path("weights", "l2_supercat_256.safetensors")
_TOKENS = Path("tokenizers", "l2_supercat_tokenizer_config.json")

_MAX_WORDS = 1_000  # of a text; the subject of an article is clear by then
_MAX_CACHED = 65_536  # words with their vectors: 64 MB
_word = re.compile(r"\w{1,32}")  # longer ones are codes, or runs of scripts without spaces

_loading = Lock()


class SemanticMissing(Exception):
    """Ranking by meaning is switched on, but its extra is missing or not as expected."""

    def __init__(self, why: str) -> None:
        super().__init__(f"{why}; run: pip install 'tidings[semantic]'")


class WordVectors:
    """The vectors of words, cached once computed; safe for several threads."""

    def __init__(self, pieces: Matrix, tokenizer: Any) -> None:
        self._pieces, self._tokenizer = pieces, tokenizer
        self._rows: dict[str, int] = {}
        self._known = np.empty((_MAX_CACHED, pieces.shape[1]), dtype=np.float32)
        self._lock = Lock()

    def of(self, text: str) -> Matrix:
        """Return the vectors of a text's first words, in order.

        Texts are lower-cased: words in capitals would split into pieces without a meaning.
        """
        words = _word.findall(text.lower())[:_MAX_WORDS]
        with self._lock:
            if len(self._rows) + len(words) > _MAX_CACHED:
                self._rows.clear()
            for word in set(words).difference(self._rows):
                self._add(word)
            return self._known.take(list(map(self._rows.__getitem__, words)), axis=0)

    def _add(self, word: str) -> None:
        # Not in batches: a batch starts threads, which do not survive a fork.
        pieces = self._tokenizer.encode(word, add_special_tokens=False).ids
        self._known[len(self._rows)] = self._pieces[pieces].sum(axis=0)
        self._rows[word] = len(self._rows)


def word_vectors() -> WordVectors:
    """Return the vectors, loaded on first use (.2 s of CPU, 100 MB), or raise SemanticMissing."""
    with _loading:
        return _loaded()


@cache
def _loaded() -> WordVectors:
    missing = [name for name in _PACKAGES if find_spec(name) is None]
    if missing:
        raise SemanticMissing(f"ranking by meaning needs {' and '.join(missing)}")
    from safetensors.numpy import load_file
    from tokenizers import Tokenizer

    folder = _folder()
    pieces = load_file(folder / _WEIGHTS)["embedding.weight"].astype(np.float32)
    return WordVectors(pieces, Tokenizer.from_file(str(folder / _TOKENS)))


def _folder() -> Path:
    spec = find_spec("wordllama")
    folder = Path(spec.origin).parent if spec is not None and spec.origin else Path()
    if not ((folder / _WEIGHTS).is_file() and (folder / _TOKENS).is_file()):
        raise SemanticMissing("the installed wordllama has no vectors in its wheel")
    return folder
