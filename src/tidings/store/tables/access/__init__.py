"""Rows of users, tokens, sessions, and what each user keeps."""
