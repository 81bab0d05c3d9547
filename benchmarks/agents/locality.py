"""How alike linked pages of a web are, measured as it was for the real web."""

from collections.abc import Iterator

import numpy as np

from benchmarks.agents.generated_web import GeneratedWeb
from benchmarks.agents.web_parameters import PUBLISHED

_SAMPLE = 1_500
_TOPICS = 60  # pages from which distances are counted


def locality_rows(webs: dict[str, GeneratedWeb]) -> Iterator[tuple[str, ...]]:
    """Yield rows of a table: published figures, and the same of each web."""
    measured = [_measured(web) for web in webs.values()]
    for place, figure in enumerate(PUBLISHED):
        yield (figure.name, figure.value, figure.source, *(each[place] for each in measured))


def _measured(web: GeneratedWeb) -> list[str]:
    rng = np.random.default_rng(1)
    texts = len(web.texts.texts)
    out = [
        list(dict.fromkeys(link.target for link in links if 0 <= link.target < texts))
        for links in web.links[:texts]
    ]
    sample = [page for page in rng.permutation(texts).tolist() if len(out[page]) > 1][:_SAMPLE]
    linked = [(page, out[page][rng.integers(len(out[page]))]) for page in sample]
    siblings = [tuple(rng.choice(out[page], 2, replace=False)) for page in sample]
    random = rng.integers(0, texts, (_SAMPLE, 2)).tolist()
    content = [(a, b) for a, b in linked if web.hosts[a] != web.hosts[b]]
    incoming = np.bincount([target for targets in out for target in targets], minlength=texts)
    return [
        f"{_cosine(web, linked):.2f} ({_cosine(web, content):.2f} to other hosts)",
        f"{_cosine(web, siblings):.2f}",
        f"{_cosine(web, random):.2f}",
        ", ".join(f"{value:.2f}" for value in _by_distance(web, out, rng)),
        f"{_exponent(incoming):.1f}",
        f"{_exponent(np.array([len(targets) for targets in out])):.1f}",
    ]


def _cosine(web: GeneratedWeb, pairs: list[tuple[int, int]]) -> float:
    first, second = np.array(pairs).T
    vectors = web.texts.vectors
    return float(vectors[first].multiply(vectors[second]).sum() / len(pairs))


def _by_distance(web: GeneratedWeb, out: list[list[int]], rng: np.random.Generator) -> list[float]:
    """The mean cosine of a page and those within 1, 2 and 3 links, over several pages."""
    means: list[list[float]] = [[], [], []]
    for topic in rng.permutation(len(out))[:_TOPICS].tolist():
        reached, edge = {topic}, [topic]
        for depth in range(3):
            edge = [page for at in edge for page in out[at] if page not in reached]
            reached.update(edge)
            others = np.array(sorted(reached - {topic}))
            if len(others):
                chosen = rng.choice(others, min(400, len(others)), replace=False)
                alike = web.texts.vectors[chosen] @ web.texts.vectors[topic].T
                means[depth].append(float(alike.sum() / len(chosen)))
    return [float(np.mean(values)) for values in means]


def _exponent(degrees: np.ndarray) -> float:
    """The exponent of a power law fitted to the tail of degrees (Clauset et al., 2009)."""
    least = max(5, int(np.quantile(degrees, 0.8)))
    tail = degrees[degrees >= least]
    return float(1 + len(tail) / np.log(tail / (least - 0.5)).sum())
