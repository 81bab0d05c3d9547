"""The Post's pages: a blog engine's theme around other papers' texts."""

from html import escape

from tidings.world.template.boilerplate import anchors, script, share, style
from tidings.world.template.page_views import (
    ArticleView,
    ListingView,
    NoticeView,
    PageFrame,
    PaperLink,
)


def article(view: ArticleView) -> str:
    """Return an article page: copied text in this paper's own boilerplate."""
    frame, label = view.frame, view.frame.language.label
    lead = f"<p><em>{escape(view.text.standfirst)}</em></p>" if view.text.standfirst else ""
    body = "\n".join(f"<p>{escape(p)}</p>" for p in view.text.paragraphs)
    main = f"""<article id="post" class="post type-post hentry">
<header class="entry-header"><h1 class="entry-title">{escape(view.text.title)}</h1>
<div class="entry-meta"><span class="posted-on"><time class="entry-date published" \
datetime="{view.published.isoformat()}">{frame.language.date(view.published)}</time></span>
<span class="byline author vcard">{escape(", ".join(view.authors))}</span>
<span class="cat-links">{anchors((view.section,), "", "")}</span></div></header>
<div class="entry-content"><p class="syndication-first">{escape(view.note_first)}</p>
{lead}{body}
<p class="syndication-last">{escape(view.note_last)}</p>
<div class="sharedaddy"><h3>{label("share")}</h3>{share(frame.url, "sd-button")}</div></div>
<footer class="entry-footer">{label("tags")}: {anchors(view.tags, "", " ")}</footer></article>
<div id="jp-relatedposts"><h3>{label("related")}</h3>{anchors(view.related, "<h4>", "</h4>")}</div>
<div id="comments" class="comments-area"><h2>{label("comments")}</h2>
<ol class="comment-list">{_comments(view)}</ol></div>"""
    return _page(frame, main, view.popular)


def listing(view: ListingView) -> str:
    """Return a page of links to articles."""
    more = view.frame.language.label("more")
    posts = "\n".join(
        f'<article class="post excerpt"><h2 class="entry-title"><a href="{t.href}" '
        f'rel="bookmark">{escape(t.title)}</a></h2><div class="entry-summary"><p>'
        f'{escape(t.summary)} <a class="more-link" href="{t.href}">{more}</a></p></div></article>'
        for t in view.teasers
    )
    main = f"""<h1 class="page-title">{escape(view.heading)}</h1>{posts}
<nav class="navigation pagination">{anchors(view.pagination, "", " ")}</nav>"""
    return _page(view.frame, main, view.topics)


def notice(view: NoticeView) -> str:
    """Return a page that is not news."""
    text = "".join(f"<p>{escape(p)}</p>" for p in view.paragraphs)
    fields = "".join(f"<p><input placeholder='{escape(n)}'></p>" for n in view.fields)
    form = f"<form>{fields}<button>{escape(view.button)}</button></form>" if fields else ""
    title = f'<h1 class="entry-title">{escape(view.frame.title)}</h1>'
    return _page(view.frame, f'<div class="page">{title}{text}{form}</div>', ())


def _page(frame: PageFrame, main: str, side: tuple[PaperLink, ...]) -> str:
    label = frame.language.label
    feeds = "".join(
        f'<link rel="alternate" type="{f.media_type}" title="{escape(f.title)}" href="{f.href}" />'
        for f in frame.feeds
    )
    robots = "<meta name='robots' content='noindex, follow' />" if frame.noindex else ""
    return f"""<!DOCTYPE html>
<html lang="en-US"><head><meta charset="UTF-8" /><meta name="generator" content="WrodPerss 6" />
<title>{escape(frame.title)} &#8211; {escape(frame.paper.name)}</title>
<link rel="shortlink" href="{escape(frame.url)}" />{robots}{feeds}
<style id="theme-inline-css">{style(frame.paper.key, 15)}</style>
<script id="emoji-settings">{script(frame.paper.key, 8)}</script></head>
<body class="wp-theme"><div id="page" class="site"><header id="masthead">
<p class="site-title"><a href="/">{escape(frame.paper.name)}</a></p>
<nav id="site-navigation"><ul class="menu">{anchors(frame.menu)}</ul></nav></header>
<div id="primary" class="content-area"><main class="site-main">{main}</main></div>
<aside id="secondary" class="widget-area"><section class="widget widget_recent_entries">
<h2>{label("popular")}</h2><ul>{anchors(side)}</ul></section>
<section class="widget"><p>{label("newsletter")}</p><button>{label("signup")}</button></section>
<section class="widget ad"><small>{label("advert")}</small></section></aside>
<footer id="colophon"><ul>{anchors(frame.foot)}</ul><div class="site-info">{label("copyright")}
</div></footer></div><div id="cookie-law-info">{label("cookie")}</div></body></html>
"""


def _comments(view: ArticleView) -> str:
    return "\n".join(
        f'<li class="comment"><div class="comment-body"><cite class="fn">{escape(name)}</cite>'
        f"<p>{escape(text)}</p></div></li>"
        for name, text in view.comments
    )
