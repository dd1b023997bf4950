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
NBEST         = T2SED_LIBRARY=$(BUILD)/lib/libt2sed.so PYTHONPATH=examples/python $(PYTHON) docs/studies/nbest.py --data $(DATA) --t2sed $(CLI_BIN)
NBEST_TABLES  = $(DATA)/$(if $(filter bird,$*),bird/dev_tables,spider/tables).json

.PHONY: $(NBEST_SETS:%=nbest-%-table)
$(NBEST_SETS:%=nbest-%-table): nbest-%-table: all
	@mkdir -p $(NBEST_DIR)
	$(NBEST) --write $(firstword $(subst -, ,$*)) --first $(NBEST_FIRST) $(NBEST_HOW) --model '$(LM)' $(NBEST_DIR)/$*.jsonl
	$(CLI_BIN) eval --label fixed --db-root $(NBEST_ROOT) $(NBEST_DIR)/$*.jsonl >$(NBEST_DIR)/$*.labelled
	$(CLI_BIN) score --threads $(QUALITY_THREADS) --db-root $(NBEST_ROOT) $(NBEST_DIR)/$*.labelled >$(NBEST_DIR)/$*.scored
	$(NBEST) --tables $(NBEST_TABLES) $(NBEST_CUTS_$*) --update docs/quality.md --mark nbest-$*-table $(NBEST_DIR)/$*.scored

# make correct-written-table LM=DIR: what the model's queries add to corrections,
# on SPLASH test (correct.py); they are written first, with resume.

.PHONY: correct-written-table
correct-written-table: all
	@mkdir -p $(NBEST_DIR)
	$(NBEST) --write splash-all --first $(NBEST_FIRST) --model '$(LM)' $(NBEST_DIR)/splash.jsonl
	$(PYTHON) docs/studies/correct.py --t2sed $(CLI_BIN) --lists $(NBEST_DIR)/splash.jsonl --language-model '$(LM)' --shuffled 100 --update docs/quality.md $(DATA)
