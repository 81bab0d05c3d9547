"""Which IPTC topics an article is about, and why."""
