# make parse-ablation ENCODER=DIR: what parses of questions are worth to the
# text branch (docs/quality.md). ENCODER is that of default.mk; the parser is the
# shipped one. Runs that are there already are not repeated; logs lie beside
# them in PARSE_ABLATION_OUT.

PARSE_ABLATION_OUT  ?= $(TRAIN_OUT)/parses
PARSE_ABLATION_RUNS ?= none:1,dependencies:1,constituents:1,both:1
PARSE_ABLATION_FLAGS ?=

.PHONY: parse-ablation
parse-ablation: all
	@test -n '$(ENCODER)' || { echo 'ENCODER= must name the directory of MiniLM-L6 (config.json, model.safetensors, vocab.txt)'; exit 1; }
	nice $(PYTHON) docs/training/parse-ablation.py --t2sed $(CLI_BIN) --encoder '$(ENCODER)' --data $(DATA) --out $(PARSE_ABLATION_OUT) --runs $(PARSE_ABLATION_RUNS) $(PARSE_ABLATION_FLAGS)

# make ablation-tables ENCODER=DIR: each part of the detector removed and alone
# (docs/quality.md), and the base encoders (docs/training.md). What is there is not
# done again: the text rows are hours of one core and don't depend on the
# evidence; the forests are grown anew when its features change or
# $(ABLATION_OUT)/evidence.npz is removed. `make ablation-forests` leaves the text
# as it is.
ABLATION_OUT   ?= $(TRAIN_OUT)/ablation
# ARM:ENCODER:DATA:SEED, see docs/training/ablation_text.py.
ABLATION_TEXT  ?= recipe $(ABLATION_RUNS)
# Other encoders, NAME=DIR: docs/training.md says which there are.
ANOTHER_ENCODERS ?=
ABLATION_ANOTHER := $(foreach one,$(ANOTHER_ENCODERS),$(firstword $(subst =, ,$(one))))
# three,ARM:ENCODER: three seeds.
three           = $(1):gpt:1 $(1):gpt:2 $(1):gpt:3
ABLATION_RUNS  := $(call three,default:whole) $(call three,paper:whole) text:whole:gpt:1 $(call three,default:first-3) \
    $(call three,paper:first-3) $(call three,joins:first-3) $(call three,full:first-3) $(call three,one-layer:first-3) \
    $(call three,link-labels:first-3) joint:first-3:gpt:1 link-edges:first-3:gpt:1 text:first-3:gpt:1 paper:first-3:splash:1 \
    default:spread-3:gpt:1 default:random-3:gpt:1 $(ABLATION_ANOTHER:%=default:%:gpt:1)
ABLATION_ROWS  := all only-plan only-column only-plan+only-column only-execution only-value only-shape \
    no-plan no-column no-plan+no-column no-execution no-value no-value+no-execution no-shape no-cue no-join \
    schema schema+no-plan+no-column gpt beams own own-seen
ABLATION_SEEDS := all:2 all:3 no-plan+no-column:2 no-plan+no-column:3 schema:2 schema:3
ABLATION_BEAMS = $(foreach part,dev test,--beams 'SPLASH $(part)=$(ABLATION_OUT)/splash-$(part).jsonl')
ABLATION_NICE  ?= nice -n 15

.PHONY: ablation-tables ablation-forests ablation-text
ablation-tables: ablation-text ablation-forests

ablation-text: $(TRAIN_OUT)/text/config.json $(TRAIN_OUT)/splash-beams.jsonl $(ABLATION_OUT)/splash-dev.jsonl $(ABLATION_OUT)/splash-test.jsonl | all
	@test -n '$(ENCODER)' || { echo 'ENCODER= must name the directory of MiniLM-L6 (config.json, model.safetensors, vocab.txt)'; exit 1; }
	$(PYTHON) docs/training/keep-text.py $(DATA) >$(ABLATION_OUT)/keep.txt
	$(ABLATION_NICE) $(PYTHON) docs/training/ablation_text.py --t2sed $(CLI_BIN) --encoder '$(ENCODER)' --data $(DATA) --out $(ABLATION_OUT)/text \
	    --keep-text $(ABLATION_OUT)/keep.txt --splash-train $(TRAIN_OUT)/splash-beams.jsonl --chosen $(TRAIN_OUT)/text $(ABLATION_BEAMS) $(ANOTHER_ENCODERS:%=--another %) $(ABLATION_TEXT)

ablation-forests: $(EVIDENCE_NEEDS) $(OWN_SEEN) $(ABLATION_OUT)/splash-dev.jsonl $(ABLATION_OUT)/splash-test.jsonl | all
	T2SED_LIBRARY=$(BUILD)/lib/libt2sed.so $(ABLATION_NICE) $(PYTHON) docs/training/ablation_gather.py --data $(DATA) --folds $(TRAIN_OUT) \
	    --out $(ABLATION_OUT)/evidence.npz --beams 'SPLASH test=$(ABLATION_OUT)/splash-test.jsonl' \
	    --held-out 'own=$(OWN_BEAMS)' $(EVIDENCE_FILES) \
	    $(TRAIN_OUT)/splash-beams.jsonl=0/0 $(OWN_BEAMS)=0/0 $(OWN_SEEN)=0/0
	$(ABLATION_NICE) $(PYTHON) docs/training/ablation_forests.py --evidence $(ABLATION_OUT)/evidence.npz --features '$(EVIDENCE_LIST)' \
	    --out $(ABLATION_OUT)/forests $(ABLATION_ROWS:%=%:1) $(ABLATION_SEEDS)
	$(PYTHON) docs/training/ablation_tables.py --data $(DATA) --text $(ABLATION_OUT)/text --evidence $(ABLATION_OUT)/evidence.npz \
	    --forests $(ABLATION_OUT)/forests $(ABLATION_BEAMS) --held-out 'own=$(OWN_BEAMS)' --update docs/quality.md --encoders docs/training.md

# Beams of our own parser on databases that it has learned from: each of its
# three networks parses folds that another has not seen.
OWN_SEEN := $(TRAIN_OUT)/own-seen.jsonl
$(OWN_SEEN): $(OWN_FOLDS:%=$(OWN)/model-%.pt)
	for of in 0:3-4 1-2:0 3-4:1-2; do \
	    $(OWN_PARSER) parse --inputs $(OWN)/inputs.pickle --tables $(DATA)/spider/tables.json --model $(OWN)/model-$${of#*:}.pt \
	        --folds $${of%:*} --out $(OWN)/seen-$${of%:*}.jsonl || exit 1; done
	$(CLI_BIN) collect --out $(OWN)/seen.db --parser own --max-candidates 0 --max-milliseconds 300 --db-root $(DATA)/spider/database \
	    $(OWN_FOLDS:%=$(OWN)/seen-%.jsonl)
	$(CLI_BIN) collect --export $(OWN)/seen.db >$@.part
	@mv $@.part $@

# SPLASH's beams of databases that nothing is trained on, values filled in and
# labelled by execution.
$(ABLATION_OUT)/splash-%.jsonl: $(DATA)/splash/%_beams.jsonl | all
	@mkdir -p $(@D)
	$(CLI_BIN) collect --out $(@:.jsonl=.db) --parser seq2struct --max-candidates 0 --max-milliseconds 300 --db-root $(DATA)/spider/database $<
	$(CLI_BIN) collect --export $(@:.jsonl=.db) >$@.part
	@mv $@.part $@

# make data-tables: what each source of training data and each setting adds to
# the forests (docs/training.md). Gathering all evidence takes half an hour of one
# core; the tables a few minutes of a GPU with CuPy, else some hours of one
# core with LightGBM.
DATA_TABLES ?= $(TRAIN_OUT)/data-tables

.PHONY: data-tables
data-tables: $(TRAIN_OUT)/plan-folds/config.json $(TRAIN_OUT)/schema-folds/config.json $(TRAIN_OUT)/splash-beams.jsonl $(TRAIN_OUT)/tries.jsonl $(TRAIN_OUT)/paraphrases.jsonl $(TRAIN_OUT)/mutants.jsonl | all
	T2SED_LIBRARY=$(BUILD)/lib/libt2sed.so $(PYTHON) docs/training/data_gather.py --data $(DATA) --folds $(TRAIN_OUT) --out $(DATA_TABLES)
	$(PYTHON) docs/training/data_tables.py measure --bins $(DATA_TABLES)/bins.xz --out $(DATA_TABLES)/results.json
	$(PYTHON) docs/training/data_tables.py write --results $(DATA_TABLES)/results.json --update docs/training.md
