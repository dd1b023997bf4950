# Windows (x86-64), cross-compiled by MinGW, and tested under Wine:
#
#   make deps-windows    the compiler, Wine, and what the library links
#   make windows         build/windows: bin/t2sed.exe, bin/t2sed.dll
#   make windows-check   the unit tests that need nothing of POSIX alone
#
# The runtime and the program, not the shim, the worker, the client and the
# extensions (docs/build.md, "Windows").

WINDOWS_HOST := x86_64-w64-mingw32
WINDOWS_DEPS := .deps/windows
# MinGW's isnan() and its relatives name a float for each double.
WINDOWS_MAKE = $(MAKE) --no-print-directory MODE=windows \
	CC=$(WINDOWS_HOST)-gcc-posix AR=$(WINDOWS_HOST)-ar \
	CFLAGS='-O2 -g -Wno-float-conversion' CPPFLAGS=-D_FILE_OFFSET_BITS=64 \
	PACKAGE_CFLAGS='-isystem $(WINDOWS_DEPS)/include -DUTF8PROC_STATIC' \
	PACKAGE_LIBS='-L$(WINDOWS_DEPS)/lib -lsqlite3 -ljansson -lutf8proc' \
	CHECK_CFLAGS= CHECK_LIBS=-lcheck

# Without a window, and with a home of its own.
WINE ?= wine
export WINE
windows-check: export WINEDEBUG = -all
windows-check: export T2S_TEST_SLOW = 1
windows-check: export T2S_TEST_STRIDE ?= 13
windows-check: export WINEPREFIX = $(CURDIR)/build/windows/wine

.PHONY: deps-windows windows windows-check windows-all windows-check-all
deps-windows:
	@$(DEPS_ENV) sh pkgconfig/deps.sh windows

windows:
	+@$(WINDOWS_MAKE) windows-all

windows-check:
	+@$(WINDOWS_MAKE) windows-check-all

ifeq ($(MODE),windows)
$(BUILD)/obj/lib/%.o: CPPFLAGS_ALL += -DT2SED_BUILDING -DT2SED_BUILDING_LAB
$(BUILD)/obj/examples/%.o: override CPPFLAGS += -DT2SED_STATIC

WINDOWS_EXE  := $(BUILD)/bin/t2sed.exe
WINDOWS_USER := $(BUILD)/bin/embedded.exe
# Nothing but Windows' own libraries need be there. What debuggers are told is
# in libt2sed.a.
WINDOWS_LINK := -static -static-libgcc -s

windows-all: $(WINDOWS_DLL) $(WINDOWS_EXE) $(WINDOWS_USER) $(BUILD)/share/t2sed/models

$(WINDOWS_DLL): $(LIB_OBJ)
	@mkdir -p $(@D) $(BUILD)/lib
	$(call say,LINK,$@)
	$(Q)$(CC) $(LDFLAGS_ALL) $(WINDOWS_LINK) -shared -Wl,--out-implib,$(BUILD)/lib/libt2sed.dll.a -o $@ $(LIB_OBJ) $(PACKAGE_LIBS) -lm -lpthread

# The lab shares SQLite's and jansson's state with the runtime, so the program
# holds all of them.
$(WINDOWS_EXE): $(CLI_OBJ) $(LAB_STATIC) $(LIB_STATIC)
	@mkdir -p $(@D)
	$(call say,LINK,$@)
	$(Q)$(CC) $(LDFLAGS_ALL) $(WINDOWS_LINK) -o $@ $^ $(PACKAGE_LIBS) -lm -lpthread

# A program of somebody else's, which links the DLL.
$(WINDOWS_USER): test/build/embedded.c $(WINDOWS_DLL)
	$(call say,CC,$<)
	$(Q)$(CC) -std=c11 $(WARNINGS) -Iinclude -DINSTALLED $< -o $@ -L$(BUILD)/lib -lt2sed

# The unit tests of the runtime's rooms. Without: what forks, uses pipes or looks
# for data with glob(), and one that counts calls between files (docs/build.md).
WINDOWS_ROOMS ?= base constraint correct database decide explain facts features findings graph link \
	question schema sketch sql text weights witness
WINDOWS_WITHOUT := base/test_save correct/test_written database/test_database database/test_forks \
	database/test_hostile_files database/test_locks database/test_worker decide/test_work \
	features/test_real sql/test_sqlite sql/test_sqlite_changes
WINDOWS_TESTS := $(patsubst test/unit/%.c,$(BUILD)/test/%.exe,$(filter-out $(WINDOWS_WITHOUT:%=test/unit/%.c),\
	$(foreach r,$(WINDOWS_ROOMS),$(sort $(wildcard test/unit/$(r)/test_*.c)))))

# Debugging information would take gigabytes. Check comes last: the clock_gettime
# that it brings for Windows stands still.
$(BUILD)/test/%.exe: test/unit/%.c test/unit/windows.h $(LIB_STATIC) $(LAB_STATIC)
	@mkdir -p $(@D)
	$(call say,CC,$<)
	$(Q)$(CC) $(CPPFLAGS_ALL) -DT2SED_STATIC -D_POSIX_THREAD_SAFE_FUNCTIONS -Itest/unit -include test/unit/windows.h $(CHECK_CFLAGS) $(filter-out -fvisibility=hidden,$(CFLAGS_ALL)) -Wno-missing-prototypes -Wno-format -Wno-format-extra-args $(TEST_CFLAGS) $< -s -o $@ $(LDFLAGS_ALL) $(WINDOWS_LINK) $(LAB_STATIC) $(LIB_STATIC) $(PACKAGE_LIBS) -lm -lpthread $(CHECK_LIBS)

windows-check-all: $(WINDOWS_TESTS)
	@sh test/run.sh $(WINDOWS_TESTS)
endif
