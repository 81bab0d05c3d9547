"""The documents name files, folders, tests and commands; these must exist."""

import re
from datetime import UTC, datetime
from pathlib import Path

import pytest

from tidings.model.web.reason import Reason
from tidings.search.query.parse import parse

ROOT = Path(__file__).parents[1]
CODE = ROOT / "src" / "tidings"
FOLDERS = ("src", "docs", "benchmarks", "training", "fuzz")
PAPERS = [*ROOT.glob("*.md"), *(page for name in FOLDERS for page in (ROOT / name).rglob("*.md"))]
# Dated documents: they describe how things were at the time.
DATED = {"CHANGELOG.md", "BENCHMARKS.md"}
CURRENT = [paper for paper in PAPERS if paper.name not in DATED]
NAMED = re.compile(r"`((?:[\w.-]+/)*[\w-]+\.(?:py|html|sql|npz)|[a-z_]+/(?:[a-z_]+/)+)(?:::\w+)?`")
TEST = re.compile(r"`\w+::(test_\w+)`")
LINKED = re.compile(r"\]\(([^)#:]+)(?:#[^)]*)?\)")
COMMAND = re.compile(r"python -m ((?:tidings|benchmarks|training|fuzz)[\w.]*\w)")


def label(paper: Path) -> str:
    return str(paper.relative_to(ROOT))


def is_there(name: str, paper: Path) -> bool:
    """Whether a file is found from the paper's folder upwards, or below it by its bare name."""
    folders = [folder for folder in paper.parents if folder.is_relative_to(ROOT)]
    if any((folder / name).exists() for folder in (*folders, CODE)):
        return True
    below = paper.parent if paper.is_relative_to(CODE) else ROOT
    return "/" not in name and any(below.rglob(name))


@pytest.mark.parametrize("paper", CURRENT, ids=label)
def test_every_file_that_a_paper_names_exists(paper: Path) -> None:
    text = paper.read_text("utf-8")
    names = {*NAMED.findall(text)}
    assert {name for name in names if not is_there(name, paper)} == set()
    links = {link for link in LINKED.findall(text) if link}
    assert {link for link in links if not (paper.parent / link).exists()} == set()


def test_every_test_that_a_paper_names_exists() -> None:
    sources = [path.read_text("utf-8") for path in (ROOT / "tests").rglob("test_*.py")]
    defined = {name for source in sources for name in re.findall(r"def (test_\w+)", source)}
    named = {name for paper in CURRENT for name in TEST.findall(paper.read_text("utf-8"))}
    assert named
    assert named - defined == set()


@pytest.mark.parametrize("paper", PAPERS, ids=label)
def test_every_module_that_a_paper_runs_exists(paper: Path) -> None:
    for module in COMMAND.findall(paper.read_text("utf-8")):
        base = ROOT / "src" if module.startswith("tidings") else ROOT
        path = base.joinpath(*module.split("."))
        assert path.with_suffix(".py").exists() or (path / "__main__.py").exists(), module


def test_reasons_are_quoted_as_they_are_printed() -> None:
    quoted = re.findall(
        r"; (?:`why`: )?\*([^*]+)\*", (ROOT / "docs/politeness.md").read_text("utf-8")
    )
    assert quoted
    assert set(quoted) <= {reason.value for reason in Reason}


def test_notes_on_queries_are_quoted_as_they_are_printed() -> None:
    text = (ROOT / "docs/search.md").read_text("utf-8")
    table = text.partition("is read as | note |")[2].partition("\n\n")[0]
    rows = re.findall(r"^\| `(.+)` \| .+ \| (.+) \|$", table, re.MULTILINE)
    assert len(rows) > 5
    for typed, note in rows:
        printed = " ".join(each.message for each in parse(typed, datetime.now(UTC)).notes)
        assert note.partition(";")[0].lower() in re.sub("[“”]", "", printed).lower()


def source_folders() -> list[Path]:
    folders = {path.parent for path in CODE.rglob("*.py")}
    return sorted(folders | {ROOT / name for name in FOLDERS[2:]})


@pytest.mark.parametrize("folder", source_folders(), ids=label)
def test_every_folder_is_small_and_says_what_it_is_for(folder: Path) -> None:
    modules = [path for path in folder.glob("*.py") if not path.name.startswith("__")]
    assert len(modules) <= 20
    assert (folder / "README.md").exists() or folder == CODE


def test_no_public_class_name_means_two_things() -> None:
    found: dict[str, list[str]] = {}
    for path in CODE.rglob("*.py"):
        for name in re.findall(r"^class ([A-Z]\w*)", path.read_text("utf-8"), re.MULTILINE):
            found.setdefault(name, []).append(label(path))
    assert {name: paths for name, paths in found.items() if len(paths) > 1} == {}
