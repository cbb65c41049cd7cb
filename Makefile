# Two commands do everything on a fresh machine: `make bench` and `make test`.
# Both install GLPK where it is missing, and say so.

SWIFT ?= swift
LAYOUTBENCH = $(shell $(SWIFT) build -c release --show-bin-path)/layoutbench

# Homebrew's folders are not searched by default.
ifeq ($(shell uname),Darwin)
BREW := $(shell brew --prefix 2>/dev/null)
FLAGS = -Xcc -I$(BREW)/include -Xlinker -L$(BREW)/lib
endif

.PHONY: bench test optimised-test build swift-benchmark lint format glpk clean

# Builds, verifies and times the built-in scenes, writes Results/bench.json and its reports: a page,
# Markdown with its charts beside it, CSV and one picture.
bench: links
	$(LINKED) bench $(LINKARGS) -o Results/bench.json $(ARGS)
	LAYOUTBENCH=$(LINKED) .ci/write-reports Results/bench.json
	@echo "report: Results/bench.html, Results/bench.md, Results/bench.csv, Results/bench.svg"

# A test's time limit counts from its start: with all at once each would wait for all others.
test: glpk
	$(SWIFT) test $(FLAGS) --experimental-maximum-parallelization-width 4 $(ARGS)

# What they test is optimised, with every assertion: its build takes longer, and its run half as long.
optimised-test: export LAYOUTBENCH_OPTIMISED = 1
optimised-test: test

build: glpk
	$(SWIFT) build -c release $(FLAGS) --product layoutbench

# The same cells by ordo-one/benchmark, of a package of its own; the first build takes minutes.
swift-benchmark: glpk
	$(SWIFT) package --package-path Benchmarks --allow-writing-to-package-directory $(FLAGS) \
	  benchmark $(ARGS)

lint:
	$(SWIFT) format lint --strict --recursive Sources Tests Benchmarks Examples Package.swift

format:
	$(SWIFT) format --in-place --recursive Sources Tests Benchmarks Examples Package.swift

glpk:
	@.ci/install-glpk

clean:
	rm -rf .build Benchmarks/.build

# The documentation of the libraries as a site in .build/docs, for any web server: python3 -m http.server -d .build/docs
DOCUMENTED = LayoutModel SLL LayoutKitCalls Constraints GLPKLayout LayoutBench
docs: glpk
	@mkdir -p .build/docs
	LAYOUTBENCH_DOCC=1 $(SWIFT) package $(FLAGS) --scratch-path .build/documented \
	  --allow-writing-to-directory .build/docs generate-documentation \
	  $(foreach target,$(DOCUMENTED),--target $(target)) --enable-experimental-combined-documentation \
	  --transform-for-static-hosting --output-path .build/docs

.PHONY: docs

# Other people's engines, for `--engines 'peer:*'`: needed by nothing else.
peers:
	@$(MAKE) --no-print-directory -C Peers $(if $(PEERS),PEERS="$(PEERS)")

.PHONY: peers

# Links of one build, each function in a section of its own and the sections in other orders: where code
# lies in memory makes a difference of its own. Apple's linker cannot do so.
LINKS ?= 6
LINKFOLDER = .build/links
LINKFLAGS = -c release $(FLAGS) --product layoutbench --scratch-path .build/linked \
  -Xswiftc -Xfrontend -Xswiftc -function-sections -Xswiftc -use-ld=lld
ifeq ($(shell uname),Darwin)
links many-links: build
LINKED = $(LAYOUTBENCH)
LINKARGS =
MANYLINKARGS =
else
LINKED = $(LINKFOLDER)/layoutbench-1
LINKARGS = --links $(LINKFOLDER)
# The first is linked last: where a build gives it again, nothing has changed, and all are kept.
links: glpk
	@set -e; mkdir -p $(LINKFOLDER); \
	built="$$($(SWIFT) build $(LINKFLAGS) --show-bin-path)/layoutbench"; \
	build() { $(SWIFT) build $(LINKFLAGS) -Xlinker "--shuffle-sections=.text*=$$1" >/dev/null; }; \
	build 1; \
	if ! cmp -s "$$built" $(LINKFOLDER)/layoutbench-1 || \
	  [ "$$(ls $(LINKFOLDER) | wc -l)" -ne $(LINKS) ]; then \
	  rm -rf $(LINKFOLDER); mkdir -p $(LINKFOLDER); \
	  for number in $$(seq $(LINKS) -1 1); do \
	    build $$number; cp "$$built" $(LINKFOLDER)/layoutbench-$$number; \
	  done; \
	fi; echo "links: $(LINKFOLDER)/layoutbench-1 … layoutbench-$(LINKS)"

# 48 links, the first six of which are those of `make links`.
MANYLINKS = .build/many-links
MANYLINKARGS = --links $(MANYLINKS)
many-links:
	@$(MAKE) --no-print-directory links LINKS=48 LINKFOLDER=$(MANYLINKS)
	@rm -rf $(LINKFOLDER) && mkdir -p $(LINKFOLDER)
	@for number in 1 2 3 4 5 6; do \
	  ln $(MANYLINKS)/layoutbench-$$number $(LINKFOLDER)/layoutbench-$$number; done
endif

# Measures the tables of docs/results.md and the README again. The default suite takes eight times as many
# links as `make bench`, and five times as many children: intervals are half as wide then.
reference: many-links
	@$(MAKE) --no-print-directory -C Peers
	$(LINKED) bench $(MANYLINKARGS) --children 96 -o Results/reference.json
	$(LINKED) bench $(LINKARGS) --suite full -o Results/full.json
	$(LINKED) bench $(LINKARGS) --suite notation -o Results/notation.json
	$(LINKED) bench $(LINKARGS) --suite peers -o Results/peers.json
	$(LINKED) bench $(LINKARGS) --suite growth -o Results/growth.json
	$(LINKED) bench --only-counters --instructions -o Results/counts.json
	$(LINKED) truth $(LINKARGS) --form program --phases first,resize,edit --children 6 -o Results/truth.json
	$(LINKED) bench $(LINKARGS) -o .build/default.json
	$(LINKED) bench $(LINKARGS) -o .build/again.json
	$(LINKED) bench $(LINKARGS) --quick -o .build/quick.json
	$(LINKED) bench $(LINKARGS) --scenes post --children 18 -o .build/alone.json
	OTHERS="$(foreach run,default again quick alone,$(run)=.build/$(run).json)" \
	  LAYOUTBENCH=$(LINKED) .ci/update-results

# Fuzzes every reader of text with libFuzzer for so many seconds: make fuzz SECONDS=36000 KINDS=scenes
SECONDS ?= 3600
fuzz: glpk
	@.ci/fuzz $(SECONDS) $(KINDS)

.PHONY: fuzz

# Measures the same layouts written and measured in other ways, which must not matter.
truth: links
	$(LINKED) truth $(LINKARGS) $(ARGS)

.PHONY: reference links many-links truth
