"""Generates different searches of one to four words, some with filters."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from random import Random
from urllib.parse import urlencode

_WORD = re.compile(r"[^\W\d_]{3,}")
_CHINESE = re.compile(r"[\u4e00-\u9fff]+")
_MOST_WORDS = 4
_VAIN_DRAWS = 10_000  # draws in a row without a new query; then give up


@dataclass(frozen=True, slots=True)
class Article:
    """An article that queries are drawn from."""

    text: str
    source: str
    language: str


class TooFew(Exception):
    """The articles do not have enough different queries."""


def queries(articles: Sequence[Article], count: int, seed: int = 1) -> list[str]:
    """Return `count` different paths of `/api/search`; raises TooFew."""
    found = list(islice(_different(articles, Random(seed)), count))
    if len(found) < count:
        raise TooFew(f"Only {len(found)} different queries instead of {count}: use more articles.")
    return found


def _different(articles: Sequence[Article], rng: Random) -> Iterator[str]:
    seen: set[str] = set()
    vain = 0
    while vain < _VAIN_DRAWS:
        path = _drawn(rng.choice(articles), rng)
        vain = vain + 1 if path in seen else 0
        if not vain:
            seen.add(path)
            yield path


def _drawn(article: Article, rng: Random) -> str:
    """Words that are close to each other in a text, as in a user's question."""
    words = words_of(article)
    number = rng.randint(1, _MOST_WORDS)
    first = rng.randrange(max(len(words) - 3 * number, 1))
    near = words[first : first + 3 * number]
    chosen = rng.sample(near, min(number, len(near)))
    return "/api/search?" + urlencode({"q": " ".join(chosen), **_filters(article, rng)})


def words_of(article: Article) -> list[str]:
    """Return the words; for scripts without spaces, pieces of two characters."""
    if article.language == "zh":
        runs = _CHINESE.findall(article.text)
        return [run[place : place + 2] for run in runs for place in range(0, len(run) - 1, 2)]
    return [word.lower() for word in _WORD.findall(article.text)]


def _filters(article: Article, rng: Random) -> dict[str, str]:
    """Half of all searches have none."""
    every: tuple[dict[str, str], ...] = (
        {"language": article.language},
        {"source": article.source},
        {"since": f"{rng.randint(1, 400)}d"},
        {"sort": "date"},
        {"facets": "1"},
        {"limit": "30"},
    )
    return {} if rng.random() < 0.5 else rng.choice(every)
