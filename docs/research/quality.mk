# make quality-tables: the papers' tables for the default model.
#
#   make quality-tables                       the papers' parsers
#   make quality-tables PAPERS="smbop codes_1b" QUALITY_THREADS=1
#   make quality-tables MODEL=lib/models/large    another model
#
#   make auc-table                            AUCs with databases and without
#   make auc-table AUC_MODELS="default large" of both models
#
# Scores what is not scored since the model changed (some 12 s a file of single
# candidates on two idle cores), puts the tables into docs/research/quality.md, and all
# of them into build/quality/report.html.

DATA            ?= ../shared/data
MODEL           ?= lib/models/default
QUALITY_DIR     ?= $(BUILD)/quality$(addprefix /,$(notdir $(filter-out lib/models/default,$(MODEL:%/=%))))
QUALITY_PARSERS ?= $(basename $(notdir $(sort $(wildcard $(DATA)/predictions/dev/*.jsonl))))
QUALITY_THREADS ?= 0
# $(call model_files,DIR): what its probabilities depend on.
model_files      = $(wildcard $(foreach model,$(1) lib/models/sketch lib/models/schema-prediction,$(model)/*.safetensors $(model)/config.json))
QUALITY_FILES   := $(QUALITY_PARSERS:%=$(QUALITY_DIR)/%.jsonl)

PAPERS          ?= bridge_v2 din_sql_gpt4turbo_10best resdsql_large_natsql smbop
PAPER_FILES     := $(PAPERS:%=$(QUALITY_DIR)/%.jsonl)

.PHONY: quality-tables
quality-tables: all $(PAPER_FILES)
	$(PYTHON) docs/research/quality.py --t2sed $(CLI_BIN) --tables $(DATA)/spider/tables.json --page $(QUALITY_DIR)/report.html --update docs/research/quality.md $(PAPER_FILES)

$(QUALITY_DIR)/%.jsonl: $(DATA)/predictions/dev/%.jsonl $(call model_files,$(MODEL)) | all
	@mkdir -p $(@D)
	$(CLI_BIN) score --alone --threads $(QUALITY_THREADS) --model $(MODEL) --tables $(DATA)/spider/tables.json --db-root $(DATA)/spider/database $< >$@.part
	@mv $@.part $@

# The first candidates' AUCs; a column is a model, with databases or without.
AUC_MODELS   ?= default
SCHEMA_ALONE := $(BUILD)/quality/schema-alone
.PHONY: quality-scored auc-table
quality-scored: $(QUALITY_FILES)

auc-table: $(foreach model,$(AUC_MODELS),$(QUALITY_PARSERS:%=$(SCHEMA_ALONE)/$(model)/%.jsonl))
	for model in $(AUC_MODELS); do $(MAKE) --no-print-directory quality-scored MODEL=lib/models/$$model || exit 1; done
	$(PYTHON) docs/research/auc_table.py --update docs/research/quality.md $(foreach model,$(AUC_MODELS), \
	    '$(model), with the database=$(BUILD)/quality$(addprefix /,$(filter-out default,$(model)))' '$(model), schema alone=$(SCHEMA_ALONE)/$(model)')

define schema_alone
$(SCHEMA_ALONE)/$(1)/%.jsonl: $(DATA)/predictions/dev/%.jsonl $(call model_files,lib/models/$(1)) | all
	@mkdir -p $$(@D)
	$(CLI_BIN) score --alone --threads $(QUALITY_THREADS) --model lib/models/$(1) --tables $(DATA)/spider/tables.json $$< >$$@.part
	@mv $$@.part $$@
endef
$(foreach model,$(AUC_MODELS),$(eval $(call schema_alone,$(model))))

# Golds of other dialects beside SQLite's.
.PHONY: dialect-table
dialect-table: lib programs
	$(PYTHON) docs/research/dialects.py --t2sed $(CLI_BIN) --data $(DATA) --update docs/research/quality.md
