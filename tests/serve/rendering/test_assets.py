from hashlib import sha256

import httpx

from tidings.serve.rendering.assets import FOLDER, asset


async def test_a_url_with_a_hash_is_cached_permanently(client: httpx.AsyncClient) -> None:
    response = await client.get(asset("paper.css"))
    assert response.headers["content-type"].startswith("text/css")
    assert response.headers["cache-control"] == "public, max-age=31536000, immutable"
    assert response.content == (FOLDER / "paper.css").read_bytes()
    assert sha256(response.content).hexdigest()[:12] in asset("paper.css")


async def test_a_url_without_a_hash_is_revalidated(client: httpx.AsyncClient) -> None:
    first = await client.get("/static/paper.js")
    assert first.headers["cache-control"] == "public, max-age=300"
    again = await client.get("/static/paper.js", headers={"if-none-match": first.headers["etag"]})
    assert again.status_code == 304
    assert not again.content


async def test_files_outside_the_folder_are_not_served(client: httpx.AsyncClient) -> None:
    for path in ("/static/../app.py", "/static/%2e%2e/app.py", "/static//etc/passwd", "/static/"):
        assert (await client.get(path)).status_code == 404


async def test_browsers_find_an_icon(client: httpx.AsyncClient) -> None:
    response = await client.get("/favicon.ico", follow_redirects=True)
    assert response.headers["content-type"] == "image/svg+xml"


def test_the_files_load_nothing_from_other_servers() -> None:
    for path in FOLDER.iterdir():
        content = path.read_text(encoding="utf-8").replace("http://www.w3.org/2000/svg", "")
        assert "//" not in content.replace("// ", "")
        assert "@import" not in content
