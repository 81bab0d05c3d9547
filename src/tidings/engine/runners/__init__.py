"""Runners: they run jobs, in processes of this machine or on a cluster."""
