"""What is taken from an OPML file, and what is refused."""

import pytest

from tidings.engine.sources.opml_import import OutlineSettings, opml_import
from tidings.engine.sources.source_folders import MAX_DEPTH, MAX_NAME
from tidings.engine.sources.source_list import SourceInvalid


def test_addresses_come_with_their_folders_except_for_bad_ones() -> None:
    found = opml_import(b"""<opml version="2.0"><body>
      <outline text="One" xmlUrl="https://one.example/feed"/>
      <outline text="Bad" xmlUrl="javascript:alert(1)"/>
      <outline text="News"><outline text=" World "><outline xmlUrl="https://two.example/rss"/>
      </outline></outline></body></opml>""")
    folders = {"https://one.example/feed": "", "https://two.example/rss": "News/World"}
    assert found.folders == folders
    assert [url for url, _ in found.refused] == ["javascript:alert(1)"]


def test_something_else_than_opml_is_an_error() -> None:
    with pytest.raises(SourceInvalid, match="not an OPML file"):
        opml_import(b"hello")


def test_folders_that_are_too_deep_or_long_are_cut() -> None:
    inner = b'<outline xmlUrl="https://deep.example/"/>'
    for _ in range(40):
        inner = b'<outline text="%s">%s</outline>' % (b"x" * (MAX_NAME + 20), inner)
    (folder,) = opml_import(b"<opml><body>%s</body></opml>" % inner).folders.values()
    names = folder.split("/")
    assert len(names) <= MAX_DEPTH
    assert {len(name) for name in names} == {MAX_NAME}


def test_settings_of_tidings_are_taken_and_bad_ones_named() -> None:
    found = opml_import(b"""<opml xmlns:tidings="urn:tidings:opml"><body>
      <outline xmlUrl="https://a.example/" tidings:topic="bridges" tidings:languages="en de"/>
      <outline xmlUrl="https://b.example/" tidings:languages="klingon"/></body></opml>""")
    settings = OutlineSettings("https://a.example/", ("languages=en de",), "bridges")
    assert found.settings == (settings,)
    assert [url for url, _ in found.wrong] == ["https://b.example/"]
