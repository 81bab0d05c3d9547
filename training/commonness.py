"""Builds the table of word frequencies that is used before any news has been read.

    pip install --no-deps --target DIR spacy-lookups-data==1.0.5
    PYTHONPATH=DIR:src:. python -m training.commonness       # writes text/frequency/commonness.npz

The probabilities are those of `spacy-lookups-data` (MIT); NOTICE says so. Words are
stemmed like ours and stored as checksums, so they can be looked up but not listed.
"""

import gzip
import importlib.util
import json
import math
from collections import Counter
from pathlib import Path
from zlib import crc32

import numpy

from tidings.text.frequency.commonness import STEPS
from tidings.text.terms.analysis import analyse

WRITTEN = Path(__file__).parents[1] / "src" / "tidings" / "text" / "frequency" / "commonness.npz"

_LANGUAGES = ("de", "el", "en", "es")
_TERMS = 30_000  # per language: those that occur at least once in two million words


def _shares(language: str) -> Counter[str]:
    """Each term's share of all words."""
    spec = importlib.util.find_spec("spacy_lookups_data")
    if spec is None or spec.origin is None:
        raise SystemExit("spacy_lookups_data is not installed; see the top of this script.")
    path = Path(spec.origin).parent / "data" / f"{language}_lexeme_prob.json.gz"
    shares: Counter[str] = Counter()
    for word, logarithm in json.loads(gzip.decompress(path.read_bytes())).items():
        terms = analyse(word, language)
        if len(terms) == 1 and terms[0].isalpha():
            shares[terms[0]] += math.exp(logarithm)  # type: ignore[assignment]
    return shares


def main() -> None:
    """Write the table."""
    rows: dict[int, int] = {}
    for language in _LANGUAGES:
        for term, share in _shares(language).most_common(_TERMS):
            rows[crc32(f"{language} {term}".encode())] = round(-math.log(share) * STEPS)
    sums = sorted(rows)
    numpy.savez_compressed(
        WRITTEN,
        sums=numpy.array(sums, dtype=numpy.uint32),
        rarities=numpy.array([rows[each] for each in sums], dtype=numpy.uint8),
        languages=numpy.array(_LANGUAGES),
    )
    print(f"{WRITTEN.name}: {len(sums)} terms, {WRITTEN.stat().st_size} bytes")


if __name__ == "__main__":
    main()
