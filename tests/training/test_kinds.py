"""Training on pages written here: the scripts' own data is not shipped."""

import gzip
import json
from pathlib import Path

import pytest

pytest.importorskip("sklearn", reason="training needs the extra `eval`")

from tidings.extract.kinds.weights import LINK_WEIGHTS
from tidings.model.web.page import PageKind
from training import kinds, links

PROSE = "<p>The council decided that evening, after a long debate, what nobody had expected.</p>"
HEADLINE = '<h2><a href="/a{}">The council decides on bridge number {}</a></h2>'


def _page(kind: str, n: int) -> str:
    if kind == "article":
        return f"<title>Council votes for bridge {n}</title><h1>Council votes</h1>{PROSE * 9}"
    if kind == "index":
        return f"<title>News {n}</title>" + "".join(HEADLINE.format(at, at) for at in range(30 + n))
    return f"<title>Log in {n}</title><form><input><input type=password></form>"


@pytest.fixture
def data(tmp_path: Path) -> Path:
    rows = []
    (tmp_path / "kinds" / "html").mkdir(parents=True)
    (tmp_path / "extract").mkdir()
    (tmp_path / "extract" / "articles.jsonl").write_text("")
    for n in range(10):
        for kind in PageKind:
            name, site = f"{kind}-{n}", f"site{n}.example"
            url = f"https://{site}/{kind}/{n}"
            rows.append({"id": name, "url": url, "site": site, "label": kind, "title": "A title"})
            body = gzip.compress(_page(kind, n).encode())
            (tmp_path / "kinds" / "html" / f"{name}.html.gz").write_bytes(body)
    text = "\n".join(json.dumps(row) for row in rows)
    (tmp_path / "kinds" / "kinds.jsonl").write_text(text)
    return tmp_path


def test_weights_learned_from_other_sites_distinguish_the_kinds(data: Path) -> None:
    judged = kinds.verdicts_by_fold(kinds.samples_of(data))
    assert len(judged) == 30
    assert kinds.scores(judged, 0)["accuracy"] == 1.0


def test_the_written_module_has_the_learned_weights(data: Path) -> None:
    weights = kinds.fitted(kinds.samples_of(data))
    learned = links.fitted(list(links.links_of(data)))
    scope: dict[str, object] = {}
    exec(kinds.module_text(weights, learned), scope)
    assert scope["WEIGHTS"] == weights
    assert scope["LINK_WEIGHTS"] == learned
    assert set(learned.rows) == set(LINK_WEIGHTS.rows)
