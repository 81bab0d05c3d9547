"""Words: tokens, stems, scripts without spaces, languages; it knows no URL and no page."""
