"""Trains the weights that guess a link's kind from its URL and text, evaluated in folds by site.

    python -m training.links --data ../shared/data [--write]

The text of links to these pages is unknown; the first part of a page's own title is used instead.
"""

import argparse
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import GroupKFold

from tidings.extract.kinds.kind import KINDS, kind_shares
from tidings.extract.kinds.link_kind import link_traits
from tidings.extract.kinds.url_traits import Traits
from tidings.extract.kinds.weights import WEIGHTS, TraitWeights
from tidings.model.web.page import PageKind
from training.kinds import WRITTEN, label_rows, module_text, row_of, site_of

_PART = re.compile(r"\s[|\-–—·•»›:/]\s|[|｜]")
_FOLDS = 5


@dataclass(frozen=True, slots=True)
class Link:
    """A labelled link."""

    site: str
    kind: PageKind
    traits: Traits
    weight: float


def links_of(data: Path) -> Iterator[Link]:
    """Yield every labelled page with a URL as a link, with its text and without."""
    for folder, row in label_rows(data):
        if row["url"]:
            kind = PageKind(row.get("label", PageKind.ARTICLE))
            title = _PART.split(row.get("title") or "")[0].strip()
            weight = 1.0 if folder == "kinds" else 0.2
            for anchor in dict.fromkeys((title, "")):
                yield Link(site_of(row), kind, link_traits(row["url"], anchor), weight)


def fitted(links: list[Link]) -> TraitWeights:
    """Return the weights learned from these links."""
    names = sorted(links[0].traits)
    table = numpy.array([[link.traits[name] for name in names] for link in links])
    model = LogisticRegression(C=1.0, max_iter=3_000)
    model.fit(
        table,
        [KINDS.index(link.kind) for link in links],
        sample_weight=[link.weight for link in links],
    )
    columns = model.coef_.T.tolist()
    rows = {name: row_of(column) for name, column in zip(names, columns, strict=True)}
    return TraitWeights(row_of(model.intercept_.tolist()), rows)


def accuracy_by_fold(links: list[Link]) -> float:
    """Return the share of links guessed right by weights learned without their site."""
    right = total = 0.0
    folds = GroupKFold(_FOLDS, shuffle=True, random_state=0)
    for known, held_out in folds.split(links, groups=[link.site for link in links]):
        weights = fitted([links[at] for at in known])
        for at in held_out:
            shares = kind_shares(links[at].traits, (0, 0, 0), weights)
            right += links[at].weight * (
                max(shares, key=lambda kind: shares[kind]) is links[at].kind
            )
            total += links[at].weight
    return right / total


def main() -> None:
    """Print the folds' accuracy; write the weights with --write."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "--data", type=Path, required=True, help="a folder with kinds/ and extract/"
    )
    parser.add_argument("--write", action="store_true", help="write extract/kinds/weights.py")
    options = parser.parse_args()
    links = list(links_of(options.data))
    print(f"{_FOLDS} folds by site, {len(links)} links: accuracy {accuracy_by_fold(links):.3f}")
    if options.write:
        WRITTEN.write_text(module_text(WEIGHTS, fitted(links)), "utf-8")


if __name__ == "__main__":
    main()
