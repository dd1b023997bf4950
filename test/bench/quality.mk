# make quality-tables: the papers' tables for the default model.
#
#   make quality-tables                       every file of predictions/dev
#   make quality-tables QUALITY_PARSERS="smbop bridge_v2" QUALITY_THREADS=1
#   make quality-tables MODEL=lib/models/light    another model
#
# Scores what is not scored since the model changed (some 12 s a file of single
# candidates on two idle cores), puts the tables into docs/quality.md, and all
# of them into build/quality/report.html.

DATA            ?= ../shared/data
MODEL           ?= lib/models/default
QUALITY_DIR     ?= $(BUILD)/quality$(addprefix /,$(notdir $(filter-out lib/models/default,$(MODEL:%/=%))))
QUALITY_PARSERS ?= $(basename $(notdir $(sort $(wildcard $(DATA)/predictions/dev/*.jsonl))))
QUALITY_THREADS ?= 0
QUALITY_FILES   := $(QUALITY_PARSERS:%=$(QUALITY_DIR)/%.jsonl)

.PHONY: quality-tables
quality-tables: all $(QUALITY_FILES)
	@test -n '$(QUALITY_FILES)' || { echo 'DATA= must name the directory that has predictions/dev/'; exit 1; }
	$(PYTHON) test/bench/quality.py --t2sed $(CLI_BIN) --tables $(DATA)/spider/tables.json --page $(QUALITY_DIR)/report.html --update docs/quality.md $(QUALITY_FILES)

$(QUALITY_DIR)/%.jsonl: $(DATA)/predictions/dev/%.jsonl $(wildcard $(MODEL)/*.safetensors) | all
	@mkdir -p $(@D)
	$(CLI_BIN) score --threads $(QUALITY_THREADS) --model $(MODEL) --tables $(DATA)/spider/tables.json --db-root $(DATA)/spider/database $< >$@.part
	@mv $@.part $@
