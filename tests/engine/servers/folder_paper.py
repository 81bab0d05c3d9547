"""A paper as a folder of files, for servers that serve folders."""

from pathlib import Path

_SENTENCE = (
    "The council of the small town met on Tuesday evening to decide about the old bridge, "
    "and many of the people who live near the river had come to hear what would be said. "
)


def write_paper(root: Path, articles: int) -> list[str]:
    """Write a front page and its articles; return the articles' titles."""
    root.mkdir()
    titles = [f"Bridge number {number} to be mended" for number in range(articles)]
    links = "".join(
        f"<li><a href='/2026/11/story-{number}.html'>{title}</a></li>"
        for number, title in enumerate(titles)
    )
    (root / "index.html").write_text(_page("The Paper", f"<h1>The Paper</h1><ul>{links}</ul>"))
    folder = root / "2026" / "11"
    folder.mkdir(parents=True)
    for number, title in enumerate(titles):
        text = "".join(f"<p>{_SENTENCE * 2} Number {number}-{n}.</p>" for n in range(5))
        body = f"<article><h1>{title}</h1>{text}</article>"
        (folder / f"story-{number}.html").write_text(_page(title, body))
    return titles


def _page(title: str, body: str) -> str:
    return f"<html><head><title>{title}</title></head><body>{body}</body></html>"
