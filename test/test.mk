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
