# Clearway. `make` installs what is missing, builds, and leaves the command at build/clearway.
#
#   make demo       a floor plan becomes a navigation mesh, three characters find their ways, and a
#                   crowd leaves
#   make test       every test
#   make browser-test   the player in Chromium, where there is one
#   make bench      speed and cell counts
#   make pictures   the pictures in docs/images/
#   make format     clang-format over the sources
#   make coverage   the tests with sanitizers, and line coverage of src/, at least 95 %
#   make wasm       build/wasm/clearway.wasm
#   make python     the Python package: build/python/clearway-*.whl, installed and tested
#   make npm        the npm package: build/npm/clearway-<version>.tgz, made and tested
#   make studio     the studio: build/studio/ and, in one file, build/studio/studio.html
#   make studio-test  the studio in a real browser
#   make site       the documentation as web pages, with the studio: build/site/index.html
#   make deb        Debian packages in build/deb/, looked at by lintian
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
DEMO_CROWD := examples/office-exit.json
# From the atrium to the end of the bar: behind the bar, between the tables, around the cafe.
DEMO_WAYS := --from 24.4,18.5 --to 32.6,12.1 --radius 0.3 --radius 0.65 --radius 0.9
# A house of two storeys: from the street to a bedroom, through a door of 0.6 m or one of 0.8 m.
DEMO_HOUSE := examples/house.obj
DEMO_STREET := --from 2,-4.8,-0.12
DEMO_UPSTAIRS := --from 2,-4.8,-0.12 --to 3.2,0.9,2.95 --radius 0.25 --radius 0.38
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
	@echo
	@$(BUILD)/clearway build $(DEMO_HOUSE) $(DEMO_STREET) -o $(DEMO)/house.cwm
	@$(BUILD)/clearway check $(DEMO)/house.cwm --against $(DEMO_HOUSE) $(DEMO_STREET)
	@$(BUILD)/clearway draw $(DEMO)/house.cwm --view slanted -o $(DEMO)/house.png
	@$(BUILD)/clearway draw $(DEMO)/house.cwm --view floors -o $(DEMO)/house-floors.png
	@$(BUILD)/clearway convert $(DEMO)/house.cwm $(DEMO)/house.glb
	@$(BUILD)/clearway path $(DEMO)/house.cwm $(DEMO_UPSTAIRS) -o $(DEMO)/upstairs.png
	@$(BUILD)/clearway path $(DEMO)/house.cwm $(DEMO_UPSTAIRS) --view slanted -q \
		-o $(DEMO)/upstairs-slanted.png
	@echo "From the street to a bedroom upstairs, through the bath or around it:"
	@echo "$(DEMO)/upstairs.png and upstairs-slanted.png; the floors: house.png, house-floors.png"
	@echo
	@$(BUILD)/clearway sim $(DEMO_CROWD) -o $(DEMO)/crowd.sqlite
	@$(BUILD)/clearway draw $(DEMO)/crowd.sqlite -o $(DEMO)/crowd.png --quiet
	@$(BUILD)/clearway sim $(DEMO_CROWD) -o $(DEMO)/crowd.html --quiet
	@echo "A crowd leaves the office: $(DEMO)/crowd.png; open $(DEMO)/crowd.html to see it walk"

test: configure
	@cmake --build $(BUILD) -j $(JOBS) -- --no-print-directory -s
	@tools/setup wasm || echo "The WebAssembly tests will be skipped"
	@ctest --test-dir $(BUILD) --output-on-failure --no-tests=error -j $(JOBS) $(CTEST_FLAGS)

# The player in a real browser; skipped where there is none.
browser-test: build
	@tests/browser/player.sh $(BUILD)/clearway || [ $$? -eq 77 ]

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
	@JOBS=$(JOBS) tools/coverage test $(BUILD)/coverage
	@COVERAGE_FLOOR=$(COVERAGE_FLOOR) COVERAGE_PAGES=1 tools/coverage report $(BUILD)/coverage

wasm:
	@tools/setup build wasm
	@cmake -S . -B $(BUILD)/wasm $(QUIET) -DCMAKE_TOOLCHAIN_FILE=$(CURDIR)/cmake/wasi.cmake \
	    -DCMAKE_BUILD_TYPE=Release >/dev/null
	@cmake --build $(BUILD)/wasm -j $(JOBS) --target clearway_wasm clearway_layout -- --no-print-directory -s
	@echo "The module is at $(BUILD)/wasm/clearway.wasm"

python:
	@tools/setup python
	@JOBS=$(JOBS) tools/python $(BUILD)

# The tools that make scripts and pages, in the versions that the lock file pins.
web/node_modules/.package-lock.json: web/package-lock.json
	@tools/setup wasm web
	@npm --prefix web ci --no-audit --no-fund --silent --prefer-offline --fetch-retries 5
	@touch $@

npm-package: wasm web/node_modules/.package-lock.json
	@node web/npm/build.mjs $(BUILD)

npm: npm-package build
	@node web/npm/test/run.mjs $(BUILD)

studio: npm-package
	@node web/studio/build.mjs $(BUILD)

# In Chromium, with real events; ends with 77 where there is no browser.
studio-test: studio build
	@node web/studio/test/run.mjs $(BUILD)

site: studio
	@tools/setup site
	@tools/site $(BUILD)

deb:
	@tools/setup build python deb
	@JOBS=$(JOBS) tools/deb $(BUILD)

fuzz:
	@tools/setup build fuzz
	@FUZZ_SECONDS=$(FUZZ_SECONDS) JOBS=$(JOBS) tools/fuzz $(BUILD)/fuzzing

install: build
	@cmake -S . -B $(BUILD) $(QUIET) -DCMAKE_INSTALL_PREFIX=$(PREFIX) >/dev/null
	@DESTDIR="$(DESTDIR)" cmake --install $(BUILD) >/dev/null
	@[ -n "$(DESTDIR)" ] || ldconfig 2>/dev/null || true # so that programs find it under /usr/local
	@echo "Installed into $(DESTDIR)$(PREFIX)"

clean:
	@rm -rf $(BUILD)

.PHONY: all setup configure build demo test browser-test bench pictures format format-check coverage \
        wasm python npm-package npm studio studio-test site deb fuzz install clean
