"""The measures: pure functions of an answer and its labels."""
