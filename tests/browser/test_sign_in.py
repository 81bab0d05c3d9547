"""Signing in with a browser: by one-time link, and by name and password without JavaScript."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import pytest
from playwright.async_api import Browser, expect
from tests.serve.served_home import ServedHome, served_home

from tidings.model.access.identity import Scope
from tidings.serve.http.login_link import login_link
from tidings.settings.tree import Settings

pytestmark = pytest.mark.browser

PASSWORD = "correct horse battery"
ReaderOf = Callable[..., Any]


@pytest.fixture
def closed(empty_settings: Settings) -> Iterator[ServedHome]:
    """A server with a public URL: strangers may read nothing."""
    serve = replace(empty_settings.serve, public_url="https://news.example")
    with served_home(replace(empty_settings, serve=serve)) as home:
        home.home_access.access.add_user("ada", PASSWORD, Scope.READ)
        yield home


async def test_a_link_signs_in_once(
    browser: Browser, closed: ServedHome, reader_of: ReaderOf
) -> None:
    link = login_link(closed.url, closed.home_access.access.one_time_link())
    context = await browser.new_context()
    reader = reader_of(await context.new_page())
    await reader.page.goto(link)
    assert reader.page.url == f"{closed.url}/"  # the key is no longer in the address bar
    (cookie,) = await context.cookies()
    assert (cookie["httpOnly"], cookie["sameSite"]) == (True, "Lax")
    assert await reader.page.evaluate("document.cookie") == ""
    await reader.page.goto(f"{closed.url}/login")
    await expect(reader.page.locator("h1")).to_have_text("Signed in as owner")
    await reader.page.get_by_role("button", name="Sign out").click()
    await expect(reader.page.locator("h1")).to_have_text("Sign in")
    assert await context.cookies() == []
    await reader.page.goto(closed.url)
    assert reader.page.url == f"{closed.url}/login?next=%2F"
    assert reader.complaints == []
    await reader.page.goto(link)
    await expect(reader.page.get_by_role("alert")).to_contain_text("used already")


@pytest.mark.parametrize("width", [1280, 360])
async def test_a_password_signs_in_without_javascript(
    browser: Browser, closed: ServedHome, reader_of: ReaderOf, width: int
) -> None:
    context = await browser.new_context(
        java_script_enabled=False, viewport={"width": width, "height": 700}
    )
    reader = reader_of(await context.new_page())
    page = reader.page
    await page.goto(f"{closed.url}/search?q=ferry")
    await expect(page.locator("h1")).to_have_text("Sign in")
    await page.get_by_label("Name").fill("ada")
    await page.get_by_label("Password").fill(PASSWORD)
    await page.get_by_label("Password").press("Enter")
    assert page.url == f"{closed.url}/search?q=ferry"
    assert reader.hosts == {"127.0.0.1"}
    assert reader.complaints == []
    await context.close()


async def test_a_wrong_password_keeps_the_name_and_says_so(
    browser: Browser, closed: ServedHome
) -> None:
    page = await browser.new_page()
    await page.goto(f"{closed.url}/login")
    await page.get_by_label("Name").fill("ada")
    await page.get_by_label("Password").fill("wrong")
    await page.get_by_role("button", name="Sign in").click()
    await expect(page.get_by_role("alert")).to_have_text("Name or password is wrong.")
    await expect(page.get_by_label("Name")).to_have_value("ada")
    await expect(page.get_by_label("Password")).to_have_value("")
    await expect(page.get_by_label("Password")).to_be_focused()


async def test_a_page_of_another_port_cannot_use_a_session(
    browser: Browser, closed: ServedHome, paper_url: str
) -> None:
    """Ports share cookies, and `SameSite` calls them the same site; the origin tells them apart."""
    context = await browser.new_context(bypass_csp=True)
    page = await context.new_page()
    await page.goto(login_link(closed.url, closed.home_access.access.one_time_link()))
    await page.goto(paper_url)
    send = "url => fetch(url, {method: 'POST', credentials: 'include', mode: 'no-cors'})"
    sent: list[str] = []
    page.on("request", lambda request: sent.append(request.url))
    await page.evaluate(f"({send})('{closed.url}/logout').catch(() => null)")
    assert f"{closed.url}/logout" in sent
    await page.goto(f"{closed.url}/login")
    await expect(page.locator("h1")).to_have_text("Signed in as owner")
    await context.close()
