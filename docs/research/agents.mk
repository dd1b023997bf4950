# make suggestion-table: how many suggestions of findings are right
# (suggestions.py). make agent-loop: what becomes of queries when an agent obeys
# all advice (agent_loop.py). Both on the project's own questions.

AGENT_SETS := $(sort $(wildcard docs/training/data/*/questions.jsonl))
# The databases of the first seed: docs/training/data/check.py --keep.
AGENT_ROOT := $(BUILD)/own/1

.PHONY: suggestion-table agent-loop
suggestion-table: lib | $(AGENT_ROOT)
	$(PYTHON) docs/research/suggestions.py --db-root $(AGENT_ROOT) $(AGENT_SETS)

agent-loop: lib | $(AGENT_ROOT)
	$(PYTHON) docs/research/agent_loop.py --db-root $(AGENT_ROOT) $(AGENT_SETS)
	$(PYTHON) docs/research/agent_loop.py --db-root $(AGENT_ROOT) --correct 0.5 $(AGENT_SETS)

$(AGENT_ROOT): | $(CLI_BIN)
	$(PYTHON) docs/training/data/check.py --t2sed $(CLI_BIN) --keep $(BUILD)/own
