"""Words of a text: tokens, stems, scripts without spaces, languages. Not URLs or pages."""
