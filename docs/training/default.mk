# make train-default DATA=DIR ENCODER=DIR: the shipped model, from its data.
# docs/training.md says what the steps are. A run that was interrupted goes on.

DATA         ?= ../shared/data
ENCODER      ?=
TRAIN_EPOCHS ?= 3
TRAIN_CHOOSE_EPOCHS ?= 3
TRAIN_OUT    ?= $(BUILD)/train
TRAIN_FILES  := $(DATA)/predictions/train/gpt4o_mini.jsonl $(DATA)/splash/train.jsonl=0.25 $(DATA)/predictions/train/sqledit_errors.jsonl=0.25
TRAIN_FLAGS  := --tables $(DATA)/spider/tables.json --batch 32 --learning-rate 1e-4 --paired --resume --checkpoint-steps 50

# What trains forests: docs/internals/train.md.
export T2SED_LIGHTGBM ?= $(abspath $(LIGHTGBM))

# Left out: what another feature says as well.
EVIDENCE_LIST  := all,-overlap.schema_tables,-overlap.schema_columns,-overlap.unknown_names,-overlap.selected_columns
EVIDENCE_FLAGS = --add-evidence $(EVIDENCE_LIST) --trees 1000 --refit --paired --mixed --db-root $(DATA)/spider/database \
    --tables $(DATA)/spider/tables.json --plan-folds $(TRAIN_OUT)/plan-folds --schema-prediction-folds $(TRAIN_OUT)/schema-folds

.PHONY: train-default train-base train-choose train-evidence train-light
train-base: all
	@test -n '$(ENCODER)' || { echo 'ENCODER= must name the directory of MiniLM-L6 (config.json, model.safetensors, vocab.txt)'; exit 1; }
	@mkdir -p $(TRAIN_OUT)
	$(PYTHON) docs/training/keep-text.py $(DATA) >$(TRAIN_OUT)/keep.txt
	$(CLI_BIN) import --config docs/training/default.json --keep-text $(TRAIN_OUT)/keep.txt --keep-first 12000 '$(ENCODER)' $(TRAIN_OUT)/base

# The dev AUC of each epoch, on a fifth of the train databases.
train-choose: train-base
	$(CLI_BIN) train --model $(TRAIN_OUT)/base --out $(TRAIN_OUT)/chosen $(TRAIN_FLAGS) --epochs $(TRAIN_CHOOSE_EPOCHS) --precision fp16 --dev-part 0.2 \
	    --checkpoint $(TRAIN_OUT)/choose.ck --log $(TRAIN_OUT)/choose.jsonl $(TRAIN_FILES)

# SPLASH's beams, with their values filled in and labelled by execution.
$(TRAIN_OUT)/splash-beams.jsonl: | all
	@mkdir -p $(@D)
	$(CLI_BIN) collect --out $(TRAIN_OUT)/splash.db --parser seq2struct --max-candidates 0 --max-milliseconds 300 --db-root $(DATA)/spider/database $(DATA)/splash/train_beams.jsonl
	$(CLI_BIN) collect --export $(TRAIN_OUT)/splash.db >$@.part
	@mv $@.part $@

# Planners and schema predictors that have not seen a fifth of the databases
# each: what the evidence is compared with on these.
$(TRAIN_OUT)/plan-folds/config.json: | all
	@mkdir -p $(TRAIN_OUT)
	$(CLI_BIN) train --plan --folds 5 --quiet --out $(TRAIN_OUT)/plan-folds.part --tables $(DATA)/spider/tables.json $(PLAN_QUESTIONS)
	@rm -rf $(@D) && mv $(TRAIN_OUT)/plan-folds.part $(@D)

$(TRAIN_OUT)/schema-folds/config.json: | all
	@mkdir -p $(TRAIN_OUT)
	$(CLI_BIN) train --schema-prediction --folds 5 --quiet --threads 1 --out $(TRAIN_OUT)/schema-folds.part --db-root $(DATA)/spider/database \
	    $(SCHEMA_QUESTIONS); test $$? -le 1
	@rm -rf $(@D) && mv $(TRAIN_OUT)/schema-folds.part $(@D)

# The forests that read the evidence, and what text and evidence count for, on
# the text branch of train-choose and the same parting of databases; train-light:
# the forests alone.
EVIDENCE_FILES := $(TRAIN_FILES) $(TRAIN_OUT)/splash-beams.jsonl=0.5
EVIDENCE_NEEDS := $(TRAIN_OUT)/splash-beams.jsonl $(TRAIN_OUT)/plan-folds/config.json $(TRAIN_OUT)/schema-folds/config.json

train-evidence: $(EVIDENCE_NEEDS)
	@test -d $(TRAIN_OUT)/chosen || { echo 'make train-choose comes first'; exit 1; }
	$(CLI_BIN) train --model $(TRAIN_OUT)/chosen --out $(TRAIN_OUT)/default --branch evidence $(EVIDENCE_FLAGS) --threads 1 --precision fp16 --dev-part 0.2 \
	    --log $(TRAIN_OUT)/evidence.jsonl $(EVIDENCE_FILES)
	@echo 'The model is in $(TRAIN_OUT)/default.'

train-light: $(EVIDENCE_NEEDS)
	$(CLI_BIN) train --out $(TRAIN_OUT)/light $(EVIDENCE_FLAGS) --threads 1 --dev-part 0.2 --log $(TRAIN_OUT)/light.jsonl $(EVIDENCE_FILES)
	@echo 'The model is in $(TRAIN_OUT)/light.'

train-default: train-base
	$(CLI_BIN) train --model $(TRAIN_OUT)/base --out $(TRAIN_OUT)/default $(TRAIN_FLAGS) --epochs $(TRAIN_EPOCHS) --precision fp16 \
	    --checkpoint $(TRAIN_OUT)/default.ck --log $(TRAIN_OUT)/default.jsonl $(TRAIN_FILES)
	@echo 'The model is in $(TRAIN_OUT)/default.'

# The question parser that ships, from Universal Dependencies and the
# embeddings of ENCODER. About half an hour of one core. Not part of it, but
# `make measure-question-parser` prints its scores on the test treebanks.
PARSER_OUT   ?= $(TRAIN_OUT)/question-parser
PARSER_UD    := $(DATA)/ud
PARSER_TRAIN := $(PARSER_UD)/EWT/en_ewt-ud-train.conllu $(PARSER_UD)/Atis/en_atis-ud-train.conllu $(PARSER_UD)/ESLSpok/en_eslspok-ud-train.conllu
PARSER_DEV   := $(PARSER_UD)/Atis/en_atis-ud-dev.conllu,$(PARSER_UD)/EWT/en_ewt-ud-dev.conllu
PARSER_TESTS := Atis/en_atis EWT/en_ewt PUD/en_pud ESLSpok/en_eslspok
MEASURED     ?= lib/models/question-parser

.PHONY: train-question-parser measure-question-parser
train-question-parser: all
	@test -n '$(ENCODER)' || { echo 'ENCODER= must name the directory of MiniLM-L6 (model.safetensors, vocab.txt or tokenizer.json)'; exit 1; }
	@mkdir -p $(TRAIN_OUT)
	$(CLI_BIN) train --question-parser --encoder '$(ENCODER)' --out $(PARSER_OUT) --threads 1 --dev $(PARSER_DEV) \
	    --checkpoint $(TRAIN_OUT)/question-parser.ck --resume --log $(TRAIN_OUT)/question-parser.jsonl $(PARSER_TRAIN)
	@echo 'The parser is in $(PARSER_OUT).'

# Words as the treebank has them, then words by our own rules.
measure-question-parser: all
	@mkdir -p $(BUILD)/measure
	@for name in $(PARSER_TESTS); do \
	    for kind in words text; do \
	        gold=$(PARSER_UD)/$$name-ud-test.conllu; at=$(BUILD)/measure/$$kind; \
	        $(PYTHON) test/bench/parses.py --$$kind $$gold >$$at.txt || exit 1; \
	        $(CLI_BIN) parse --question $$(test $$kind = text || echo --words) --parser $(MEASURED) --format conllu $$at.txt >$$at.conllu || exit 1; \
	        printf '%s %s ' $$name $$kind; \
	        $(PYTHON) test/bench/parses.py $$gold $$at.conllu || exit 1; \
	    done; \
	done

# The schema predictor; with SCHEMA_FOLDS=5 also models in fold-0... that each
# leave out the databases of one fold.
SCHEMA_FOLDS ?= 0
SCHEMA_QUESTIONS := $(DATA)/spider/train_spider.jsonl $(DATA)/spider/train_others.jsonl $(DATA)/splash/train.jsonl=0.5 \
    $(DATA)/cosql/train.jsonl=0.5 $(DATA)/sparc/train.jsonl=0.5

.PHONY: train-schema-prediction
train-schema-prediction: all
	$(CLI_BIN) train --schema-prediction --out $(TRAIN_OUT)/schema-prediction --folds $(SCHEMA_FOLDS) --threads 1 --db-root $(DATA)/spider/database \
	    $(SCHEMA_QUESTIONS); test $$? -le 1
	@echo 'The model is in $(TRAIN_OUT)/schema-prediction.'

# The planner, and one without each fold's databases, which what learns from
# plans needs: $(TRAIN_OUT)/plan and $(TRAIN_OUT)/plan/fold-0 ...
PLAN_QUESTIONS := $(DATA)/spider/train_spider.jsonl $(DATA)/spider/train_others.jsonl=0.3 cosql:$(DATA)/cosql/train.jsonl sparc:$(DATA)/sparc/train.jsonl $(DATA)/spider_syn/train.jsonl=0.5
.PHONY: train-plan
train-plan: all
	@mkdir -p $(TRAIN_OUT)
	$(CLI_BIN) train --plan --out $(TRAIN_OUT)/plan --tables $(DATA)/spider/tables.json $(PLAN_QUESTIONS)
	@echo 'The planner is in $(TRAIN_OUT)/plan.'

# What decides on top of a model: the weights of re-ranking and the thresholds
# of triggers, put into its config.json. They are learned on a fifth of the
# databases, scored by what has not seen these: the model before its trees are
# grown on all of them, and the planner and schema predictor of fold 0.
DECIDE_MODEL ?= lib/models/default
DECIDE_SCORE := T2SED_PLAN=$(TRAIN_OUT)/plan-folds/fold-0 T2SED_SCHEMA_PREDICTION=$(TRAIN_OUT)/schema-folds/fold-0 \
    $(CLI_BIN) score --model $(TRAIN_OUT)/unseen --tables $(DATA)/spider/tables.json --db-root $(DATA)/spider/database

$(TRAIN_OUT)/unseen/config.json: $(EVIDENCE_NEEDS)
	@test -d $(TRAIN_OUT)/chosen || { echo 'make train-choose comes first'; exit 1; }
	$(CLI_BIN) train --model $(TRAIN_OUT)/chosen --out $(@D) --branch evidence $(filter-out --refit,$(EVIDENCE_FLAGS)) --threads 1 --precision fp16 \
	    --dev-part 0.2 $(EVIDENCE_FILES)

.PHONY: fit-decide
fit-decide: $(TRAIN_OUT)/unseen/config.json
	$(PYTHON) docs/training/beams.py $(DATA) $(TRAIN_OUT)/splash-beams.jsonl | $(DECIDE_SCORE) >$(TRAIN_OUT)/decide-beams.jsonl
	$(CLI_BIN) rerank --fit --write $(DECIDE_MODEL) --db-root $(DATA)/spider/database --tables $(DATA)/spider/tables.json $(TRAIN_OUT)/decide-beams.jsonl
	$(PYTHON) docs/training/beams.py $(DATA) --first | $(DECIDE_SCORE) | $(CLI_BIN) trigger --fit --write $(DECIDE_MODEL)
