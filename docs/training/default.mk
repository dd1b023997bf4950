# make train-default DATA=DIR ENCODER=DIR: all models that ship (but the question
# parser), from their data, in $(TRAIN_OUT)/models. docs/training.md says what
# the stages are. A stage that is done is not done again, one that was
# interrupted goes on or begins again, and what each took is in
# $(TRAIN_OUT)/stages.jsonl. With -j2 stages that do not need each other run
# beside each other.

DATA         ?= ../shared/data
ENCODER      ?=
TRAIN_OUT    ?= $(BUILD)/train
TRAIN_EPOCHS ?= 1
# Of the encoder, from the first; 0: all.
TEXT_LAYERS  ?= 3
TRAIN_THREADS ?= 1
TRAIN_FLAGS  := --threads $(TRAIN_THREADS) --dev-part 0.2

# What trains forests: docs/internals/train.md.
export T2SED_LIGHTGBM ?= $(abspath $(LIGHTGBM))

# $(call stage,NAME) COMMAND: runs it and keeps what it took.
stage = @mkdir -p $(TRAIN_OUT) && $(PYTHON) docs/training/stage.py $(TRAIN_OUT)/stages.jsonl $(1)
# $(call whole,DIR): what a stage wrote to DIR.part becomes DIR at once.
whole = @rm -rf $(1) && mv $(1).part $(1)

TRAINED_MODELS := default large sketch schema-prediction
.PHONY: train-default
train-default: $(TRAINED_MODELS:%=$(TRAIN_OUT)/models/%/config.json)
	@echo 'The models are in $(TRAIN_OUT)/models; make keep-trained puts them into lib/models.'

# Their README.md are written by hand, from what the training printed.
.PHONY: keep-trained
keep-trained: $(TRAINED_MODELS:%=$(TRAIN_OUT)/models/%/config.json)
	for model in $(TRAINED_MODELS); do cp --remove-destination $(TRAIN_OUT)/models/$$model/* lib/models/$$model/ || exit 1; done

# What the stages took, into docs/training.md.
.PHONY: stage-table
stage-table:
	$(PYTHON) docs/training/stage_table.py --update docs/research/training.md $(TRAIN_OUT)/stages.jsonl

# --- Beside Spider ---

# Questions of our own with their databases, BIRD and CREG (real_beams.py).
REAL_BEAMS   := $(TRAIN_OUT)/real
# Databases by db_id, and schemas of those whose rows are not there.
REAL_SCHEMAS := --db-root $(REAL_BEAMS)/databases --tables $(REAL_BEAMS)/tables.json
REAL_NAMES   := questions own bird bird-unchecked creg share-rows share-gold
$(REAL_NAMES:%=$(REAL_BEAMS)/%.jsonl) &: docs/training/real_beams.py $(wildcard docs/training/data/*/questions.jsonl) | all
	@mkdir -p $(REAL_BEAMS)
	$(call stage,own-data) $(PYTHON) docs/training/data/check.py --t2sed $(CLI_BIN) --keep $(REAL_BEAMS)/own
	$(PYTHON) docs/training/real_beams.py $(DATA) $(REAL_BEAMS)/own/1 $(REAL_BEAMS)

# Predictions on schemas without rows, labelled by witness databases.
$(REAL_BEAMS)/share-schema.jsonl: $(REAL_BEAMS)/share-gold.jsonl | all
	$(call stage,share-schema) sh -ec '$(CLI_BIN) eval --label witness --tables $(REAL_BEAMS)/tables.json $< >$@.part; test $$? -le 1'
	@mv $@.part $@

# --- The text ---

# The encoder with a vocabulary cut to what the training texts have.
TEXT_BEAMS := $(REAL_BEAMS)/own.jsonl
$(TRAIN_OUT)/base/config.json: $(TEXT_BEAMS) | all
	@test -n '$(ENCODER)' || { echo 'ENCODER= must name the directory of MiniLM-L6 (config.json, model.safetensors, vocab.txt)'; exit 1; }
	@mkdir -p $(TRAIN_OUT) && rm -rf $(@D).part
	$(PYTHON) docs/training/keep-text.py $(DATA) $(TEXT_BEAMS) >$(TRAIN_OUT)/keep.txt
	$(call stage,base) $(CLI_BIN) import --config docs/training/default.json --keep-text $(TRAIN_OUT)/keep.txt --keep-first 12000 --layers $(TEXT_LAYERS) \
	    '$(ENCODER)' $(@D).part
	$(call whole,$(@D))

# The text branch, measured (with several epochs, chosen) on a fifth of the train
# databases. An interrupted run goes on from its checkpoint.
TEXT_FILES := $(DATA)/predictions/train/gpt4o_mini.jsonl $(REAL_BEAMS)/own.jsonl
$(TRAIN_OUT)/text/config.json: $(TRAIN_OUT)/base/config.json
	$(call stage,text) $(CLI_BIN) train --model $(TRAIN_OUT)/base --out $(@D).part $(TRAIN_FLAGS) $(REAL_SCHEMAS) --epochs $(TRAIN_EPOCHS) --batch 32 --learning-rate 1e-4 \
	    --precision fp16 --resume --checkpoint-steps 50 --checkpoint $(TRAIN_OUT)/text.ck --log $(TRAIN_OUT)/text.jsonl $(TEXT_FILES)
	$(call whole,$(@D))

# --- What the evidence needs ---

# SPLASH's beams, with their values filled in and labelled by execution. An
# interrupted run goes on from its store.
$(TRAIN_OUT)/splash-beams.jsonl: | all
	$(call stage,splash-beams) $(CLI_BIN) collect --out $(TRAIN_OUT)/splash.db --parser seq2struct --max-candidates 0 --max-milliseconds 300 \
	    --db-root $(DATA)/spider/database $(DATA)/splash/train_beams.jsonl
	$(CLI_BIN) collect --export $(TRAIN_OUT)/splash.db >$@.part
	@mv $@.part $@

# The sketcher that ships, and in fold-0 ... one that has not seen the databases
# of that fold: what evidence is learned from on these.
PLAN_QUESTIONS := $(DATA)/spider/train_spider.jsonl $(DATA)/spider/train_others.jsonl=0.3 cosql:$(DATA)/cosql/train.jsonl sparc:$(DATA)/sparc/train.jsonl $(DATA)/spider_syn/train.jsonl=0.5 \
    $(REAL_BEAMS)/questions.jsonl
$(TRAIN_OUT)/plan-folds/config.json: $(REAL_BEAMS)/questions.jsonl | all
	@rm -rf $(@D).part
	$(call stage,plan) $(CLI_BIN) train --plan --folds 5 --quiet --out $(@D).part $(REAL_SCHEMAS) $(PLAN_QUESTIONS); test $$? -le 1
	$(call whole,$(@D))

# A few queries of the files do not parse and are told: status 1.
#
# Likewise the schema predictor.
SCHEMA_QUESTIONS := $(DATA)/spider/train_spider.jsonl $(DATA)/spider/train_others.jsonl $(DATA)/splash/train.jsonl=0.5 \
    $(DATA)/cosql/train.jsonl=0.5 $(DATA)/sparc/train.jsonl=0.5 $(REAL_BEAMS)/questions.jsonl
$(TRAIN_OUT)/schema-folds/config.json: $(REAL_BEAMS)/questions.jsonl | all
	@rm -rf $(@D).part
	$(call stage,schema-prediction) $(CLI_BIN) train --schema-prediction --folds 5 --quiet --threads $(TRAIN_THREADS) --out $(@D).part $(REAL_SCHEMAS) \
	    $(SCHEMA_QUESTIONS); test $$? -le 1
	$(call whole,$(@D))

$(TRAIN_OUT)/models/sketch/config.json: $(TRAIN_OUT)/plan-folds/config.json
	@mkdir -p $(@D) && cp $(<D)/model.safetensors $(@D)/ && cp $< $@
$(TRAIN_OUT)/models/schema-prediction/config.json: $(TRAIN_OUT)/schema-folds/config.json
	@mkdir -p $(@D) && cp $(<D)/model.safetensors $(@D)/ && cp $< $@

.PHONY: train-plan train-schema-prediction
train-plan: $(TRAIN_OUT)/models/sketch/config.json
train-schema-prediction: $(TRAIN_OUT)/models/schema-prediction/config.json

# The weights of the corrector.
.PHONY: train-corrector
train-corrector: $(TRAIN_OUT)/plan-folds/config.json $(TRAIN_OUT)/schema-folds/config.json | all
	$(call stage,corrector) $(PYTHON) docs/training/correct.py --t2sed $(CLI_BIN) --folds $(TRAIN_OUT) --out $(TRAIN_OUT)/models/correct $(DATA)

# --- A parser of our own ---

# Beams of a small parser that has not seen the databases, labelled by execution
# (docs/training.md). Three of it are trained, each without the databases of some
# folds, which are those of the sketchers and schema predictors. An interrupted
# training goes on from its checkpoint.
OWN        := $(TRAIN_OUT)/own
OWN_FOLDS  := 0 1-2 3-4
OWN_BEAMS  := $(TRAIN_OUT)/own-beams.jsonl
OWN_PARSER := env T2SED_LIBRARY=$(abspath $(BUILD))/lib/libt2sed.so PYTHONPATH=docs/training:examples/python OMP_NUM_THREADS=1 $(PYTHON) -m own_parser

.PHONY: train-own-parser
train-own-parser: $(OWN_BEAMS)

$(OWN)/read.pickle: $(TRAIN_OUT)/plan-folds/config.json $(TRAIN_OUT)/schema-folds/config.json | all
	@mkdir -p $(@D)
	$(call stage,own-read) $(OWN_PARSER) read --data $(DATA) --plan-folds $(TRAIN_OUT)/plan-folds --schema-folds $(TRAIN_OUT)/schema-folds --out $@

$(OWN)/inputs.pickle: $(OWN)/read.pickle
	@test -n '$(ENCODER)' || { echo 'ENCODER= must name the directory of MiniLM-L6 (config.json, model.safetensors, vocab.txt)'; exit 1; }
	$(call stage,own-encode) $(OWN_PARSER) encode --read $< --tables $(DATA)/spider/tables.json --encoder '$(ENCODER)' --out $@

$(OWN_FOLDS:%=$(OWN)/model-%.pt): $(OWN)/model-%.pt: $(OWN)/inputs.pickle
	$(call stage,own-train-$*) $(OWN_PARSER) train --inputs $< --without $* --resume --checkpoint $(OWN)/model-$*.ck --log $(OWN)/model-$*.jsonl --out $@

$(OWN_FOLDS:%=$(OWN)/beams-%.jsonl): $(OWN)/beams-%.jsonl: $(OWN)/model-%.pt
	$(call stage,own-parse-$*) $(OWN_PARSER) parse --inputs $(OWN)/inputs.pickle --tables $(DATA)/spider/tables.json --model $< --out $@

# Values are filled in with those of the right query, as SPLASH's.
$(OWN_BEAMS): $(OWN_FOLDS:%=$(OWN)/beams-%.jsonl)
	$(call stage,own-beams) $(CLI_BIN) collect --out $(OWN)/beams.db --parser own --max-candidates 0 --max-milliseconds 300 \
	    --db-root $(DATA)/spider/database $^
	$(CLI_BIN) collect --export $(OWN)/beams.db >$@.part
	@mv $@.part $@

# What it gets right: the table of docs/training.md.
.PHONY: own-parser-table
own-parser-table: $(OWN_BEAMS)
	$(PYTHON) docs/research/own_beams.py --data $(DATA) --update docs/research/training.md $<

# --- The evidence ---

# What the forests learn from, FILE=WEIGHT. The first file is what they are
# measured by. Questions of our own count most: they are what forests learn most
# from about what people type (make own-questions-table).
SPIDER_PREDICTIONS := $(DATA)/predictions/train
EVIDENCE_FILES := $(REAL_BEAMS)/own.jsonl=2 $(SPIDER_PREDICTIONS)/gpt4o_mini.jsonl=1.5 $(SPIDER_PREDICTIONS)/qwen25_15b.jsonl \
    $(SPIDER_PREDICTIONS)/sqledit_errors.jsonl $(REAL_BEAMS)/bird.jsonl $(REAL_BEAMS)/bird-unchecked.jsonl=0.3 $(REAL_BEAMS)/creg.jsonl \
    $(REAL_BEAMS)/share-rows.jsonl $(REAL_BEAMS)/share-schema.jsonl $(MORE_EVIDENCE)
EVIDENCE_NEEDS := $(TRAIN_OUT)/plan-folds/config.json $(TRAIN_OUT)/schema-folds/config.json \
    $(filter $(TRAIN_OUT)/%,$(foreach file,$(EVIDENCE_FILES),$(firstword $(subst =, ,$(file)))))

EVIDENCE_LIST  ?= all
EVIDENCE_FLAGS = --threads $(TRAIN_THREADS) --dev-part 0.2 --add-evidence $(EVIDENCE_LIST) --trees 700 --max-candidates 64 --forests 4 --refit $(REAL_SCHEMAS) \
    --plan-folds $(TRAIN_OUT)/plan-folds --schema-prediction-folds $(TRAIN_OUT)/schema-folds

# The forests alone; and as they were before they were grown again on all
# databases, which is for what decides (below) and for measuring.
$(TRAIN_OUT)/default/config.json: $(EVIDENCE_NEEDS) | all
	$(call stage,default) $(CLI_BIN) train --out $(@D).part --unseen $(TRAIN_OUT)/default-unseen $(EVIDENCE_FLAGS) --log $(TRAIN_OUT)/default.jsonl $(EVIDENCE_FILES)
	$(call whole,$(@D))

# The same beside the text, and what both count for. TEXT_MODEL=lib/models/large
# takes the text of a model that is there.
TEXT_MODEL ?= $(TRAIN_OUT)/text
$(TRAIN_OUT)/large/config.json: $(TEXT_MODEL)/config.json $(EVIDENCE_NEEDS) | all
	$(call stage,large) $(CLI_BIN) train --model $(TEXT_MODEL) --out $(@D).part --unseen $(TRAIN_OUT)/large-unseen --branch evidence $(EVIDENCE_FLAGS) --precision fp16 \
	    --log $(TRAIN_OUT)/large.jsonl $(EVIDENCE_FILES)
	$(call whole,$(@D))

.PHONY: train-forests train-large
train-forests: $(TRAIN_OUT)/default/config.json
train-large: $(TRAIN_OUT)/large/config.json

# --- What decides ---

# The weights of re-ranking and the thresholds of triggers, put into a model's
# config.json. They are learned on a fifth of the databases, scored by what has
# not seen these: the model before its trees are grown on all of them, and the
# sketcher and schema predictor of fold 0.
DECIDE_INPUT := $(TRAIN_OUT)/decide-beams.jsonl $(TRAIN_OUT)/decide-first.jsonl
DECIDE_SCORE := T2SED_SKETCH=$(TRAIN_OUT)/plan-folds/fold-0 T2SED_SCHEMA_PREDICTION=$(TRAIN_OUT)/schema-folds/fold-0 \
    $(CLI_BIN) score --threads $(TRAIN_THREADS) --tables $(DATA)/spider/tables.json --db-root $(DATA)/spider/database

$(TRAIN_OUT)/decide-beams.jsonl: $(TRAIN_OUT)/splash-beams.jsonl
	$(PYTHON) docs/training/beams.py $(DATA) $< >$@.part
	@mv $@.part $@
$(TRAIN_OUT)/decide-first.jsonl:
	$(PYTHON) docs/training/beams.py $(DATA) --first >$@.part
	@mv $@.part $@

# $(call decide,UNSEEN,DIR)
decide = sh -ec '$(DECIDE_SCORE) --model $(1) $(TRAIN_OUT)/decide-beams.jsonl >$(2).beams; \
    $(DECIDE_SCORE) --model $(1) $(TRAIN_OUT)/decide-first.jsonl >$(2).first; \
    $(CLI_BIN) rerank --fit --write $(2) --db-root $(DATA)/spider/database --tables $(DATA)/spider/tables.json $(2).beams; \
    $(CLI_BIN) trigger --fit --write $(2) $(2).first; rm $(2).beams $(2).first'

$(TRAIN_OUT)/models/default/config.json $(TRAIN_OUT)/models/large/config.json: $(TRAIN_OUT)/models/%/config.json: $(TRAIN_OUT)/%/config.json $(DECIDE_INPUT)
	@rm -rf $(@D).part && mkdir -p $(@D).part && cp $(<D)/* $(@D).part/
	$(call stage,decide-$*) $(call decide,$(TRAIN_OUT)/$*-unseen,$(@D).part)
	$(call whole,$(@D))

# The same for a model that is there, of the kind default or large.
DECIDE_MODEL ?= lib/models/default
DECIDE_KIND  ?= $(if $(filter large,$(notdir $(DECIDE_MODEL))),large,default)
.PHONY: fit-decide
fit-decide: $(TRAIN_OUT)/$(DECIDE_KIND)/config.json $(DECIDE_INPUT)
	$(call decide,$(TRAIN_OUT)/$(DECIDE_KIND)-unseen,$(DECIDE_MODEL))

# The weights of the probability in a beam ("beam" in config.json), put into
# BEAM_MODEL. Probabilities are those of BEAM_UNSEEN, a model that has not seen
# these databases: the default model without BIRD dev, CREG, the predictions on
# BIRD train with rows, and the dev part. CREG and the beams above teach "results", pools of BIRD's
# systems and these beams "sources", BIRD's five databases without rows and
# these beams by schema "texts". A beam of Spider's counts a fifth: its parsers
# are the best known. Questions of our own are left out: that their right
# queries agree and their wrong ones differ is how they were made.
BEAM_MODEL  ?= lib/models/default
BEAM_UNSEEN ?= $(TRAIN_OUT)/default-without
BEAM_ENV    ?= T2SED_SKETCH=$(TRAIN_OUT)/plan-folds/fold-0 T2SED_SCHEMA_PREDICTION=$(TRAIN_OUT)/schema-folds/fold-0
BEAM_OUT    := $(TRAIN_OUT)/beam
BEAM_SCORE  := $(BEAM_ENV) $(CLI_BIN) rerank --alone --no-findings --policy vote --threads $(TRAIN_THREADS) --model $(BEAM_UNSEEN)

$(TRAIN_OUT)/default-without/config.json: $(EVIDENCE_NEEDS) | all
	$(call stage,default-without) $(CLI_BIN) train --out $(@D).part $(filter-out --refit,$(EVIDENCE_FLAGS)) \
	    $(filter-out $(REAL_BEAMS)/bird% $(REAL_BEAMS)/creg% $(REAL_BEAMS)/share-rows%,$(EVIDENCE_FILES))
	$(call whole,$(@D))

$(BEAM_OUT)/systems.in: $(BUILD)/real/bird-rows.jsonl
	@mkdir -p $(@D)
	$(PYTHON) docs/training/beams.py --systems $< >$@.part
	@mv $@.part $@

.PHONY: fit-beam
fit-beam: all $(BEAM_UNSEEN)/config.json $(BEAM_OUT)/systems.in $(TRAIN_OUT)/decide-beams.jsonl $(BUILD)/real/creg.jsonl $(BUILD)/real/bird-others.jsonl
	$(BEAM_SCORE) --db-root $(DATA)/modern_labelled/database $(BUILD)/real/creg.jsonl >$(BEAM_OUT)/lines
	$(BEAM_SCORE) --db-root $(DATA)/bird/database $(BEAM_OUT)/systems.in >>$(BEAM_OUT)/lines
	$(BEAM_SCORE) --tables $(DATA)/bird/dev_tables.json $(BUILD)/real/bird-others.jsonl >>$(BEAM_OUT)/lines
	$(BEAM_SCORE) --db-root $(DATA)/spider/database $(TRAIN_OUT)/decide-beams.jsonl | sed 's/^{/{"weight": 0.2, /' >>$(BEAM_OUT)/lines
	$(BEAM_SCORE) --tables $(DATA)/spider/tables.json $(TRAIN_OUT)/decide-beams.jsonl | sed 's/^{/{"weight": 0.05, /' >>$(BEAM_OUT)/lines
	$(CLI_BIN) rerank --fit-beam --write $(BEAM_MODEL) $(BEAM_OUT)/lines

# One calibration for parsers of any kind, put into CALIBRATED: what the trainer
# fits to the first of its files is replaced by one for several sources, scored by
# BEAM_UNSEEN. The thresholds are chosen on them, too (calibrate.py). After
# fit-decide and fit-beam, whose weights it keeps in step.
CALIBRATED     ?= lib/models/default
CALIBRATE_OUT  := $(TRAIN_OUT)/calibrate
CALIBRATE      = $(CLI_BIN) score --alone --all-findings --threads $(TRAIN_THREADS) --model $(BEAM_UNSEEN)
CALIBRATE_ENV  ?= T2SED_SKETCH=$(TRAIN_OUT)/models/sketch T2SED_SCHEMA_PREDICTION=$(TRAIN_OUT)/models/schema-prediction

# $(call calibrate_on,NAME,ENVIRONMENT,OPTIONS BY SCHEMA,OPTIONS WITH ROWS): those
# of the two cases that have options, and the questions alone.
define calibrate_on
	$(2) $(CALIBRATE) $(CALIBRATE_OUT)/$(1).in >$(CALIBRATE_OUT)/$(1).question
	$(if $(3),$(2) $(CALIBRATE) $(3) $(CALIBRATE_OUT)/$(1).in >$(CALIBRATE_OUT)/$(1).schema)
	$(if $(4),$(2) $(CALIBRATE) $(4) $(CALIBRATE_OUT)/$(1).in >$(CALIBRATE_OUT)/$(1).database)
endef

.PHONY: fit-calibration
fit-calibration: all $(BEAM_UNSEEN)/config.json $(TRAIN_OUT)/decide-first.jsonl $(REAL_BEAMS)/own.jsonl $(BUILD)/real/bugs.jsonl \
    $(TRAIN_OUT)/models/sketch/config.json $(TRAIN_OUT)/models/schema-prediction/config.json
	@rm -rf $(CALIBRATE_OUT) && mkdir -p $(CALIBRATE_OUT)
	$(PYTHON) docs/training/calibrate.py --kept $(REAL_BEAMS)/own.jsonl >$(CALIBRATE_OUT)/own.in
	cp $(TRAIN_OUT)/decide-first.jsonl $(CALIBRATE_OUT)/first.in
	cp $(REAL_BEAMS)/share-rows.jsonl $(CALIBRATE_OUT)/share.in
	for name in creg bird-others bugs; do cp $(BUILD)/real/$$name.jsonl $(CALIBRATE_OUT)/$$name.in || exit 1; done
	$(call calibrate_on,first,$(BEAM_ENV),--tables $(DATA)/spider/tables.json,--db-root $(DATA)/spider/database)
	$(call calibrate_on,own,$(BEAM_ENV),--tables $(REAL_BEAMS)/own-tables.json,--db-root $(REAL_BEAMS)/databases)
	$(call calibrate_on,share,$(CALIBRATE_ENV),,--db-root $(REAL_BEAMS)/databases)
	$(call calibrate_on,creg,$(CALIBRATE_ENV),,--db-root $(DATA)/modern_labelled/database)
	$(call calibrate_on,bird-others,$(CALIBRATE_ENV),--tables $(DATA)/bird/dev_tables.json)
	$(call calibrate_on,bugs,$(CALIBRATE_ENV),--tables $(DATA)/nl2sql_bugs/tables.json)
	$(PYTHON) docs/training/calibrate.py $(CALIBRATED) $(foreach case,question schema database,--$(case) $(CALIBRATE_OUT)/*.$(case))

# --- The question parser ---

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
	        $(PYTHON) docs/research/parses.py --$$kind $$gold >$$at.txt || exit 1; \
	        $(CLI_BIN) parse --question $$(test $$kind = text || echo --words) --parser $(MEASURED) --format conllu $$at.txt >$$at.conllu || exit 1; \
	        printf '%s %s ' $$name $$kind; \
	        $(PYTHON) docs/research/parses.py $$gold $$at.conllu || exit 1; \
	    done; \
	done
