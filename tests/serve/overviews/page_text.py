"""What a page says."""

import httpx
from selectolax.lexbor import LexborHTMLParser


async def tree_of(client: httpx.AsyncClient, path: str, status: int = 200) -> LexborHTMLParser:
    """Return a page; it must have no element that its templates do not have."""
    response = await client.get(path)
    assert response.status_code == status, response.text
    assert "style=" not in response.text  # the policy forbids inline styles
    tree = LexborHTMLParser(response.text)
    assert all("alert" not in each.text() for each in tree.css("script"))
    assert not tree.css("b")
    return tree


def texts(tree: LexborHTMLParser, selector: str) -> list[str]:
    """Return the texts of elements."""
    return [" ".join(node.text().split()) for node in tree.css(selector)]


def links(tree: LexborHTMLParser, selector: str) -> list[str]:
    """Return where links lead."""
    return [node.attributes["href"] or "" for node in tree.css(selector)]
