# Clearway. `make` installs what is missing, builds, and leaves the command at build/clearway.
#
#   make demo       a floor plan becomes a navigation mesh, and three characters find their ways
#   make test       every test
#   make bench      speed and cell counts
#   make pictures   the pictures in docs/images/
#   make format     clang-format over the sources
#   make coverage   line coverage of src/, at least 95 %
#   make wasm       build/wasm/clearway.wasm
#   make fuzz       FUZZ_SECONDS (60) of libFuzzer for each harness
#   make install    PREFIX (/usr/local), DESTDIR
#   make clean      removes build/

BUILD ?= build
PREFIX ?= /usr/local
JOBS ?= $(shell nproc 2>/dev/null || echo 2)
FUZZ_SECONDS ?= 60
COVERAGE_FLOOR ?= 95
CMAKE_FLAGS ?=
CTEST_FLAGS ?=

# Polygons of others, which the benchmarks use where they are there.
POLYGONS ?= ../shared/data/polygons
DEMO_PLAN := examples/office.wkt
DEMO := $(BUILD)/demo
# From the atrium to the end of the bar: behind the bar, between the tables, around the cafe.
DEMO_WAYS := --from 24.4,18.5 --to 32.6,12.1 --radius 0.3 --radius 0.65 --radius 0.9
QUIET := --log-level=NOTICE -DCMAKE_RULE_MESSAGES=OFF

all: build
	@echo "The command is at $(BUILD)/clearway; try: make demo"

setup:
	@tools/setup build test

configure: setup
	@cmake -S . -B $(BUILD) $(QUIET) $(CMAKE_FLAGS) >/dev/null

# What is installed: the libraries and the command. Tests are built by `make test`.
build: configure
	@cmake --build $(BUILD) -j $(JOBS) --target product -- --no-print-directory -s

demo: build
	@mkdir -p $(DEMO)
	@$(BUILD)/clearway build $(DEMO_PLAN) -o $(DEMO)/office.cwm
	@$(BUILD)/clearway info $(DEMO)/office.cwm
	@$(BUILD)/clearway check $(DEMO)/office.cwm --against $(DEMO_PLAN)
	@$(BUILD)/clearway draw $(DEMO)/office.cwm -o $(DEMO)/office.svg
	@$(BUILD)/clearway draw $(DEMO)/office.cwm -o $(DEMO)/office.png
	@echo "The picture is at $(DEMO)/office.png (and office.svg)"
	@echo
	@$(BUILD)/clearway path $(DEMO)/office.cwm $(DEMO_WAYS) -o $(DEMO)/paths.svg
	@$(BUILD)/clearway path $(DEMO)/office.cwm $(DEMO_WAYS) -o $(DEMO)/paths.png --quiet
	@echo "Three characters on one mesh, each on its own way: $(DEMO)/paths.png (and paths.svg)"

test: configure
	@cmake --build $(BUILD) -j $(JOBS) -- --no-print-directory -s
	@tools/setup wasm || echo "The WebAssembly tests will be skipped"
	@ctest --test-dir $(BUILD) --output-on-failure --no-tests=error -j $(JOBS) $(CTEST_FLAGS)

# What is measured beside us is installed first, so that the build finds it.
bench: setup
	@tools/setup bench
	@$(MAKE) -s --no-print-directory build CMAKE_FLAGS='$(CMAKE_FLAGS) -DCW_PEERS=ON'
	@$(BUILD)/clearway bench
	@cmake --build $(BUILD) -j $(JOBS) --target peers -- --no-print-directory -s >/dev/null
	@if [ -x $(BUILD)/peers_cgal ] && [ -d $(POLYGONS) ]; then \
	    echo; echo "The same polygons with CGAL:"; \
	    $(BUILD)/peers_cgal $(POLYGONS)/*.dat; \
	fi

pictures: build
	@tools/pictures $(BUILD)/clearway

format:
	@tools/setup format
	@tools/sources | xargs clang-format -i

format-check:
	@tools/setup format
	@tools/sources | xargs clang-format --dry-run --Werror

coverage:
	@tools/setup build test coverage
	@COVERAGE_FLOOR=$(COVERAGE_FLOOR) JOBS=$(JOBS) tools/coverage $(BUILD)/coverage

wasm:
	@tools/setup build wasm
	@cmake -S . -B $(BUILD)/wasm $(QUIET) -DCMAKE_TOOLCHAIN_FILE=cmake/wasi.cmake \
	    -DCMAKE_BUILD_TYPE=Release >/dev/null
	@cmake --build $(BUILD)/wasm -j $(JOBS) --target clearway_wasm -- --no-print-directory -s
	@echo "The module is at $(BUILD)/wasm/clearway.wasm"

fuzz:
	@tools/setup build fuzz
	@FUZZ_SECONDS=$(FUZZ_SECONDS) JOBS=$(JOBS) tools/fuzz $(BUILD)/fuzzing

install: build
	@cmake -S . -B $(BUILD) $(QUIET) -DCMAKE_INSTALL_PREFIX=$(PREFIX) >/dev/null
	@DESTDIR="$(DESTDIR)" cmake --install $(BUILD) >/dev/null
	@echo "Installed into $(DESTDIR)$(PREFIX)"

clean:
	@rm -rf $(BUILD)

.PHONY: all setup configure build demo test bench pictures format format-check coverage \
        wasm fuzz install clean
