"""Pages that show a home as a whole: trends, statistics, names, events, jobs."""
