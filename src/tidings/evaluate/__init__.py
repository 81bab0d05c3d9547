"""Scores Tidings on labelled data: labelled pages in, scores and the worst pages out."""
