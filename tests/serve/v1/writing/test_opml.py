"""OPML over HTTP: with folders, in and out, and whatever hostile files try."""

import httpx
import pytest

OPML = {"Content-Type": "text/x-opml"}
FILE = """<opml version="2.0" xmlns:tidings="urn:tidings:opml"><body>
  <outline text="News"><outline text="World">
    <outline xmlUrl="https://a.example/feed" tidings:languages="en de"/></outline></outline>
  <outline xmlUrl="https://b.example/feed"/><outline xmlUrl="javascript:alert(1)"/>
</body></opml>"""


async def test_sources_come_in_and_go_out_in_their_folders(writer: httpx.AsyncClient) -> None:
    imported = await writer.post("/opml", content=FILE, headers=OPML)
    assert imported.status_code == 200, imported.text
    report = imported.json()
    assert report["added"] == ["https://a.example/feed", "https://b.example/feed"]
    assert [each["url"] for each in report["refused"]] == ["javascript:alert(1)"]
    again = (await writer.post("/opml", content=FILE, headers=OPML)).json()
    assert (again["added"], again["followed"]) == ([], 2)
    listed = (await writer.get("/folders")).json()["items"]
    assert listed == [{"path": "News/World", "sources": 1}]
    settings = (await writer.get("/sources/a.example/settings")).json()
    assert settings["languages"] == ["en", "de"]
    exported = await writer.get("/opml")
    assert exported.headers["content-type"].startswith("text/x-opml")
    assert '<outline text="World" title="World">' in exported.text
    moved = await writer.patch("/folders/News/World", json={"path": "Press"})
    assert moved.json() == {"path": "Press", "sources": 1}
    assert (await writer.patch("/folders/News", json={"path": "x"})).status_code == 404
    dissolved = await writer.patch("/folders/Press", json={"path": ""})
    assert (dissolved.json()["sources"], (await writer.get("/folders")).json()["items"]) == (1, [])
    back = await writer.post("/opml", content=exported.content, headers=OPML)
    assert back.json()["added"] == []
    assert (await writer.get("/folders")).json()["items"] == listed


BOMB = (
    '<?xml version="1.0"?><!DOCTYPE opml ['
    + '<!ENTITY a0 "https://bomb.example/">'
    + "".join(f'<!ENTITY a{n} "{f"&a{n - 1};" * 10}">' for n in range(1, 12))
    + ']><opml><body><outline xmlUrl="&a11;"/></body></opml>'
)
EXTERNAL = (
    '<?xml version="1.0"?><!DOCTYPE opml [<!ENTITY x SYSTEM "file:///etc/passwd">]>'
    '<opml><body><outline text="&x;" xmlUrl="https://x.example/"/></body></opml>'
)
DEEP = (
    "<opml><body>" + "<outline text='a'>" * 20_000 + "<outline xmlUrl='https://deep.example/'/>"
    "</body></opml>"
)


@pytest.mark.parametrize("file", [BOMB, EXTERNAL, DEEP], ids=["bomb", "external", "deep"])
async def test_a_hostile_file_costs_little_and_betrays_nothing(
    writer: httpx.AsyncClient, file: str
) -> None:
    answer = await writer.post("/opml", content=file, headers=OPML)
    assert answer.status_code in (200, 422)
    everything = (
        answer.text + (await writer.get("/opml")).text + (await writer.get("/folders")).text
    )
    assert "root:" not in everything
    assert len(everything) < 20_000


@pytest.mark.parametrize(
    ("content", "headers", "status"),
    [
        (FILE, {"Content-Type": "application/json"}, 415),
        ("hello", OPML, 422),
        ("", OPML, 422),
        ("<opml><body/></opml>", OPML, 422),
        (b"\0" * 100, OPML, 422),
        (b" " * 5_000_001, OPML, 413),
    ],
    ids=["json", "words", "empty", "nothing", "zeros", "large"],
)
async def test_what_is_no_opml_is_refused(
    writer: httpx.AsyncClient, content: str | bytes, headers: dict[str, str], status: int
) -> None:
    refused = await writer.post("/opml", content=content, headers=headers)
    assert refused.status_code == status, refused.text
    assert refused.json()["detail"]


async def test_more_sources_than_a_request_may_have_are_refused(writer: httpx.AsyncClient) -> None:
    lines = "".join(f"<outline xmlUrl='https://a.example/{n}'/>" for n in range(20_001))
    file = f"<opml><body>{lines}</body></opml>"
    refused = await writer.post("/opml", content=file, headers=OPML)
    assert (refused.status_code, "tidings import" in refused.json()["detail"]) == (413, True)
