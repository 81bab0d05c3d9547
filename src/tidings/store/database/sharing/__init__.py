"""What several processes need that share a home in one PostgreSQL database."""
