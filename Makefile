# Everything that can be done with a clone. `make` alone lists the targets.
#
# The first target you run makes .venv and installs what is locked in requirements/. Files named .venv/.stamp-* remember
# what is already there, so nothing is installed twice unless a lock file or pyproject.toml changes.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --quiet --disable-pip-version-check
STAMP := $(VENV)/.stamp

SOURCES := $(wildcard src tests bench docs examples)

TYPESCRIPT := 7.0.2
NODE := .node
PAGE := src/grognard/table/static
TSC_FLAGS := --noEmit --allowJs --checkJs --strict --skipLibCheck --target es2022 --module esnext \
	--moduleResolution bundler --lib es2023,dom,dom.iterable --types ""

FIND_CHROMIUM := { command -v chromium || command -v chromium-browser || command -v google-chrome; } >/dev/null

LOCK := $(BIN)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes \
	--no-header --no-emit-index-url --no-emit-find-links $(if $(UPGRADE),--upgrade)

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.NOTPARALLEL:
.PHONY: help play test check lint types contracts page bench soak lock docs chromium clean

help:  ## list the targets
	@grep -hE '^[a-z]+:.*## ' Makefile | sed -E 's/^([a-z]+):.*## /\1\t/' | expand -t 12

play: $(STAMP)-package  ## set everything up and open the table in the browser
	@$(BIN)/grognard table

test: $(STAMP)-test $(STAMP)-package chromium  ## run the tests (ARGS="-k shooting" for some of them)
	$(BIN)/python -m pytest -n 2 -q $(ARGS)

soak: $(STAMP)-test $(STAMP)-package  ## run the long tests: thousands of battles
	$(BIN)/python -m pytest -m soak -n 2 $(ARGS)

bench: $(STAMP)-bench $(STAMP)-package  ## measure ourselves against peers, in one run, as ratios
	$(BIN)/python -m bench $(ARGS)

docs: $(STAMP)-package  ## build the pages of docs/ that are made from rules.md
	$(BIN)/python -m docs.make_rules $(ARGS)

check: lint types contracts page  ## style, types, import contracts, and the types of the page

lint: $(STAMP)-test
	$(BIN)/ruff check $(SOURCES)
	$(BIN)/ruff format --check $(SOURCES)

types: $(STAMP)-test $(STAMP)-package
	$(BIN)/mypy $(wildcard src/grognard tests bench examples docs/*.py)

contracts: $(STAMP)-test $(STAMP)-package
	$(BIN)/lint-imports --no-logo

page:
	@files=$$(find $(PAGE) -name '*.js' -o -name '*.d.ts' 2>/dev/null); \
	if [ -z "$$files" ]; then echo "page: skipped, there is no script in $(PAGE)"; \
	elif ! command -v npm >/dev/null; then echo "page: skipped, npm is not installed and the type check of the page needs it"; \
	else $(MAKE) --no-print-directory --silent $(NODE)/.stamp-$(TYPESCRIPT) && $(NODE)/node_modules/.bin/tsc $(TSC_FLAGS) $$files; fi

$(NODE)/.stamp-$(TYPESCRIPT):
	@mkdir -p $(NODE)
	npm install --prefix $(NODE) --no-save --no-package-lock --no-audit --no-fund --loglevel=error typescript@$(TYPESCRIPT)
	@touch $@

# test.txt holds all that base.txt and lab.txt hold, so it is locked first and the others keep to its versions: any two
# of them can be installed side by side. Versions stay as they are unless a .in file asks otherwise, or UPGRADE=1.
lock: $(STAMP)-uv  ## write requirements/*.txt anew from requirements/*.in (UPGRADE=1 for the newest versions)
	$(LOCK) requirements/test.in --output-file requirements/test.txt
	$(LOCK) requirements/base.in --constraint requirements/test.txt --output-file requirements/base.txt
	$(LOCK) requirements/lab.in --constraint requirements/test.txt --output-file requirements/lab.txt
	$(LOCK) requirements/bench.in --constraint requirements/test.txt --output-file requirements/bench.txt

# The browser tests use the system's Chromium. Where there is none, it is installed if we may; where we may not, those
# tests are skipped and say why.
chromium:
ifneq ($(wildcard tests/browser/test_*.py),)
	@$(FIND_CHROMIUM) && exit 0; \
	if [ "$$(id -u)" = 0 ]; then root=""; \
	elif command -v sudo >/dev/null && sudo -n true 2>/dev/null; then root="sudo -n"; \
	else root="none"; fi; \
	if [ "$$root" != none ] && command -v apt-get >/dev/null; then \
		echo "Installing Chromium for the browser tests ..."; \
		log=$$(mktemp); \
		{ $$root apt-get -qq update; \
		  $$root env DEBIAN_FRONTEND=noninteractive apt-get -qq -y -o DPkg::Lock::Timeout=300 \
			install --no-install-recommends chromium fonts-dejavu-core; } >"$$log" 2>&1 || tail -n 3 "$$log"; \
		rm -f "$$log"; \
	fi; \
	$(FIND_CHROMIUM) || echo "The browser tests will be skipped: there is no Chromium, and it could not be installed here."
endif

clean:  ## remove everything that make and the tools have made
	rm -rf $(VENV) $(NODE) .pytest_cache .mypy_cache .ruff_cache .import_linter_cache .hypothesis build dist

$(STAMP)-venv:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || { \
		echo "grognard needs Python 3.11 or later; \"$(PYTHON)\" is $$($(PYTHON) --version 2>&1 || true)"; \
		echo "If you have a later one, name it: make $(MAKECMDGOALS) PYTHON=python3.12"; exit 1; }
	@echo "Setting up in $(VENV) (the first time only) ..."
	@$(PYTHON) -m venv --clear $(VENV) || { \
		echo "Python could not make a virtual environment; on Debian: apt-get install python3-venv"; exit 1; }
	@touch $@

$(STAMP)-base $(STAMP)-test $(STAMP)-bench: $(STAMP)-%: requirements/%.txt $(STAMP)-venv
	$(PIP) install --require-hashes -r $<
	@touch $@

# The package itself, built with the locked build backend.
$(STAMP)-package: pyproject.toml $(STAMP)-base
	$(PIP) install --no-deps --no-build-isolation --editable .
	@touch $@

$(STAMP)-uv: $(STAMP)-venv
	$(PIP) install uv
	@touch $@
