"""A focus as bytes, in the same format for the database and for messages to the workers."""

import json
import math
from array import array
from collections import Counter
from typing import Any

from tidings.crawl.focus.classifier import MAX_COUNT, Classifier, ScoreStatistics
from tidings.crawl.focus.focus_features import LINK_BUCKETS, PAGE_BUCKETS
from tidings.crawl.focus.site_focus import Focus

_FORMAT = b"F1"
_SIZES = (PAGE_BUCKETS, PAGE_BUCKETS, LINK_BUCKETS, LINK_BUCKETS)
_MAX_LANGUAGES = 8

MAX_BYTES = len(_FORMAT) + 2 * sum(_SIZES) + 16_384  # the counts, and a line of JSON before them


def packed_focus(focus: Focus) -> bytes:
    """Return a focus as stored: a format mark, a line of JSON, the counts of both models."""
    head = {
        "words": focus.words,
        "pages": focus.pages,
        "wanted": focus.wanted,
        "links": focus.links,
        "lessons": focus.lessons,
        "named": focus.named,
        "unwanted_named": focus.unwanted_named,
        "length": focus.length,
        "languages": dict(focus.languages.most_common(_MAX_LANGUAGES)),
        "models": [_model_head(focus.page_model), _model_head(focus.link_model)],
    }
    line = json.dumps(head, separators=(",", ":"), ensure_ascii=False).encode("utf-8", "replace")
    models = (focus.page_model, focus.link_model)
    counts = b"".join(model.wanted.tobytes() + model.unwanted.tobytes() for model in models)
    return _FORMAT + line + b"\n" + counts


def unpacked_focus(data: bytes, words: str | None = None) -> Focus:
    """Return a stored focus; a new one if it has other words or is damaged."""
    line, _, rest = data.removeprefix(_FORMAT).partition(b"\n")
    if not data.startswith(_FORMAT) or len(rest) != 2 * sum(_SIZES):
        return Focus(words or "")
    try:
        head = json.loads(line)
        focus = _focus(head, _tables(rest))
    except (ValueError, KeyError, TypeError, AttributeError, OverflowError):
        return Focus(words or "")
    wanted = focus.words if words is None else words
    return focus if focus.words == wanted and _is_valid(focus) else Focus(wanted)


def _model_head(model: Classifier) -> list[object]:
    scores = [[each.count, each.mean, each.variance] for each in model.scores]
    return [model.examples, scores]


def _tables(data: bytes) -> list["array[int]"]:
    tables: list[array[int]] = []
    start = 0
    for size in _SIZES:
        table = array("H")
        table.frombytes(data[start : start + 2 * size])
        tables.append(table)
        start += 2 * size
    return tables


def _focus(head: dict[str, Any], tables: list["array[int]"]) -> Focus:
    pages, links = head["models"]
    return Focus(
        words=str(head["words"]),
        pages=int(head["pages"]),
        wanted=int(head["wanted"]),
        links=int(head["links"]),
        lessons=int(head.get("lessons", 0)),  # not counted before version 17 of the database
        named=[int(count) for count in head["named"]],
        unwanted_named=[int(count) for count in head["unwanted_named"]],
        length=float(head["length"]),
        languages=Counter({str(name): int(n) for name, n in head["languages"].items()}),
        page_model=_model(pages, tables[0], tables[1]),
        link_model=_model(links, tables[2], tables[3]),
    )


def _model(head: Any, wanted: "array[int]", unwanted: "array[int]") -> Classifier:
    (yes, no), (wanted_scores, unwanted_scores) = head
    scores = [
        ScoreStatistics(int(n), float(mean), float(spread))
        for n, mean, spread in (wanted_scores, unwanted_scores)
    ]
    return Classifier(wanted, unwanted, [int(yes), int(no)], (scores[0], scores[1]))


def _is_valid(focus: Focus) -> bool:
    """Return whether the numbers are consistent, so that counting can continue."""
    models = (focus.page_model, focus.link_model)
    return (
        len(focus.named) == len(focus.unwanted_named) == len(focus.topic.wanted)
        and min(focus.links, *focus.named, *focus.unwanted_named, 0) == 0
        and 0 <= focus.wanted <= focus.pages
        and 0 <= focus.length < math.inf
        and all(_is_valid_model(model) for model in models)
    )


def _is_valid_model(model: Classifier) -> bool:
    finite = all(map(math.isfinite, (n for s in model.scores for n in (s.mean, s.variance))))
    spreads = all(each.variance >= 0 and each.count >= 0 for each in model.scores)
    counted = max(max(model.wanted), max(model.unwanted)) <= MAX_COUNT
    return (
        finite
        and spreads
        and counted
        and 0 <= min(model.examples) <= sum(model.examples) < MAX_COUNT
    )
