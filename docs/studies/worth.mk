# make worth-tables: what re-ranking is worth, for the default model.
#
# Scores each different query of Spider dev's predictions and of SPLASH's beams
# once for a model (some minutes on two idle cores), then makes the tables.

WORTH_MODEL ?= lib/models/default
WORTH_DIR   := $(BUILD)/worth$(addprefix /,$(notdir $(filter-out lib/models/default,$(WORTH_MODEL:%/=%))))
# What probabilities depend on.
WORTH_NEEDS := $(wildcard $(foreach model,$(WORTH_MODEL) lib/models/sketch lib/models/schema-prediction,$(model)/*.safetensors $(model)/config.json))
WORTH_FLAGS := --no-findings --policy sl+qp+default --tables $(DATA)/spider/tables.json --db-root $(DATA)/spider/database

.PHONY: worth-tables
worth-tables: all $(WORTH_DIR)/pool.jsonl $(WORTH_DIR)/splash-dev.jsonl $(WORTH_DIR)/splash-test.jsonl
	$(PYTHON) docs/studies/worth.py --model $(WORTH_MODEL) --update docs/quality.md $(filter %.jsonl,$^)

$(WORTH_DIR)/pool.jsonl: $(WORTH_NEEDS) | all
	@mkdir -p $(@D)
	$(PYTHON) docs/studies/worth.py --pool $(DATA) >$@.beams
	$(CLI_BIN) rerank $(WORTH_FLAGS) --model $(WORTH_MODEL) $@.beams >$@.part
	@mv $@.part $@

# Seq2Struct's beams with values filled in, labelled by execution.
$(WORTH_DIR)/splash-%.jsonl: $(WORTH_NEEDS) | all
	@mkdir -p $(@D)
	rm -f $@.db
	$(CLI_BIN) collect --out $@.db --parser seq2struct --max-candidates 0 --max-milliseconds 300 --db-root $(DATA)/spider/database $(DATA)/splash/$*_beams.jsonl
	$(CLI_BIN) collect --export $@.db >$@.beams
	$(CLI_BIN) rerank $(WORTH_FLAGS) --model $(WORTH_MODEL) $@.beams >$@.part
	@mv $@.part $@
