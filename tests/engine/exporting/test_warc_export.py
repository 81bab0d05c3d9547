"""WARC export from a damaged archive."""

import re
from gzip import decompress
from io import BytesIO

from tests.engine.paper_server import clocked_crawler, paper_server

from tidings.engine.exporting.article_export import ExportFilter
from tidings.engine.exporting.warc_export import DAMAGED, export_warc
from tidings.engine.process.home import Home
from tidings.settings.tree import Settings
from tidings.store.archive.warc_files import ArchiveReader
from tidings.store.database.database import open_database


async def test_a_damaged_record_is_left_out_and_the_others_stay_readable(
    settings: Settings,
) -> None:
    async with paper_server() as stand, clocked_crawler(settings) as crawler:
        stand.front(*(stand.article(number) for number in range(6)))
        await crawler.follow(f"{stand.origin}/")
        await crawler.crawl()
    home = Home(settings.home)
    archive = ArchiveReader(home.archive)
    captures = [capture for capture, _ in archive.members()]
    place = captures[2].place
    with (home.archive / place.file).open("r+b") as file:
        file.seek(place.offset + place.length // 2)
        file.write(b"\xa5" * 40)
    out = BytesIO()
    database = open_database(home.database, settings.store)
    counts = export_warc(database, archive, ExportFilter(), out, lambda _: None)
    database.close()
    assert (counts.written, counts.left_out[DAMAGED]) == (len(captures) - 1, 1)
    text = decompress(out.getvalue()).decode("utf-8", "replace")
    urls = re.findall(r"^WARC-Target-URI: (\S+)", text, re.MULTILINE)
    assert urls == [each.url for each in captures if each.place != place]
