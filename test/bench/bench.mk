# make bench: the library beside the PyTorch reference, in one run.
#
#   make bench                      default and large model, CodeBERT-base's size
#   make bench BENCH_THREADS=1 BENCH_ROUNDS=5
#   make bench-parser               what of it is the question parser's
#   make bench-lm                   a language model, T2SED_LANGUAGE_MODEL=DIR or random weights
#   make bench-tables               all tables of docs/performance.md, again
#   make bench-tables BENCH_TABLES="beam lines" BENCH_RUN="chrt -r 20"

BENCH_THREADS ?= 2
BENCH_ROUNDS  ?= 3
BENCH_REPEAT  ?= 20
BENCH_TABLES  ?= beam parser precision lines linking
BENCH_RUN     ?=
BENCH_DOC     ?= docs/performance.md
DATA          ?= ../shared/data
BENCH_BIN     := $(BUILD)/test/bench/bench
BENCH_DIR     := $(BUILD)/bench
BENCH_LARGE   := $(BENCH_DIR)/codebert-size
BENCH_NEEDS   := $(BENCH_BIN) $(BENCH_LARGE)/config.json $(BENCH_DIR)/questions.txt

# Where the bench, which is linked as one, finds the models that ship.
BENCH_MODELS = T2SED_QUESTION_PARSER=$${T2SED_QUESTION_PARSER:-lib/models/question-parser} \
    T2SED_SKETCH=lib/models/sketch T2SED_SCHEMA_PREDICTION=lib/models/schema-prediction

# The database that the beam is of: Spider's, where it is, or a small one.
BENCH_EXAMPLE  := $(BENCH_DIR)/example.sqlite
BENCH_DATABASE ?= $(firstword $(wildcard $(DATA)/spider/database/concert_singer/concert_singer.sqlite) $(BENCH_EXAMPLE))

BENCH_COMPARE = $(PYTHON) test/bench/compare.py --bench $(BENCH_BIN) --python $(PYTHON) \
    --rounds $(BENCH_ROUNDS) --repeat $(BENCH_REPEAT) --questions $(BENCH_DIR)/questions.txt
BENCH_BEAM    = $(BENCH_COMPARE) --threads $(BENCH_THREADS) --database $(BENCH_DATABASE)
BENCH_ALL     = "default model (no network)=lib/models/default" "large model (3 x 384)=lib/models/large" \
    "CodeBERT-base size (12 x 768, random weights)=$(BENCH_LARGE)"
BENCH_LAST    = "CodeBERT-base size (12 x 768, random weights)=$(BENCH_LARGE)"
BENCH_ENV     = T2SED_BACKEND=$(abspath $(SHIM)) $(BENCH_MODELS)

.PHONY: bench bench-parser bench-lm bench-tables
bench: all $(BENCH_NEEDS) $(BENCH_DATABASE)
	@$(BENCH_ENV) $(BENCH_RUN) $(BENCH_BEAM) $(BENCH_ALL)

# The question parser's part alone.
bench-parser: all $(BENCH_NEEDS)
	@$(BENCH_ENV) $(BENCH_RUN) $(BENCH_COMPARE) --parser-only $(BENCH_LAST)

bench-lm: shim
	@T2SED_BACKEND=$(abspath $(SHIM)) $(BENCH_RUN) $(PYTHON) test/bench/language.py

# Everything that docs/performance.md has from a command, one after another; what
# needs DATA is left out without it.
bench-tables: all $(BENCH_NEEDS) $(BENCH_DATABASE)
	@for table in $(BENCH_TABLES); do $(MAKE) --no-print-directory bench-table-$$table || exit 1; done

BENCH_PAGE   = $(BENCH_ENV) $(BENCH_RUN) $(PYTHON) test/bench/performance.py $(BENCH_DOC)
BENCH_SMBOP := $(DATA)/predictions/dev/smbop.jsonl
BENCH_ROWS   = --tables $(DATA)/spider/tables.json --db-root $(DATA)/spider/database
NEEDS_DATA   = @test -e $(BENCH_SMBOP) || { echo '$@: left out: DATA= must name the directory that has predictions/dev/'; exit 0; };

.PHONY: $(BENCH_TABLES:%=bench-table-%)
bench-table-beam:
	@$(BENCH_PAGE) beam $(BENCH_BEAM) --beam-only $(BENCH_ALL)
bench-table-parser:
	@$(BENCH_PAGE) parser $(BENCH_COMPARE) --parser-only $(BENCH_LAST)
bench-table-precision:
	$(NEEDS_DATA) $(BENCH_PAGE) precision env T2SED_MODEL=lib/models/large $(PYTHON) test/bench/agree.py --t2sed $(CLI_BIN) --threads $(BENCH_THREADS) $(BENCH_ROWS) -- $(BENCH_SMBOP)
bench-table-lines:
	$(NEEDS_DATA) $(BENCH_PAGE) lines $(PYTHON) test/bench/lines.py --t2sed $(CLI_BIN) --threads $(BENCH_THREADS) --rounds $(BENCH_ROUNDS) --model lib/models/default --model lib/models/large $(BENCH_ROWS) $(BENCH_SMBOP)
bench-table-linking:
	$(NEEDS_DATA) $(BENCH_PAGE) linking $(PYTHON) test/bench/linker.py $(DATA)/spider/database/baseball_1/baseball_1.sqlite

# The first hundred questions of Spider dev, where they are.
$(BENCH_DIR)/questions.txt: | $(BENCH_LARGE)/config.json
	@if [ -e $(DATA)/spider/dev.jsonl ]; then head -n 100 $(DATA)/spider/dev.jsonl | $(PYTHON) -c 'import json, sys; [print(json.loads(line)["question"]) for line in sys.stdin]' >$@; else printf '%s\n' 'How many singers are there?' >$@; fi

$(BENCH_EXAMPLE): test/bench/beam.sql
	@mkdir -p $(@D)
	@rm -f $@
	@$(PYTHON) -c 'import sqlite3, sys; sqlite3.connect(sys.argv[1]).executescript(sys.stdin.read())' $@ <$<

# make soak: many beams on databases made by script; fails where memory grows.
SOAK_BEAMS ?= 100000
.PHONY: soak
soak: $(BUILD)/test/bench/soak
	@$(BENCH_MODELS) $(BUILD)/test/bench/soak $(SOAK_BEAMS) lib/models/default

# make bench-spark: pairs on a local Spark of two workers, one of which is killed
# (`make deps-parity` installs Spark).
BENCH_PAIRS ?= 200000
.PHONY: bench-spark
bench-spark: lib programs
	$(BENCH_RUN) $(PYTHON) test/bench/spark.py --t2sed $(CLI_BIN) --pairs $(BENCH_PAIRS) $(DATA)

# make scale: seconds and memory of many candidates for one question.
SCALE_COUNTS ?= 1000 10000 100000
.PHONY: scale
scale: $(BUILD)/test/bench/scale $(BUILD)/bench/demo.sqlite
	@$(BENCH_MODELS) $(BUILD)/test/bench/scale lib/models/default - $(SCALE_COUNTS)
	@$(BENCH_MODELS) $(BUILD)/test/bench/scale lib/models/default $(BUILD)/bench/demo.sqlite $(SCALE_COUNTS)

# make bench-worker: what a worker process costs.
.PHONY: bench-worker
bench-worker: $(BUILD)/test/bench/worker $(WORKER) $(BUILD)/bench/demo.sqlite
	@T2SED_WORKER=$(WORKER) $(BUILD)/test/bench/worker $(BUILD)/bench/demo.sqlite

# make bench-bombs: how long queries take that are made to run for ever.
.PHONY: bench-bombs
bench-bombs: $(BUILD)/test/bench/bombs $(WORKER)
	@T2SED_WORKER=$(WORKER) $(BUILD)/test/bench/bombs $(BUILD)/bench/bomb.sqlite

$(BUILD)/test/bench/bombs: CPPFLAGS_ALL += -Itest/unit/database
$(BUILD)/test/bench/bombs: test/unit/database/bombs.h

$(BUILD)/bench/demo.sqlite: examples/cli/demo/database.sql
	@mkdir -p $(@D)
	@rm -f $@
	$(PYTHON) -c 'import sqlite3, sys; sqlite3.connect(sys.argv[1]).executescript(sys.stdin.read())' $@ <$<

$(BUILD)/test/bench/scale $(BUILD)/test/bench/soak $(BUILD)/test/bench/worker $(BUILD)/test/bench/bombs: $(BUILD)/test/bench/%: test/bench/%.c $(LIB_STATIC) $(LAB_STATIC)
	@mkdir -p $(@D)
	$(call say,CC,$<)
	$(Q)$(CC) $(CPPFLAGS_ALL) $(CFLAGS_ALL) $< -o $@ $(LDFLAGS_ALL) $(TEST_LIBS)

$(BENCH_BIN): test/bench/bench.c $(LIB_STATIC) $(LAB_STATIC)
	@mkdir -p $(@D)
	$(call say,CC,$<)
	$(Q)$(CC) $(CPPFLAGS_ALL) -I. $(CFLAGS_ALL) $< -o $@ $(LDFLAGS_ALL) $(TEST_LIBS)

$(BENCH_LARGE)/config.json: test/bench/make_encoder.py test/bench/beam.json | $(CLI_BIN)
	$(PYTHON) test/bench/make_encoder.py $(BENCH_DIR)/encoder
	$(CLI_BIN) import $(BENCH_DIR)/encoder $(BENCH_LARGE)

# How long a schema prediction takes on schemas of up to 3,000 columns.
.PHONY: bench-schema-prediction
bench-schema-prediction: $(BUILD)/test/bench/schema_columns
	$< lib/models/schema-prediction

$(BUILD)/test/bench/schema_columns: test/bench/schema_columns.c $(LIB_STATIC) $(LAB_STATIC)
	@mkdir -p $(@D)
	$(call say,CC,$<)
	$(Q)$(CC) $(CPPFLAGS_ALL) $(CFLAGS_ALL) $< -o $@ $(LDFLAGS_ALL) $(TEST_LIBS)
