"""The Quotidien's pages: schema.org microdata spread over sections and lists."""

from html import escape

from tidings.world.template.boilerplate import anchors, script, share, style
from tidings.world.template.page_views import ArticleView, ListingView, NoticeView, PageFrame


def article(view: ArticleView) -> str:
    """Return an article page."""
    frame, label = view.frame, view.frame.language.label
    body = [f"<p class='texte'>{escape(p)}</p>" for p in view.text.paragraphs]
    body.insert(4, f'<aside class="pub"><span>{label("advert")}</span></aside>')
    body.insert(7, f'<ul class="lire-aussi">{anchors(view.related[:2])}</ul>')
    modified = (
        f'<meta itemprop="dateModified" content="{view.updated.isoformat()}">'
        if view.updated
        else ""
    )
    main = f"""<div class="colonne-principale" itemscope itemtype="https://schema.org/NewsArticle">
<p class="rubrique"><a href="{view.section.href}" itemprop="articleSection">\
{escape(view.section.text)}</a></p>
<h1 itemprop="headline">{escape(view.text.title)}</h1>
<p class="chapeau" itemprop="description">{escape(view.text.standfirst)}</p>
<p class="signature">{label("by")} {_authors(view)} —
<time itemprop="datePublished" datetime="{view.published.isoformat()}">\
{frame.language.date(view.published)}</time>{modified}</p>
<div class="partage">{share(frame.url, "pt")}</div>
<img itemprop="image" src="{view.image}" alt="">
<div itemprop="articleBody">{"".join(body)}</div>
<ul class="mots-cles">{anchors(view.tags)}</ul></div>
<div class="colonne-laterale"><section><h3>{label("popular")}</h3><ol>{anchors(view.popular)}</ol>
</section><section><h3>{label("related")}</h3><ul>{anchors(view.related)}</ul></section></div>
<section id="reactions"><h3>{label("comments")}</h3><dl>{_comments(view)}</dl></section>"""
    return _page(frame, main)


def listing(view: ListingView) -> str:
    """Return a page of links to articles."""
    label = view.frame.language.label
    items = "\n".join(
        f'<li class="une"><h2><a href="{t.href}">{escape(t.title)}</a></h2>'
        f'<img src="{t.image}" alt=""><p>{escape(t.summary)}</p>'
        f'<span class="date">{view.frame.language.date(t.published)}</span></li>'
        for t in view.teasers
    )
    main = f"""<div class="colonne-principale"><h1>{escape(view.heading)}</h1>
<ul class="fil">{items}</ul><p class="pagination">{anchors(view.pagination, "", " ")}</p></div>
<div class="colonne-laterale"><h3>{label("tags")}</h3><ul>{anchors(view.topics)}</ul></div>"""
    return _page(view.frame, main)


def notice(view: NoticeView) -> str:
    """Return a page that is not news."""
    text = "".join(f"<p>{escape(p)}</p>" for p in view.paragraphs)
    fields = "".join(f"<p><label>{escape(name)}</label><input></p>" for name in view.fields)
    form = f'<form action="#">{fields}<button>{escape(view.button)}</button></form>'
    main = f'<div class="page-service"><h1>{escape(view.frame.title)}</h1>{text}'
    return _page(view.frame, main + (form if fields else "") + "</div>")


def _page(frame: PageFrame, main: str) -> str:
    label = frame.language.label
    feeds = "".join(
        f'<link rel="alternate" type="{f.media_type}" href="{f.href}">' for f in frame.feeds
    )
    robots = '<meta name="robots" content="noindex, nofollow">' if frame.noindex else ""
    return f"""<!DOCTYPE html>
<html lang="fr-FR"><head><meta charset="UTF-8"/>
<title>{escape(frame.title)}</title><link rel="canonical" href="{escape(frame.url)}"/>
{robots}{feeds}
<style type="text/css">{style(frame.paper.key, 11)}</style></head>
<body class="quotidien"><div class="bandeau-cookies"><p>{label("cookie")}</p>
<a href="#" role="button">{label("accept")}</a></div>
<div class="entete"><a href="/"><strong>{escape(frame.paper.name)}</strong></a>
<ul class="menu">{anchors(frame.menu)}</ul></div>
<div class="contenu">{main}</div>
<div class="infolettre"><p>{label("newsletter")}</p><input type="email"/>\
<button>{label("signup")}</button></div>
<div class="pied"><ul>{anchors(frame.foot)}</ul><p>{label("copyright")}</p></div>
<script>{script(frame.paper.key, 14)}</script></body></html>
"""


def _authors(view: ArticleView) -> str:
    return " et ".join(
        f'<span itemprop="author" itemscope itemtype="https://schema.org/Person">'
        f'<span itemprop="name">{escape(name)}</span></span>'
        for name in view.authors
    )


def _comments(view: ArticleView) -> str:
    return "\n".join(f"<dt>{escape(n)}</dt><dd>{escape(t)}</dd>" for n, t in view.comments)
