"""What readers ask for: a mix of routes, and the same mix for a checkout without version 1."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from itertools import cycle
from random import Random
from urllib.parse import quote, urlencode

_REPEATED = 0.3  # of the questions were asked before: people look at the same news
_POPULAR = 50  # questions that are asked again

Samples = Mapping[str, Sequence[str]]


@dataclass(frozen=True, slots=True)
class Route:
    """A kind of request, and its share of all."""

    name: str
    share: float
    path: str  # `{}` is a sample
    earlier: str  # the nearest route of a checkout without version 1
    samples: str = ""  # which kind


# A reader searches, opens what was found, looks at the front page and at stories; programs poll.
MIX = (
    Route("search", 0.35, "/api/v1/search?{}", "/api/search?{}", "questions"),
    Route("article", 0.25, "/api/v1/articles/{}", "/api/articles/{}", "articles"),
    Route("complete", 0.10, "/api/v1/complete?{}", "/api/complete?{}", "beginnings"),
    Route("stories", 0.08, "/api/v1/stories", "/api/stories"),
    Route("story", 0.07, "/api/v1/stories/{}", "/api/stories/{}", "stories"),
    Route("front page", 0.05, "/", "/"),
    Route("changes", 0.05, "/api/v1/changes", "/api/articles/{}/revisions", "articles"),
    Route("sources", 0.05, "/api/v1/sources?limit=100", "/api/sources"),
)


@dataclass(frozen=True, slots=True)
class TimedRequest:
    """A request and the moment at which it is sent, in seconds from the beginning."""

    at: float
    route: str
    path: str


def timed_requests(
    samples: Samples, rate: float, seconds: float, seed: int, known: Collection[str]
) -> list[TimedRequest]:
    """Return requests at random moments, `rate` a second on average.

    `known` are the paths that the server has, with `{}` for parameters.
    """
    rng, at = Random(seed), 0.0
    paths = {route.name: _paths(route, samples, rng, known) for route in MIX}
    made: list[TimedRequest] = []
    while (at := at + rng.expovariate(rate)) < seconds:
        [route] = rng.choices(MIX, [route.share for route in MIX])
        made.append(TimedRequest(at, route.name, next(paths[route.name])))
    return made


def _paths(route: Route, samples: Samples, rng: Random, known: Collection[str]) -> "cycle[str]":
    is_known = route.path.partition("?")[0] in known or route.path == "/"
    pattern = route.path if is_known else route.earlier
    if not route.samples:
        return cycle([pattern])
    drawn = list(samples[route.samples])
    rng.shuffle(drawn)
    if route.samples == "questions":
        popular = sorted(drawn)[:_POPULAR]
        drawn = [rng.choice(popular) if rng.random() < _REPEATED else text for text in drawn]
    is_text = route.samples in ("questions", "beginnings")
    return cycle(
        pattern.format(urlencode({"q": each}) if is_text else quote(each)) for each in drawn
    )
