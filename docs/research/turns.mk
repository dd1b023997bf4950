# make turns-tables: how well the default model tells right queries from wrong
# ones over the turns of conversations (five minutes on two busy cores).

TURNS_MODEL ?= lib/models/default

.PHONY: turns-tables
turns-tables: all
	$(PYTHON) docs/research/turns.py --t2sed $(CLI_BIN) --model $(TURNS_MODEL) --update docs/research/quality.md --db-root $(DATA)/spider/database $(DATA)/cosql/dev.jsonl $(DATA)/sparc/dev.jsonl
