"""The Courier's pages: HTML5 landmarks, one article element, JSON-LD."""

import json
from html import escape

from tidings.world.template.boilerplate import anchors, script, share, style
from tidings.world.template.page_views import ArticleView, ListingView, NoticeView, PageFrame


def article(view: ArticleView) -> str:
    """Return an article page."""
    frame, label = view.frame, view.frame.language.label
    body = [f"<p>{escape(p)}</p>" for p in view.text.paragraphs]
    body.insert(3, _advert(label("advert")))
    updated = (
        f'<p class="updated">{label("updated")}: <time datetime="{view.updated.isoformat()}">'
        f"{frame.language.date(view.updated)}</time></p>"
        if view.updated
        else ""
    )
    main = f"""<main id="main"><article class="story">
<header class="story-header">
<nav class="breadcrumb"><a href="/">{label("home")}</a> › \
<a href="{escape(view.section.href)}">{escape(view.section.text)}</a></nav>
<h1>{escape(view.text.title)}</h1>
<p class="standfirst">{escape(view.text.standfirst)}</p>
<p class="byline">{label("by")} {_authors(view)} ·
<time datetime="{view.published.isoformat()}">{frame.language.date(view.published)}</time></p>
{updated}
<div class="share-bar" aria-label="{label("share")}">{share(frame.url, "share-btn")}</div>
</header>
<figure><img src="{view.image}" alt="" width="960" height="540" loading="lazy"></figure>
<div class="story-body">
{"".join(body)}
</div>
<footer class="story-footer"><h2>{label("tags")}</h2><ul class="tag-list">{anchors(view.tags)}</ul>
</footer></article>
<section class="comments" id="comments"><h2>{label("comments")}</h2>
{_comments(view)}</section></main>
<aside class="rail"><h2>{label("related")}</h2><ul>{anchors(view.related)}</ul>
{_advert(label("advert"))}
<h2>{label("popular")}</h2><ol>{anchors(view.popular)}</ol></aside>"""
    return _page(frame, _json_ld(view), main)


def listing(view: ListingView) -> str:
    """Return a page of links to articles."""
    label = view.frame.language.label
    cards = "\n".join(
        f'<section class="card"><a href="{t.href}"><img src="{t.image}" alt="" loading="lazy"></a>'
        f'<h3><a href="{t.href}">{escape(t.title)}</a></h3><p>{escape(t.summary)}</p>'
        f'<time datetime="{t.published.isoformat()}">{view.frame.language.date(t.published)}</time>'
        f'<a class="more" href="{t.href}">{label("more")}</a></section>'
        for t in view.teasers
    )
    main = f"""<main id="main" class="front"><h1>{escape(view.heading)}</h1>
<div class="grid">{cards}</div>
<nav class="pager">{anchors(view.pagination, "", "")}</nav></main>
<aside class="rail"><h2>{label("tags")}</h2><ul>{anchors(view.topics)}</ul>
{_advert(label("advert"))}</aside>"""
    return _page(view.frame, "", main)


def notice(view: NoticeView) -> str:
    """Return a page that is not news."""
    fields = "".join(
        f'<label>{escape(name)} <input name="f{i}"></label>' for i, name in enumerate(view.fields)
    )
    form = f'<form method="post">{fields}<button>{escape(view.button)}</button></form>'
    text = "\n".join(f"<p>{escape(p)}</p>" for p in view.paragraphs)
    main = f"<main><h1>{escape(view.frame.title)}</h1>{text}{form if fields else ''}</main>"
    return _page(view.frame, "", main)


def _page(frame: PageFrame, head: str, main: str) -> str:
    label = frame.language.label
    feeds = "".join(
        f'<link rel="alternate" type="{f.media_type}" title="{escape(f.title)}" href="{f.href}">\n'
        for f in frame.feeds
    )
    robots = '<meta name="robots" content="noindex">' if frame.noindex else ""
    return f"""<!DOCTYPE html>
<html lang="{frame.language.code}">
<head><meta charset="utf-8">
<title>{escape(frame.title)} | {escape(frame.paper.name)}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="canonical" href="{escape(frame.url)}">
{robots}{feeds}{head}
<style>{style(frame.paper.key, 9)}</style>
<script>{script(frame.paper.key, 15)}</script>
</head>
<body>
<div id="cookie-notice" role="dialog"><p>{label("cookie")}</p><button>{label("accept")}</button>
<button>{label("settings")}</button></div>
<header class="mast"><a class="logo" href="/">{escape(frame.paper.name)}</a>
<form action="/search" role="search"><input name="q" placeholder="{label("search")}"></form>
<nav class="main-nav"><ul>{anchors(frame.menu)}</ul></nav></header>
{main}
<section class="newsletter"><h2>{label("subscribe")}</h2><p>{label("newsletter")}</p>
<input type="email" placeholder="{label("email")}"><button>{label("signup")}</button></section>
<footer class="site-footer"><ul>{anchors(frame.foot)}</ul>
<p>© {escape(frame.paper.name)}. {label("copyright")}</p></footer>
</body></html>
"""


def _json_ld(view: ArticleView) -> str:
    data = {
        "@context": "https://schema.org",
        "@type": "NewsArticle",
        "headline": view.text.title,
        "description": view.text.standfirst,
        "datePublished": view.published.isoformat(),
        "dateModified": (view.updated or view.published).isoformat(),
        "author": [{"@type": "Person", "name": name} for name in view.authors],
        "articleSection": view.section.text,
        "image": [view.image],
        "mainEntityOfPage": view.frame.url,
        "publisher": {"@type": "NewsMediaOrganization", "name": view.frame.paper.name},
        "isAccessibleForFree": True,
    }
    text = json.dumps(data, ensure_ascii=False).replace("<", "\\u003c")
    return f'<script type="application/ld+json">{text}</script>'


def _advert(label: str) -> str:
    return f'<div class="ad-slot"><span>{label}</span><ins data-ad="1"></ins></div>'


def _authors(view: ArticleView) -> str:
    return ", ".join(f'<a rel="author" href="/about">{escape(a)}</a>' for a in view.authors)


def _comments(view: ArticleView) -> str:
    return "\n".join(
        f'<div class="comment"><b>{escape(name)}</b><p>{escape(text)}</p></div>'
        for name, text in view.comments
    )
