.PHONY: test fmt

# Every check and every test, set up from nothing.
test:
	cargo fmt --all --check
	cargo clippy --workspace --all-targets --locked -- -D warnings
	cargo test --workspace --locked

fmt:
	cargo fmt --all
