"""The terms a text is indexed and found by."""
