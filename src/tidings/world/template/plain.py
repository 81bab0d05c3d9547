"""The Faro's pages: bare paragraphs between headings, no metadata, no useful classes."""

from html import escape

from tidings.world.template.boilerplate import anchors, script, style
from tidings.world.template.page_views import ArticleView, ListingView, NoticeView, PageFrame


def article(view: ArticleView) -> str:
    """Return an article page."""
    frame, label = view.frame, view.frame.language.label
    body = [f"<p>{escape(p)}" for p in view.text.paragraphs]  # the end tag may be left out
    body.insert(3, f"<p><small>{label('advert')}</small>")
    updated = f"<p>{label('updated')}: {frame.language.date(view.updated)}" if view.updated else ""
    main = f"""<p>{anchors((view.section,), "", "")}
<h2>{escape(view.text.title)}</h2>
<h4>{escape(view.text.standfirst)}</h4>
<p><i>{label("by")} {escape(" y ".join(view.authors))}</i>
<p>{frame.language.date(view.published)}
{updated}
<img src="{view.image}">
{"".join(body)}
<hr>
<p>{label("tags")}: {anchors(view.tags, "", " ")}
<h3>{label("related")}</h3><ul>{anchors(view.related)}</ul>
<h3>{label("popular")}</h3><ul>{anchors(view.popular)}</ul>
<h3>{label("comments")}</h3>{_comments(view)}"""
    return _page(frame, main)


def listing(view: ListingView) -> str:
    """Return a page of links to articles."""
    items = "\n".join(
        f'<h3><a href="{t.href}">{escape(t.title)}</a></h3><p>{escape(t.summary)}'
        for t in view.teasers
    )
    main = f"""<h2>{escape(view.heading)}</h2>{items}<p>{anchors(view.pagination, "", " ")}
<h4>{view.frame.language.label("tags")}</h4><p>{anchors(view.topics, "", " · ")}"""
    return _page(view.frame, main)


def notice(view: NoticeView) -> str:
    """Return a page that is not news."""
    text = "".join(f"<p>{escape(p)}" for p in view.paragraphs)
    fields = "".join(f"<p>{escape(name)} <input>" for name in view.fields)
    return _page(view.frame, f"<h2>{escape(view.frame.title)}</h2>{text}{fields}")


def _page(frame: PageFrame, main: str) -> str:
    label = frame.language.label
    robots = '<meta name="robots" content="noindex">' if frame.noindex else ""
    return f"""<html><head><title>{escape(frame.title)}</title>
<meta charset="utf-8">{robots}<style>{style(frame.paper.key, 12)}</style></head><body>
<h1><a href="/">{escape(frame.paper.name)}</a></h1>
<p>{anchors(frame.menu, "", " | ")}
<hr>
{main}
<hr>
<p>{label("newsletter")} <button>{label("signup")}</button>
<p>{label("cookie")} <button>{label("accept")}</button>
<p>{anchors(frame.foot, "", " | ")}
<p>© {escape(frame.paper.name)}. {label("copyright")}
<script>{script(frame.paper.key, 15)}</script></body></html>
"""


def _comments(view: ArticleView) -> str:
    return "\n".join(f"<p><b>{escape(n)}</b>: {escape(t)}" for n, t in view.comments)
