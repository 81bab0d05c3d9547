"""The Dispatch's pages: nameless divs with hashed classes, metadata only as OpenGraph."""

from html import escape

from tidings.world.template.boilerplate import script, share, style
from tidings.world.template.page_views import (
    ArticleView,
    ListingView,
    NoticeView,
    PageFrame,
    PaperLink,
)


def article(view: ArticleView) -> str:
    """Return an article page."""
    frame, label = view.frame, view.frame.language.label
    body = [f'<div class="x7b-t"><span>{escape(p)}</span></div>' for p in view.text.paragraphs]
    body.insert(2, f'<div class="x7b-p"><div>{label("advert")}</div><div id="gpt-3"></div></div>')
    body.insert(5, _box(label("related"), view.related[:3]))
    main = f"""<div class="c-1f"><div class="c-1f2">
<div class="k0">{_links((view.section,))}</div>
<div class="h-9a">{escape(view.text.title)}</div>
<div class="m-33"><div class="m-34">{escape(" and ".join(view.authors))}</div>
<div class="m-35">{frame.language.date(view.published)}</div></div>
<div class="m-40">{share(frame.url, "s-0")}</div>
<div class="i-5"><img src="{view.image}"><div class="i-6">{escape(frame.paper.name)}</div></div>
{"".join(body)}
<div class="t-2">{_links(view.tags)}</div>
</div>
<div class="c-2a">{_box(label("popular"), _tracked(view.popular))}
<div class="x7b-p">{label("advert")}<div id="gpt-4"></div></div>
{_box(label("related"), view.related)}</div></div>
<div class="q-8"><div class="q-9">{label("comments")}</div>{_comments(view)}</div>"""
    return _page(frame, _open_graph(view), main)


def listing(view: ListingView) -> str:
    """Return a page of links to articles."""
    rows = "\n".join(
        f'<div class="r-0"><a href="{t.href}"><div class="r-1" '
        f"style=\"background-image:url('{t.image}')\"></div></a>"
        f'<div class="r-2"><a href="{t.href}">{escape(t.title)}</a></div>'
        f'<div class="r-3">{escape(t.summary)}</div></div>'
        for t in view.teasers
    )
    label = view.frame.language.label
    main = f"""<div class="c-1f"><div class="h-9b">{escape(view.heading)}</div>{rows}
<div class="pg">{_links(view.pagination)}</div></div>
<div class="c-2a">{_box(label("tags"), view.topics)}</div>"""
    return _page(view.frame, "", main)


def notice(view: NoticeView) -> str:
    """Return a page that is not news."""
    text = "".join(f'<div class="x7b-n">{escape(p)}</div>' for p in view.paragraphs)
    inputs = "".join(f'<input placeholder="{escape(name)}">' for name in view.fields)
    form = f'<div class="f-1">{inputs}<div class="btn">{escape(view.button)}</div></div>'
    return _page(view.frame, "", f'<div class="c-1f">{text}{form if inputs else ""}</div>')


def _page(frame: PageFrame, head: str, main: str) -> str:
    label = frame.language.label
    robots = '<meta name="robots" content="noindex,follow">' if frame.noindex else ""
    return f"""<!doctype html><html><head>
<meta http-equiv="Content-Type" content="text/html; charset=utf-8">
<title>{escape(frame.title)} - {escape(frame.paper.name)}</title>
{robots}{head}
<script>{script(frame.paper.key, 17)}</script><style>{style(frame.paper.key, 9)}</style>
</head><body><div id="root"><div class="n-0"><div class="n-1"><a href="/">\
{escape(frame.paper.name)}</a></div><div class="n-2">{_links(frame.menu)}</div></div>
{main}
<div class="nl-1"><div>{label("newsletter")}</div><div class="btn">{label("signup")}</div></div>
<div class="fo-0"><div>{_links(frame.foot)}</div><div>{label("copyright")}</div></div>
<div class="ck-7"><div>{label("cookie")}</div><div class="btn">{label("accept")}</div>\
<div class="btn">{label("settings")}</div></div></div></body></html>
"""


def _open_graph(view: ArticleView) -> str:
    properties = {
        "og:type": "article",
        "og:title": view.text.title,
        "og:url": view.frame.url,
        "og:image": view.image,
        "og:site_name": view.frame.paper.name,
        "og:description": view.text.paragraphs[0][:160],
        "article:published_time": view.published.isoformat(),
        "article:section": view.section.text,
    }
    if view.updated:
        properties["article:modified_time"] = view.updated.isoformat()
    metas = [f'<meta property="{k}" content="{escape(v)}">' for k, v in properties.items()]
    metas += [f'<meta property="article:author" content="{escape(a)}">' for a in view.authors]
    return "\n".join(metas)


def _links(links: tuple[PaperLink, ...]) -> str:
    return "".join(f'<div><a href="{escape(x.href)}">{escape(x.text)}</a></div>\n' for x in links)


def _box(title: str, links: tuple[PaperLink, ...]) -> str:
    return f'<div class="b-4"><div class="b-5">{title}</div>{_links(links)}</div>'


def _tracked(links: tuple[PaperLink, ...]) -> tuple[PaperLink, ...]:
    """Return links with the tracking parameters of the paper's own statistics."""
    tail = "?utm_source=dispatch&utm_medium=box&utm_campaign=mostread"
    return tuple(PaperLink(link.href + tail, link.text) for link in links)


def _comments(view: ArticleView) -> str:
    return "\n".join(
        f'<div class="q-a"><div class="q-b">{escape(name)}</div><div>{escape(text)}</div></div>'
        for name, text in view.comments
    )
