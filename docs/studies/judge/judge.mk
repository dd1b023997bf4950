# make judge-tables LM=DIR: a small language model of code, trained as a judge of
# right and wrong, beside `light` (docs/language-model-study.md). LM is a Hugging Face
# directory of Qwen2.5-Coder-0.5B-Instruct; JUDGE_PYTHON has torch, transformers and
# safetensors. Everything goes on where it was interrupted.

LM              ?=
JUDGE_PYTHON    ?= $(PYTHON)
JUDGE_DIR       := $(BUILD)/judge
JUDGE_QUESTIONS ?= 524
JUDGE_LAYERS    ?= 8
JUDGE_ROWS      := valid-own report-bird report-modern report-spider
JUDGE_SETS      := valid-bird report-bugs $(JUDGE_ROWS)
judge_script     = OMP_NUM_THREADS=1 $(JUDGE_PYTHON) docs/studies/judge/$(1)

.PHONY: judge-tables
judge-tables: all $(JUDGE_SETS:%=$(JUDGE_DIR)/scored/%.jsonl) $(JUDGE_SETS:%=$(JUDGE_DIR)/scored/%.light-schema.jsonl) $(JUDGE_ROWS:%=$(JUDGE_DIR)/scored/%.light.jsonl) \
    $(JUDGE_DIR)/zero/report-bird.jsonl $(JUDGE_DIR)/zero/report-bugs.jsonl
	$(PYTHON) docs/studies/judge/table.py $(JUDGE_DIR)/scored --log $(JUDGE_DIR)/train.log --zero $(JUDGE_DIR)/zero --update docs/language-model-study.md

$(JUDGE_DIR)/train.jsonl $(JUDGE_SETS:%=$(JUDGE_DIR)/%.jsonl) &: docs/studies/judge/gather.py docs/studies/judge/prompt.py $(REAL_DIR)/bird-rows.jsonl $(REAL_BEAMS)/own.jsonl
	$(PYTHON) docs/studies/judge/gather.py $(DATA) $(REAL_DIR) $(REAL_BEAMS) $(JUDGE_DIR)

$(JUDGE_DIR)/judge.safetensors: $(JUDGE_DIR)/train.jsonl
	$(call judge_script,train.py) '$(LM)' $< $(@D) --questions $(JUDGE_QUESTIONS) --upper $(JUDGE_LAYERS) >>$(@D)/train.log

# $(call judge_scored,DIRECTORY,ADAPTERS,OPTIONS)
define judge_scored
$(JUDGE_DIR)/$(1)/%.jsonl: $(JUDGE_DIR)/%.jsonl $(JUDGE_DIR)/judge.safetensors
	@mkdir -p $$(@D)
	$$(call judge_script,score.py) '$$(LM)' $(2) --upper $$(JUDGE_LAYERS) --queries $$(if $$(findstring modern,$$*),5,4) $(3) $$< $$@.part
	@mv $$@.part $$@
endef
$(eval $(call judge_scored,scored,--adapters $(JUDGE_DIR)/judge.safetensors,))
$(eval $(call judge_scored,zero,,))

$(JUDGE_DIR)/scored/%.light.jsonl: $(JUDGE_DIR)/%.jsonl $(call model_files,lib/models/light) | all
	@mkdir -p $(@D)
	$(CLI_BIN) score --alone --model lib/models/light $$(cat $(JUDGE_DIR)/$*.options) $< >$@.part
	@mv $@.part $@
$(JUDGE_DIR)/scored/%.light-schema.jsonl: $(JUDGE_DIR)/%.jsonl $(call model_files,lib/models/light) | all
	@mkdir -p $(@D)
	$(CLI_BIN) score --alone --model lib/models/light $$(cat $(JUDGE_DIR)/$*.options-schema) $< >$@.part
	@mv $@.part $@
