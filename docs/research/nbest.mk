# make nbest-SET-table LM=DIR: n-best lists of a language model of code on Spider
# dev, BIRD's three databases, CoSQL dev or SParC dev, and what re-ranking makes of
# them (nbest.py). LM is a Hugging Face directory of Qwen2.5-Coder-0.5B-Instruct.
# Writing takes some eight seconds of a core a question; it goes on where it was
# stopped. NBEST_FIRST: so many questions, drawn at random; of whole conversations.
# spider-25: the 25 best; spider-samples: at most 20 different samples of each.

NBEST_DIR    := $(BUILD)/nbest
NBEST_FIRST  ?= 1034
NBEST_SETS   := spider spider-25 spider-samples bird cosql sparc
NBEST_HOW     = $(or $(NBEST_HOW_$*),--count 10)
NBEST_HOW_spider-25      := --count 25
NBEST_HOW_spider-samples := --count 20 --sample
NBEST_CUTS_spider-25       := --cuts 1,5,10,15,20,25
NBEST_CUTS_spider-samples  := --cuts 1,5,10,20
NBEST_ROOT    = $(DATA)/$(if $(filter bird,$*),bird,spider)/database
NBEST         = T2SED_LIBRARY=$(BUILD)/lib/libt2sed.so PYTHONPATH=examples/python $(PYTHON) docs/research/nbest.py --data $(DATA) --t2sed $(CLI_BIN)
NBEST_TABLES  = $(DATA)/$(if $(filter bird,$*),bird/dev_tables,spider/tables).json

.PHONY: $(NBEST_SETS:%=nbest-%-table)
$(NBEST_SETS:%=nbest-%-table): nbest-%-table: all
	@mkdir -p $(NBEST_DIR)
	$(NBEST) --write $(firstword $(subst -, ,$*)) --first $(NBEST_FIRST) $(NBEST_HOW) --model '$(LM)' $(NBEST_DIR)/$*.jsonl
	$(CLI_BIN) eval --label fixed --db-root $(NBEST_ROOT) $(NBEST_DIR)/$*.jsonl >$(NBEST_DIR)/$*.labelled
	$(CLI_BIN) score --threads $(QUALITY_THREADS) --db-root $(NBEST_ROOT) $(NBEST_DIR)/$*.labelled >$(NBEST_DIR)/$*.scored
	$(NBEST) --tables $(NBEST_TABLES) $(NBEST_CUTS_$*) --update docs/research/quality.md --mark nbest-$*-table $(NBEST_DIR)/$*.scored

# make correct-written-table LM=DIR: what the model's queries add to corrections,
# on SPLASH test (correct.py); they are written first, with resume.

.PHONY: correct-written-table
correct-written-table: all
	@mkdir -p $(NBEST_DIR)
	$(NBEST) --write splash-all --first $(NBEST_FIRST) --model '$(LM)' $(NBEST_DIR)/splash.jsonl
	$(PYTHON) docs/research/correct.py --t2sed $(CLI_BIN) --lists $(NBEST_DIR)/splash.jsonl --language-model '$(LM)' --shuffled 100 --update docs/research/quality.md $(DATA)

# make correct-judged-table LM=DIR: what a judge adds to corrections by edits.

.PHONY: correct-judged-table
correct-judged-table: all
	$(PYTHON) docs/research/correct.py --t2sed $(CLI_BIN) --judged 60 --language-model '$(LM)' --update docs/research/quality.md $(DATA)

# make adapter-table LM=DIR: one query for each of some questions, by the model as it
# is and with the adapters that ship, held to the constraint and free (greedy.py).
# What is in $(BUILD)/greedy is not written again: remove it after a change.

GREEDY_DIR   := $(BUILD)/greedy
GREEDY_PAGE  := lib/models/text-to-sql/README.md
GREEDY_NAMES := $(foreach model,untuned adapter,$(foreach how,constrained unconstrained,$(model)-$(how)))

.PHONY: adapter-table
adapter-table: $(GREEDY_NAMES:%=$(GREEDY_DIR)/%-spider.jsonl) $(GREEDY_NAMES:%=$(GREEDY_DIR)/%-bird.jsonl)
	$(PYTHON) docs/research/greedy.py --update $(GREEDY_PAGE) --mark adapter-table $(GREEDY_DIR)
# $(call greedy_written,SET,QUESTIONS)
define greedy_written
$(GREEDY_DIR)/%-$(1).jsonl: | all
	@mkdir -p $$(@D)
	$$(NBEST) --write $(1) --first $(2) --count 1 $$(if $$(filter untuned-%,$$*),--adapter '') $$(if $$(filter %-unconstrained,$$*),--unconstrained) --model '$$(LM)' $$@.part
	$(CLI_BIN) eval --label fixed --why --quiet --db-root $(DATA)/$(1)/database $$@.part >$$@.new
	@mv $$@.new $$@
endef
$(eval $(call greedy_written,spider,40))
$(eval $(call greedy_written,bird,20))

# make dropout-table LM=DIR: the deviation of the first query's log-probability with
# dropout, beside the detector (dropout.py); PYTHON has torch, transformers and
# safetensors. It goes on where it was stopped.

DROPOUT_FIRST ?= 120

.PHONY: dropout-table
dropout-table: all
	@mkdir -p $(GREEDY_DIR)
	$(NBEST) --write spider --first $(DROPOUT_FIRST) --count 1 --model '$(LM)' $(GREEDY_DIR)/first.part
	$(CLI_BIN) eval --label fixed --quiet --db-root $(DATA)/spider/database $(GREEDY_DIR)/first.part >$(GREEDY_DIR)/first.labelled
	$(CLI_BIN) score --quiet --threads $(QUALITY_THREADS) --db-root $(DATA)/spider/database $(GREEDY_DIR)/first.labelled >$(GREEDY_DIR)/first.scored
	$(PYTHON) docs/research/dropout.py --model '$(LM)' --db-root $(DATA)/spider/database --t2sed $(CLI_BIN) --update docs/research/quality.md --mark dropout-table $(GREEDY_DIR)/first.scored $(GREEDY_DIR)/first.dropout

# make lm-parity LM=DIR: the engine beside `transformers` on prompts of real
# questions (docs/language-model.md), a few at a time: 20 take 9 GB.

PARITY_DIR := $(BUILD)/parity

.PHONY: lm-parity
lm-parity: all
	@test -n '$(LM)' || { echo 'lm-parity: LM= names no language model'; exit 2; }
	@rm -rf $(PARITY_DIR)
	@mkdir -p $(PARITY_DIR)
	$(PYTHON) docs/research/parity_prompts.py --t2sed $(CLI_BIN) --model '$(LM)' $(DATA) >$(PARITY_DIR)/prompts
	split -l 20 -d $(PARITY_DIR)/prompts $(PARITY_DIR)/some-
	set -e; for some in $(PARITY_DIR)/some-*; do \
	    T2SED_LANGUAGE_MODEL='$(LM)' T2SED_LANGUAGE_PROMPTS=$$some PYTHONPATH=test/python:test/python/support \
	    $(PYTHON) -m unittest test_torch_language_model.Parity.test_real_model; \
	done
