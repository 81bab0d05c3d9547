"""The tables of jobs and their parts."""
