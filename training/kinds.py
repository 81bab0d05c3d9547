"""Trains the weights of page kinds: a logistic regression, evaluated in folds by site.

    python -m training.kinds --data ../shared/data            # prints the scores
    python -m training.kinds --data ../shared/data --write    # also writes kinds/weights.py

Needs the extra `eval`. Only the weights are kept, nothing of the pages.
"""

import argparse
import gzip
import hashlib
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import numpy
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import GroupKFold

from tidings.extract.article import unreadable_of
from tidings.extract.content.blocks import blocks_of
from tidings.extract.content.body import body_of
from tidings.extract.kinds.kind import KINDS, TRAIT_REASONS, verdict_of
from tidings.extract.kinds.traits import traits_of
from tidings.extract.kinds.url_traits import Traits
from tidings.extract.kinds.weights import LINK_WEIGHTS, Row, TraitWeights
from tidings.extract.metadata.page_metadata import metadata_of
from tidings.extract.metadata.publication_date import DateWindow
from tidings.model.web.page import PageKind, PageVerdict
from tidings.read.pages.html import parse_html
from tidings.read.pages.jsonld import linked_data
from tidings.read.url import domain_of

WRITTEN = Path(__file__).parents[1] / "src" / "tidings" / "extract" / "kinds" / "weights.py"
_FOLDS = 5
_STRENGTH = 0.03  # C of the regression on standardised traits
_ARTICLE_WEIGHT = 0.15  # of a page of extract/: there are six for each article of kinds/
_FLOOR = 0.05  # limits the scale of traits that hardly vary


@dataclass(frozen=True, slots=True)
class Sample:
    """The traits of a labelled page, with and without its URL."""

    id: str
    site: str
    kind: PageKind
    is_kinds: bool  # from kinds/, not an additional article from extract/
    with_url: Traits
    without_url: Traits


def samples_of(data: Path) -> list[Sample]:
    """Return every page of kinds/, and the other pages of extract/ as further articles."""
    seen: set[bytes] = set()
    found: list[Sample] = []
    for folder, row in label_rows(data):
        body = gzip.decompress((data / folder / "html" / f"{row['id']}.html.gz").read_bytes())
        digest = hashlib.sha256(body).digest()
        if digest in seen or unreadable_of(body):
            continue
        seen.add(digest)
        kind = PageKind(row.get("label", PageKind.ARTICLE))
        traits = (_traits(body, row["url"]), _traits(body, None))
        found.append(Sample(row["id"], site_of(row), kind, folder == "kinds", *traits))
    return found


def label_rows(data: Path) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield the labels of both collections with the name of their folder."""
    for folder, file in (("kinds", "kinds.jsonl"), ("extract", "articles.jsonl")):
        for line in (data / folder / file).read_text("utf-8").splitlines():
            yield folder, json.loads(line)


def site_of(row: dict[str, Any]) -> str:
    """Return the site's name without its suffix: the two collections spell it differently."""
    return (domain_of(row["url"]) if row["url"] else str(row["site"])).partition(".")[0]


def _traits(body: bytes, url: str | None) -> Traits:
    page = parse_html(body, url or "")
    found, data = blocks_of(page), linked_data(page)
    meta = metadata_of(page, found, data, DateWindow(datetime.now(UTC), None))
    return traits_of(page, found, body_of(found, meta.title), data, meta)


def fitted(samples: Sequence[Sample]) -> TraitWeights:
    """Return the weights learned from pages with and without their URLs."""
    names = sorted(TRAIT_REASONS)
    both = [each.with_url for each in samples] + [each.without_url for each in samples]
    table = numpy.array([[traits[name] for name in names] for traits in both])
    spread = table.std(axis=0) + _FLOOR
    kinds = [KINDS.index(each.kind) for each in samples] * 2
    sample_weights = [1.0 if each.is_kinds else _ARTICLE_WEIGHT for each in samples] * 2
    model = LogisticRegression(C=_STRENGTH, max_iter=3_000)
    model.fit(table / spread, kinds, sample_weight=sample_weights)
    columns = (model.coef_ / spread).T.tolist()
    rows = {name: row_of(column) for name, column in zip(names, columns, strict=True)}
    return TraitWeights(row_of(model.intercept_.tolist()), rows)


def row_of(values: Sequence[float]) -> Row:
    """Return a row of weights, rounded."""
    article, index, valueless = (round(value, 2) for value in values)
    return article, index, valueless


def verdicts_by_fold(
    samples: Sequence[Sample], seed: int = 0
) -> list[tuple[Sample, PageVerdict, PageVerdict]]:
    """Return each page's verdicts, with and without its URL, by weights learned without its
    site."""
    folds = GroupKFold(_FOLDS, shuffle=True, random_state=seed)
    judged: list[tuple[Sample, PageVerdict, PageVerdict]] = []
    for known, held_out in folds.split(samples, groups=[each.site for each in samples]):
        weights = fitted([samples[at] for at in known])
        for at in held_out:
            page = samples[at]
            with_url = verdict_of(page.with_url, weights=weights)
            judged.append((page, with_url, verdict_of(page.without_url, weights=weights)))
    return judged


def scores(
    judged: Sequence[tuple[Sample, PageVerdict, PageVerdict]], column: int
) -> dict[str, float]:
    """Return accuracy, precision and recall of `article` on kinds/, and recall on extract/."""
    pairs = [(page, (first, second)[column].kind) for page, first, second in judged]
    kinds = [(page.kind, kind) for page, kind in pairs if page.is_kinds]
    more = [kind for page, kind in pairs if page.kind is PageKind.ARTICLE]
    right = sum(label is kind is PageKind.ARTICLE for label, kind in kinds)
    return {
        "accuracy": sum(label is kind for label, kind in kinds) / len(kinds),
        "article precision": right / sum(kind is PageKind.ARTICLE for _, kind in kinds),
        "article recall": right / sum(label is PageKind.ARTICLE for label, _ in kinds),
        "recall on extract/": sum(kind is PageKind.ARTICLE for kind in more) / len(more),
    }


def module_text(weights: TraitWeights, links: TraitWeights) -> str:
    """Return the source of the module with the weights of pages and links."""
    head = WRITTEN.read_text("utf-8").partition("WEIGHTS = ")[0]
    return f"{head}WEIGHTS = {_literal(weights)}\nLINK_WEIGHTS = {_literal(links)}"


def _literal(weights: TraitWeights) -> str:
    rows = "".join(f'        "{name}": {row},\n' for name, row in sorted(weights.rows.items()))
    return f"TraitWeights(\n    bias={weights.bias},\n    rows={{\n{rows}    }},\n)\n"


def main() -> None:
    """Print the scores of the folds; write the weights with --write."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "--data", type=Path, required=True, help="a folder with kinds/ and extract/"
    )
    parser.add_argument("--write", action="store_true", help="write extract/kinds/weights.py")
    options = parser.parse_args()
    samples = samples_of(options.data)
    for seed in range(3):
        judged = verdicts_by_fold(samples, seed)
        for column, name in enumerate(("with", "without")):
            figures = " ".join(
                f"{key} {value:.4f}" for key, value in scores(judged, column).items()
            )
            print(f"{_FOLDS} folds by site, seed {seed}, {name} the URL: {figures}")
    if options.write:
        WRITTEN.write_text(module_text(fitted(samples), LINK_WEIGHTS), "utf-8")


if __name__ == "__main__":
    main()
