"""The Anzeiger's pages: tables, font and center tags, line breaks for paragraphs, no metadata."""

from html import escape

from tidings.world.template.boilerplate import script
from tidings.world.template.page_views import (
    ArticleView,
    ListingView,
    NoticeView,
    PageFrame,
    PaperLink,
)

_FONT = '<font face="Verdana, Arial" size="2">'


def article(view: ArticleView) -> str:
    """Return an article page."""
    frame, label = view.frame, view.frame.language.label
    updated = f" ({label('updated')}: {frame.language.date(view.updated)})" if view.updated else ""
    body = "<br><br>\n".join(escape(p) for p in view.text.paragraphs)
    main = f"""<font size="1" color="#888888">{_links((view.section,))}</font><br>
<font face="Times" size="6"><b>{escape(view.text.title)}</b></font><br>
<font size="1">{label("by")} {escape(", ".join(view.authors))} | \
{frame.language.date(view.published)}{updated}</font><br><br>
{_FONT}<b>{escape(view.text.standfirst)}</b><br><br>
<table align="right" border="0" width="200"><tr><td><img src="{view.image}" width="200"></td></tr>
<tr><td bgcolor="#ffffcc"><center><font size="1">{label("advert")}</font></center></td></tr></table>
{body}</font><br><hr noshade size="1">
<font size="1">{label("tags")}: {_links(view.tags)}</font><br>
<table width="100%" bgcolor="#eeeeee"><tr><td><b>{label("related")}</b><br>{_links(view.related)}
</td></tr></table>
<p><b>{label("comments")}</b></p>{_comments(view)}"""
    return _page(frame, main, _side(label("popular"), view.popular))


def listing(view: ListingView) -> str:
    """Return a page of links to articles."""
    label = view.frame.language.label
    rows = "\n".join(
        f'<tr><td valign="top"><img src="{t.image}" width="80"></td><td>{_FONT}<a href="{t.href}">'
        f'<b>{escape(t.title)}</b></a></font><br><font size="1">'
        f"{view.frame.language.date(t.published)}</font><br>{_FONT}{escape(t.summary)} "
        f'<a href="{t.href}">[{label("more")}]</a></font></td></tr>'
        for t in view.teasers
    )
    main = f"""<center><font size="5">{escape(view.heading)}</font></center>
<table border="0" cellpadding="6">{rows}</table><center>{_links(view.pagination)}</center>"""
    return _page(view.frame, main, _side(label("tags"), view.topics))


def notice(view: NoticeView) -> str:
    """Return a page that is not news."""
    text = "<br><br>".join(escape(p) for p in view.paragraphs)
    fields = "".join(
        f'{escape(name)}: <input name="{i}"><br>' for i, name in enumerate(view.fields)
    )
    form = f'<form>{fields}<input type="submit" value="{escape(view.button)}"></form>'
    main = f"<h2>{escape(view.frame.title)}</h2>{_FONT}{text}</font>{form if fields else ''}"
    return _page(view.frame, main, "")


def _page(frame: PageFrame, main: str, side: str) -> str:
    label = frame.language.label
    feeds = "".join(
        f'<link rel="alternate" type="{f.media_type}" title="RSS" href="{f.href}">\n'
        for f in frame.feeds
    )
    robots = '<META NAME="ROBOTS" CONTENT="NOINDEX">' if frame.noindex else ""
    return f"""<!DOCTYPE HTML PUBLIC "-//W3C//DTD HTML 4.01 Transitional//EN">
<HTML><HEAD><META HTTP-EQUIV="Content-Type" CONTENT="text/html; charset={frame.paper.charset}">
<TITLE>{escape(frame.paper.name)}: {escape(frame.title)}</TITLE>
{robots}{feeds}
<SCRIPT LANGUAGE="JavaScript"><!--
{script(frame.paper.key, 24)}
//--></SCRIPT></HEAD>
<BODY BGCOLOR="#FFFFFF" LINK="#003399" TOPMARGIN="0">
<TABLE WIDTH="980" BORDER="0" ALIGN="CENTER" CELLSPACING="0">
<TR><TD COLSPAN="3" BGCOLOR="#003399"><CENTER><FONT COLOR="white" SIZE="7">\
{escape(frame.paper.name)}</FONT></CENTER></TD></TR>
<TR><TD WIDTH="140" VALIGN="TOP" BGCOLOR="#DDE6F5">{_links(frame.menu)}
<hr>{_links(frame.foot)}<hr><font size="1">{label("newsletter")}</font></TD>
<TD VALIGN="TOP">{main}</TD>
<TD WIDTH="180" VALIGN="TOP" BGCOLOR="#F5F5F5">{side}<br><center><font size="1">{label("advert")}
</font><br><img src="/media/banner.svg" width="160" height="600"></center></TD></TR>
<TR><TD COLSPAN="3"><CENTER><font size="1">{label("cookie")}</font></CENTER></TD></TR>
<TR><TD COLSPAN="3" BGCOLOR="#003399"><CENTER><FONT COLOR="white" SIZE="1">&copy; \
{escape(frame.paper.name)}. {label("copyright")}</FONT></CENTER></TD></TR>
</TABLE></BODY></HTML>
"""


def _links(links: tuple[PaperLink, ...]) -> str:
    return "".join(
        f'<a href="{escape(x.href)}"><font size="2">{escape(x.text)}</font></a><br>\n'
        for x in links
    )


def _side(title: str, links: tuple[PaperLink, ...]) -> str:
    return f"<b>{title}</b><br>{_links(links)}"


def _comments(view: ArticleView) -> str:
    rows = "".join(
        f"<tr><td><b>{escape(name)}</b></td><td>{_FONT}{escape(text)}</font></td></tr>\n"
        for name, text in view.comments
    )
    return f'<table border="1">{rows}</table>'
