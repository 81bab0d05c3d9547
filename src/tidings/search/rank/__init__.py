"""Ranking models over the candidates' vectors. Pure arithmetic: no files, no tantivy."""
