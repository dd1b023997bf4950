# make judge-tables LM=DIR: a small language model of code, trained as a judge of
# right and wrong queries, beside `light` (docs/research/language-model-study.md). LM is
# a Hugging Face directory of Qwen2.5-Coder-0.5B-Instruct. JUDGE_DEVICE=cuda takes
# minutes where a processor takes a day. JUDGE=DIR measures a judge that is there
# (lib/models/judge), else one is trained (docs/training/judge/judge.mk).

JUDGE           ?=
JUDGE_DEVICE    ?= cpu
JUDGE_ROWS      := valid-own report-everyday report-bird report-modern report-spider
JUDGE_SETS      := valid-bird report-bugs $(JUDGE_ROWS)

.PHONY: judge-tables
judge-tables: all $(JUDGE_SETS:%=$(JUDGE_DIR)/scored/%.jsonl) $(JUDGE_SETS:%=$(JUDGE_DIR)/scored/%.light-schema.jsonl) $(JUDGE_ROWS:%=$(JUDGE_DIR)/scored/%.light.jsonl) \
    $(JUDGE_DIR)/zero/report-bird.jsonl $(JUDGE_DIR)/zero/report-bugs.jsonl
	$(PYTHON) docs/research/judge/table.py $(JUDGE_DIR)/scored $(if $(JUDGE),,--log $(JUDGE_DIR)/train.log) --zero $(JUDGE_DIR)/zero --update docs/research/language-model-study.md

$(JUDGE_SETS:%=$(JUDGE_PACK)/%.jsonl): $(JUDGE_PACK)/train.jsonl.gz

$(JUDGE_DIR)/judge/config.json:
	$(MAKE) train-judge JUDGE_TRAIN='--device $(JUDGE_DEVICE) --epochs 2 --tokens 12288'

# $(call judge_scored,DIRECTORY,ADAPTERS)
define judge_scored
$(JUDGE_DIR)/$(1)/%.jsonl: $(JUDGE_PACK)/%.jsonl $(or $(JUDGE),$(JUDGE_DIR)/judge)/config.json
	@mkdir -p $$(@D)
	$$(JUDGE_PYTHON) docs/training/judge/judge.py score '$$(LM)' $(2) --device $$(JUDGE_DEVICE) --batch 16 $$< $$@.part
	@mv $$@.part $$@
endef
$(eval $(call judge_scored,scored,--adapters $(or $(JUDGE),$(JUDGE_DIR)/judge)))
$(eval $(call judge_scored,zero,))

$(JUDGE_DIR)/scored/%.light.jsonl: $(JUDGE_PACK)/%.jsonl $(call model_files,lib/models/default) | all
	@mkdir -p $(@D)
	$(CLI_BIN) score --alone --model lib/models/default $$(cat $(JUDGE_PACK)/$*.options) $< >$@.part
	@mv $@.part $@
$(JUDGE_DIR)/scored/%.light-schema.jsonl: $(JUDGE_PACK)/%.jsonl $(call model_files,lib/models/default) | all
	@mkdir -p $(@D)
	$(CLI_BIN) score --alone --model lib/models/default $$(cat $(JUDGE_PACK)/$*.options-schema) $< >$@.part
	@mv $@.part $@

# How often a checker asks the judge by its margin, and what that gives up.
# JUDGE_MARGIN=--no-judge prints how often alone, which needs no language model.
JUDGE_MARGIN ?= --language-model '$(LM)' --judge '$(or $(JUDGE),lib/models/judge)' --first 160
.PHONY: judge-margin-table
judge-margin-table: $(JUDGE_PACK)/train.jsonl.gz
	$(LM_PYTHON) docs/research/judge/margin_table.py $(JUDGE_PACK) $(JUDGE_MARGIN) --update docs/research/language-model-study.md

# Other ways to let the judge count, on own questions that neither BEAM_UNSEEN nor the
# judge (of 26 November 2026) has learned from, and on those that are reported. Behind
# judge-margin-table with a judge.
JUDGE_NEW = $(shell git log --since='2026-11-28 00:00' --diff-filter=A --name-only --format= -- docs/training/data | cut -d/ -f4 | sort -u)
.PHONY: judge-fusion-table
judge-fusion-table: $(BEAM_UNSEEN)/config.json
	@mkdir -p $(CALIBRATE_OUT)
	$(PYTHON) docs/training/calibrate.py --kept $(REAL_BEAMS)/own.jsonl >$(CALIBRATE_OUT)/own.in
	$(LM_PYTHON) docs/research/judge/fusion_table.py $(JUDGE_PACK) --own $(CALIBRATE_OUT)/own.in --databases $(REAL_BEAMS)/databases --tables $(REAL_BEAMS)/own-tables.json --model $(BEAM_UNSEEN) --language-model '$(LM)' --judge $(or $(JUDGE),lib/models/judge) --update docs/research/language-model-study.md --only $(JUDGE_NEW)

# What likelihoods add to light and the judge, by the untrained model. Behind
# judge-tables, which scores the sets.
LIKELIHOODS := report-bugs report-modern report-bird
.PHONY: likelihood-table
likelihood-table: $(LIKELIHOODS:%=$(JUDGE_DIR)/likelihoods/%.jsonl) judge-tables
	$(PYTHON) docs/research/judge/likelihood_table.py $(JUDGE_DIR)/scored $(JUDGE_DIR)/likelihoods --update docs/research/language-model-study.md
$(JUDGE_DIR)/likelihoods/%.jsonl: $(JUDGE_PACK)/%.jsonl docs/research/judge/likelihoods.py | all
	@mkdir -p $(@D)
	$(LM_PYTHON) docs/research/judge/likelihoods.py '$(LM)' $< $$(sed 's/--tables//' $(JUDGE_PACK)/$*.options-schema) >$@.part
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
