"""Weights of the page kinds' traits: numbers only, written by `python -m training.kinds`."""

from typing import NamedTuple

Row = tuple[float, float, float]  # for article, index, valueless


class Weights(NamedTuple):
    """How much each trait speaks for each kind."""

    bias: Row
    rows: dict[str, Row]


WEIGHTS = Weights(
    bias=(-1.65, -2.31, 3.96),
    rows={
        "account_form": (-0.14, -0.84, 0.98),
        "account_title": (-0.13, -0.85, 0.98),
        "amp": (0.37, -0.18, -0.2),
        "authors": (0.26, -0.08, -0.18),
        "buy_action": (-0.01, -1.0, 1.01),
        "buy_field": (-0.78, 0.25, 0.53),
        "class_home": (-0.62, 0.9, -0.27),
        "class_list": (-0.87, 0.47, 0.4),
        "class_single": (0.47, 0.02, -0.48),
        "contract": (-1.1, 0.12, 0.97),
        "dated": (0.15, -0.16, 0.01),
        "excuse": (-0.49, -0.47, 0.97),
        "feeds": (0.47, -0.24, -0.24),
        "forms": (-0.2, -0.36, 0.57),
        "forum_posts": (-0.43, -0.94, 1.37),
        "heading_length": (0.22, -0.35, 0.13),
        "heading_link_share": (-0.14, 0.45, -0.31),
        "heading_titled": (0.28, -0.28, -0.0),
        "headings_many": (0.37, -0.03, -0.34),
        "headline_share": (-0.28, 0.8, -0.53),
        "headline_share>0.05": (-0.13, 0.41, -0.28),
        "headlines>0.8": (-0.2, 0.46, -0.26),
        "ld_article": (0.3, -0.25, -0.06),
        "ld_articles": (0.32, -0.25, -0.07),
        "ld_site": (0.3, 0.2, -0.5),
        "legal_title": (-1.34, -0.63, 1.98),
        "linked>0.1": (-0.16, 0.4, -0.24),
        "linked_headings>0.4": (-0.05, 0.3, -0.24),
        "links": (-0.26, 1.04, -0.77),
        "links>0.4": (0.27, 0.41, -0.69),
        "links>0.8": (-0.28, 0.33, -0.05),
        "listing": (-0.28, 0.45, -0.17),
        "longest>0.9": (-0.16, -0.37, 0.52),
        "modified": (0.23, -0.27, 0.05),
        "no_heading": (-0.46, 0.02, 0.44),
        "oembed": (0.4, -0.09, -0.31),
        "og_article": (0.41, -0.37, -0.04),
        "paragraph": (0.47, 0.1, -0.57),
        "pictures": (0.06, 0.71, -0.77),
        "plain": (0.6, -0.21, -0.39),
        "published": (0.39, 0.08, -0.47),
        "run": (0.39, -0.54, 0.15),
        "run>0.15": (0.37, -0.32, -0.05),
        "run>0.3": (0.17, -0.3, 0.13),
        "run>0.6": (0.22, -0.3, 0.08),
        "send_button": (-0.38, -0.11, 0.49),
        "service_title": (-0.25, -1.2, 1.45),
        "teasers": (-0.06, 0.36, -0.3),
        "teasers>0.5": (-0.3, 0.41, -0.11),
        "text": (0.06, 0.87, -0.94),
        "text>0.85": (0.08, 0.49, -0.58),
        "textarea": (0.18, -0.36, 0.17),
        "title_home": (-0.43, 0.7, -0.27),
        "title_length": (0.89, -0.48, -0.41),
        "title_words": (0.41, -0.41, 0.0),
        "url_article": (0.43, -0.21, -0.22),
        "url_depth": (0.46, -0.41, -0.05),
        "url_number": (0.46, -0.61, 0.15),
        "url_root": (-0.5, 0.29, 0.21),
        "url_service": (-0.05, -0.58, 0.63),
        "url_shallow": (-0.1, 0.4, -0.3),
        "url_show": (-0.2, -2.33, 2.53),
        "url_slug": (0.44, -0.49, 0.06),
        "you": (-0.7, -0.06, 0.75),
    },
)

LINK_WEIGHTS = Weights(
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
