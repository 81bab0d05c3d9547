"""What the API tells of an article of which one step failed."""

import httpx
import pytest
from tests.serve.conftest import Fill, MakeArticle, Opened

from tidings.enrich import annotate


async def test_a_step_that_failed_is_named_beside_what_the_others_made(
    fill: Fill, opened: Opened, make_article: MakeArticle, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object, **__: object) -> None:
        raise LookupError("no such table")

    monkeypatch.setattr(annotate, "entities_of", broken)
    article = make_article()
    transport = httpx.ASGITransport(opened(fill([article])))
    async with httpx.AsyncClient(transport=transport, base_url="http://127.0.0.1") as client:
        said = (await client.get(f"/api/articles/{article.id}")).json()
        page = await client.get(f"/article/{article.id}")
    assert said["title"] == article.title
    assert said["failed"] == {"entities": "LookupError: no such table"}
    assert said["entities"] == []
    assert said["keyphrases"]
    assert "entities" not in said["models"]
    assert said["models"]["near-duplicates"]
    assert page.status_code == 200
