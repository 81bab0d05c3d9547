"""Pages that are empty until a script fills them: the shells of single-page applications."""

import re

from tidings.extract.content.blocks import PageBlocks
from tidings.read.pages.html import Html

_MAX_TEXT = 400  # characters that are shown without scripts: a notice, a spinner, a footer
_MAX_LINKS = 8  # a page with more links can be followed
# Where frameworks put the page; each is named in its documentation or its generator's template.
_MOUNTS = (
    "#root, #app, #__next, #__nuxt, #___gatsby, #q-app, #svelte, #react-root, #app-root, "
    "#main-app, #reactroot, #ember-app, #mount, #application, app-root, [data-reactroot], "
    "[data-server-rendered], [ng-app], [data-ng-app], [ng-version]"
)
_NOTICE = re.compile(
    r"java\s?script[^.]{0,60}?(?:enabl|requir|activ|aktiv|einschalt|habilit|abilit|necess|erforder|"
    r"benötig|needed|to run|turn|включ|有効|启用|啟用)|"
    r"(?:enabl|requir|activ|aktiv|habilit|abilit|need|turn on|switch on|without|включ|启用|啟用)"
    r"[^.]{0,60}?java\s?script",
    re.IGNORECASE,
)


def is_script_shell(html: Html, found: PageBlocks) -> bool:
    """Return whether a page shows nothing without scripts, and has one that would fill it."""
    shown = sum(len(block.text) for block in found.blocks)
    if shown > _MAX_TEXT or found.links >= _MAX_LINKS:
        return False
    if not any(True for _ in html.tree.tags("script")):
        return False
    if shown == 0:
        return True
    return _has_notice(html, found) or _has_empty_mount(html)


def _has_notice(html: Html, found: PageBlocks) -> bool:
    """Whether the page says, in what is shown without scripts, that it wants one."""
    hidden = (tag.text() for tag in html.tree.tags("noscript"))
    texts = (*hidden, *(block.text for block in found.blocks))
    return any(_NOTICE.search(text[:2_000]) for text in texts)


def _has_empty_mount(html: Html) -> bool:
    return any(not tag.text(strip=True) for tag in html.tree.css(_MOUNTS)[:5])
