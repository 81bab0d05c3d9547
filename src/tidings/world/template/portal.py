"""The Lanjiang evening paper's pages: a Chinese portal, full of links, with manual indents."""

from html import escape

from tidings.world.template.boilerplate import anchors, script, style
from tidings.world.template.page_views import ArticleView, ListingView, NoticeView, PageFrame


def article(view: ArticleView) -> str:
    """Return an article page; only the HTTP header declares its charset."""
    frame, label = view.frame, view.frame.language.label
    body = "\n".join(f"<p>　　{escape(p)}</p>" for p in view.text.paragraphs)
    main = f"""<div class="path">{label("home")} &gt; {anchors((view.section,), "", "")}</div>
<div class="left"><h1 id="artibodyTitle">{escape(view.text.title)}</h1>
<div class="info"><span class="date">{frame.language.date(view.published)}</span>
<span class="source">来源：{escape(frame.paper.name)}</span>
<span class="author">记者：{escape(" ".join(view.authors))}</span></div>
<div id="artibody" class="content">{body}
<p class="editor">责任编辑：{escape(view.authors[0])}</p></div>
<div class="keywords">{label("tags")}：{anchors(view.tags, "", " ")}</div>
<div class="sharebox">{label("share")}：<a href="#">微言</a> <a href="#">圈子</a></div>
<div class="xgxw"><h3>{label("related")}</h3><ul>{anchors(view.related)}</ul></div>
<div class="pinglun"><h3>{label("comments")}</h3>{_comments(view)}</div></div>
<div class="right"><div class="gg">{label("advert")}</div><h3>{label("popular")}</h3>
<ol>{anchors(view.popular)}</ol></div>"""
    head = f'<meta name="publishdate" content="{view.published.isoformat()}">'
    return _page(frame, head, main)


def listing(view: ListingView) -> str:
    """Return a page of links to articles; a meta tag declares the charset."""
    items = "\n".join(
        f'<li><a href="{t.href}" target="_blank">{escape(t.title)}</a>'
        f"<em>{t.published:%m-%d %H:%M}</em></li>"
        for t in view.teasers
    )
    main = f"""<div class="left"><h2>{escape(view.heading)}</h2><ul class="list14">{items}</ul>
<div class="page">{anchors(view.pagination, "", " ")}</div></div>
<div class="right"><h3>{view.frame.language.label("tags")}</h3>
<p>{anchors(view.topics, "", " ")}</p></div>"""
    return _page(view.frame, _charset(view.frame), main)


def notice(view: NoticeView) -> str:
    """Return a page that is not news."""
    text = "".join(f"<p>　　{escape(p)}</p>" for p in view.paragraphs)
    form = "".join(f"<p>{escape(name)}：<input></p>" for name in view.fields)
    main = f'<div class="single"><h1>{escape(view.frame.title)}</h1>{text}{form}</div>'
    return _page(view.frame, _charset(view.frame), main)


def _charset(frame: PageFrame) -> str:
    return f'<meta charset="{frame.paper.charset}">'


def _page(frame: PageFrame, head: str, main: str) -> str:
    label = frame.language.label
    feeds = "".join(
        f'<link rel="alternate" type="{f.media_type}" title="RSS" href="{f.href}">'
        for f in frame.feeds
    )
    robots = '<meta name="robots" content="noindex">' if frame.noindex else ""
    return f"""<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN">
<html><head>{head}<title>{escape(frame.title)}_{escape(frame.paper.name)}</title>{robots}{feeds}
<style>{style(frame.paper.key, 12)}</style>
<script type="text/javascript">{script(frame.paper.key, 15)}</script></head><body>
<div class="topbar">{anchors(frame.foot, "", " | ")}</div>
<div class="logo"><a href="/">{escape(frame.paper.name)}</a></div>
<div class="nav"><ul>{anchors(frame.menu)}</ul></div>
<div class="wrap">{main}</div>
<div class="dingyue">{label("newsletter")} <button>{label("signup")}</button></div>
<div class="footer"><p>{anchors(frame.foot, "", " ")}</p><p>{label("copyright")}</p>
<p class="ck">{label("cookie")}</p></div></body></html>
"""


def _comments(view: ArticleView) -> str:
    return "\n".join(f"<p><b>{escape(n)}</b>：{escape(t)}</p>" for n, t in view.comments)
