# make bench: the library beside the PyTorch reference, in one run.
#
#   make bench                      default model and CodeBERT-base's size
#   make bench BENCH_THREADS=1 BENCH_ROUNDS=5
#   make bench-parser               what of it is the question parser's

BENCH_THREADS ?= 2
BENCH_ROUNDS  ?= 3
BENCH_REPEAT  ?= 20
DATA          ?= ../shared/data
BENCH_BIN     := $(BUILD)/test/bench/bench
BENCH_DIR     := $(BUILD)/bench
BENCH_LARGE   := $(BENCH_DIR)/codebert-size

# Where the bench, which is linked as one, finds the models that ship.
BENCH_MODELS = T2SED_QUESTION_PARSER=$${T2SED_QUESTION_PARSER:-lib/models/question-parser} \
    T2SED_PLAN=lib/models/plan T2SED_SCHEMA_PREDICTION=lib/models/schema-prediction

.PHONY: bench bench-parser
bench: all $(BENCH_BIN) $(BENCH_LARGE)/config.json $(BENCH_DIR)/questions.txt
	@T2SED_BACKEND=$(abspath $(SHIM)) $(BENCH_MODELS) $(PYTHON) test/bench/compare.py --bench $(BENCH_BIN) --threads $(BENCH_THREADS) \
	    --rounds $(BENCH_ROUNDS) --repeat $(BENCH_REPEAT) --python $(PYTHON) --questions $(BENCH_DIR)/questions.txt \
	    "default model (6 x 384)=lib/models/default" \
	    "CodeBERT-base size (12 x 768, random weights)=$(BENCH_LARGE)"

# The first hundred questions of Spider dev, where they are.
$(BENCH_DIR)/questions.txt: | $(BENCH_LARGE)/config.json
	@if [ -e $(DATA)/spider/dev.jsonl ]; then head -n 100 $(DATA)/spider/dev.jsonl | $(PYTHON) -c 'import json, sys; [print(json.loads(line)["question"]) for line in sys.stdin]' >$@; else printf '%s\n' 'How many singers are there?' >$@; fi

# The question parser's part alone.
bench-parser: all $(BENCH_BIN) $(BENCH_LARGE)/config.json $(BENCH_DIR)/questions.txt
	@T2SED_BACKEND=$(abspath $(SHIM)) $(BENCH_MODELS) $(PYTHON) test/bench/compare.py --parser-only --bench $(BENCH_BIN) --questions $(BENCH_DIR)/questions.txt \
	    --rounds $(BENCH_ROUNDS) --repeat $(BENCH_REPEAT) "CodeBERT-base size (12 x 768, random weights)=$(BENCH_LARGE)"

$(BENCH_BIN): test/bench/bench.c $(LIB_STATIC)
	@mkdir -p $(@D)
	$(CC) $(CPPFLAGS_ALL) -I. $(CFLAGS_ALL) $< -o $@ $(LDFLAGS_ALL) $(LIB_STATIC) $(PACKAGE_LIBS) -ldl -lm -lpthread

$(BENCH_LARGE)/config.json: test/bench/make_encoder.py | $(CLI_BIN)
	$(PYTHON) test/bench/make_encoder.py $(BENCH_DIR)/encoder
	$(CLI_BIN) import $(BENCH_DIR)/encoder $(BENCH_LARGE)

# How long a schema prediction takes on schemas of up to 3,000 columns.
.PHONY: bench-schema-prediction
bench-schema-prediction: $(BUILD)/test/bench/schema_columns
	$< lib/models/schema-prediction

$(BUILD)/test/bench/schema_columns: test/bench/schema_columns.c $(LIB_STATIC)
	@mkdir -p $(@D)
	$(CC) $(CPPFLAGS_ALL) $(CFLAGS_ALL) $< -o $@ $(LDFLAGS_ALL) $(LIB_STATIC) $(PACKAGE_LIBS) -ldl -lm -lpthread
