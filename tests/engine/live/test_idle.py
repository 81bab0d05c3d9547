"""A crawl until idle ends: closed hosts are left, not waited for, and other sources are whole."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from itertools import count
from random import Random

import pytest
from tests.crawl.traps.test_endless_sites import SHAPES, WORDS
from tests.engine.paper_server import SENTENCE, PaperServer, paper_server

from tidings.engine.live.crawler import Crawler, opened_crawler
from tidings.engine.process.home import ensure_home
from tidings.engine.sources import source_list
from tidings.settings.tree import Settings
from tidings.store.database.database import open_database

SECONDS = 60  # many times what a crawl needs here; before, it waited for an hour


@dataclass
class ScriptedServer:
    """Answers each request with what a function says about its path."""

    answer: Callable[[str], bytes]
    origin: str = ""
    requested: list[str] = field(default_factory=list)
    hangs_at: str = ""  # how paths begin that are never answered

    async def handle(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        path = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").split(" ")[1]
        self.requested.append(path)
        if self.hangs_at and path.startswith(self.hangs_at):
            await reader.read()  # until the visitor gives up
        else:
            writer.write(self.answer(path))
            await writer.drain()
        writer.close()
        await writer.wait_closed()


@asynccontextmanager
async def scripted_server(answer: Callable[[str], bytes]) -> AsyncIterator[ScriptedServer]:
    server = ScriptedServer(answer)
    async with await asyncio.start_server(server.handle, "127.0.0.1", 0) as listening:
        server.origin = f"http://127.0.0.1:{listening.sockets[0].getsockname()[1]}"
        yield server


def page(body: str, status: str = "200 OK", head: str = "") -> bytes:
    content = f"<html><head><title>Page</title></head><body>{body}</body></html>".encode()
    lines = f"HTTP/1.1 {status}\r\nContent-Type: text/html\r\n{head}Connection: close\r\n"
    return f"{lines}Content-Length: {len(content)}\r\n\r\n".encode() + content


def front(count: int) -> bytes:
    links = (f"<li><a href='/section-{n}'>Section number {n}</a></li>" for n in range(count))
    return page(f"<ul>{''.join(links)}</ul>")


def follow(settings: Settings, *urls: str) -> None:
    database = open_database(ensure_home(settings).database, settings.store)
    for url in urls:
        source_list.add_source(database, url, datetime.now(UTC))
    database.close()


def healthy(stand: PaperServer) -> list[str]:
    paths = [stand.article(number) for number in range(5)]
    stand.front(*paths)
    return [stand.url(path) for path in paths]


async def crawl_all(crawler: Crawler, *, seconds: float = SECONDS) -> None:
    async with asyncio.timeout(seconds):
        await crawler.crawl()


async def test_a_host_that_answers_nothing_any_more_is_left(settings: Settings) -> None:
    def answer(path: str) -> bytes:
        return front(40) if path == "/" else page("", "404 Not Found")

    impatient = replace(
        settings,
        fetch=replace(settings.fetch, total_seconds=0.2),
        crawl=replace(settings.crawl, idle_patience=40.0),
    )
    async with paper_server() as stand, scripted_server(answer) as silent:
        silent.hangs_at = "/section-"
        articles = healthy(stand)
        follow(settings, f"{silent.origin}/", f"{stand.origin}/")
        async with opened_crawler(impatient) as crawler:
            await crawl_all(crawler)
            (left,) = crawler.library.left_urls()
            assert left.url == f"{silent.origin}/"
            assert sum(left.waiting.values()) >= 30
            assert all(crawler.library.why(url).indexed for url in articles)
        assert sum(path.startswith("/section-") for path in silent.requested) <= 7


@pytest.mark.parametrize("status", ["429 Slow Down", "503 Away"])
async def test_a_host_that_is_closed_for_an_hour_is_left(settings: Settings, status: str) -> None:
    def answer(path: str) -> bytes:
        if path == "/":
            return front(12)
        if path.startswith("/section-"):
            return page("", status, "Retry-After: 3600\r\n")
        return page("", "404 Not Found")

    async with paper_server() as stand, scripted_server(answer) as closed:
        articles = healthy(stand)
        follow(settings, f"{closed.origin}/", f"{stand.origin}/")
        async with opened_crawler(settings) as crawler:
            await crawl_all(crawler)
            why = crawler.library.why
            assert all(why(url).article for url in articles)
            sections = [why(f"{closed.origin}/section-{number}") for number in range(12)]
    assert {section.state for section in sections} == {"queued"}
    assert len([path for path in closed.requested if path.startswith("/section-")]) <= 2


async def test_what_is_left_is_said_by_source_with_reason_shape_and_time(
    settings: Settings,
) -> None:
    def answer(path: str) -> bytes:
        if path == "/":
            return front(8)
        if path.startswith("/section-"):
            return page("", "429 Slow Down", "Retry-After: 3600\r\n")
        return page("", "404 Not Found")

    async with paper_server() as stand, scripted_server(answer) as closed:
        stand.front(*(f"/tag/{number}" for number in range(90)))
        follow(settings, f"{closed.origin}/", f"{stand.origin}/")
        async with opened_crawler(settings) as crawler:
            await crawl_all(crawler)
            left = {each.url: each for each in crawler.library.left_urls()}
    waits, trap = left[f"{closed.origin}/"], left[f"{stand.origin}/"]
    assert sum(waits.waiting.values()) == waits.count == 8
    assert waits.next_due is not None
    assert (waits.next_due - datetime.now(UTC)).total_seconds() > 3000
    assert (trap.waiting, trap.next_due) == ({}, None)
    asked = sum(stand.requests[f"/tag/{number}"] for number in range(90))
    assert trap.held_back == 90 - asked > 0
    assert any("/tag/" in shape for shape in trap.shapes)
    (sentence,) = waits.in_words()
    assert "8 URLs are left" in sentence
    assert "'tidings crawl' goes on" in sentence
    (sentence,) = trap.in_words()
    assert "brought nothing new" in sentence
    assert "/tag/" in sentence


def endless(shape: str, text: Callable[[Random, int], str]) -> Callable[[str], bytes]:
    """A site of lists and articles without end, at addresses of one shape."""
    numbers = count(1)

    def answer(path: str) -> bytes:
        rng = Random(path)
        if path in ("/robots.txt", "/rss") or path.endswith((".xml", ".json")) or "feed" in path:
            return page("", "404 Not Found")
        if path == "/" or rng.random() < 0.4:
            made = [SHAPES[shape](rng, numbers, path) for _ in range(12)]
            words = [" ".join(rng.choices(WORDS, k=3)) for _ in made]
            links = zip(made, words, strict=True)
            items = (f"<li><a href='{url}'>What happened at the {w}</a></li>" for url, w in links)
            return page(f"<h1>All</h1><ul>{''.join(items)}</ul>")
        number = rng.randrange(10**6)
        return page(f"<article><h1>Report {number}</h1>{text(rng, number)}</article>")

    return answer


def same_with_a_number(rng: Random, number: int) -> str:
    return f"{'<p>' + SENTENCE + '</p>'} <p>{' '.join(REPORTS)}</p><p>This is day {number}.</p>"


def same_in_any_order(rng: Random, number: int) -> str:
    return "".join(f"<p>{text}</p>" for text in rng.sample(REPORTS, len(REPORTS)))


REPORTS = [
    "The mayor said nothing about it and went home early in the evening.",
    "It rained in the valley for the third day in a row, and the river rose by a metre.",
    "Farmers have asked the government for help with the harvest of this year.",
    "The school will stay closed until its roof has been mended by the carpenters.",
    "Nobody was hurt when the old barn behind the station burned down on Sunday night.",
    "The theatre shows three new plays this winter, and all of them are sold out already.",
]
ENDLESS = [
    pytest.param("calendar", same_with_a_number, id="calendar"),
    pytest.param("session in the path", same_in_any_order, id="session"),
    *(
        pytest.param(shape, text, marks=pytest.mark.slow, id=f"{shape} {text.__name__}")
        for shape in sorted(SHAPES)
        for text in (same_with_a_number, same_in_any_order)
    ),
]


@pytest.mark.parametrize(("shape", "text"), ENDLESS)
async def test_a_crawl_of_an_endless_site_ends(
    settings: Settings, shape: str, text: Callable[[Random, int], str]
) -> None:
    async with scripted_server(endless(shape, text)) as site:
        follow(settings, f"{site.origin}/")
        async with opened_crawler(settings) as crawler:
            await crawler.crawl(max_pages=1_000)
            left = crawler.library.left_urls()
    assert len(site.requested) < 250
    assert all(each.shapes for each in left)
    assert not any(each.waiting for each in left)
