"""The API's answer for an article with a failed annotation step."""

import httpx
import pytest
from tests.serve.conftest import Fill, MakeArticle, Opened

from tidings.enrich import annotate


async def test_a_failed_step_is_reported_with_the_results_of_the_others(
    fill: Fill, opened: Opened, make_article: MakeArticle, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object, **__: object) -> None:
        raise LookupError("no such table")

    monkeypatch.setattr(annotate, "entities_of", broken)
    article = make_article()
    transport = httpx.ASGITransport(opened(fill([article])))
    async with httpx.AsyncClient(transport=transport, base_url="http://127.0.0.1") as client:
        answer = (await client.get(f"/api/articles/{article.id}")).json()
        page = await client.get(f"/article/{article.id}")
    assert answer["title"] == article.title
    assert answer["failed"] == {"entities": "LookupError: no such table"}
    assert answer["entities"] == []
    assert answer["keyphrases"]
    assert "entities" not in answer["models"]
    assert answer["models"]["near-duplicates"]
    assert page.status_code == 200
