"""Copies of a home, putting one back, and checking every byte of what a home keeps."""
