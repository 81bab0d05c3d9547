"""The same task and knowledge give the same reading, bit by bit, in any process."""

import os
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from tests.factories import make_response, make_visit

from tidings.engine.knowledge.knowledge import no_knowledge, taught
from tidings.engine.knowledge.knowledge_files import KnowledgeFiles
from tidings.engine.process.message import HEADER, packed, unpacked
from tidings.engine.reading.reading_task import Reading, ReadingTask
from tidings.engine.reading.worker import answer_to
from tidings.engine.reading.worker_setup import Annotators, WorkerSetup
from tidings.model.web.page import UrlRole
from tidings.settings.tree import CrawlSettings
from tidings.store.tables.articles.lessons import Lesson
from tidings.world.news.newspapers import PAPERS
from tidings.world.pages.paper_site import PaperPage
from tidings.world.world import World

VERSION = 64


def tasks_of(world: World) -> list[ReadingTask]:
    """Some pages of every kind and language, all first feeds and all sitemaps."""
    articles = [truth.url for truth in world.articles()][::4]
    pages = [*articles, *(truth.url for truth in list(world.pages())[::31])]
    tasks = [task_of(world, url, UrlRole.PAGE) for url in pages]
    for paper in PAPERS:
        origin = world.origin(paper)
        tasks += [task_of(world, origin + path, UrlRole.FEED) for _, path in paper.feeds[:1]]
        if paper.news_sitemap:
            tasks.append(task_of(world, origin + paper.news_sitemap, UrlRole.SITEMAP))
    return tasks


def task_of(world: World, url: str, role: UrlRole) -> ReadingTask:
    address, _, rest = url.removeprefix("http://").partition(":")
    page = world.paper_sites[address].page("/" + rest.partition("/")[2], world.now)
    assert isinstance(page, PaperPage), url
    headers = (("content-type", page.media_type),)
    visit = make_visit(url, role=role, depth=1)
    return ReadingTask(
        visit, make_response(url, page.content, headers=headers, at=world.now), address
    )


@pytest.fixture(scope="module")
def tasks() -> list[ReadingTask]:
    return tasks_of(World(seed=3, history=6))


def read_here(setup: WorkerSetup, tasks: Sequence[ReadingTask]) -> list[Reading]:
    annotators = Annotators(setup)
    readings = [answer_to(task, setup, annotators) for task in tasks]
    assert all(isinstance(reading, Reading) for reading in readings), readings
    return [reading for reading in readings if isinstance(reading, Reading)]


def read_in_worker(
    setup: WorkerSetup, tasks: Sequence[ReadingTask], seed: int, earlier: Sequence[ReadingTask] = ()
) -> list[Reading]:
    """Read in a process with its own order of sets, and perhaps a history."""
    messages = packed(setup) + (packed(list(earlier)) if earlier else b"") + packed(list(tasks))
    worker = subprocess.run(
        [sys.executable, "-m", "tidings.engine.reading.worker"],
        input=messages,
        stdout=subprocess.PIPE,
        check=True,
        env={**os.environ, "PYTHONHASHSEED": str(seed)},
    )
    answers, at = [], 0
    while at < len(worker.stdout):
        (size,) = HEADER.unpack_from(worker.stdout, at)
        answers.append(unpacked(worker.stdout[at + HEADER.size :][:size]))
        at += HEADER.size + size
    readings: list[Reading] = answers[-1]
    return readings


@pytest.fixture(scope="module")
def setup(tasks: list[ReadingTask], tmp_path_factory: pytest.TempPathFactory) -> WorkerSetup:
    """A setup with a version of knowledge that changes what is read."""
    folder: Path = tmp_path_factory.mktemp("home") / "knowledge"
    folder.mkdir()
    setup = WorkerSetup(CrawlSettings(), knowledge=folder)
    lessons = lessons_of(read_here(setup, tasks))
    assert {bool(lesson.topic) for lesson in lessons} == {True, False}
    KnowledgeFiles(folder).keep(taught(no_knowledge(), VERSION, lessons * 30))
    return setup


def lessons_of(readings: Sequence[Reading]) -> list[Lesson]:
    found = [reading.annotation.lesson for reading in readings if reading.annotation]
    return [lesson for lesson in found if lesson is not None]


def test_a_reading_depends_on_its_task_and_knowledge_alone(
    setup: WorkerSetup, tasks: list[ReadingTask]
) -> None:
    known = [replace(task, knowledge=VERSION) for task in tasks]
    expected = read_here(setup, known)
    histories = {
        "again": read_here(setup, known),
        "another process": read_in_worker(setup, known[::-1], 1)[::-1],
        "another history": read_in_worker(setup, known, 2, earlier=[*tasks[::-1], *known[::3]]),
    }
    for name, readings in histories.items():
        for task, one, other in zip(tasks, expected, readings, strict=True):
            assert one == other, (name, task.visit.url)
            assert repr(one) == repr(other), (name, task.visit.url)


def test_knowledge_changes_what_is_read(setup: WorkerSetup, tasks: list[ReadingTask]) -> None:
    articles = [task for task in tasks if task.visit.role is UrlRole.PAGE]
    without = read_here(setup, articles)
    known = read_here(setup, [replace(task, knowledge=VERSION) for task in articles])
    assert lessons_of(without) == lessons_of(known)
    assert [each.annotation for each in without] != [each.annotation for each in known]
    assert [each.article for each in without] == [each.article for each in known]


def test_reading_writes_no_file(setup: WorkerSetup, tasks: list[ReadingTask]) -> None:
    before = {path: path.stat().st_mtime_ns for path in setup.knowledge.parent.rglob("*")}
    read_here(setup, [replace(task, knowledge=VERSION) for task in tasks])
    assert {path: path.stat().st_mtime_ns for path in setup.knowledge.parent.rglob("*")} == before
