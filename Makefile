# The commands of this project. `make` alone lists them.
SHELL := bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help
.DELETE_ON_ERROR:

# Outside the clone, so that a fresh one compiles only what is its own.
export CARGO_TARGET_DIR ?= $(or $(XDG_CACHE_HOME),$(HOME)/.cache)/heuan/target
BINARY := $(CARGO_TARGET_DIR)/release/heuan
export HEUAN ?= $(BINARY)
FRONTEND := frontend/dist/index.html
FRONTEND_SOURCES := $(shell find frontend -type f -not -path '*/node_modules/*' -not -path '*/dist/*' \
	-not -path '*/e2e/*' -not -path '*/frontend/shots/*' -not -path '*/test-results/*' -not -name '*.test.*' 2>/dev/null)

.PHONY: help
help: ## List the commands
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):.*## /\1\t/' | expand -t 18

.PHONY: run
run: ## Build and open the shop: PORT, DATA_DIR, DATABASE_URL and DEMO=0 change it
	@scripts/set-up run
	@$(MAKE) --no-print-directory --silent -j2 $(FRONTEND) binary
	@exec $(BINARY) run

.PHONY: run-split
run-split: ## The same with every service its own process, on PostgreSQL and Redis: REPLICAS_search=3 and the like
	@scripts/set-up run-split
	@$(MAKE) --no-print-directory --silent -j2 $(FRONTEND) binary
	@exec python3 deploy/local/run_split.py

.PHONY: chaos
chaos: ## Stop, stall and kill parts of a split shop under load, and print what shoppers saw and which alerts fired
	@scripts/set-up chaos
	@$(MAKE) --no-print-directory --silent -j2 $(FRONTEND) binary
	@python3 deploy/local/chaos.py

.PHONY: import
import: ## Import a catalog folder: make import DIR=folder [REPLACE=1], also while the shop runs
	@scripts/set-up import
	@test -n "$(DIR)" || { echo "make import: DIR=folder is missing" >&2; exit 2; }
	@$(MAKE) --no-print-directory binary
	@exec $(BINARY) import "$(DIR)" $(if $(REPLACE),--replace)

.PHONY: build
build: ## Build the storefront and the release binary
	@scripts/set-up run
	@$(MAKE) --no-print-directory --silent -j2 $(FRONTEND) binary

.PHONY: frontend
frontend: ## Build the storefront
	@scripts/set-up run
	@$(MAKE) --no-print-directory $(FRONTEND)

.PHONY: binary
binary:
	@cargo build --quiet --locked --release --package heuan

$(FRONTEND): $(FRONTEND_SOURCES)
	@cd frontend && npm run --silent build
	@touch $@

.PHONY: test
test: ## The gate: what decides whether a change lands
	@scripts/set-up test
	@python3 scripts/stages.py test

.PHONY: verify
verify: ## What is too long or not yet steady for the gate: STAGES="browser lints"
	@scripts/set-up verify
	@python3 scripts/stages.py verify $(STAGES)

.PHONY: lint
lint: ## Format and lints, as errors
	@scripts/set-up lint
	@python3 scripts/stages.py test format storefront-check lints

.PHONY: format
format: ## Format everything
	@scripts/set-up lint
	cargo fmt --all
	cd frontend && npm run --silent format

.PHONY: bench
bench: ## Print the figures of this machine, with nginx as the reference in the same run: ARGS=--quick
	@scripts/set-up bench
	@$(MAKE) --no-print-directory --silent -j2 $(FRONTEND) binary
	@python3 bench/run.py $(ARGS)

BASE ?=

.PHONY: bench-compare
bench-compare: ## Compare the cost of a request with that of another build: BASE=binary or git revision, ARGS="--rounds 15"
	@test -n "$(BASE)" || { echo "make bench-compare: BASE=binary or git revision is missing" >&2; exit 2; }
	@scripts/set-up bench
	@$(MAKE) --no-print-directory binary
	@python3 bench/compare.py "$(BASE)" $(ARGS)

# Photos that are not ours to ship; the image search's README says what they are. Absolute, because cargo runs a bench in
# its package's folder.
GROCERY_DIR ?=
override GROCERY_DIR := $(if $(GROCERY_DIR),$(abspath $(GROCERY_DIR)))

.PHONY: bench-image
bench-image: ## Print recall and cost of image search: GROCERY_DIR=folder adds a set of real images, ARGS=--quick
	@scripts/set-up bench
	@$(MAKE) --no-print-directory --silent -j2 $(FRONTEND) binary
	@GROCERY_DIR="$(GROCERY_DIR)" python3 bench/run.py --only image $(ARGS)

# The English set is not ours to ship; bench/search/README.md says what it is.
CHORUS ?=
LAO ?= bench/search/data

.PHONY: bench-search
bench-search: ## Print relevance and speed of search beside PostgreSQL and SQLite: CHORUS=folder, LAO=folder MISSES=1
	@cargo build --quiet --release --package heuan-search-index --example measure
	@python3 bench/search/run.py $(if $(CHORUS),--chorus "$(CHORUS)") --lao "$(LAO)" $(if $(MISSES),--misses)

.PHONY: load
load: ## Put load on BASE_URL, or on a shop of its own: SCRIPT=browse|search|mixed|buy RATE=5 DURATION=30s
	@test -n "$(BASE_URL)" || { scripts/set-up run && $(MAKE) --no-print-directory --silent -j2 $(FRONTEND) binary; }
	@BASE_URL="$(BASE_URL)" RATE="$(RATE)" DURATION="$(DURATION)" scripts/load $(or $(SCRIPT),mixed)

.PHONY: shots
shots: ## Take screenshots of the main screens into frontend/shots: ONLY=home,shop WIDTH=390 LANGUAGES=la COLORS=light; ONLY=readme takes those of README and docs into docs/images
	@scripts/set-up shots
	@$(MAKE) --no-print-directory --silent -j2 $(FRONTEND) binary
	@scripts/with-shop npm --prefix frontend run --silent $(if $(filter readme,$(ONLY)),shots:readme,shots)

.PHONY: check-deploy
check-deploy: ## Check the files of deploy/ and docker-compose.yml
	@scripts/set-up deploy-files
	@scripts/check-deploy

.PHONY: clean
clean: ## Remove what was built; the data folder stays
	rm -rf target $(CARGO_TARGET_DIR) frontend/dist frontend/node_modules
