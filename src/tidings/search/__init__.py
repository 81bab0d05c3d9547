"""The search index: entries, queries, ranking and snippets. Articles live in `store`."""
