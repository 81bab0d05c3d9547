"""What tests read of a page."""

import httpx
from selectolax.lexbor import LexborHTMLParser


def page_of(answer: httpx.Response, status: int = 200) -> LexborHTMLParser:
    """Return the page of an answer with a status."""
    assert answer.status_code == status, answer.text
    return LexborHTMLParser(answer.text)


def words_of(page: LexborHTMLParser, selector: str) -> list[str]:
    """Return the texts of all such elements."""
    return [" ".join(each.text().split()) for each in page.css(selector)]


def fields_in(page: LexborHTMLParser, selector: str) -> dict[str, str]:
    """Return what the only such form sends unless somebody changes it; no ticked boxes."""
    (form,) = page.css(selector)
    fields = {
        str(each.attributes["name"]): each.attributes.get("value") or ""
        for each in form.css("input")
        if each.attributes.get("type") not in ("checkbox", "file")
    }
    areas = {str(each.attributes["name"]): each.text() for each in form.css("textarea")}
    return fields | areas
