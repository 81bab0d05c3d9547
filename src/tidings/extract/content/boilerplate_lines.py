"""Patterns, in many languages, for lines that are not part of the article's text."""

import re
from functools import lru_cache

# Short lines that point elsewhere or make a request, anywhere in the text.
ASIDE = re.compile(
    r"[^\w©ⓒ]*+(?:advert|anzeige\b|werbung\b|publicidad|publicité|pubblicità|reklam|реклама|"
    r"read (?:more|also|next)|see also|also(?: read|:)|you (?:may|might) also like|"
    r"more:|more (?:on|from|about)[: ]|"
    r"related(?::| (?:articles?|stor(?:y|ies)|topics?|content|coverage|news))|"
    r"recommended(?::| (?:for|reading|stories))|lire (?:aussi|également)|à lire|lesen sie|"
    r"mehr (?:zum|dazu)|auch interessant|leia (?:também|mais)|le[ea] (?:también|más)|leggi anche|"
    r"lees ook|läs (?:också|mer|även)|les også|læs også|lue myös|"
    r"czytaj (?:też|więcej|także|również)|zobacz (?:też|także)|přečtěte si|čtěte také|"
    r"читайте также|читайте також|baca juga|đọc thêm|ayrıca oku|اقرأ أيضا|"
    r"相关阅读|延伸閱讀|延伸阅读|関連記事|あわせて読みたい|관련기사|责任编辑|責任編輯|责编|"
    r"無断転載|저작권자|무단 ?전재|ⓒ|"
    r"subscribe|sign (?:up|in)|log in|follow (?:us|@)|share (?:this|on)|join our|click here|"
    r"download our|(?:article|story) continues|continue reading|scroll down|skip |watch:|video:|"
    r"listen (?:to|now)|photo(?:graph)?(?: by|:)|image(?: credit|:)|picture:|foto:|bild:|"
    r"getty images|copyright|©|all rights reserved|do you have a story|got a (?:tip|story)|"
    r"for the latest|for more (?:news|stories|information))",
    re.IGNORECASE,
)


_CREDIT_REACH = 70  # characters at the end

# Captions and figures within the text end with a credit.
_CREDIT = re.compile(
    r"(?:^|[(/|.!?\"”] ?)(?:photo(?:graph)?s?|fotos?|symbol(?:bild|foto)|bild(?:er)?|images?|"
    r"pictures?|credits?|crédits?|quelle|source|fuente|fonte)(?: (?:credit|by|courtesy))?: ?"
    r"[^.:!?]{2,60}\W*$|"
    r"\((?=[^()]*\b(?:AP|AFP|EPA|dpa|NASA|ESA|Reuters|Getty|Shutterstock|Adobe)\b)"
    r"[^()/]{2,40}/[^()]{2,60}\)$",
    re.IGNORECASE,
)


# A link printed as its own address.
ADDRESS = re.compile(r"(?:https?://|www\.)\S+", re.IGNORECASE)

# A separate line below the text: what follows is not the article.
_COMMENTS = (
    r"(?:readers?'? |all |your |user )?comments?|leave a (?:comment|reply)|"
    r"discussion|(?:leser)?kommentare?|diskussion|meinungen|(?:les )?commentaires?|réagir|"
    r"vos réactions|"
    r"comentarios?|opiniones|comentários?|commenti|reacties|kommentarer|komentarze|комментарии|"
    r"коментарі|yorumlar|komentar|(?:网友|读者|最新|热门)?评论|(?:網友|讀者)?評論|コメント|댓글"
)
COMMENTS = re.compile(rf"\W*+(?:\d+ )?(?:{_COMMENTS})(?: ?\(?\d+\)?)?\W*", re.IGNORECASE)
# Those that also name a section of a text, such as a paper's.
SECTION = re.compile(
    r"\W*+(?:comment|discussion|kommentar|diskussion|meinungen|commentaire|comentario|opiniones|"
    r"comentário|komentar|评论|評論|コメント|related)\W*",
    re.IGNORECASE,
)
AFTERWORD = re.compile(
    rf"\W*+(?:\d+ )?(?:{_COMMENTS}|"
    r"related(?: (?:articles?|stories|news))?|more stories|weitere (?:artikel|meldungen)|"
    r"mehr zum thema|à lire aussi|sur le même sujet|noticias relacionadas|"
    r"相关新闻|相關新聞|関連ニュース)"
    r"(?: ?\(?\d+\)?)?\W*",
    re.IGNORECASE,
)
# A line about who may read on: what follows is an offer to subscribe.
PAYWALL = re.compile(
    r"\W*+(?:この記事は(?:会員|有料)|この続きは|有料会員になると|残り ?\d+ ?文字|"
    r"(?:This (?:article|story|content|post) is|Cet article est|Dieser (?:Artikel|Beitrag) ist|"
    r"Este (?:artículo|contenido|conteúdo) es|Questo articolo è|Dit artikel is) [^.!?]{0,30}"
    r"(?:[Ss]ubscri|[Mm]embers|[Aa]bonn|[Ss]uscri|[Aa]ssinante|[Ll]eden))"
)
# Last lines of plain pages that address the reader and are not news.
_NOTICE = re.compile(
    r"\bcookies?\b.{0,200}(?:accept|device|setting|consent|akzept|gerät|einstell|zustimm|appareil|"
    r"accepter|réglages|dispositivo|aceptar|configura|acett)|"
    r"(?:accept|device|consent|akzept|appareil|aceptar).{0,200}\bcookies?\b|"
    r"(?:newsletter|e-?mail).{0,80}(?:unsubscribe|abbestell|abmelden|désabonn|darse de baja)|"
    r"\b(?:comments?|commentaires?|coment[aá]rios?|kommentare?|commenti|reacties)\b.{0,120}"
    r"(?:moderat|moderad|modér|moderier|offensive|abusive|aprovados|aprobados|gelöscht|supprim)",
    re.IGNORECASE | re.DOTALL,
)


# First or last lines of a text that make a request to the reader, or give credits.
_PLEA = re.compile(
    r"\b(?:follow|like|find|join|add) (?:us|him|her|them|me|our|@\w+|[A-Z][\w .]{1,30}) "
    r"(?:on|at|as)\b.{0,60}"
    r"\b(?:twitter|facebook|instagram|google|whatsapp|telegram|tiktok|youtube|linkedin)|"
    r"\b(?:sign(?:ing)? up|subscrib\w+|register) (?:to|for|here|now|today)\b.{0,60}"
    r"\b(?:newsletter|e-?mail|alerts?|updates?|app|channel|stories|free|here|today)|"
    r"\b(?:earn|receive|get) (?:an? |us a )?(?:small )?(?:affiliate )?commission\b|"
    r"\baffiliate (?:links?|commission)|requires JavaScript|enable JavaScript|"
    r"\b(?:send|e-?mail|contact|write to|get in touch|let us know)\b.{0,60}\S@\S+\.\w|"
    r"\bdelivered (?:straight |directly )?(?:to|through) your (?:inbox|letterbox|door)|"
    r"\bcontributed to this (?:report|story|article)|"
    r"^\W*+(?:additional )?(?:reporting|editing) by\b|"
    r"\b(?:abonnier|folg)\w* (?:sie |uns |dem |den |unser\w* ).{0,60}"
    r"(?:whatsapp|telegram|instagram|facebook|newsletter|kanal)|"
    r"(?:whatsapp|telegram)[- ]?(?:kanal|channel|canal)|"
    r"\b(?:suscríb\w+|síguenos|siga-nos|inscreva-se|abonnez-vous|suivez-nous|iscriviti|seguici|"
    r"volg ons|śledź nas|подпи(?:шитесь|сывайтесь)|підписуйтесь|ikuti kami)\b",
    re.IGNORECASE,
)
# Short lines above a text with its date or author.
DATELINE = re.compile(
    r"(?=.*\d)\W*+(?:(?:first )?(?:published|updated|posted|last (?:updated|modified))|"
    r"veröffentlicht|aktualisiert|stand:|publié|mis à jour|publicado|actualizado|atualizado|"
    r"pubblicato|aggiornato|gepubliceerd|bijgewerkt|publicerad|uppdaterad|publisert|oppdatert|"
    r"udgivet|opdateret|julkaistu|päivitetty|opublikowano|aktualizacja|publikováno|aktualizováno|опубликовано|"
    r"обновлено|опубліковано|оновлено|\d{1,4}[./-]\d\d?[./-]\d{2,4}\b).*[^.!?]",
    re.IGNORECASE,
)
BYLINE = re.compile(
    r"(?:(?i:by|von|par|por|di|door|av|af|written by)|(?i:text|autor(?:in)?|author):) "
    r"(?:[A-ZÀ-Þ][\w.'’-]*[ ,/]*(?:(?:and|und|et|y|e|en|och|og|&) )?){1,7}"
)

# Every plea and notice contains one of these; finding them is much faster than matching.
_SIGNS = (
    "follow", "like ", "find ", "join ", "add ", "sign", "subscri", "register", "commission",
    "affiliate", "javascript", "@", "delivered", "contributed", "reporting by", "editing by",
    "abonn", "folg", "whatsapp", "telegram", "suscr", "síguenos", "siga-nos", "inscreva", "suivez",
    "iscriviti", "seguici", "volg ons", "śledź nas", "подпи", "підпис", "ikuti", "cookie",
    "newsletter", "mail", "comment", "coment", "kommentar", "reacties",
)  # fmt: skip


def is_credit(text: str) -> bool:
    """Return whether a short line is a caption with a credit, or names the source of a figure."""
    return (text[-1] == ")" or text.find(":", -_CREDIT_REACH) >= 0) and _CREDIT.search(
        text
    ) is not None


def is_plea(text: str) -> bool:
    """Return whether a line makes a request to the reader, or gives credits."""
    return _has_sign(text) and _PLEA.search(text) is not None


def is_notice(text: str) -> bool:
    """Return whether a line is about cookies, newsletters or comments, not news."""
    return _has_sign(text) and _NOTICE.search(text) is not None


@lru_cache(maxsize=64)  # each line is checked for both
def _has_sign(text: str) -> bool:
    lowered = text.lower()
    return any(sign in lowered for sign in _SIGNS)
