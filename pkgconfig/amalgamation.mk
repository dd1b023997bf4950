# The runtime as one C file (docs/build.md, "One C file"), and the unit tests of
# its rooms linked with that file.

AMALGAMATION := $(BUILD)/amalgamation

.PHONY: amalgamation amalgamation-check
amalgamation: $(AMALGAMATION)/t2sed.c

$(AMALGAMATION)/t2sed.c: pkgconfig/amalgamation.py COPYING $(LIB_SRC) $(BUILD)/gen/grammar.c \
    $(wildcard lib/*/*.h lib/*/*.def include/*.h include/*/*.h include/*/*/*.h shim/*.h) \
    $(wildcard $(addprefix lib/models/,default/* sketch/* schema-prediction/*))
	$(call say,JOIN,$@)
	$(Q)python3 pkgconfig/amalgamation.py $(@D) $(BUILD)/gen

# With the inner functions that unit tests call.
$(AMALGAMATION)/test.o: $(AMALGAMATION)/t2sed.c
	$(call say,CC,$<)
	$(Q)$(CC) -std=c11 -O1 $(C_WARNINGS) $(PACKAGE_CFLAGS) -DT2S_AMALGAMATION_TEST -Wno-missing-prototypes -fPIC -c $< -o $@

# Not the lab's, those of libtorch, and one that counts calls between files.
AMALGAMATION_TESTS := $(filter-out $(foreach r,collect evaluate import train write shim cuda,$(filter $(BUILD)/test/$(r)/%,$(UNIT_BIN))) \
	$(BUILD)/test/decide/test_work,$(UNIT_C))
AMALGAMATION_BIN := $(AMALGAMATION_TESTS:$(BUILD)/test/%=$(AMALGAMATION)/test/%)

$(AMALGAMATION)/test/%: test/unit/%.c $(AMALGAMATION)/test.o $(LAB_STATIC) | $(FAKE_BACKEND)
	@mkdir -p $(@D)
	$(call say,CC,$<)
	$(Q)$(CC) $(CPPFLAGS_ALL) -Itest/unit $(CHECK_CFLAGS) -DT2S_FAKE_BACKEND_PATH='"$(abspath $(FAKE_BACKEND))"' -DT2S_SHIM_PATH='"$(abspath $(SHIM))"' -DT2S_LIGHTGBM_PATH='""' $(filter-out -fvisibility=hidden,$(CFLAGS_ALL)) -Wno-missing-prototypes $(TEST_CFLAGS) $< $(AMALGAMATION)/test.o -o $@ $(LDFLAGS_ALL) $(CHECK_LIBS) $(LAB_STATIC) $(PACKAGE_LIBS) -ldl -lm -lpthread

# ROOMS=sql: those of some rooms alone.
ROOMS ?= *
amalgamation-check: $(filter $(foreach r,$(ROOMS),$(AMALGAMATION)/test/$(subst *,%,$(r))$(if $(filter-out *,$(r)),/%)),$(AMALGAMATION_BIN))
	@sh test/run.sh $^
