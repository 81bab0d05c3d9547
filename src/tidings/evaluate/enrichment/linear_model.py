"""A linear model over sparse features, in numpy alone: ridge regression plus naive Bayes.

The regression has one-against-rest targets and is solved by conjugate gradients for all classes at
once; naive Bayes learns more from few examples. It measures what our features can achieve on a
labelled set; the topics of crawled articles come from `enrich`.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy
from numpy.typing import NDArray

from tidings.evaluate.enrichment.topic_features import VIEWS

_RIDGE = 0.5
_BAYES = 0.75  # weight of naive Bayes, both linear; chosen in folds like the ridge
_DAMPING = 0.75  # the exponent of an article's size that reduces naive Bayes for long ones
_SMOOTH = 0.15  # prior count of every feature in every class
_STEPS = 80
_CLOSE = 1e-3  # residual relative to the first
_MIN_SCALE = 1e-9

Numbers = NDArray[numpy.float32]
Places = NDArray[numpy.int64]


@dataclass(frozen=True, slots=True)
class ArticleFeatures:
    """The features of many articles, sorted by article."""

    count: int
    rows: Places
    views: Places
    columns: Places
    amounts: Numbers

    @property
    def width(self) -> int:
        """The number of features, at least one."""
        return int(self.columns.max(initial=0)) + 1

    def of(self, chosen: NDArray[numpy.bool_]) -> "ArticleFeatures":
        """Return some of the articles; they keep their numbers."""
        kept = chosen[self.rows]
        return ArticleFeatures(self.count, self.rows[kept], self.views[kept], self.columns[kept],
                        self.amounts[kept])  # fmt: skip


def gathered_features(features: Sequence[Sequence[tuple[int, int, float]]]) -> ArticleFeatures:
    """Gather the features of articles, and number those that occur."""
    rows = numpy.repeat(numpy.arange(len(features)), [len(each) for each in features])
    flat = numpy.array([one for each in features for one in each], dtype=numpy.float64)
    flat = flat.reshape(-1, 3)
    views, places = flat[:, 0].astype(numpy.int64), flat[:, 1].astype(numpy.int64)
    _, columns = numpy.unique(views << 32 | places, return_inverse=True)
    return ArticleFeatures(len(features), rows, views, columns, flat[:, 2].astype(numpy.float32))


def predicted_classes(
    articles: ArticleFeatures, classes: Places, learned: NDArray[numpy.bool_]
) -> Places:
    """Learn from some articles and return the predicted classes of all."""
    values = _weighted(articles, learned)
    number = int(classes.max()) + 1
    targets = numpy.where(classes[:, None] == numpy.arange(number), 1.0, -1.0).astype(numpy.float32)
    means = targets[learned].mean(axis=0)
    matrix = _Matrix(articles, values)
    weights = _solution(matrix, (targets - means) * learned[:, None], learned)
    scores = matrix.times(weights) + means + _BAYES * _bayes(articles, classes, learned)
    return numpy.asarray(scores.argmax(axis=1), dtype=numpy.int64)


def _weighted(articles: ArticleFeatures, learned: NDArray[numpy.bool_]) -> Numbers:
    """The amounts weighted by rarity, every view scaled to its weight."""
    taught = articles.of(learned)
    frequencies = numpy.bincount(taught.columns, minlength=articles.width)
    rarity = numpy.log((1 + learned.sum()) / (1 + frequencies)) + 1
    values = articles.amounts * rarity[articles.columns]
    cells = articles.rows * len(VIEWS) + articles.views
    sizes = numpy.sqrt(numpy.bincount(cells, values**2, articles.count * len(VIEWS)))
    even = sizes.reshape(articles.count, len(VIEWS))
    for number, view in enumerate(VIEWS):
        if not view.is_even:
            even[:, number] = numpy.sqrt((even[learned, number] ** 2).mean())
    scales = numpy.sqrt([view.weight for view in VIEWS]) / numpy.maximum(even, _MIN_SCALE)
    shares = (even[learned] > _MIN_SCALE).mean(axis=0) @ [view.weight for view in VIEWS]
    scaled = values * scales.reshape(-1)[cells] / numpy.sqrt(max(float(shares), _MIN_SCALE))
    return numpy.asarray(scaled, dtype=numpy.float32)


def _bayes(articles: ArticleFeatures, classes: Places, learned: NDArray[numpy.bool_]) -> Numbers:
    """The naive Bayes scores, reduced for long articles, whose words are not independent."""
    taught = articles.of(learned)
    number, columns = int(classes.max()) + 1, articles.width
    cells = classes[taught.rows] * columns + taught.columns
    counts = numpy.bincount(cells, minlength=number * columns).reshape(number, columns)
    smooth = counts + _SMOOTH
    known = counts.any(axis=0)
    totals = smooth.sum(axis=1, keepdims=True, where=known)
    chances = numpy.log(smooth / numpy.maximum(totals, _SMOOTH))
    chances = numpy.where(known, chances - chances.mean(axis=0), 0.0)
    said = [
        numpy.bincount(articles.rows, of_class[articles.columns], articles.count)
        for of_class in chances
    ]
    sizes = numpy.maximum(numpy.bincount(articles.rows, minlength=articles.count), 1)
    damped: Numbers = (numpy.array(said) / sizes**_DAMPING).T.astype(numpy.float32)
    return damped


class _Matrix:
    """A sparse matrix that can be multiplied from both sides."""

    def __init__(self, articles: ArticleFeatures, values: Numbers) -> None:
        self._shape = articles.count, articles.width
        self._by_row = (articles.rows, articles.columns, values)
        order = numpy.argsort(articles.columns, kind="stable")
        self._by_column = (articles.columns[order], articles.rows[order], values[order])

    def times(self, weights: Numbers) -> Numbers:
        """Rows by classes, of columns by classes."""
        return _summed(*self._by_row, weights, self._shape[0])

    def back(self, errors: Numbers) -> Numbers:
        """Columns by classes, of rows by classes."""
        return _summed(*self._by_column, errors, self._shape[1])


def _summed(to: Places, of: Places, values: Numbers, source: Numbers, size: int) -> Numbers:
    """Add up `values * source[of]` for each of `to`, which are sorted."""
    total = numpy.zeros((size, source.shape[1]), dtype=numpy.float32)
    if not len(to):
        return total
    starts = numpy.flatnonzero(numpy.diff(to, prepend=-1))
    total[to[starts]] = numpy.add.reduceat(source[of] * values[:, None], starts, axis=0)
    return total


def _solution(matrix: _Matrix, targets: Numbers, learned: NDArray[numpy.bool_]) -> Numbers:
    """The weights: conjugate gradients on (X Xt + ridge) c = y over what is learned, then Xt c."""
    mask = learned[:, None].astype(numpy.float32)
    solution = numpy.zeros_like(targets)
    residual = targets * mask
    direction = residual.copy()
    size = first = (residual**2).sum(axis=0)
    for _ in range(_STEPS):
        ahead = mask * matrix.times(matrix.back(direction)) + _RIDGE * direction
        step = size / numpy.maximum((direction * ahead).sum(axis=0), _MIN_SCALE)
        solution += step * direction
        residual -= step * ahead
        before, size = size, (residual**2).sum(axis=0)
        if (size <= _CLOSE**2 * first).all():
            break
        direction = residual + size / numpy.maximum(before, _MIN_SCALE) * direction
    return matrix.back(solution)
