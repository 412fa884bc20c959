# The usual commands; CMakeLists.txt is the build. Every target first installs what it lacks (scripts/setup.sh).
PREFIX ?= /usr/local

all: ## build the library and build/bin/mixmi
	@scripts/setup.sh
	@test -f build/build.ninja || cmake --preset release
	@cmake --build build

demo: all ## estimate and draw on the Palmer penguins
	@scripts/demo.sh

check: ## all tests, also under sanitizers and with clang
	@scripts/check.sh

check-long: ## long tests, valgrind, ThreadSanitizer (ONLY="valgrind tsan")
	@ONLY="$(ONLY)" scripts/check-long.sh

python: all ## build the Python package and install it into build/python-venv
	@scripts/setup.sh python
	@scripts/python.sh build

mutants: ## small errors at random places that the unit tests must notice (ONLY=dates, SEED=N, DRAW=200)
	@scripts/setup.sh check
	@scripts/mutants.py $(if $(SEED),--seed $(SEED)) $(if $(DRAW),--draw $(DRAW)) $(ONLY)

coverage: ## which lines of src/ the tests run
	@scripts/coverage.sh

fuzz: ## the fuzzers, five minutes each (SECONDS=60, ONLY=csv)
	@SECONDS_EACH="$(or $(SECONDS),300)" ONLY="$(ONLY)" KEEP="$(KEEP)" scripts/fuzz.sh

bench: all ## speed, against plain versions, other programs and another build (ONLY=help, QUICK=1, OLD=PATH)
	@scripts/setup.sh bench || echo "bench: what needs them is skipped"
	@cmake --build build --target bench_programs
	@scripts/bench.sh

cluster-demo: all ## the same graph by ranks of MPI and by shards, and by one process
	@scripts/setup.sh cluster
	@scripts/cluster-demo.sh

levels: all ## measure levels and power of the tests and record the figures (RESUME=1)
	@cmake --build build --target experiment_levels
	@test -n "$(RESUME)" || rm -f build/levels.csv
	@build/experiments/levels --csv build/levels.csv --page build/LEVELS.md $(OPTIONS)
	@cp build/levels.csv build/LEVELS.md experiments

networks: all ## learn graphs of 100 random networks and record how right they are (25 min of CPU; RESUME=1)
	@cmake --build build --target experiment_networks
	@test -n "$(RESUME)" || rm -f build/networks.csv
	@build/experiments/networks --plan --seed 2029 --csv build/networks.csv --page build/NETWORKS.md $(OPTIONS)
	@cp build/networks.csv build/NETWORKS.md experiments

effects: all ## coverage and errors of mixmi effect on models with known effects, experiments/EFFECTS.md (two hours)
	@scripts/setup.sh bench
	@/usr/bin/python3 experiments/effects.py --csv experiments/effects.csv --page experiments/EFFECTS.md $(OPTIONS)

rows: all ## measure level and power where rows are in clusters or times are censored and record the figures (25 min of CPU)
	@cmake --build build --target experiment_rows experiment_censored
	@build/experiments/rows --csv build/rows.csv $(OPTIONS)
	@build/experiments/censored --csv build/censored.csv --draws 400 $(OPTIONS)
	@cp build/rows.csv build/censored.csv experiments
	@python3 scripts/figures.py build

series: all ## compare graphs of series with tigramite's (TIGRAMITE=DIR) and record the figures (60 min of CPU)
	@/usr/bin/python3 experiments/series.py build/bin/mixmi build/series.csv $(OPTIONS)
	@cp build/series.csv experiments
	@python3 scripts/figures.py build

check-graphs: all ## check true and changed graphs of 300 random networks against their data and record the shares
	@cmake --build build --target experiment_graph_checks
	@build/experiments/graph_checks --csv build/graph_checks.csv --page build/GRAPH_CHECKS.md $(OPTIONS)
	@cp build/graph_checks.csv build/GRAPH_CHECKS.md experiments

repository: all ## learn graphs of public networks (NETWORKS=FOLDER with BIF files, DRAWN=FOLDER with rows; RESUME=1)
	@cmake --build build --target experiment_repository
	@test -n "$(RESUME)" || rm -f build/repository.csv
	@build/experiments/repository --networks "$(NETWORKS)" $(if $(DRAWN),--drawn "$(DRAWN)") --half report --seed 2 \
		$(addprefix --peers ,$(wildcard experiments/repository_peers.csv)) --csv build/repository.csv --page build/REPOSITORY.md $(OPTIONS)
	@cp build/repository.csv build/REPOSITORY.md experiments

directions: all ## how often end marks of a probability are right, experiments/DIRECTIONS.md (NETWORKS=FOLDER with BIF files, DRAWN=FOLDER; real tables: TABLES=FOLDER, ROLES=FILE; 8 min of CPU)
	@cmake --build build --target experiment_directions
	@rm -f build/directions.csv
	@build/experiments/directions --random 35 --seed 31337 $(if $(NETWORKS),--networks "$(NETWORKS)" --half report --public-seed 3) $(if $(DRAWN),--drawn "$(DRAWN)") \
		--csv build/directions.csv --page build/DIRECTIONS.md $(OPTIONS)
	@test -z "$(TABLES)" || experiments/roots.py --tables "$(TABLES)" --roles "$(ROLES)" --csv experiments/roots.csv >/dev/null
	@experiments/roots.py --read experiments/roots.csv --page build/DIRECTIONS.md
	@cp build/directions.csv build/DIRECTIONS.md experiments

blankets: all ## find Markov blankets in 100 random networks and compare with their graphs (55 min of CPU; RESUME=1)
	@cmake --build build --target experiment_blankets
	@test -n "$(RESUME)" || rm -f build/blankets.csv
	@build/experiments/blankets --csv build/blankets.csv --page build/BLANKETS.md $(OPTIONS)
	@cp build/blankets.csv build/BLANKETS.md experiments

accuracy: all ## measure all estimators on the accuracy suite and record the figures
	@cmake --build build --target experiment_accuracy
	@build/experiments/accuracy --csv experiments/accuracy.csv --page experiments/ACCURACY.md

docs: all ## the documentation site, build/site/index.html (UPDATE=1: record what its examples print)
	@scripts/setup.sh docs
	@UPDATE="$(UPDATE)" scripts/docs.sh build

docs-packages: all ## the examples in Python and R of the site (UPDATE=1: record what they print)
	@scripts/setup.sh python r
	@scripts/python.sh build && scripts/r.sh install >build/r-install.log 2>&1
	@tests/pages.py --run python,r $(if $(UPDATE),--update) README.md docs/index.md docs/*/*.md

figures: all ## the tables of the site from the recorded figures (MEASURE=1: measures graphs and seconds again, minutes)
	@cmake --build build --target experiment_levels experiment_accuracy experiment_networks experiment_blankets
	@scripts/figures.py build $(if $(MEASURE),--measure)

pictures: all ## draw the pictures of the README and of docs/ again
	@scripts/setup.sh report
	@scripts/pictures.sh

reproduce: all ## the paper's experiments, figures and claims (QUICK=1: a few minutes)
	@scripts/setup.sh reproduce
	@cmake --build build --target reproduce
	@QUICK="$(QUICK)" RESTART="$(RESTART)" OPTIONS="$(OPTIONS)" scripts/reproduce.sh

wheel: ## the Python wheel that runs on any Linux, in build/dist (SUITE=: with this system's libraries)
	@scripts/wheel.sh

sdist: ## the source distribution of the Python package, in build/dist
	@scripts/setup.sh python
	@scripts/python.sh sdist

deb: ## Debian packages of what is committed, in build/dist
	@scripts/deb.sh

static: ## one file that is the command and needs no library, in build/dist
	@scripts/static.sh

web: all ## the page that computes in a browser, and the npm package: build-web/
	@scripts/setup.sh report web
	@web/check.sh build-web build/bin/mixmi

cross: ## compile for other processors and Windows, and test under emulation (ONLY=arm64)
	@ONLY="$(ONLY)" scripts/cross.sh

packages-check: ## try wheel, packages and static command in fresh systems (root; debootstrap)
	@scripts/packages-check.sh

release: ## all artefacts of a release, twice, with checksums (VERSION=0.3.0)
	@VERSION="$(VERSION)" scripts/release.sh

r: all ## the R package as a source tarball, build/mixmi_*.tar.gz
	@scripts/r.sh tarball

r-check: all ## R CMD check --as-cran of the R package, with all its tests
	@scripts/r.sh test
	@scripts/r.sh check

install: all ## install to PREFIX (/usr/local), honouring DESTDIR
	@cmake --install build --prefix $(PREFIX)

format: ## lay out the C files with clang-format
	@git ls-files '*.c' '*.h' | xargs clang-format -i

clean: ## remove all build folders
	@rm -rf build build-*

help: ## this list
	@sed -n 's/^\([a-z-]*\):.*## /\1\t/p' Makefile | expand -t 12

.PHONY: all demo docs docs-packages figures pictures cluster-demo check check-long mutants coverage fuzz python wheel sdist deb static web cross packages-check release r r-check bench accuracy levels networks effects check-graphs repository directions blankets reproduce install format clean help
