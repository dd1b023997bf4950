# Tests. Every suite prints TAP (https://testanything.org); test/run.sh runs
# them, sums up, and ends on "N passed, N failed, N skipped".

UNIT_SRC := $(sort $(wildcard test/unit/*/test_*.c))
UNIT_BIN := $(patsubst test/unit/%.c,$(BUILD)/test/%,$(UNIT_SRC))
CHECK_CFLAGS = $(shell $(PKG_CONFIG) --cflags check)
CHECK_LIBS   = $(shell $(PKG_CONFIG) --libs check)

.PHONY: check check-build test

check-build: $(UNIT_BIN)

$(BUILD)/test/%: test/unit/%.c $(LIB_STATIC)
	@mkdir -p $(@D)
	$(CC) $(CPPFLAGS_ALL) -Itest/unit $(CHECK_CFLAGS) $(filter-out -fvisibility=hidden,$(CFLAGS_ALL)) -Wno-missing-prototypes -MMD -MP $< -o $@ $(LDFLAGS_ALL) $(LIB_STATIC) $(CHECK_LIBS) $(PACKAGE_LIBS) -ldl -lm -lpthread

# The unit tests alone, for daily work.
check: check-build
	@sh test/run.sh $(UNIT_BIN)

-include $(UNIT_BIN:=.d)

# Fuzz targets: test/fuzz/fuzz_NAME.c defines LLVMFuzzerTestOneInput, its seeds
# lie in test/fuzz/corpus/NAME/. `make fuzz-replay` runs seeds and a fixed set
# of mutations; `make fuzz` builds them for libFuzzer (clang).
FUZZ_SRC := $(sort $(wildcard test/fuzz/fuzz_*.c))
FUZZ_BIN := $(patsubst test/fuzz/%.c,$(BUILD)/fuzz/%,$(FUZZ_SRC))
FUZZ_CFLAGS = $(filter-out -fvisibility=hidden,$(CFLAGS_ALL)) -Wno-missing-prototypes

.PHONY: fuzz-replay fuzz

fuzz-replay: $(FUZZ_BIN)
	@sh test/run.sh $(FUZZ_BIN)

$(BUILD)/fuzz/fuzz_%: test/fuzz/fuzz_%.c test/fuzz/replay.c $(LIB_STATIC)
	@mkdir -p $(@D)
	$(CC) $(CPPFLAGS_ALL) -DT2S_FUZZ_CORPUS='"test/fuzz/corpus/$*"' $(FUZZ_CFLAGS) test/fuzz/fuzz_$*.c test/fuzz/replay.c -o $@ $(LDFLAGS_ALL) $(LIB_STATIC) $(PACKAGE_LIBS) -ldl -lm -lpthread

# Run one with: build/libfuzzer/fuzz_NAME test/fuzz/corpus/NAME
fuzz: $(patsubst test/fuzz/%.c,$(BUILD)/libfuzzer/%,$(FUZZ_SRC))

$(BUILD)/libfuzzer/fuzz_%: test/fuzz/fuzz_%.c $(LIB_SRC) $(if $(GEN_OBJ),$(BUILD)/gen/grammar.c)
	@mkdir -p $(@D)
	clang $(CPPFLAGS_ALL) -Ilib/sql -std=c11 -g -O1 -fsanitize=fuzzer,address,undefined -fno-sanitize-recover=all $(filter %.c,$^) -o $@ $(PACKAGE_LIBS) -ldl -lm -lpthread
