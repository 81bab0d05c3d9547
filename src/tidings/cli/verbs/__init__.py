"""One module per verb, or per few verbs that belong together."""
