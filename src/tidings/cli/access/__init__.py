"""The verbs token, user and login: who may read and write, and what users keep."""
