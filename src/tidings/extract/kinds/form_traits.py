"""Traits of a page's forms, mostly from field names that all languages share."""

import re
from dataclasses import dataclass, field

from selectolax.lexbor import LexborNode

from tidings.extract.kinds import phrases
from tidings.extract.kinds.url_traits import Traits
from tidings.read.pages.html import Html

_FORM = "form, input, textarea, select, button"
_MAX_NODES = 300
_SEARCH_NAMES = frozenset({"q", "s", "search", "query", "keyword", "keywords"})
_TYPED_KINDS = frozenset({"", "text", "email", "tel"})
_BUTTON_KINDS = frozenset({"submit", "button", "image", "reset"})
_BUY_ACTION = re.compile(r"cart|basket|checkout|add_product|order")
_BUY_FIELD = re.compile(
    r"qty|quantit|add[-_]?to[-_]?cart|product_?id|products_id|sku|cart|buy|basket|order_?item|variant"
)


@dataclass(slots=True)
class PageForms:
    """The parts of all forms of a page."""

    actions: list[str] = field(default_factory=list)
    fields: list[str] = field(default_factory=list)  # names in lower case, without search fields
    buttons: list[str] = field(default_factory=list)  # labels in lower case
    typed: int = 0
    has_password: bool = False
    has_textarea: bool = False


def forms_of(html: Html) -> PageForms:
    """Return the parts of all forms of a page."""
    forms = PageForms()
    for node in html.tree.css(_FORM)[:_MAX_NODES]:
        _add(forms, node)
    return forms


def _add(forms: PageForms, node: LexborNode) -> None:
    given, tag = node.attributes, node.tag
    kind = (given.get("type") or "").lower()
    name = (given.get("name") or given.get("id") or "")[:40].lower()
    if tag == "form":
        forms.actions.append(f"{(given.get('action') or '')[:200]} {name}".lower())
    elif tag == "button":
        forms.buttons.append(node.text(separator=" ")[:60].lower())
    elif kind in _BUTTON_KINDS:
        label = given.get("value") or given.get("alt") or given.get("title") or ""
        forms.buttons.append(label[:60].lower())
    elif kind != "search" and name not in _SEARCH_NAMES:
        forms.fields.append(name)
        forms.typed += tag == "textarea" or (tag == "input" and kind in _TYPED_KINDS)
        forms.has_password |= kind == "password"
        forms.has_textarea |= tag == "textarea"


def form_traits(forms: PageForms) -> Traits:
    """Return the traits of the forms."""
    buy_fields = sum(_BUY_FIELD.search(name) is not None for name in forms.fields)
    return {
        "form": min(1.0, forms.typed / 6),
        "forms": min(1.0, len(forms.actions) / 4),
        "password": float(forms.has_password),
        "textarea": float(forms.has_textarea),
        "buy_action": float(any(map(_BUY_ACTION.search, forms.actions))),
        "buy_field": min(1.0, buy_fields / 3),
        "send_button": float(
            any(
                phrases.SEND.search(label) or phrases.SEND_DENSE.search(label)
                for label in forms.buttons
            )
        ),
    }
