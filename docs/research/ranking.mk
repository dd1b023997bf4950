# make ranking-table: what re-ranking is worth (ranking.py), for the default
# model.

RANKING_DIR  := $(BUILD)/ranking
RANKING_SETS := bird-pools bird-pools-schema spider-pool spider-pool-schema spider-ten samples samples-gpt-4o

.PHONY: ranking-table
ranking-table: all $(RANKING_SETS:%=$(RANKING_DIR)/ranked/%.jsonl)
	$(PYTHON) docs/research/ranking.py --update docs/research/quality.md $(RANKING_DIR)/ranked

$(RANKING_SETS:%=$(RANKING_DIR)/%.jsonl) &: docs/research/ranking.py $(REAL_DIR)/bird-rows.jsonl | all
	$(PYTHON) docs/research/ranking.py --gather $(DATA) --beams $(REAL_DIR) --keep $(RANKING_DIR) --t2sed $(CLI_BIN)

# $(call ranking_known,SET): the databases, or the schemas alone.
ranking_known = $(if $(filter bird-%-schema,$(1)),--tables $(DATA)/bird/dev_tables.json,$(if $(filter %-schema,$(1)),--tables $(DATA)/spider/tables.json,\
    --db-root $(DATA)/$(if $(filter bird%,$(1)),bird,spider)/database))
$(RANKING_DIR)/ranked/%.jsonl: $(RANKING_DIR)/%.jsonl $(call model_files,lib/models/default) | all
	@mkdir -p $(@D)
	$(CLI_BIN) rerank --no-findings --policy default --threads $(QUALITY_THREADS) $(call ranking_known,$*) $< >$@.part
	@mv $@.part $@
