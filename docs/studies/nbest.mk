# make nbest-SET-table LM=DIR: n-best lists of a language model of code on Spider
# dev, BIRD's three databases, CoSQL dev or SParC dev, and what re-ranking makes of
# them (nbest.py). LM is a Hugging Face directory of Qwen2.5-Coder-0.5B-Instruct.
# Writing takes some eight seconds of a core a question; it goes on where it was
# stopped. NBEST_FIRST: so many questions, drawn at random; of whole conversations.

NBEST_DIR    := $(BUILD)/nbest
NBEST_FIRST  ?= 1034
NBEST_COUNT  ?= 10
NBEST_SETS   := spider bird cosql sparc
NBEST_ROOT    = $(DATA)/$(if $(filter bird,$*),bird,spider)/database
NBEST_TABLES  = $(DATA)/$(if $(filter bird,$*),bird/dev_tables,spider/tables).json

.PHONY: $(NBEST_SETS:%=nbest-%-table)
$(NBEST_SETS:%=nbest-%-table): nbest-%-table: all
	@mkdir -p $(NBEST_DIR)
	$(PYTHON) docs/studies/nbest.py --write $* --first $(NBEST_FIRST) --count $(NBEST_COUNT) --data $(DATA) --model '$(LM)' --t2sed $(CLI_BIN) $(NBEST_DIR)/$*.jsonl
	$(CLI_BIN) eval --label fixed --db-root $(NBEST_ROOT) $(NBEST_DIR)/$*.jsonl >$(NBEST_DIR)/$*.labelled
	$(CLI_BIN) score --threads $(QUALITY_THREADS) --db-root $(NBEST_ROOT) $(NBEST_DIR)/$*.labelled >$(NBEST_DIR)/$*.scored
	$(PYTHON) docs/studies/nbest.py --tables $(NBEST_TABLES) --t2sed $(CLI_BIN) --update docs/quality.md --mark nbest-$*-table $(NBEST_DIR)/$*.scored

# make correct-written-table LM=DIR: what the model's queries add to corrections,
# on SPLASH test (correct.py); they are written first, with resume.

.PHONY: correct-written-table
correct-written-table: all
	@mkdir -p $(NBEST_DIR)
	$(PYTHON) docs/studies/nbest.py --write splash-all --first $(NBEST_FIRST) --count $(NBEST_COUNT) --data $(DATA) --model '$(LM)' --t2sed $(CLI_BIN) $(NBEST_DIR)/splash.jsonl
	$(PYTHON) docs/studies/correct.py --t2sed $(CLI_BIN) --lists $(NBEST_DIR)/splash.jsonl --language-model '$(LM)' --update docs/quality.md $(DATA)
