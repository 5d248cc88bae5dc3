# Errata from a clean clone: `make run` opens the page, `make test` runs the tests.
# Both make the virtual environment .venv on first use; set PYTHON to use another interpreter (3.11 to 3.13).

PYTHON ?= python3
DATA ?= ../shared/data
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check

.PHONY: run test lint bench train clean

run: $(VENV)/installed
	$(BIN)/python app.py

test: $(VENV)/installed-dev
	$(BIN)/python -m pytest

lint: $(VENV)/installed-dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

bench: $(VENV)/installed-dev
	$(BIN)/python -m explorer.speed

train: $(VENV)/installed-dev
	$(BIN)/python -m explorer.training.parser --data $(DATA)
	$(BIN)/python -m explorer.training.verifier --data $(DATA)
	$(BIN)/python -m explorer.training.lss --data $(DATA)

$(VENV)/bin/python:
	$(PYTHON) -m venv $(VENV)

$(VENV)/installed: pyproject.toml | $(VENV)/bin/python
	$(PIP) -e .
	touch $@

$(VENV)/installed-dev: pyproject.toml | $(VENV)/bin/python
	$(PIP) -e '.[dev,train]'
	touch $(VENV)/installed $@

clean:
	rm -rf $(VENV)
