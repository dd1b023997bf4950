# make ranking-table: what re-ranking is worth (ranking.py), for the default
# model.

RANKING_DIR  := $(BUILD)/ranking
RANKING_SETS := bird-pools spider-pool spider-ten samples samples-gpt-4o

.PHONY: ranking-table
ranking-table: all $(RANKING_SETS:%=$(RANKING_DIR)/ranked/%.jsonl)
	$(PYTHON) docs/research/ranking.py --update docs/research/quality.md $(RANKING_DIR)/ranked

$(RANKING_SETS:%=$(RANKING_DIR)/%.jsonl) &: docs/research/ranking.py $(REAL_DIR)/bird-rows.jsonl | all
	$(PYTHON) docs/research/ranking.py --gather $(DATA) --beams $(REAL_DIR) --keep $(RANKING_DIR) --t2sed $(CLI_BIN)

$(RANKING_DIR)/ranked/%.jsonl: $(RANKING_DIR)/%.jsonl $(call model_files,lib/models/default) | all
	@mkdir -p $(@D)
	$(CLI_BIN) rerank --no-findings --policy default --threads $(QUALITY_THREADS) --db-root $(DATA)/$(if $(filter bird%,$*),bird,spider)/database $< >$@.part
	@mv $@.part $@
