# Judges (docs/training.md, "Judges"): what they learn from, on processors; a folder
# for a machine with a GPU; training on processors over days.
#
#   make judge-pack DATA=DIR
#   make judge-bundle GGUF=FILE       with the language model's weights
#   make train-judge LM=DIR           goes on where it was interrupted
#
# LM is the Hugging Face directory of a language model; JUDGE_PYTHON has torch,
# transformers and safetensors.

LM              ?=
GGUF            ?=
JUDGE_PYTHON    ?= $(PYTHON)
JUDGE_DIR       := $(BUILD)/judge
JUDGE_PACK      := $(JUDGE_DIR)/pack
JUDGE_BUNDLE    := $(JUDGE_DIR)/bundle
# Of gather: --reasons, --hard, --jobs N.
JUDGE_GATHER    ?= --hard
# Of train, on two processors: the lower two thirds of 24 layers as they are.
JUDGE_TRAIN     ?= --frozen-layers 16 --questions 6000 --tokens 4096 --epochs 2
JUDGE_SCRIPTS   := $(wildcard docs/training/judge/*.py)
LM_PYTHON        = T2SED_LIBRARY=$(BUILD)/lib/libt2sed.so PYTHONPATH=examples/python $(PYTHON)

.PHONY: judge-pack judge-bundle train-judge
judge-pack: $(JUDGE_PACK)/train.jsonl.gz

$(JUDGE_PACK)/train.jsonl.gz: $(REAL_DIR)/bird-rows.jsonl $(REAL_BEAMS)/own.jsonl $(REAL_BEAMS)/share-schema.jsonl $(TRAIN_OUT)/splash-beams.jsonl | all
	$(LM_PYTHON) docs/training/judge/judge.py gather $(DATA) $(REAL_DIR) $(REAL_BEAMS) $(JUDGE_PACK) --t2sed $(CLI_BIN) $(JUDGE_GATHER)

# t2sed/ is what imports the weights, with its libraries.
judge-bundle: $(JUDGE_PACK)/train.jsonl.gz
	@mkdir -p $(JUDGE_BUNDLE)/pack $(JUDGE_BUNDLE)/judge $(JUDGE_BUNDLE)/t2sed $(JUDGE_BUNDLE)/weights
	cp docs/training/judge/gpu.sh $(JUDGE_BUNDLE)/ && cp $(JUDGE_SCRIPTS) $(JUDGE_BUNDLE)/judge/
	cp $(JUDGE_PACK)/train.jsonl.gz $(JUDGE_PACK)/*-*.jsonl $(JUDGE_BUNDLE)/pack/
	cp -L $(CLI_BIN) $(BUILD)/lib/libt2sed.so.$(ABI) $$(ldd $(CLI_BIN) $(BUILD)/lib/libt2sed.so | sed -n 's/.*=> \(.*\(libt2sed-lab\|jansson\|utf8proc\|sqlite3\)[^ ]*\) .*/\1/p' | sort -u) $(JUDGE_BUNDLE)/t2sed/
	@test -z '$(GGUF)' || { split -d -b 60M '$(GGUF)' $(JUDGE_BUNDLE)/weights/part- && cd $(JUDGE_BUNDLE)/weights && sha256sum part-* >../weights.sha256; }
	@du -sh $(JUDGE_BUNDLE)/*

train-judge: $(JUDGE_PACK)/train.jsonl.gz
	@test -n '$(LM)' || { echo 'LM= must name the directory of a language model (make models-large)'; exit 1; }
	$(JUDGE_PYTHON) docs/training/judge/judge.py train '$(LM)' $< $(JUDGE_DIR)/judge $(JUDGE_TRAIN) --resume >>$(JUDGE_DIR)/train.log
