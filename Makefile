# Errata from a clean clone: `make run` opens the page, `make test` runs the tests.
# Both make the virtual environment .venv on first use; set PYTHON to use another interpreter (3.11 to 3.13).

PYTHON ?= python3
DATA ?= ../shared/data
# How many pairs of texts `make fuzz` and `make endurance` try; fuzz in how many processes of one thread each; another SEED makes other pairs.
COUNT ?= 5000
WORKERS ?= 2
SEED ?= 0
VENV := .venv
BIN := $(VENV)/bin
# Modules are compiled when they are first imported, and kept so, whatever the shell has set: those are a small part of all, and compiling
# all takes longer than unpacking them.
unexport PYTHONDONTWRITEBYTECODE
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check --no-compile
# Every package at one version, held against its hash; .ci/lock.py says what is in which file.
LOCKS := .ci/locks
LOCKED := $(PIP) --no-deps --require-hashes
# The build for the processor alone goes beside the other packages, none of which it shares a file with; where there is none, the other after them.
TORCH := $(LOCKED) -r $(LOCKS)/torch-cpu.txt 2> /dev/null

.PHONY: run test thorough coverage lint bench benchmark fuzz growth formats docs tours endurance crowd attack train lock clean

run: $(VENV)/installed
	$(BIN)/python app.py

# Three at once on two processors: tests in the browser wait most of the time.
test: $(VENV)/installed-dev
	$(BIN)/python -m pytest -n 3

thorough: $(VENV)/installed-dev
	$(BIN)/python -m pytest -n 2 -m thorough

coverage: $(VENV)/installed-dev
	$(BIN)/python -m pytest -n 2 --cov --cov-report=

lint: $(VENV)/installed-dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy -n 2
	$(BIN)/lint-imports

bench: $(VENV)/installed-dev
	$(BIN)/python -m explorer.evaluation.speed

benchmark: $(VENV)/installed-dev
	OMP_NUM_THREADS=1 $(BIN)/python -m explorer.evaluation.benchmark.document --data $(DATA) --answers $(VENV)/benchmark --out docs/benchmark.md

fuzz: $(VENV)/installed-dev
	OMP_NUM_THREADS=1 $(BIN)/python -m explorer.evaluation.fuzzing.run --count $(COUNT) --workers $(WORKERS) --seed $(SEED)

growth: $(VENV)/installed-dev
	$(BIN)/python -m explorer.evaluation.growth --out docs/growth.md

formats: $(VENV)/installed-dev
	$(BIN)/python -m tests.explorer.formats.table

docs: $(VENV)/installed-dev
	OMP_NUM_THREADS=1 $(BIN)/python -m explorer.package.pages

tours: $(VENV)/installed-dev
	OMP_NUM_THREADS=1 $(BIN)/python -m explorer.training.tours

endurance: $(VENV)/installed-dev
	OMP_NUM_THREADS=1 $(BIN)/python -m explorer.evaluation.endurance --pairs $(COUNT)

crowd: $(VENV)/installed-dev
	OMP_NUM_THREADS=1 $(BIN)/python -m explorer.evaluation.crowd

attack: $(VENV)/installed-dev
	OMP_NUM_THREADS=1 $(BIN)/python -m explorer.evaluation.attack

train: $(VENV)/installed-dev
	$(BIN)/python -m explorer.training --data $(DATA)

lock:
	$(PYTHON) -m venv $(VENV)/lock
	$(VENV)/lock/bin/python -m pip install --quiet --disable-pip-version-check uv==0.13.9
	$(VENV)/lock/bin/python .ci/lock.py

$(VENV)/bin/python:
	$(PYTHON) -m venv $(VENV)

$(VENV)/installed: pyproject.toml $(wildcard $(LOCKS)/*.txt) | $(VENV)/bin/python
	$(TORCH) & torch=$$!; $(LOCKED) -r $(LOCKS)/run.txt; others=$$?; wait $$torch || $(LOCKED) -r $(LOCKS)/torch.txt && exit $$others
	$(PIP) --no-deps --no-build-isolation -e .
	touch $@

$(VENV)/installed-dev: pyproject.toml $(wildcard $(LOCKS)/*.txt) | $(VENV)/bin/python
	$(TORCH) & torch=$$!; $(LOCKED) -r $(LOCKS)/dev.txt; others=$$?; wait $$torch || $(LOCKED) -r $(LOCKS)/torch.txt && exit $$others
	$(LOCKED) -r $(LOCKS)/small-llm.txt
	$(PIP) --no-deps --no-build-isolation -e .
	touch $(VENV)/installed $@

clean:
	rm -rf $(VENV)
