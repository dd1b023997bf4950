# make reports: what quality-tables leave open, for the default model or MODEL=.
#
#   make thresholds-table what the thresholds keep of their promise
#   make nonempty-table   AUC over results that are not empty
#   make folds-table      what accuracy is lost by the choice of thresholds
#   make bugs-table       NL2SQL-BUGs; UNSEEN= is what `t2sed train --unseen` kept
#   make missed-errors    errors that nothing catches, into docs/errors.md
#
# They read the files that `make quality-tables` has scored.

UNSEEN   ?= $(TRAIN_OUT)/$(notdir $(MODEL:%/=%))-unseen
BUGS_DIR := $(QUALITY_DIR)/bugs

.PHONY: reports thresholds-table nonempty-table folds-table bugs-table missed-errors
reports: thresholds-table nonempty-table folds-table bugs-table missed-errors

thresholds-table: all $(QUALITY_FILES)
	$(PYTHON) docs/studies/thresholds.py --update docs/quality.md $(MODEL) $(QUALITY_FILES)

nonempty-table: all $(QUALITY_FILES)
	$(PYTHON) docs/studies/nonempty.py --db-root $(DATA)/spider/database --update docs/quality.md $(QUALITY_FILES)

folds-table: all $(QUALITY_FILES)
	$(PYTHON) docs/studies/folds.py --t2sed $(CLI_BIN) --update docs/quality.md $(QUALITY_FILES)

bugs-table: all
	@test -f $(UNSEEN)/config.json || { echo 'UNSEEN= must name a model that has not seen a fifth of the train databases (docs/training.md)'; exit 1; }
	$(PYTHON) docs/studies/bugs.py --t2sed $(CLI_BIN) --model $(MODEL) --unseen $(UNSEEN) --folds $(TRAIN_OUT) --data $(DATA) --keep $(BUGS_DIR) --update docs/quality.md

missed-errors: all $(QUALITY_FILES)
	$(PYTHON) docs/studies/missed.py --t2sed $(CLI_BIN) --tables $(DATA)/spider/tables.json --db-root $(DATA)/spider/database --update docs/errors.md $(QUALITY_FILES)
