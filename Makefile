# The commands of this project. `.ci/run` calls the same ones.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
SHARED := ../shared
TSC = $(BIN)/node $(VENV)/node/node_modules/typescript/bin/tsc
LOCK = $(BIN)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-annotate --no-header \
	--group build --extra designer --extra postgres --extra identity --extra cloud
BIOME = $(VENV)/node/node_modules/.bin/biome

export DESIGNER_LOCAL ?= 1
# Some machines forbid it: then each process of a run would compile the tests and the packages again.
unexport PYTHONDONTWRITEBYTECODE
PIP := $(BIN)/python -m pip install --disable-pip-version-check
PYTEST := $(BIN)/python -m pytest --numprocesses auto --dist worksteal
MARKED = not thorough

.PHONY: help run bundle link test test-fast thorough cloud-test check check-code check-pages conformance parity \
	parity-cases parity-typed parity-nested parity-updates fuzz soak bench pictures format lock clean

help: ## list the commands
	@sed -n 's/^\([a-z-]*\):.*## /  make \1\t/p' Makefile | expand -t 22

run: $(VENV)/ready-run ## start the designer on this machine (PORT=8000)
	-@$(BIN)/python -m designer.operation.bundles
	@exec $(BIN)/python manage.py serve

bundle: $(VENV)/node/ready ## build one script for each page, of the modules in static/js
	@$(BIN)/python -m designer.operation.bundles

link: $(VENV)/ready-run ## print a new sign-in link for the running designer
	@$(BIN)/python manage.py sign_in_link

test: $(VENV)/ready-test $(VENV)/openid/ready bundle ## run the tests, one process per core (ARGS="-k history" selects)
	@$(PYTEST) -m "$(MARKED)" $(ARGS)

test-fast: $(VENV)/ready-test bundle ## run the tests that need no browser and little time
	@$(PYTEST) --ignore tests/browser -m "not long and not thorough" $(ARGS)

check: check-code check-pages ## lint, format, types, imports, migrations

check-code: $(VENV)/ready-test
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@$(BIN)/mypy
	@$(BIN)/lint-imports --no-cache --no-logo
	@$(BIN)/python manage.py makemigrations --check --dry-run

check-pages: $(VENV)/ready-test $(VENV)/node/ready
	@$(BIN)/djangofmt --quiet --check templates
	@$(BIOME) ci --log-level error --colors off
	@$(TSC)
	@$(TSC) --project tsconfig.strict.json

conformance: | $(SHARED)/conformance $(VENV)/ready-test ## compare hotcore with Heat's recorded answers to the shared cases
	@$(BIN)/python -m tests.conformance $(SHARED)

parity: parity-cases parity-typed parity-nested ## compare hotcore with a real Heat (CASES=10000, SEED=, ARGS="--mutate FOLDER --coverage")

parity-cases: $(VENV)/ready-parity
	@$(BIN)/python -m tests.parity --cases $(or $(CASES),10000) $(if $(SEED),--seed $(SEED)) $(ARGS)

parity-typed parity-nested: parity-%: $(VENV)/ready-parity
	@$(BIN)/python -m tests.parity.$* --cases $(or $(CASES),10000) $(if $(SEED),--seed $(SEED))

parity-updates: $(VENV)/ready-parity ## compare diffs with the update preview of a real Heat service (SEED=)
	@$(BIN)/python -m tests.parity.updates $(if $(SEED),--seed $(SEED)) $(ARGS)

$(SHARED)/conformance:
	@echo "make conformance: $@ is missing; the shared cases must lie next to the project." >&2; exit 1

fuzz: $(VENV)/ready-fuzz ## search for inputs that fail (MINUTES=10, ARGS="reading edits")
	@$(BIN)/python -m tests.fuzz --minutes $(or $(MINUTES),10) $(ARGS)

soak: $(VENV)/ready-test ## many people at one instance on PostgreSQL, whose processes are killed (MINUTES=5)
	@$(BIN)/python -m tests.soak --minutes $(or $(MINUTES),5)

thorough: ## run all tests on both databases, and search for new failures (two hours; MINUTES=10 of fuzzing)
	@bash .ci/thorough

cloud-test: $(VENV)/ready-test bundle ## run the tests of clouds on a real OpenStack
	@CLOUD=true $(BIN)/python -m pytest tests/cloud tests/browser/cloud $(ARGS)

bench: $(VENV)/ready-test bundle ## measure, as ratios
	@$(BIN)/python -m tests.benchmarks $(ARGS)

pictures: $(VENV)/ready-test bundle ## retake the pictures of the README, and those of each state of the design page
	@$(BIN)/python -m pytest -q tests/browser/test_pictures.py --pictures docs
	@$(BIN)/python -m pytest -q tests/browser/design/canvas_states.py --pictures build

format: $(VENV)/ready-test $(VENV)/node/ready ## format the code, and write what is generated from it
	@$(BIN)/python -m tests.house.generated
	@$(BIN)/ruff check --fix .
	@$(BIN)/ruff format .
	@$(BIN)/djangofmt --quiet templates
	@$(BIOME) check --fix --log-level error --colors off

clean: ## remove what make created, except the database
	rm -rf $(VENV) build *.egg-info .mypy_cache .pytest_cache .ruff_cache

lock: | $(VENV)/bin/python ## pin the newest versions of all dependencies that pyproject.toml allows
	@$(PIP) --quiet uv
	@$(LOCK) --upgrade --extra test --extra dev --extra parity \
		pyproject.toml --output-file requirements/parity.txt
	@$(LOCK) --constraints requirements/parity.txt --extra test --extra dev \
		pyproject.toml --output-file requirements/test.txt
	@$(LOCK) --constraints requirements/parity.txt pyproject.toml --output-file requirements/designer.txt
	@$(LOCK) --constraints requirements/parity.txt --extra test --extra fuzz \
		pyproject.toml --output-file requirements/fuzz.txt

# What is installed is exactly what the lock files name. It is installed again when they or pyproject.toml change.
define install
	@$(PIP) --no-deps --require-hashes --requirement requirements/$(1).txt
	@$(PIP) --no-deps --no-build-isolation --editable .
endef

$(VENV)/ready-run: pyproject.toml requirements/designer.txt | $(VENV)/bin/python
	@echo "Installing the dependencies of the designer into $(VENV) (a minute at the first start) ..."
	$(call install,designer)
	@touch $@

$(VENV)/ready-test: pyproject.toml requirements/test.txt | $(VENV)/bin/python
	@echo "Installing the dependencies of the tests into $(VENV) (a minute at the first start) ..."
	$(call install,test)
	@touch $@ $(VENV)/ready-run

$(VENV)/ready-parity: pyproject.toml requirements/parity.txt | $(VENV)/bin/python
	@echo "Installing Heat and the dependencies of the tests into $(VENV) (a minute at the first start) ..."
	$(call install,parity)
	@touch $@ $(VENV)/ready-test $(VENV)/ready-run

$(VENV)/ready-fuzz: pyproject.toml requirements/fuzz.txt | $(VENV)/ready-test
	@echo "Installing the fuzzer into $(VENV) ..."
	$(call install,fuzz)
	@touch $@

# Node comes from PyPI with the other tools, its packages from the editor's lock file. They are installed in the
# virtual environment, because everything in static/ is served.
$(VENV)/node/ready: static/editor/package-lock.json | $(VENV)/ready-test
	@echo "Installing the tools of scripts and style sheets into $(VENV)/node ..."
	@mkdir -p $(VENV)/node && cp static/editor/package.json static/editor/package-lock.json $(VENV)/node
	@PATH="$(CURDIR)/$(BIN):$$PATH" npm ci --prefix $(VENV)/node --no-audit --no-fund --loglevel error
	@touch $@

# The OpenID provider of the tests.
$(VENV)/openid/ready: tests/openid/package-lock.json | $(VENV)/ready-test
	@mkdir -p $(VENV)/openid && cp tests/openid/package.json tests/openid/package-lock.json $(VENV)/openid
	@PATH="$(CURDIR)/$(BIN):$$PATH" npm ci --prefix $(VENV)/openid --no-audit --no-fund --loglevel error
	@touch $@

$(VENV)/bin/python:
	@command -v $(PYTHON) >/dev/null || { echo "make: $(PYTHON) is missing; set PYTHON to use another one." >&2; exit 1; }
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "make: $(PYTHON) is older than 3.11; set PYTHON to use another one." >&2; exit 1; }
	@echo "Creating $(VENV) ..."
	@$(PYTHON) -m venv $(VENV)
