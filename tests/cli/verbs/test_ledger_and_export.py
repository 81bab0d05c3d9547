"""The verbs ledger and export as a user meets them."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

Tidings = Callable[..., Any]


def test_the_ledger_is_printed_and_articles_pages_and_sources_are_exported(
    tidings: Tidings, world: list[str], tmp_path: Path
) -> None:
    tidings("add", world[1])  # the paper that signals ai-train=no
    summary = tidings("crawl", "--json").json
    report = tidings("ledger", "--json", "--limit", "3").json
    assert report["requests"] >= summary["fetched"]
    assert report["delays_held"] is True
    assert len(report["lines"]) == 3
    human = tidings("ledger", world[1])
    assert "delays kept: yes" in human.out
    assert tidings("ledger", "https://nowhere.example/").code == 2

    lines = tidings("export", "articles").out.splitlines()
    assert len(lines) == summary["articles_new"]
    assert json.loads(lines[0])["rights"]["ai_train"] is False
    file = tmp_path / "none.jsonl"
    left_out = tidings("export", "articles", "--for", "ai-train", "--json", "-o", str(file)).json
    assert left_out["written"] == 0
    assert left_out["left_out"] == {"Content-Signal: ai-train=no": summary["articles_new"]}
    assert file.read_bytes() == b""
    rows = tidings("export", "articles", "--format", "csv", "--for", "search").out
    assert rows.startswith("id,url,source")
    pages = tmp_path / "pages.warc.gz"
    assert tidings("export", "warc", "-o", str(pages)).code == 0
    assert pages.read_bytes().startswith(b"\x1f\x8b")
    assert world[1] in tidings("export", "opml").out
    missing = tidings("export", "articles", "-o", str(tmp_path / "no" / "such" / "file"))
    assert missing.code == 1
    assert not list(tmp_path.glob(".none*"))
