"""The job that builds a whole index beside the current one."""
