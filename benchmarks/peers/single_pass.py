"""The simple way to group articles: one pass, tf-idf, the cosine with each group's sum of vectors.

No names, no figures, no times, no corrections; idf comes from all texts beforehand.
"""

import math
import re
from collections import Counter, defaultdict
from collections.abc import Sequence

_WORD = re.compile(r"\w+")


def grouped_in_one_pass(texts: Sequence[str], threshold: float) -> list[int]:
    """Return the group of each text: the most similar one so far, or a new one."""
    sums: list[defaultdict[str, float]] = []
    groups_of: defaultdict[str, dict[int, float]] = defaultdict(dict)  # a word's weight in each
    found: list[int] = []
    for vector in _unit_vectors(texts):
        products: defaultdict[int, float] = defaultdict(float)
        for word, weight in vector.items():
            for group, other in groups_of[word].items():
                products[group] += weight * other
        best = max(products, key=lambda group: products[group] / _length(sums[group]), default=-1)
        if best < 0 or products[best] / _length(sums[best]) < threshold:
            best = len(sums)
            sums.append(defaultdict(float))
        for word, weight in vector.items():
            sums[best][word] += weight
            groups_of[word][best] = sums[best][word]
        found.append(best)
    return found


def _unit_vectors(texts: Sequence[str]) -> list[dict[str, float]]:
    counts = [Counter(_WORD.findall(text.lower())) for text in texts]
    spread = Counter(word for each in counts for word in each)
    idf = {word: math.log(len(texts) / number) for word, number in spread.items()}
    weighed = [{word: (1 + math.log(n)) * idf[word] for word, n in each.items()} for each in counts]
    return [{word: w / _length(each) for word, w in each.items() if w} for each in weighed]


def _length(vector: dict[str, float]) -> float:
    return math.sqrt(sum(weight * weight for weight in vector.values())) or 1.0
