# make data-tables: what each source of training data and each setting adds to
# the forests (docs/training.md). Gathering all evidence takes half an hour of one
# core; the tables a few minutes of a GPU with CuPy, else some hours of one
# core with LightGBM.
DATA_TABLES ?= $(TRAIN_OUT)/data-tables

.PHONY: data-tables
data-tables: $(TRAIN_OUT)/plan-folds/config.json $(TRAIN_OUT)/schema-folds/config.json $(TRAIN_OUT)/splash-beams.jsonl $(TRAIN_OUT)/tries.jsonl $(TRAIN_OUT)/paraphrases.jsonl $(TRAIN_OUT)/mutants.jsonl | all
	T2SED_LIBRARY=$(BUILD)/lib/libt2sed.so $(PYTHON) docs/training/data_gather.py --data $(DATA) --folds $(TRAIN_OUT) --out $(DATA_TABLES)
	$(PYTHON) docs/training/data_tables.py measure --bins $(DATA_TABLES)/bins.xz --out $(DATA_TABLES)/results.json
	$(PYTHON) docs/training/data_tables.py write --results $(DATA_TABLES)/results.json --update docs/research/training.md
