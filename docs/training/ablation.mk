# make parse-ablation ENCODER=DIR: what parses of questions are worth to the
# text branch (docs/quality.md). ENCODER is that of default.mk; the parser is the
# shipped one. Runs that are there already are not repeated; logs lie beside
# them in PARSE_ABLATION_OUT.

PARSE_ABLATION_OUT  ?= $(TRAIN_OUT)/parses
PARSE_ABLATION_RUNS ?= none:1,dependencies:1,constituents:1,both:1
PARSE_ABLATION_FLAGS ?=

.PHONY: parse-ablation
parse-ablation: all
	@test -n '$(ENCODER)' || { echo 'ENCODER= must name the directory of MiniLM-L6 (config.json, model.safetensors, vocab.txt)'; exit 1; }
	nice $(PYTHON) docs/training/parse-ablation.py --t2sed $(CLI_BIN) --encoder '$(ENCODER)' --data $(DATA) --out $(PARSE_ABLATION_OUT) --runs $(PARSE_ABLATION_RUNS) $(PARSE_ABLATION_FLAGS)
