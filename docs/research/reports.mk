# make reports: errors that nothing catches, for the default model.
#
#   make missed-errors    errors on Spider dev that nothing catches (docs/research/errors.md)
#   make real-errors      the same of real queries
#
# They read the files that `make auc-table` and `make real-tables` have scored.

#   make correct-table    how well queries are corrected, on SPLASH test

.PHONY: correct-table
correct-table: all
	$(PYTHON) docs/research/correct.py --t2sed $(CLI_BIN) --update docs/research/quality.md $(DATA)

#   make tune-table       what t2sed tune brings, by the number of queries

.PHONY: tune-table
tune-table: all
	$(PYTHON) docs/research/tune.py --t2sed $(CLI_BIN) --update docs/research/training.md $(DATA)

.PHONY: reports missed-errors real-errors
reports: missed-errors real-errors

missed-errors: all $(QUALITY_FILES)
	$(PYTHON) docs/research/missed.py --t2sed $(CLI_BIN) --tables $(DATA)/spider/tables.json --db-root $(DATA)/spider/database --update docs/research/errors.md $(QUALITY_FILES)

real-errors: all $(foreach set,bird-rows bugs creg modern,$(BUILD)/real/default/$(set).jsonl)
	$(PYTHON) docs/research/real_errors.py --t2sed $(CLI_BIN) --tables $(DATA)/bird/dev_tables.json --update docs/research/errors.md $(BUILD)/real/default

#   make source-table     learned from one parser, looking for another's errors

.PHONY: source-table
source-table: all
	$(PYTHON) docs/research/sources.py --t2sed $(CLI_BIN) --data $(DATA) --update docs/research/quality.md

#   make own-questions-table  what is learned from questions of our own

.PHONY: own-questions-table
own-questions-table: all $(TEXT_BEAMS)
	T2SED_LIBRARY=$(abspath $(BUILD))/lib/libt2sed.so $(PYTHON) docs/research/own_questions.py --databases $(REAL_BEAMS)/own --keep $(TRAIN_OUT)/own-questions \
	    --update docs/research/training.md $(DATA)
