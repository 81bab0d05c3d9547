# Two commands for a fresh machine: `make run` and `make test`. Python 3.11+ and make are all they need.
PYTHON ?= python3
BIN := .venv/bin
RUN_ARGS ?=
SECONDS ?= 60
TARGET ?= extract

.PHONY: run test shared check bench lint types imports coverage slow fuzz clean

run: .venv/run
	@exec $(BIN)/tidings run --or-demo $(RUN_ARGS)

test: .venv/dev
	$(BIN)/pytest -m "not slow" -n auto --dist loadfile $(ARGS)

# What is about homes once more, with every home in PostgreSQL: see tests/shared_homes.py.
shared: .venv/dev
	$(BIN)/pytest -p tests.shared_homes -o tmp_path_retention_policy=failed -m "not slow" -n auto --dist loadfile $(or $(ARGS),tests/engine tests/crash)

check: lint types imports test

lint: .venv/dev
	$(BIN)/ruff check . && $(BIN)/ruff format --check .

types: .venv/dev
	$(BIN)/mypy

imports: .venv/dev
	$(BIN)/lint-imports

# The same tests with every branch counted, which takes twice the time.
coverage: .venv/dev
	$(MAKE) test ARGS="--cov --cov-report=term $(ARGS)"

# Programs of others that are crawled come as packages, where they can be installed.
slow: .venv/dev
	.ci/slow-packages
	$(BIN)/pytest -m slow $(ARGS)

# SECONDS=600 TARGET=charset: see fuzz/README.md.
fuzz: .venv/dev
	$(BIN)/python -m fuzz.$(TARGET) -max_total_time=$(SECONDS)

bench: .venv/bench
	$(BIN)/python -m benchmarks

clean:
	rm -rf .venv build dist .coverage* .mypy_cache .pytest_cache .ruff_cache .import_linter_cache

.venv/bin/python:
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Tidings needs Python 3.11 or newer: make PYTHON=python3.12 ...")'
	$(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --upgrade pip

# Each stamp is one set of packages; a change of pyproject.toml installs again.
.venv/run: pyproject.toml | .venv/bin/python
	$(BIN)/python -m pip install --quiet --editable .
	@touch $@

.venv/dev: pyproject.toml | .venv/bin/python
	$(BIN)/python -m pip install --quiet --editable '.[dev]'
	@touch $@ .venv/run

.venv/bench: pyproject.toml | .venv/bin/python
	$(BIN)/python -m pip install --quiet --editable '.[dev,bench,eval]'
	@touch $@ .venv/dev .venv/run
