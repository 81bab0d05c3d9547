"""What runs about a topic have learned, as bytes: weights of features, and words.

A new run takes half of it: its neighbourhoods are others. Bytes that are damaged, or of another
version, teach nothing.
"""

import zlib

import numpy as np

from tidings.crawl.agents.link_model import LinkModel
from tidings.crawl.agents.link_signals import BUCKETS
from tidings.crawl.agents.word_model import WordModel

_VERSION = b"agents1"  # raise it when features or buckets change
_TAKEN = 0.5  # share of what earlier runs learned
_MAX_PAGES = 500.0  # that words of earlier runs count as


def packed_topic_model(model: LinkModel, words: WordModel) -> bytes:
    """Return what was learned."""
    parts = model.weights, words.pages, words.counts.ravel()
    numbers = np.concatenate(parts).astype("<f4")
    return _VERSION + zlib.compress(numbers.tobytes(), 6)


def unpack_topic_model(packed: bytes, model: LinkModel, words: WordModel) -> None:
    """Begin with what earlier runs learned, if that can be read."""
    numbers = _numbers(packed)
    features = len(model.weights)
    if len(numbers) != features + 2 + 2 * BUCKETS or not np.isfinite(numbers).all():
        return
    model.weights += _TAKEN * (numbers[:features] - model.weights)
    pages = numbers[features : features + 2]
    share = _TAKEN * min(1.0, _MAX_PAGES / max(1.0, float(pages.sum())))
    words.restore(numbers[features + 2 :].reshape(2, BUCKETS) * share, pages * share)


def _numbers(packed: bytes) -> np.ndarray[tuple[int], np.dtype[np.float32]]:
    if not packed.startswith(_VERSION):
        return np.zeros(0, np.float32)
    limit = 4 * (2 * BUCKETS + 1024)
    try:
        data = zlib.decompressobj().decompress(packed[len(_VERSION) :], limit)
    except zlib.error:
        return np.zeros(0, np.float32)
    return np.frombuffer(data[: len(data) // 4 * 4], "<f4").astype(np.float32)
