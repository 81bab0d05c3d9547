"""Real nginx in front of a real server: the settings that docs/access.md shows, and forgeries."""

import re
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path

import httpx
import pytest
from tests.serve.guarded_home import PASSWORD, HomeTemplate
from tests.serve.served_home import served_home
from tests.servers.needs import needs
from tests.servers.own_process import free_port, readable_folder
from tests.servers.web_servers import nginx

from tidings.model.access.identity import Scope
from tidings.settings.proxy_header import ProxyHeader
from tidings.settings.tree import ServeSettings

pytestmark = needs("nginx")
ROOT = Path(__file__).parents[3]
NAME = "news.example"
READER = "127.0.0.9"  # another address than the proxy's, which is trusted
Proxied = Callable[..., httpx.Client]


def documented_location() -> str:
    """Return the location block that docs/access.md tells people to copy."""
    text = (ROOT / "docs" / "access.md").read_text("utf-8")
    found = re.search(r"```nginx\n.*?(    location / \{\n.*?\n    \})", text, re.DOTALL)
    assert found is not None
    return found[1]


@pytest.fixture
def proxied(home_template: HomeTemplate, tmp_path: Path) -> Iterator[Proxied]:
    """Serves a guarded home behind nginx; returns a client of nginx."""
    with ExitStack() as stack:

        def start(location: str = "", **serve: object) -> httpx.Client:
            settings = home_template.copy(tmp_path / "guarded")
            chosen: dict[str, object] = {
                "port": 0,
                "public_url": f"http://{NAME}",
                "trusted_proxies": ("127.0.0.1",),
                **serve,
            }
            settings = replace(settings, serve=ServeSettings(**chosen))  # type: ignore[arg-type]
            home = stack.enter_context(served_home(settings))
            folder = stack.enter_context(readable_folder())
            (folder / "root").mkdir()
            port = free_port()
            block = (location or documented_location()).replace(":8000", f":{home.port}")
            stack.enter_context(nginx(folder / "root", port, folder / "own", server=block))
            return stack.enter_context(
                httpx.Client(
                    base_url=f"http://127.0.0.1:{port}",
                    headers={"Host": NAME},
                    timeout=60,
                    transport=httpx.HTTPTransport(local_address=READER),
                )
            )

        yield start


def test_a_reader_signs_in_through_the_documented_proxy(
    proxied: Proxied, home_template: HomeTemplate
) -> None:
    client = proxied()
    assert client.get("/").headers["location"] == "/login?next=%2F"
    form = {"name": "ada", "password": PASSWORD, "next": "/sources"}
    ours, evil = ({"Origin": f"http://{name}"} for name in (NAME, "evil.example"))
    assert client.post("/login", data=form, headers=evil).status_code == 403
    assert client.post("/login", data=form, headers=ours).headers["location"] == "/sources"
    assert client.get("/sources").status_code == 200
    assert client.post("/logout", headers=evil).status_code == 403
    assert client.post("/logout", headers=ours).status_code == 303
    assert client.get("/sources").status_code == 303
    feed = client.get("/feeds/post.example.atom", auth=("x", home_template.tokens[Scope.READ]))
    assert f"http://{NAME}/feeds/post.example.atom" in feed.text


@pytest.mark.parametrize("header", list(ProxyHeader))
def test_a_forged_address_does_not_escape_the_limit(proxied: Proxied, header: ProxyHeader) -> None:
    if header is ProxyHeader.FORWARDED:
        location = """
            location / {
                proxy_pass http://127.0.0.1:8000;
                proxy_set_header Host $host;
                proxy_set_header Forwarded "for=$remote_addr;proto=$scheme;host=$host";
            }"""
        client = proxied(location, requests_per_minute=3, proxy_header=header)
    else:
        client = proxied(requests_per_minute=3)
    statuses = []
    for number in range(8):
        forged = {
            "X-Forwarded-For": f"203.0.113.{number}",
            "Forwarded": f"for=203.0.113.{number}",
            "X-Real-IP": f"203.0.113.{number}",
            "Client-IP": f"203.0.113.{number}",
        }
        statuses.append(client.get("/bot", headers=forged).status_code)
    assert statuses == [200] * 3 + [429] * 5


def test_a_forged_host_or_scheme_is_replaced_by_the_proxy(proxied: Proxied) -> None:
    client = proxied(open=True)
    forged = {"X-Forwarded-Host": "evil.example", "X-Forwarded-Proto": "gopher"}
    page = client.get("/search.atom?q=ferry", headers=forged)
    assert page.status_code == 200
    assert "evil" not in page.text
    assert client.get("/", headers={"Host": "evil.example"}).status_code == 421


def test_readers_of_one_proxy_are_told_apart_only_if_it_is_trusted(proxied: Proxied) -> None:
    """Without the setting, all are one sender, and what they say of themselves is ignored."""
    client = proxied(requests_per_minute=3, trusted_proxies=())
    forged = [{"X-Forwarded-For": f"203.0.113.{number}"} for number in range(6)]
    statuses = [client.get("/bot", headers=headers).status_code for headers in forged]
    assert statuses == [200] * 3 + [429] * 3


def test_many_at_a_time_get_no_more(proxied: Proxied) -> None:
    client = proxied(requests_per_minute=20)
    statuses: list[int] = []

    def ask() -> None:
        statuses.extend(client.get("/bot").status_code for _ in range(10))

    threads = [threading.Thread(target=ask) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    # On a slow machine a request may be allowed again (one in three seconds).
    assert 20 <= statuses.count(200) < 40
    assert set(statuses) == {200, 429}
