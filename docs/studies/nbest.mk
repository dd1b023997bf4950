# make nbest-table LM=DIR: n-best lists of a language model of code on Spider dev,
# and what re-ranking makes of them (nbest.py). LM is a Hugging Face directory of
# Qwen2.5-Coder-0.5B-Instruct. Writing takes some eight seconds of a core a
# question; it goes on where it was stopped. NBEST_FIRST: so many questions,
# drawn at random.

NBEST_DIR   := $(BUILD)/nbest
NBEST_FIRST ?= 1034
NBEST_COUNT ?= 10

.PHONY: nbest-table
nbest-table: all
	@mkdir -p $(NBEST_DIR)
	$(PYTHON) docs/studies/nbest.py --write spider --first $(NBEST_FIRST) --count $(NBEST_COUNT) --data $(DATA) --model '$(LM)' --t2sed $(CLI_BIN) $(NBEST_DIR)/spider.jsonl
	$(CLI_BIN) eval --label fixed --db-root $(DATA)/spider/database $(NBEST_DIR)/spider.jsonl >$(NBEST_DIR)/labelled.jsonl
	$(CLI_BIN) score --threads $(QUALITY_THREADS) --db-root $(DATA)/spider/database $(NBEST_DIR)/labelled.jsonl >$(NBEST_DIR)/scored.jsonl
	$(PYTHON) docs/studies/nbest.py --data $(DATA) --t2sed $(CLI_BIN) --update docs/quality.md $(NBEST_DIR)/scored.jsonl

# make correct-written-table LM=DIR: what the model's queries add to corrections,
# on SPLASH test (correct.py); they are written first, with resume.

.PHONY: correct-written-table
correct-written-table: all
	@mkdir -p $(NBEST_DIR)
	$(PYTHON) docs/studies/nbest.py --write splash --first $(NBEST_FIRST) --count $(NBEST_COUNT) --data $(DATA) --model '$(LM)' --t2sed $(CLI_BIN) $(NBEST_DIR)/splash.jsonl
	$(PYTHON) docs/studies/correct.py --t2sed $(CLI_BIN) --lists $(NBEST_DIR)/splash.jsonl --language-model '$(LM)' --update docs/quality.md $(DATA)
