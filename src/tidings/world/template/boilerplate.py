"""The invisible bulk of real pages: inline scripts and styles."""

from functools import cache
from html import escape
from random import Random

from tidings.world.events.seeded_random import seeded_random
from tidings.world.template.page_views import PaperLink

_SCRIPTS = (
    "var {a}=window.{b}||(window.{b}=[]);{a}.push(function(){{{a}.slot('/{n}/{b}/{c}',"
    "[[{n},{m}],[{m},250]],'{c}').on('view',function(e){{return e.visible>{m}}})}});",
    "!function({a},{b}){{var {c}={a}.createElement('script');{c}.async=!0;{c}.dataset.k='{n}';"
    "if({b}<{m}){{return void 0}}{a}.head.appendChild({c})}}(document,{m});",
    "window.{c}={{version:'{m}.{n}',consent:{{vendors:[{n},{m},{n}],purposes:[1,2,3,4,{m}]}},"
    "ab:{{test:'{a}',group:'{b}',weight:0.{n}}},endpoints:['/{a}/v2','/{b}/collect']}};",
    "(function(){{try{{var {a}=localStorage.getItem('{b}.{c}');if({a}&&JSON.parse({a}).t>{n}"
    "){{document.documentElement.classList.add('{c}-on')}}}}catch(e){{}}}})();",
    "function {a}{n}(e){{for(var {b}=0,{c}=[];{b}<e.length;{b}++)e[{b}].w>={m}&&{c}.push("
    "e[{b}].id);return {c}.join(',')}}document.addEventListener('scroll',{a}{n},{{passive:!0}});",
)
_RULES = (
    ".{a}-{b}{{display:flex;flex-direction:column;margin:0 {m}px {n}px;padding:{m}px}}",
    ".{a}__{c}--{b}:hover{{color:#{x};background:#{y};text-decoration:none}}",
    "@media (max-width:{n}px){{.{a} .{c}{{width:100%;float:none;font-size:{m}px}}}}",
    "#{b}-{c}>li+li{{border-top:1px solid #{x};line-height:1.{m}}}",
    ".{c}.is-{a}::before{{content:'';position:absolute;top:-{m}px;left:{m}px;opacity:.{m}}}",
)
_WORDS = (
    "ad banner core feed grid hero item lazy lead main mast menu meta nav panel quiz rail row "
    "share slot stack teaser text tile track user vid wall zone"
).split()


@cache
def script(key: str, kilobytes: int) -> str:
    """Return a paper's inline script of about this many kilobytes."""
    return _text(key, kilobytes, _SCRIPTS)


@cache
def style(key: str, kilobytes: int) -> str:
    """Return a paper's inline style sheet of about this many kilobytes."""
    return _text(key, kilobytes, _RULES)


def anchors(links: tuple[PaperLink, ...], before: str = "<li>", after: str = "</li>") -> str:
    """Return links, each between two pieces of markup."""
    return "".join(
        f'{before}<a href="{escape(link.href)}">{escape(link.text)}</a>{after}\n' for link in links
    )


def share(url: str, css: str) -> str:
    """Return share buttons with small inline drawings, as large as real ones."""
    return "".join(
        f'<a class="{css} {css}-{net}" href="https://share.invalid/{net}?u={escape(url)}" '
        f'rel="nofollow">{_icon(css, net)}<span>{net.title()}</span></a>\n'
        for net in ("chatter", "facepage", "mail", "pinwall", "whisper")
    )


@cache
def _icon(css: str, net: str) -> str:
    path = _path(seeded_random("icon", css, net))
    return f'<svg viewBox="0 0 24 24" width="24"><path d="{path}"/></svg>'


def _text(key: str, kilobytes: int, snippets: tuple[str, ...]) -> str:
    rng = seeded_random("chrome", key, len(snippets[0]))
    out, size = [], 0
    while size < kilobytes * 1024:
        out.append(_snippet(rng, rng.choice(snippets)))
        size += len(out[-1]) + 1
    return "\n".join(out)


def _snippet(rng: Random, snippet: str) -> str:
    a, b, c = rng.sample(_WORDS, 3)
    x, y = (f"{rng.randrange(1 << 24):06x}" for _ in range(2))
    return snippet.format(a=a, b=b, c=c, n=rng.randint(100, 9999), m=rng.randint(2, 99), x=x, y=y)


def _path(rng: Random) -> str:
    steps = (
        f"c{rng.uniform(-4, 4):.2f} {rng.uniform(-4, 4):.2f} {rng.uniform(-9, 9):.2f} "
        f"{rng.uniform(-9, 9):.2f} {rng.uniform(-2, 2):.2f} {rng.uniform(-2, 2):.2f}"
        for _ in range(9)
    )
    return f"M{rng.randint(1, 23)} {rng.randint(1, 23)}" + "".join(steps) + "z"
