import gzip
import json
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

import pytest

Write = Callable[..., Path]


@pytest.fixture
def write(tmp_path: Path) -> Write:
    """Writes a folder of labelled pages: its lines, and the HTML of some ids."""

    def write(file: str, lines: Sequence[object], html: Mapping[str, str]) -> Path:
        folder = tmp_path / "data"
        (folder / "html").mkdir(parents=True, exist_ok=True)
        texts = (line if isinstance(line, str) else json.dumps(line) for line in lines)
        (folder / file).write_text("\n".join(texts), encoding="utf-8")
        for name, page in html.items():
            (folder / "html" / f"{name}.html.gz").write_bytes(gzip.compress(page.encode()))
        return folder

    return write


PARAGRAPHS = [
    f"Paragraph {number} tells how the council met on {day} and spoke at length about the new "
    f"bridge over the river, which {number} members want and the others do not. Nobody knows what "
    f"it will cost, said the mayor on {day}, and nobody has asked those who live on the other side "
    f"whether they would like to be visited. The next meeting is in {number} weeks."
    for number, day in enumerate(("Monday", "Tuesday", "Wednesday", "Thursday", "Friday"), 1)
]
BODY = "\n".join(PARAGRAPHS)


@pytest.fixture
def body() -> str:
    return BODY


@pytest.fixture
def article() -> str:
    """A page that any extractor can read."""
    text = "".join(f"<p>{paragraph}</p>" for paragraph in PARAGRAPHS)
    head = '<title>A bridge</title><meta property="og:type" content="article">'
    time = '<meta property="article:published_time" content="2024-05-03T10:00:00Z">'
    menu = "".join(
        f"<a href='/{name}'>{name}</a> " for name in ("News", "Sport", "Weather", "Arts")
    )
    return (
        f"<html><head>{head}{time}</head><body><nav>{menu}</nav>"
        f"<article><h1>A bridge</h1>{text}</article><footer>All rights reserved</footer></body>"
    )
