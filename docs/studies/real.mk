# make real-tables: right and wrong queries that people and language models
# wrote, of BIRD, NL2SQL-BUGs, CREG, `modern` and Spider dev (real.py).

REAL_DIR    := $(BUILD)/real
REAL_MODELS ?= light default
REAL_SETS   := bird-rows bird-schema bird-rows-bare bird-schema-bare bird-others bugs creg modern spider

.PHONY: real-tables
real-tables: all $(foreach model,$(REAL_MODELS),$(REAL_SETS:%=$(REAL_DIR)/$(model)/%.jsonl))
	$(PYTHON) docs/studies/real.py --update docs/quality.md --table $(foreach model,$(REAL_MODELS),$(model)=$(REAL_DIR)/$(model))

$(REAL_SETS:%=$(REAL_DIR)/%.jsonl) &: docs/studies/real.py | all
	$(PYTHON) docs/studies/real.py --gather $(DATA) --keep $(REAL_DIR) --t2sed $(CLI_BIN)

define real_scored
$(REAL_DIR)/$(1)/%.jsonl: $(REAL_DIR)/%.jsonl $(call model_files,lib/models/$(1)) | all
	@mkdir -p $$(@D)
	$(CLI_BIN) score --threads $(QUALITY_THREADS) --model lib/models/$(1) $$$$(cat $(REAL_DIR)/$$*.options) $$< >$$@.part
	@mv $$@.part $$@
endef
$(foreach model,$(REAL_MODELS),$(eval $(call real_scored,$(model))))

# make beam-table: what the other candidates of a question tell (beam.py).
BEAM_SETS := bird-rows bird-schema bird-others creg modern spider

.PHONY: beam-table
beam-table: all $(BEAM_SETS:%=$(REAL_DIR)/ranked/%.jsonl)
	$(PYTHON) docs/studies/beam.py --update docs/quality.md --t2sed $(CLI_BIN) --model lib/models/light $(REAL_DIR)/ranked

$(REAL_DIR)/ranked/%.jsonl: $(REAL_DIR)/%.jsonl $(call model_files,lib/models/light) | all
	@mkdir -p $(@D)
	$(CLI_BIN) rerank --no-findings --policy default --model lib/models/light $$(cat $(REAL_DIR)/$*.options) $< >$@.part
	@mv $@.part $@
