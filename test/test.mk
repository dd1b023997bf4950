# Tests. Every suite prints TAP (https://testanything.org); test/run.sh runs
# them, sums up, and ends on "N passed, N failed, N skipped".

UNIT_SRC := $(sort $(wildcard test/unit/*/test_*.c))
UNIT_BIN := $(patsubst test/unit/%.c,$(BUILD)/test/%,$(UNIT_SRC))
CHECK_CFLAGS = $(shell $(PKG_CONFIG) --cflags check)
CHECK_LIBS   = $(shell $(PKG_CONFIG) --libs check)
# The tests themselves are not optimised: that takes a third of the time to build.
TEST_CFLAGS ?= -O0 -U_FORTIFY_SOURCE

.PHONY: check check-build

check-build: $(UNIT_BIN) $(BUILD)/test/make_tiny_model $(BUILD)/test/faulty_io.so $(BUILD)/test/golden/features

# Tests of what stands in front of an engine bring a fake one.
FAKE_BACKEND := $(BUILD)/test/fake_backend.so
$(BUILD)/test/correct/% $(BUILD)/test/judge/% $(BUILD)/test/language/% $(BUILD)/test/model/% $(BUILD)/test/train/% $(BUILD)/test/cuda/%: CPPFLAGS_ALL += -DT2S_FAKE_BACKEND_PATH='"$(abspath $(FAKE_BACKEND))"' -DT2S_SHIM_PATH='"$(abspath $(SHIM))"'
$(filter $(BUILD)/test/correct/% $(BUILD)/test/judge/% $(BUILD)/test/language/% $(BUILD)/test/model/% $(BUILD)/test/train/%,$(UNIT_BIN)): | $(FAKE_BACKEND)

# Tests of training forests: "" where LightGBM has not been installed.
LIGHTGBM ?= $(firstword $(wildcard .deps/venv/lib/python3*/site-packages/lightgbm/lib/lib_lightgbm.so))
$(BUILD)/test/train/%: CPPFLAGS_ALL += -DT2S_LIGHTGBM_PATH='"$(abspath $(LIGHTGBM))"'

$(FAKE_BACKEND): test/unit/fake_backend.c shim/backend.h
	@mkdir -p $(@D)
	$(call say,CC,$<)
	$(Q)$(CC) $(CPPFLAGS_ALL) $(CFLAGS_ALL) -shared $< -o $@ $(LDFLAGS_ALL) -lm

# For tests of programs whose files fail; they have no sanitizer in them.
$(BUILD)/test/faulty_io.so: test/unit/faulty_io.c
	@mkdir -p $(@D)
	$(call say,CC,$<)
	$(Q)$(CC) -std=c11 $(WARNINGS) -fPIC -O2 -shared $< -o $@ -ldl

# What tests link: the archives of both libraries.
TEST_LIBS = $(LAB_STATIC) $(LIB_STATIC) $(PACKAGE_LIBS) -ldl -lm -lpthread

# A model directory of random weights, for tests that are no C programs.
$(BUILD)/test/make_tiny_model: test/unit/make_tiny_model.c test/unit/tiny_model.h $(LIB_STATIC) $(LAB_STATIC)
	@mkdir -p $(@D)
	$(call say,CC,$<)
	$(Q)$(CC) $(CPPFLAGS_ALL) -Itest/unit $(CFLAGS_ALL) $< -o $@ $(LDFLAGS_ALL) $(TEST_LIBS)

# Prints what test/golden/test_golden.py compares; sees the public API alone.
$(BUILD)/test/golden/features: test/golden/features.c $(LIB_SHARED)
	@mkdir -p $(@D)
	$(call say,CC,$<)
	$(Q)$(CC) -Iinclude $(PACKAGE_CFLAGS) -std=c11 $(C_WARNINGS) $(CFLAGS) $(SANITIZE) $< -o $@ $(LDFLAGS_ALL) -L$(BUILD)/lib -lt2sed -ljansson -lm -Wl,-rpath,'$$ORIGIN/../../lib'

$(BUILD)/test/%: test/unit/%.c $(LIB_STATIC) $(LAB_STATIC)
	@mkdir -p $(@D)
	$(call say,CC,$<)
	$(Q)$(CC) $(CPPFLAGS_ALL) -Itest/unit $(CHECK_CFLAGS) $(filter-out -fvisibility=hidden,$(CFLAGS_ALL)) -Wno-missing-prototypes $(TEST_CFLAGS) -MMD -MP $< -o $@ $(LDFLAGS_ALL) $(CHECK_LIBS) $(TEST_LIBS)

# Functions whose calls test_work.c counts.
COUNTED := t2sed_sql_parse_n t2sed_sql_parse_as t2s_query_read t2s_checks_find t2s_cues_compare t2s_time_conditions_new t2s_query_bounds_read t2s_query_windows_read t2s_asked_cues_count t2s_relative_words_read t2s_result_filter_find t2s_sketcher_predict t2s_schema_predictor_predict t2s_question_facts_new t2s_refusals_open t2s_refusals_ask t2s_runner_run
$(BUILD)/test/decide/test_work: LDFLAGS_ALL += $(COUNTED:%=-Wl,--wrap=%)

# The unit tests alone, for daily work.
check: check-build
	@sh test/run.sh $(UNIT_BIN)

-include $(UNIT_BIN:=.d)

# Fuzz targets: test/fuzz/fuzz_NAME.c defines LLVMFuzzerTestOneInput, its seeds
# lie in test/fuzz/corpus/NAME/. `make fuzz-replay` runs seeds and a fixed set
# of mutations; `make fuzz` builds them for libFuzzer (clang), and
# `make fuzz-campaign` runs them all (test/fuzz/campaign.sh).
FUZZ_SRC := $(sort $(wildcard test/fuzz/fuzz_*.c))
FUZZ_BIN := $(patsubst test/fuzz/%.c,$(BUILD)/fuzz/%,$(FUZZ_SRC))
FUZZ_CFLAGS = $(filter-out -fvisibility=hidden,$(CFLAGS_ALL)) -Wno-missing-prototypes
FUZZ_CC ?= clang
ifeq ($(MODE),libfuzzer)
FUZZ_MAIN := -fsanitize=fuzzer -DT2S_LIBFUZZER
else
FUZZ_MAIN := test/fuzz/replay.c
endif
# What some targets need beside themselves: an engine, parts of the programs.
FUZZ_BACKEND := $(BUILD)/fuzz/fake_backend.so

.PHONY: fuzz-replay fuzz-build fuzz fuzz-campaign

fuzz-build: $(FUZZ_BIN) $(FUZZ_BACKEND)

fuzz-replay: $(FUZZ_BIN) $(FUZZ_BACKEND)
	@sh test/run.sh $(FUZZ_BIN)

$(BUILD)/fuzz/fuzz_conversation: FUZZ_WITH := $(wildcard examples/shared/*.c)
$(BUILD)/fuzz/fuzz_extension: FUZZ_WITH := -DSQLITE_CORE -D_GNU_SOURCE $(wildcard examples/sqlite/*.c examples/shared/*.c)
$(BUILD)/fuzz/fuzz_program: FUZZ_WITH := $(filter-out %/main.c,$(wildcard examples/cli/*.c)) $(wildcard examples/shared/*.c)

# Those that write files or run queries for each input.
FUZZ_SLOW := $(patsubst %,$(BUILD)/fuzz/fuzz_%,callbacks collect constraint database dataset execute extension import index language language_model program witness)
$(FUZZ_SLOW): FUZZ_DEFINES := -DT2S_FUZZ_MUTATIONS=20

$(BUILD)/fuzz/fuzz_%: test/fuzz/fuzz_%.c test/fuzz/replay.c $(wildcard test/fuzz/*.h) $(LIB_STATIC) $(LAB_STATIC) | $(FUZZ_BACKEND)
	@mkdir -p $(@D)
	$(call say,CC,$<)
	$(Q)$(CC) $(CPPFLAGS_ALL) -Itest/unit -DT2S_FUZZ_CORPUS='"test/fuzz/corpus/$*"' $(FUZZ_DEFINES) $(FUZZ_CFLAGS) test/fuzz/fuzz_$*.c $(FUZZ_WITH) $(FUZZ_MAIN) -o $@ $(LDFLAGS_ALL) $(TEST_LIBS)

# Without sanitizers: a library that is loaded cannot count edges.
$(FUZZ_BACKEND): test/unit/fake_backend.c shim/backend.h
	@mkdir -p $(@D)
	$(call say,CC,$<)
	$(Q)$(CC) $(CPPFLAGS_ALL) -std=c11 -O1 -g -fPIC -shared $< -o $@ -lm

# Run one with: build/libfuzzer/fuzz/fuzz_NAME test/fuzz/corpus/NAME
fuzz: deps-fuzz
	@$(MAKE) --no-print-directory MODE=libfuzzer BUILD=build/libfuzzer CC="$(FUZZ_CC)" CFLAGS="-O1 -g" WERROR= fuzz-build

# All of them in turn, each for SECONDS; goes on where it was interrupted.
SECONDS ?= 7200
fuzz-campaign: fuzz
	sh test/fuzz/campaign.sh build/libfuzzer/fuzz build/fuzz-campaign $(SECONDS)

# --- make test, make test-ci and make test-full ---------------------------------
#
# Three parts, none of which repeats another; each is one run of test/run.sh:
#
#   make test       one build: unit tests, golden files, scripts that are quick
#   make test-ci    what finds bugs beside it: sanitizers, fuzz corpora, clang,
#                   the scripts that take longer, valgrind of the rooms that
#                   changed. .ci/run runs both.
#   make test-full  the rest, by hand: valgrind of everything, the distribution's
#                   libtorch, packages, and what fails or ends a process at
#                   hundreds of places

PYTHON ?= $(firstword $(wildcard .deps/venv/bin/python3) python3)
export PYTHON T2S_TEST_PARITY

# Tests that need libtorch lie in test/unit/shim/ or are called test_torch_*.
# They run as built only: valgrind knows no AVX-512, and the sanitizers do not
# see into libtorch.
UNIT_TORCH  := $(foreach b,$(UNIT_BIN),$(if $(filter shim/% test_torch_%,$(b:$(BUILD)/test/%=%) $(notdir $(b))),$(b)))
UNIT_C      := $(filter-out $(UNIT_TORCH),$(UNIT_BIN))
UNIT_THREAD := $(patsubst test/unit/%.c,%,$(if $(UNIT_SRC),$(shell grep -l pthread_create $(UNIT_SRC))))
SCRIPTS     := $(sort $(wildcard test/*/test_*.sh test/*/test_*.py))

SUITES_ASAN     := $(UNIT_C:$(BUILD)/%=asan:build/asan/%) $(FUZZ_BIN:$(BUILD)/%=asan:build/asan/%)
# Of small stacks TSan needs more than they have.
SUITES_TSAN     := $(patsubst %,tsan:build/tsan/test/%,$(filter-out database/test_host_process,$(UNIT_THREAD)))
# A forked child has lost what other threads of its parent held: valgrind calls
# that a leak. Four suites of the witnesses and of features by them assert that
# steps of SQLite end a query, not time, which does so first at 30 times the time.
SUITES_VALGRIND := $(patsubst %,valgrind:%,$(filter-out %/database/test_forks %/witness/test_unstable %/test_effects %/features/test_history,$(UNIT_C)))

# What measures time and is next to the limits that it tests runs alone.
ALONE := test/python/test_interrupt.py
alone  = $(foreach s,$(1),$(if $(filter $(ALONE),$(s)),serial:)$(s))

# make test-full: fails a call, or ends a process, at hundreds of places; builds
# packages, or everything twice; starts a Spark; reads hundreds of thousands of
# texts, or parses thousands of questions.
LONG := $(addprefix test/,build/test_amalgamation.sh build/test_debian.sh build/test_release.sh build/test_reproducible.sh build/test_wheel.sh \
	build/test_wheels.sh build/test_windows.sh \
	python/test_full_disk.py python/test_io_faults.py python/test_kill.py \
	python/test_language_tokenizer.py python/test_spark.py python/test_torch_judge.py \
	python/test_torch_questions.py)
# make test-ci: more than some ten seconds of processor time each, those that
# take longest first.
SLOW := $(addprefix test/,python/test_tokenizer_parity.py python/test_torch_archives.py \
	python/test_torch_language_model.py \
	python/test_torch_client.py python/test_torch_examples.py build/test_clang.sh \
	python/test_torch_cli.py python/test_null_arguments.py python/test_convert_detector.py \
	python/test_agents.py python/test_import_parity.py python/test_backend_parity.py \
	python/test_torch_train_parser.py python/test_jobs.py python/test_interrupt.py \
	python/test_binding_threads.py build/test_reference.sh python/test_connections.py)

# Valgrind, at some 30 times the time: in make test-ci of the rooms of lib/ that
# changed most since the last release, without the tests that take minutes of it.
VALGRIND_LONG := $(addprefix valgrind:$(BUILD)/test/, \
	findings/test_disk_faults correct/test_corrector correct/test_written collect/test_collector collect/test_mutator \
	collect/test_disk_faults collect/test_dataset_killed question/test_constituents \
	evaluate/test_hostile constraint/test_walk train/test_forest train/test_tuner train/test_boost \
	database/test_hostile_files findings/test_findings explain/test_explain features/test_real \
	decide/test_checker facts/test_query evaluate/test_interrupted language/test_language_model \
	database/test_functions train/test_sketch_trainer decide/test_beam)
SUITES_CHANGED = $(filter $(foreach r,$(shell sh test/changed_rooms.sh),valgrind:$(BUILD)/test/$(r)/%),$(filter-out $(VALGRIND_LONG),$(SUITES_VALGRIND)))

.PHONY: test test-all test-build test-ci test-ci-build test-full test-full-all \
	asan-build tsan-build test-asan test-tsan test-valgrind test-parity \
	clang-syntax test-headers check-symbols check-abi update-symbols update-golden update-findings \
	update-declarations abi-dump format

# The libraries are looked for again once they have been installed.
test: deps
	@$(MAKE) --no-print-directory test-all

test-build: all check-build

test-all: test-build
	@sh test/run.sh --slowest 10 $(UNIT_BIN) $(call alone,$(filter-out $(LONG) $(SLOW),$(SCRIPTS)))

# .ci/run installs what it needs, so that nothing is left out.
test-ci: test-build asan-build tsan-build
	@T2S_TEST_PARITY=required sh test/run.sh --slowest 20 $(call alone,$(filter $(SCRIPTS),$(SLOW))) $(SUITES_CHANGED) $(SUITES_ASAN) $(SUITES_TSAN)

# The shim's tests, but those that take long, run with the distribution's libtorch
# here; with PyPI's, which the packages of deps-parity need, in .ci/run.
test-full:
	@$(MAKE) --no-print-directory deps-parity
	@$(MAKE) --no-print-directory LIBTORCH_FROM=debian deps-full
	@$(MAKE) --no-print-directory test-full-all

test-full-all: test-build
	@$(MAKE) --no-print-directory LIBTORCH=/usr BUILD=build/debian shim check-build
	@T2S_TEST_PARITY=required sh test/run.sh --slowest 20 $(filter $(SCRIPTS),$(LONG)) $(UNIT_TORCH:$(BUILD)/%=build/debian/%) $(foreach s,$(filter-out $(LONG),$(SCRIPTS)),$(if $(filter test_torch_%,$(notdir $(s))),$(s)@build/debian)) $(SUITES_VALGRIND)

asan-build:
	@$(MAKE) --no-print-directory MODE=asan BUILD=build/asan $(UNIT_C:$(BUILD)/%=build/asan/%) fuzz-build

tsan-build:
	@$(if $(UNIT_THREAD),$(MAKE) --no-print-directory MODE=tsan BUILD=build/tsan $(UNIT_THREAD:%=build/tsan/test/%))

test-asan: asan-build
	@sh test/run.sh $(SUITES_ASAN)

test-tsan: tsan-build
	@$(if $(SUITES_TSAN),sh test/run.sh $(SUITES_TSAN),echo 'no unit test starts a thread')

test-valgrind: check-build
	@sh test/run.sh $(SUITES_VALGRIND)

# The comparisons with Python's packages, which it installs: several GB.
test-parity: deps deps-parity
	@$(MAKE) --no-print-directory all
	@T2S_TEST_PARITY=required sh test/run.sh $(call alone,$(wildcard test/python/test_*.py))

# clang's warnings, of all C files; nothing is compiled.
clang-syntax: $(BUILD)/gen/grammar.h
	$(Q)clang $(CPPFLAGS_ALL) -Itest/unit $(CHECK_CFLAGS) -DT2S_LIBDIR='""' -DT2S_DATADIR='""' -DT2S_FAKE_BACKEND_PATH='""' -DT2S_SHIM_PATH='""' -DT2S_LIGHTGBM_PATH='""' -DT2S_FUZZ_CORPUS='""' -std=c11 $(C_WARNINGS) -Wno-missing-prototypes -fsyntax-only $(wildcard lib/*/*.c lib/*/*/*.c) $(UNIT_SRC) $(FUZZ_SRC)

# Scoring, training and precisions on a GPU; skips, and says why, without one.
.PHONY: test-cuda
test-cuda: shim $(BUILD)/test/cuda/test_torch_cuda
	@sh test/run.sh $(BUILD)/test/cuda/test_torch_cuda

# The runtime on another processor, emulated, and on other distributions; each
# takes minutes.
.PHONY: platform-aarch64 platform-trixie platform-jammy platform-noble
platform-aarch64:
	sh test/build/aarch64.sh

platform-trixie platform-jammy platform-noble: platform-%:
	sh test/build/platform.sh $*

test-headers:
	@sh test/run.sh test/headers/test_headers.sh

check-symbols: lib
	@sh test/run.sh test/abi/test_symbols.sh

check-abi: lib
	@sh test/run.sh test/abi/test_abi.sh

# Run this when a function of the API was added or removed on purpose (one of the
# stable core stands in lib/libt2sed.map, too), or the lab uses more or less of the
# runtime's inside.
update-symbols: lib
	sh test/abi/exported.sh $(LIB_SHARED) 'T2SED_[0-9.]*' >test/abi/symbols.txt
	sh test/abi/exported.sh $(LIB_SHARED) 'T2SED_PARTS_[0-9.]*' >test/abi/parts-symbols.txt
	sh test/abi/exported.sh $(LIB_SHARED) T2SED_PRIVATE >test/abi/private.txt
	sh test/abi/exported.sh $(LAB_SHARED) >test/abi/lab-symbols.txt

# Run this at a release: later builds are compared with it.
ABI_DUMP ?= test/abi/libt2sed-$(VERSION).abi
abi-dump: lib
	abidw --headers-dir include --drop-private-types --no-comp-dir-path --out-file $(ABI_DUMP) $(LIB_SHARED)

# Run this when what the programs print changed on purpose; look at the diff.
update-golden: all $(BUILD)/test/golden/features
	T2S_BUILD=$(BUILD) $(PYTHON) test/golden/test_golden.py --update

# Run this after a change of lib/findings/findings.def: the tables of the docs.
update-findings: lib
	$(PYTHON) test/conformance/test_finding_tables.py --update

# Run this after a change of the public headers: their declarations in Python.
update-declarations:
	$(PYTHON) pkgconfig/python_declarations.py --update

format:
	clang-format -i $(shell git ls-files '*.c' '*.h' '*.cpp')

include test/bench/bench.mk
