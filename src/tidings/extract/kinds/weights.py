"""Weights of the traits for each page kind. Data only, written by `python -m training.kinds`."""

from typing import NamedTuple

Row = tuple[float, float, float]  # for article, index, valueless


class TraitWeights(NamedTuple):
    """How much each trait counts for each kind."""

    bias: Row
    rows: dict[str, Row]


WEIGHTS = TraitWeights(
    bias=(-1.8, -2.32, 4.13),
    rows={
        "account_form": (-0.13, -0.84, 0.97),
        "account_title": (-0.12, -0.85, 0.98),
        "amp": (0.37, -0.18, -0.19),
        "authors": (0.27, -0.08, -0.19),
        "buy_action": (-0.04, -1.0, 1.04),
        "buy_field": (-0.82, 0.27, 0.55),
        "class_home": (-0.6, 0.89, -0.29),
        "class_list": (-0.84, 0.48, 0.36),
        "class_single": (0.46, 0.01, -0.47),
        "contract": (-1.05, 0.09, 0.96),
        "dated": (0.19, -0.19, -0.0),
        "excuse": (-0.5, -0.45, 0.95),
        "feeds": (0.46, -0.24, -0.22),
        "forms": (-0.2, -0.34, 0.54),
        "forum_posts": (-0.4, -0.97, 1.36),
        "heading_length": (0.22, -0.33, 0.11),
        "heading_link_share": (-0.13, 0.43, -0.3),
        "heading_titled": (0.32, -0.29, -0.02),
        "headings_many": (0.3, -0.01, -0.29),
        "headline_share": (-0.19, 0.76, -0.57),
        "headline_share>0.05": (-0.12, 0.41, -0.29),
        "headlines>0.8": (-0.18, 0.45, -0.28),
        "ld_article": (0.31, -0.25, -0.07),
        "ld_articles": (0.33, -0.25, -0.08),
        "ld_site": (0.29, 0.2, -0.5),
        "legal_title": (-1.28, -0.62, 1.9),
        "linked>0.1": (-0.14, 0.4, -0.25),
        "linked_headings>0.4": (-0.05, 0.29, -0.25),
        "links": (-0.26, 1.04, -0.78),
        "links>0.4": (0.28, 0.43, -0.7),
        "links>0.8": (-0.27, 0.33, -0.06),
        "listing": (-0.26, 0.44, -0.19),
        "longest>0.9": (-0.13, -0.4, 0.53),
        "modified": (0.26, -0.29, 0.03),
        "no_heading": (-0.46, 0.02, 0.44),
        "oembed": (0.38, -0.09, -0.29),
        "og_article": (0.44, -0.38, -0.05),
        "paragraph": (0.47, 0.08, -0.55),
        "pictures": (0.07, 0.7, -0.77),
        "plain": (0.59, -0.18, -0.41),
        "published": (0.38, 0.08, -0.46),
        "run": (0.39, -0.51, 0.13),
        "run>0.15": (0.37, -0.31, -0.05),
        "run>0.3": (0.16, -0.3, 0.14),
        "run>0.6": (0.23, -0.31, 0.08),
        "send_button": (-0.38, -0.1, 0.48),
        "service_title": (-0.28, -1.19, 1.47),
        "teasers": (-0.06, 0.37, -0.3),
        "teasers>0.5": (-0.28, 0.4, -0.12),
        "text": (0.06, 0.95, -1.01),
        "text>0.85": (0.09, 0.48, -0.57),
        "textarea": (0.16, -0.35, 0.18),
        "title_home": (-0.45, 0.7, -0.25),
        "title_length": (0.84, -0.46, -0.38),
        "title_words": (0.47, -0.44, -0.03),
        "url_article": (0.46, -0.26, -0.2),
        "url_depth": (0.44, -0.38, -0.06),
        "url_number": (0.44, -0.61, 0.16),
        "url_root": (-0.48, 0.29, 0.19),
        "url_service": (-0.09, -0.57, 0.66),
        "url_shallow": (-0.09, 0.39, -0.3),
        "url_show": (-0.25, -2.33, 2.58),
        "url_slug": (0.44, -0.49, 0.05),
        "you": (-0.62, -0.16, 0.78),
    },
)

LINK_WEIGHTS = TraitWeights(
    bias=(-0.89, 0.81, 0.08),
    rows={
        "anchor_excuse": (-0.72, -1.94, 2.66),
        "anchor_none": (0.8, -0.5, -0.3),
        "anchor_words": (1.55, -0.88, -0.67),
        "url_article": (1.58, -0.25, -1.33),
        "url_depth": (0.9, -0.3, -0.6),
        "url_number": (1.08, -1.75, 0.68),
        "url_root": (-2.31, 1.26, 1.05),
        "url_service": (-1.31, -1.6, 2.91),
        "url_shallow": (-0.39, 0.39, -0.01),
        "url_show": (0.15, -0.03, -0.12),
        "url_slug": (2.27, -2.34, 0.06),
    },
)
