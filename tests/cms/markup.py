"""A post in the markup that the programs take: Markdown, HTML, or the one of DokuWiki."""

import json
from collections.abc import Mapping
from html import escape

from tests.cms.posts import Post


def markdown(post: Post) -> str:
    """Return the text as Markdown."""
    return _joined(post, "## {}")


def front_matter(head: Mapping[str, object]) -> str:
    """Return the head of a Markdown file for Hugo and Jekyll: YAML, which JSON is, too."""
    lines = "".join(f"{name}: {json.dumps(value)}\n" for name, value in head.items())
    return f"---\n{lines}---\n\n"


def wiki_text(post: Post) -> str:
    """Return the text as DokuWiki takes it, with its title."""
    return f"====== {post.title} ======\n\n" + _joined(post, "===== {} =====")


def html(post: Post) -> str:
    """Return the text as WordPress' editor stores it."""
    blocks = []
    for section in post.sections:
        if section.heading:
            heading = f"<h2>{escape(section.heading)}</h2>"
            blocks.append(f"<!-- wp:heading -->\n{heading}\n<!-- /wp:heading -->")
        for text in section.paragraphs:
            paragraph = f"<p>{escape(text, quote=False)}</p>"
            blocks.append(f"<!-- wp:paragraph -->\n{paragraph}\n<!-- /wp:paragraph -->")
    return "\n\n".join(blocks)


def _joined(post: Post, heading: str) -> str:
    blocks: list[str] = []
    for section in post.sections:
        if section.heading:
            blocks.append(heading.format(section.heading))
        blocks += section.paragraphs
    return "\n\n".join(blocks) + "\n"
