# make suggestion-table: how many suggestions of findings are right, on the
# project's own questions (suggestions.py). make agent-loop DATA=DIR: what
# becomes of queries when an agent obeys all advice (agent_loop.py), on everyday
# questions that no model has learned from.

AGENT_SETS := $(sort $(wildcard docs/training/data/*/questions.jsonl))
# The databases of the first seed: docs/training/data/check.py --keep.
AGENT_ROOT := $(BUILD)/own/1

.PHONY: suggestion-table agent-loop
suggestion-table: lib | $(AGENT_ROOT)
	$(PYTHON) docs/research/suggestions.py --db-root $(AGENT_ROOT) $(AGENT_SETS)

agent-loop: lib
	$(PYTHON) docs/research/agent_loop.py --update docs/research/quality.md --db-root $(DATA)/everyday_open/database $(sort $(wildcard $(DATA)/everyday_open/*.jsonl))

$(AGENT_ROOT): | $(CLI_BIN)
	$(PYTHON) docs/training/data/check.py --t2sed $(CLI_BIN) --keep $(BUILD)/own
