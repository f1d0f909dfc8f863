# make run    builds both web apps and the binary, starts everything (SCENEDOCK_DEMO=1 make run: with the demo)
# make test   every check and every test, set up from nothing
# make proof  the long forms of the tests: every screen in every look, hundreds of faults, LibreOffice, Ceph; target/proof.md
# make fmt    formats Rust and TypeScript
# make sqlx   writes storage/.sqlx, against which the compiler checks SQL: after a new statement or migration
# make bench  the figures of docs/, each against a rival in the same run
# make image-digests  the images of compose.yaml and the Dockerfile with the digests of their tags (needs Docker)

SHELL := bash
.SHELLFLAGS := -euo pipefail -c
.DELETE_ON_ERROR:
.NOTPARALLEL:
.PHONY: run test proof fmt sqlx bench image-digests web release tools check-demo check-deploy check-web test-web check-first-load check-rust build-rust test-rust prepared FORCE

target := $(or $(CARGO_TARGET_DIR),target)
stamps := $(target)/stamps
web_sources := $(shell find ui-kit portal-ui admin-ui e2e texts/en.json texts/zh-CN.json -type f \
  -not -path '*/node_modules/*' -not -path '*/dist/*' -not -name '* *' 2>/dev/null) \
  $(wildcard package.json package-lock.json tsconfig.json vitest.config.ts biome.json knip.json)
started ?= $(shell date +%s)
started := $(started)
export started
# With the seconds since make began: the table of them at the end of `.ci/run` says where the time goes.
say = @printf '\n== [%4d s] %s\n' "$$(($$(date +%s) - $(started)))"

run: release
	exec $(target)/release/scenedock serve

test: tools check-demo check-deploy check-rust web check-first-load prepared
	$(MAKE) test-rust

# The web apps are checked while the Rust crates are built: for much of that time the compiler has work for one core only.
prepared: node_modules/.package-lock.json
	@log=$$(mktemp); \
	$(MAKE) check-web test-web >"$$log" 2>&1 & checks=$$!; \
	$(MAKE) build-rust && built=0 || built=$$?; \
	wait $$checks && checked=0 || checked=$$?; \
	cat "$$log"; rm -f "$$log"; exit $$((built + checked))

# PROOF='--only screens kills --minutes 15' proves less.
proof: web node_modules/.package-lock.json
	@bash .ci/tools proof
	cargo build --workspace --bins --locked
	exec proof/run $(PROOF)

fmt: node_modules/.package-lock.json
	cargo fmt --all
	npm run --silent format

# Needs the private Postgres of the web packages, or an installed one.
sqlx: node_modules/.package-lock.json
	cargo run --quiet --locked -p sqlx-data

# A tag may be given other bytes; a digest names the same for ever.
image-digests:
	@{ sed -n 's/^ *image: //p' compose.yaml | grep -v '^scenedock:'; sed -n 's/^FROM \([^ ]*\).*/\1/p' Dockerfile; } \
	  | sed 's/@.*//' | sort -u | while read -r image; do \
	    printf '%s@%s\n' "$$image" "$$(docker buildx imagetools inspect --format '{{.Manifest.Digest}}' "$$image")"; \
	  done

bench: release
	exec bench/run $(target)/release/scenedock

release: web
	$(say) 'building the binary'
	cargo build --release --locked -p scenedock

# npm writes this file last: with it, the folder is whole.
node_modules/.package-lock.json: package-lock.json
	$(say) 'installing the web packages'
	npm ci --no-audit --no-fund
	touch $@

# The binary embeds both apps, so they are built before it.
web: $(stamps)/web
$(stamps)/web: $(web_sources) node_modules/.package-lock.json \
  $(if $(wildcard portal-ui/dist/index.html),,FORCE) $(if $(wildcard admin-ui/dist/index.html),,FORCE)
	$(say) 'building the web apps'
	npm run --silent build
	mkdir -p $(stamps) && touch $@

check-web: $(stamps)/web-checked
$(stamps)/web-checked: $(web_sources) node_modules/.package-lock.json
	$(say) 'checking the web apps'
	npm run --silent check
	npm run --silent unused
	mkdir -p $(stamps) && touch $@

test-web: $(stamps)/web-tested
$(stamps)/web-tested: $(web_sources) node_modules/.package-lock.json
	$(say) 'testing the web apps'
	npm run --silent test
	mkdir -p $(stamps) && touch $@

tools:
	@bash .ci/tools

check-demo:
	@python3 demo/check.py

check-deploy: tools
	$(say) 'checking compose.yaml and the manifests'
	@deploy/check $(target)/python-deploy

# What a browser fetches before the map stands must stay small.
check-first-load: web
	@node portal-ui/first-load.mjs

check-rust:
	$(say) 'checking how the Rust crates are written'
	cargo fmt --all --check

# Clippy stands in for the compiler of the house's own crates, so that linting them builds nothing twice: `cargo clippy` would
# check every crate and every dependency once more, five minutes on two cores.
build-rust test-rust: export RUSTC_WORKSPACE_WRAPPER := clippy-driver
build-rust test-rust: export CLIPPY_ARGS := -Dwarnings
# Most tests wait for a database, a server or a browser more than they work.
test-rust: export RUST_TEST_THREADS ?= $(shell echo $$((2 * $$(nproc))))
test-rust: export TMPDIR := $(shell .ci/memory)
# The black-box tests start the real binary, so it is built first.
build-rust: web
	$(say) 'linting and building the Rust crates'
	cargo build --workspace --bins --locked
	$(say) 'building the tests of the Rust crates'
	cargo test --workspace --locked --no-run
	$(say) 'the Rust crates are built'

test-rust: build-rust node_modules/.package-lock.json
	$(say) 'running the tests of the Rust crates'
	cargo test --workspace --locked --no-fail-fast
	$(say) 'everything passed'
