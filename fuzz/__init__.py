"""Inputs that nobody would write, made by atheris from the pages of the news world."""
