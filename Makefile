# The two commands to know are `make demo` and `make test`. ARGS goes to the program that a target runs:
#   make demo ARGS="--help"     make test ARGS="--test launch"     make bench ARGS="mandelbrot"

export PATH := $(PATH):$(HOME)/.cargo/bin
CARGO ?= cargo

.PHONY: help demo test test-gpus doctor-trials fuzz fuzz-targets soak mutants validate bench check check-format check-lints check-docs rig
.DEFAULT_GOAL := help

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-14s %s\n", $$1, $$2 }' Makefile

demo: ## draw the Mandelbrot set on every GPU of the machine
	scripts/preflight.sh $(CARGO) run --release --example mandelbrot -- $(ARGS)

test: ## run every test, on three software adapters where they can be had
	scripts/preflight.sh scripts/rig.sh $(CARGO) test --workspace --all-features --no-fail-fast $(ARGS)

test-gpus: ## run every test on the adapters that the machine shows, without the software ones
	scripts/preflight.sh $(CARGO) test --workspace --all-features --no-fail-fast $(ARGS)

doctor-trials: ## take parts of Vulkan away in roots of their own, which the doctor has to name (as root; ARGS=NAME for one)
	scripts/doctor-trials.sh $(ARGS)

fuzz: ## hold the analysis against 100,000 random kernels (POLYGPU_FUZZ=N for another number)
	POLYGPU_FUZZ=$${POLYGPU_FUZZ:-100000} $(CARGO) test --workspace --all-features --lib access::tests::property -- --nocapture $(ARGS)

# Without a sanitizer: what is fuzzed is safe Rust, and runs several times as fast so.
fuzz-targets: ## fuzz kernels, launches and .npy files, a minute each (ARGS=TARGET for one, POLYGPU_FUZZ_SECONDS=N)
	for target in $(or $(ARGS),wgsl launch npy); do \
		mkdir -p fuzz/corpus/$$target && \
		RUST_BACKTRACE=0 $(CARGO) +nightly fuzz run -s none $$target fuzz/corpus/$$target fuzz/kept/$$target \
			$$([ $$target != wgsl ] || echo shaders tests/kernels) -- -timeout=20 -rss_limit_mb=2048 \
			-max_total_time=$${POLYGPU_FUZZ_SECONDS:-60} || exit; \
	done

soak: ## ten minutes of random launches under random faults (POLYGPU_SOAK=SECONDS for another time)
	POLYGPU_SOAK=$${POLYGPU_SOAK:-600} scripts/preflight.sh scripts/rig.sh $(CARGO) test --workspace --all-features --test soak -- --nocapture $(ARGS)

validate: ## run every test under Khronos' Vulkan validation layer, which must have nothing to say
	scripts/preflight.sh scripts/validate.sh $(ARGS)

mutants: ## put faults into the analysis and the planner, which the tests have to catch (ARGS=NAME for one of them)
	scripts/mutants.sh $(ARGS)

bench: ## run the benchmarks, on the GPUs or, where there is none, on the software adapters
	scripts/preflight.sh scripts/rig.sh --unless-gpu $(CARGO) bench --workspace $(ARGS)

check: check-format check-lints check-docs ## formatting, lints and docs, as CI checks them

check-format:
	$(CARGO) fmt --all --check

check-lints:
	$(CARGO) clippy --workspace --all-targets --all-features -- -D warnings

check-docs:
	RUSTDOCFLAGS="-D warnings" $(CARGO) doc --workspace --no-deps --all-features

rig: ## make the three software adapters; `source target/rig/env.sh` selects them
	@scripts/rig.sh
