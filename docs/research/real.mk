# make real-tables: right and wrong queries that people and language models
# wrote, of BIRD, NL2SQL-BUGs, CREG, `modern`, `everyday_open` and Spider dev
# (real.py). "without" is the default without BIRD dev and CREG
# (docs/training/default.mk).

REAL_DIR    := $(BUILD)/real
REAL_MODELS ?= default
real_model   = $(if $(filter without,$(1)),$(TRAIN_OUT)/default-without,lib/models/$(1))
REAL_SETS   := bird-rows bird-schema bird-rows-bare bird-schema-bare bird-others bugs judged judged-schema creg modern modern-schema everyday everyday-schema \
    spider spider-schema

.PHONY: real-tables
real-tables: all $(foreach model,$(REAL_MODELS),$(REAL_SETS:%=$(REAL_DIR)/$(model)/%.jsonl))
	$(PYTHON) docs/research/real.py --update docs/research/quality.md --table $(foreach model,$(REAL_MODELS),$(model)=$(REAL_DIR)/$(model))

# make shown-table: findings and answers, by the model that ships.
.PHONY: shown-table
shown-table: all $(REAL_SETS:%=$(REAL_DIR)/default/%.jsonl)
	$(PYTHON) docs/research/real.py --update docs/research/quality.md --shown $(REAL_DIR)/default --config lib/models/default/config.json

# make llm-judges-table: the same queries as language models judged. Tables of
# another JUDGED_MODEL are printed, not put into the page.
JUDGED_MODEL ?= default
.PHONY: llm-judges-table
llm-judges-table: all $(foreach set,judged judged-schema,$(REAL_DIR)/$(JUDGED_MODEL)/$(set).jsonl)
	$(PYTHON) docs/research/llm_judges.py $(REAL_DIR)/$(JUDGED_MODEL) --data $(DATA) --t2sed $(CLI_BIN) --model $(call real_model,$(JUDGED_MODEL)) \
	    $(if $(filter default,$(JUDGED_MODEL)),--update docs/beside-a-language-model.md)

# make reported-table: faults that people reported, rebuilt.
.PHONY: reported-table
reported-table: all
	$(PYTHON) docs/research/reported.py --t2sed $(CLI_BIN) --update docs/research/quality.md $(DATA)/reports

# Lines that make fit-calibration leaves, by their name and case.
calibrated = $(or $(wildcard $(1:%=$(TRAIN_OUT)/calibrate/%)),$(error $@: no scored lines in $(TRAIN_OUT)/calibrate; \
    make fit-calibration CALIBRATED=DIR BEAM_UNSEEN=DIR writes them (docs/training.md)))

# make own-faults-table: questions of our own on databases that the model has not
# seen, by the fault. make severity-table: findings of right and of wrong queries.
.PHONY: own-faults-table severity-table
own-faults-table:
	$(PYTHON) docs/research/own_faults.py --update docs/research/training.md $(call calibrated,own.database)
severity-table:
	$(PYTHON) docs/research/severity.py --update docs/research/quality.md $(call calibrated,*.schema *.database)

$(REAL_SETS:%=$(REAL_DIR)/%.jsonl) &: docs/research/real.py | all
	$(PYTHON) docs/research/real.py --gather $(DATA) --keep $(REAL_DIR) --t2sed $(CLI_BIN)

define real_scored
$(REAL_DIR)/$(1)/%.jsonl: $(REAL_DIR)/%.jsonl $(call real_model,$(1))/config.json $(call model_files,lib/models/$(1)) | all
	@mkdir -p $$(@D)
	$(CLI_BIN) score --alone --findings --threads $(QUALITY_THREADS) --model $(call real_model,$(1)) $$$$(cat $(REAL_DIR)/$$*.options) $$< >$$@.part
	@mv $$@.part $$@
endef
$(foreach model,$(sort $(REAL_MODELS) $(JUDGED_MODEL)),$(eval $(call real_scored,$(model))))

# make beam-table: what the other candidates of a question tell (beam.py), by a
# model that has learned from none of these sets.
BEAM_SETS := bird-rows bird-schema bird-others creg modern spider

.PHONY: beam-table
beam-table: all $(BEAM_SETS:%=$(REAL_DIR)/ranked/%.jsonl)
	$(PYTHON) docs/research/beam.py --update docs/research/quality.md --t2sed $(CLI_BIN) --model $(call real_model,without) $(REAL_DIR)/ranked

$(REAL_DIR)/ranked/%.jsonl: $(REAL_DIR)/%.jsonl $(call real_model,without)/config.json | all
	@mkdir -p $(@D)
	$(CLI_BIN) rerank --no-findings --policy default --model $(call real_model,without) $$(cat $(REAL_DIR)/$*.options) $< >$@.part
	@mv $@.part $@
