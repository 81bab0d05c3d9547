"""A WARC of the news world's pages, as crawlers write them: per record gzip, requests included."""

from itertools import islice
from pathlib import Path

from benchmarks.inputs.world_archive import world_of, world_responses
from tidings.store.archive.warc_record import response_record, warcinfo


def write_warc(path: Path, pages: int) -> None:
    """Write a file with so many pages."""
    world = world_of(pages)
    with path.open("wb") as file:
        file.write(warcinfo(path.name, world.now, "the news world"))
        for response, _ in islice(world_responses(world), pages):
            file.write(response_record(response))
