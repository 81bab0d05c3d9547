"""How good the answers are: labelled pages in, scores and the worst pages out."""
