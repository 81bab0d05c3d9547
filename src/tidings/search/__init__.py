"""The search index: what is put in, how it is asked, what is shown; articles live in the store."""
