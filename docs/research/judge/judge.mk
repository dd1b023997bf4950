# make judge-tables LM=DIR: a small language model of code, trained as a judge of
# right and wrong queries, beside `light` (docs/research/language-model-study.md). LM is a Hugging Face
# directory of Qwen2.5-Coder-0.5B-Instruct; JUDGE_PYTHON has torch, transformers and
# safetensors. JUDGE_DEVICE=cuda takes minutes where a processor takes a day.
# JUDGE=DIR measures a judge that is there: lib/models/judge.

LM              ?=
JUDGE           ?=
JUDGE_PYTHON    ?= $(PYTHON)
JUDGE_DIR       := $(BUILD)/judge
JUDGE_DEVICE    ?= cpu
JUDGE_SECONDS   ?= 150
JUDGE_ROWS      := valid-own report-bird report-modern report-spider
JUDGE_SETS      := valid-bird report-bugs $(JUDGE_ROWS)
judge_script     = OMP_NUM_THREADS=1 $(JUDGE_PYTHON) docs/research/judge/$(1)

.PHONY: judge-tables
judge-tables: all $(JUDGE_SETS:%=$(JUDGE_DIR)/scored/%.jsonl) $(JUDGE_SETS:%=$(JUDGE_DIR)/scored/%.light-schema.jsonl) $(JUDGE_ROWS:%=$(JUDGE_DIR)/scored/%.light.jsonl) \
    $(JUDGE_DIR)/zero/report-bird.jsonl $(JUDGE_DIR)/zero/report-bugs.jsonl
	$(PYTHON) docs/research/judge/table.py $(JUDGE_DIR)/scored $(if $(JUDGE),,--log $(JUDGE_DIR)/train.log) --zero $(JUDGE_DIR)/zero --update docs/research/language-model-study.md

$(JUDGE_DIR)/train.jsonl $(JUDGE_SETS:%=$(JUDGE_DIR)/%.jsonl) &: docs/research/judge/gather.py docs/research/judge/prompt.py $(REAL_DIR)/bird-rows.jsonl $(REAL_BEAMS)/own.jsonl
	$(PYTHON) docs/research/judge/gather.py $(DATA) $(REAL_DIR) $(REAL_BEAMS) $(JUDGE_DIR)

$(JUDGE_DIR)/judge/config.json: $(JUDGE_DIR)/train.jsonl
	$(call judge_script,train.py) '$(LM)' $< $(@D) --device $(JUDGE_DEVICE) --epochs 2 --tokens 12288 --seconds $(JUDGE_SECONDS) >$(JUDGE_DIR)/train.log

# $(call judge_scored,DIRECTORY,ADAPTERS)
define judge_scored
$(JUDGE_DIR)/$(1)/%.jsonl: $(JUDGE_DIR)/%.jsonl $(or $(JUDGE),$(JUDGE_DIR)/judge)/config.json
	@mkdir -p $$(@D)
	$$(call judge_script,score.py) '$$(LM)' $(2) --device $$(JUDGE_DEVICE) --batch 16 $$< $$@.part
	@mv $$@.part $$@
endef
$(eval $(call judge_scored,scored,--adapters $(or $(JUDGE),$(JUDGE_DIR)/judge)))
$(eval $(call judge_scored,zero,))

$(JUDGE_DIR)/scored/%.light.jsonl: $(JUDGE_DIR)/%.jsonl $(call model_files,lib/models/default) | all
	@mkdir -p $(@D)
	$(CLI_BIN) score --alone --model lib/models/default $$(cat $(JUDGE_DIR)/$*.options) $< >$@.part
	@mv $@.part $@
$(JUDGE_DIR)/scored/%.light-schema.jsonl: $(JUDGE_DIR)/%.jsonl $(call model_files,lib/models/default) | all
	@mkdir -p $(@D)
	$(CLI_BIN) score --alone --model lib/models/default $$(cat $(JUDGE_DIR)/$*.options-schema) $< >$@.part
	@mv $@.part $@

# What likelihoods add to light and the judge, by the untrained model. Behind
# judge-tables, which scores the sets.
LM_PYTHON    = T2SED_LIBRARY=$(BUILD)/lib/libt2sed.so PYTHONPATH=examples/python $(PYTHON)
LIKELIHOODS := report-bugs report-modern report-bird
.PHONY: likelihood-table
likelihood-table: $(LIKELIHOODS:%=$(JUDGE_DIR)/likelihoods/%.jsonl) judge-tables
	$(PYTHON) docs/research/judge/likelihood_table.py $(JUDGE_DIR)/scored $(JUDGE_DIR)/likelihoods --update docs/research/language-model-study.md
$(JUDGE_DIR)/likelihoods/%.jsonl: $(JUDGE_DIR)/%.jsonl docs/research/judge/likelihoods.py | all
	@mkdir -p $(@D)
	$(LM_PYTHON) docs/research/judge/likelihoods.py '$(LM)' $< $$(sed 's/--tables//' $(JUDGE_DIR)/$*.options-schema) >$@.part
	@mv $@.part $@

# What graphs are worth on its hidden states, as they are and with the judge's
# adapters. PYTHON has torch and torch_geometric.
GRAPH_STATES := $(BUILD)/judge/graphs
.PHONY: graph-table
graph-table: $(GRAPH_STATES)/frozen.jsonl $(GRAPH_STATES)/adapted.jsonl
	$(PYTHON) docs/research/graphs/compare.py $(GRAPH_STATES)/frozen $(GRAPH_STATES)/adapted --update docs/research/language-model-study.md
$(GRAPH_STATES)/%.jsonl: docs/research/graphs/states.py $(call model_files,lib/models/large) $(wildcard lib/models/judge/*) | all
	@mkdir -p $(@D)
	$(LM_PYTHON) $< '$(LM)' $(DATA) $(GRAPH_STATES)/$* --t2sed $(CLI_BIN) $(if $(filter adapted,$*),--adapter lib/models/judge)

# All tables of a language model but those of n-best lists (nbest.mk).
.PHONY: lm-tables
lm-tables:
	$(MAKE) likelihood-table
	$(MAKE) graph-table
