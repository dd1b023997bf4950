# make quality-tables: the papers' tables for the default model.
#
#   make quality-tables                       every file of predictions/dev
#   make quality-tables QUALITY_PARSERS="smbop bridge_v2" QUALITY_THREADS=1
#   make quality-tables MODEL=lib/models/large    another model
#
#   make auc-table                            AUCs of default and large, with
#                                             databases and without
#
# Scores what is not scored since the model changed (some 12 s a file of single
# candidates on two idle cores), puts the tables into docs/quality.md, and all
# of them into build/quality/report.html.

DATA            ?= ../shared/data
MODEL           ?= lib/models/default
QUALITY_DIR     ?= $(BUILD)/quality$(addprefix /,$(notdir $(filter-out lib/models/default,$(MODEL:%/=%))))
QUALITY_PARSERS ?= $(basename $(notdir $(sort $(wildcard $(DATA)/predictions/dev/*.jsonl))))
QUALITY_THREADS ?= 0
# $(call model_files,DIR): what its probabilities depend on.
model_files      = $(wildcard $(foreach model,$(1) lib/models/sketch lib/models/schema-prediction,$(model)/*.safetensors $(model)/config.json))
QUALITY_FILES   := $(QUALITY_PARSERS:%=$(QUALITY_DIR)/%.jsonl)

.PHONY: quality-tables
quality-tables: all $(QUALITY_FILES)
	@test -n '$(QUALITY_FILES)' || { echo 'DATA= must name the directory that has predictions/dev/'; exit 1; }
	$(PYTHON) docs/studies/quality.py --t2sed $(CLI_BIN) --tables $(DATA)/spider/tables.json --page $(QUALITY_DIR)/report.html --update docs/quality.md $(QUALITY_FILES)

$(QUALITY_DIR)/%.jsonl: $(DATA)/predictions/dev/%.jsonl $(call model_files,$(MODEL)) | all
	@mkdir -p $(@D)
	$(CLI_BIN) score --threads $(QUALITY_THREADS) --model $(MODEL) --tables $(DATA)/spider/tables.json --db-root $(DATA)/spider/database $< >$@.part
	@mv $@.part $@

# The first candidates' AUCs; a column is a model, with databases or without.
SCHEMA_ALONE := $(BUILD)/quality/schema-alone
.PHONY: quality-scored auc-table
quality-scored: $(QUALITY_FILES)

auc-table: $(foreach model,default large,$(QUALITY_PARSERS:%=$(SCHEMA_ALONE)/$(model)/%.jsonl))
	$(MAKE) --no-print-directory quality-scored MODEL=lib/models/default
	$(MAKE) --no-print-directory quality-scored MODEL=lib/models/large
	$(PYTHON) docs/studies/auc_table.py --update docs/quality.md 'with the database=$(BUILD)/quality' 'schema alone=$(SCHEMA_ALONE)/default' \
	    'large, database=$(BUILD)/quality/large' 'large, schema=$(SCHEMA_ALONE)/large'

$(SCHEMA_ALONE)/default/%.jsonl: $(DATA)/predictions/dev/%.jsonl $(call model_files,lib/models/default) | all
	$(schema_alone)
$(SCHEMA_ALONE)/large/%.jsonl: $(DATA)/predictions/dev/%.jsonl $(call model_files,lib/models/large) | all
	$(schema_alone)

define schema_alone
@mkdir -p $(@D)
$(CLI_BIN) score --threads $(QUALITY_THREADS) --model lib/models/$(notdir $(@D)) --tables $(DATA)/spider/tables.json $< >$@.part
@mv $@.part $@
endef
