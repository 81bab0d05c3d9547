"""Scores of extraction and of page kinds on folders of labelled pages."""
