# Wheels for every platform (docs/build.md, "Wheels"). zig compiles for all of
# them, with SQLite, jansson and utf8proc from source inside: a wheel needs
# nothing but the C library. `make wheels` makes them all; the Python package's
# build (python_build.py) calls this file's `whole` for each.

WHEEL_DEPS := .deps/wheels
WHEEL_PLATFORMS := manylinux_2_28_x86_64 manylinux_2_28_aarch64 musllinux_1_2_x86_64 \
	macosx_11_0_arm64 macosx_10_13_x86_64 musllinux_1_2_aarch64
ZIG_manylinux_2_28_x86_64  := x86_64-linux-gnu.2.28
ZIG_manylinux_2_28_aarch64 := aarch64-linux-gnu.2.28
ZIG_musllinux_1_2_x86_64   := x86_64-linux-musl
ZIG_musllinux_1_2_aarch64  := aarch64-linux-musl
ZIG_macosx_11_0_arm64      := aarch64-macos.11.0
ZIG_macosx_10_13_x86_64    := x86_64-macos.10.13
# Of `make windows`, and packed where it is there, with t2sed.exe.
WINDOWS_DLL := build/windows/bin/t2sed.dll

.PHONY: deps-wheels wheels whole
deps-wheels:
	@$(DEPS_ENV) sh pkgconfig/deps.sh demo wheels
	@sh pkgconfig/wheels-deps.sh $(WHEEL_DEPS)

wheels: $(addprefix wheel-,$(WHEEL_PLATFORMS) $(if $(wildcard $(WINDOWS_DLL)),win_amd64))

# One after another: setuptools has one folder for its work.
wheel-%:
	@[ -e $(WHEEL_DEPS)/complete ] || { echo 'wheels: run `make deps-wheels` first' >&2; exit 1; }
	$(call say,WHEEL,$*)
	@mkdir -p $(WHEELS)
	$(Q)umask 022; T2SED_PLATFORM=$* SOURCE_DATE_EPOCH=$(BUILD_TIME) \
	    flock $(WHEEL_DEPS)/lock $(WHEEL_DEPS)/venv/bin/python -m build --no-isolation --wheel --outdir $(WHEELS) . \
	    >build/wheel-$*.log 2>&1 || { tail -n 40 build/wheel-$*.log >&2; exit 1; }

# --- one platform: make whole WHEEL_PLATFORM=... BUILD=... -------------------

ifdef WHEEL_PLATFORM
# zig leaves an empty file where it fails.
.DELETE_ON_ERROR:
CC := $(abspath $(WHEEL_DEPS))/venv/bin/python -m ziglang cc -target $(ZIG_$(WHEEL_PLATFORM))
AR := $(abspath $(WHEEL_DEPS))/venv/bin/python -m ziglang ar
# Above what POSIX has on macOS: pthread_*_np, st_mtimespec.
PACKAGE_CFLAGS := -I$(WHEEL_DEPS)/include -DUTF8PROC_STATIC $(if $(findstring macosx,$(WHEEL_PLATFORM)),-D_DARWIN_C_SOURCE)
CPPFLAGS_ALL += $(PACKAGE_CFLAGS)
export ZIG_GLOBAL_CACHE_DIR := $(abspath $(WHEEL_DEPS))/cache
export ZIG_LOCAL_CACHE_DIR := $(abspath $(WHEEL_DEPS))/cache
IS_MAC := $(findstring macosx,$(WHEEL_PLATFORM))

# As Debian builds it: options that are seen from outside, or give limits.
SQLITE_OPTIONS := SECURE_DELETE ENABLE_COLUMN_METADATA ENABLE_FTS3 ENABLE_FTS3_PARENTHESIS ENABLE_FTS3_TOKENIZER \
	ENABLE_FTS4 ENABLE_FTS5 ENABLE_MATH_FUNCTIONS ENABLE_RTREE SOUNDEX ENABLE_UNLOCK_NOTIFY ENABLE_DBSTAT_VTAB \
	ALLOW_ROWID_IN_VIEW ENABLE_LOAD_EXTENSION LIKE_DOESNT_MATCH_BLOBS THREADSAFE USE_URI ENABLE_PREUPDATE_HOOK \
	ENABLE_SESSION ENABLE_STMTVTAB OMIT_LOOKASIDE
SQLITE_CPPFLAGS := $(patsubst %,-DSQLITE_%=1,$(SQLITE_OPTIONS)) -DSQLITE_MAX_SCHEMA_RETRY=25 \
	-DSQLITE_MAX_VARIABLE_NUMBER=250000 -DHAVE_USLEEP -DHAVE_LOCALTIME_R -DHAVE_GMTIME_R -DHAVE_ISNAN \
	$(if $(IS_MAC),,-DHAVE_FDATASYNC)
JANSSON_CPPFLAGS := $(addprefix -DHAVE_,STDINT_H SYS_TYPES_H SYS_STAT_H SYS_TIME_H SYS_PARAM_H FCNTL_H UNISTD_H SCHED_H \
	LOCALE_H GETPID OPEN READ CLOSE GETTIMEOFDAY SCHED_YIELD LOCALECONV STRTOLL UNSIGNED_LONG_LONG_INT \
	ATOMIC_BUILTINS SYNC_BUILTINS) -DUSE_URANDOM -DINITIALIZE_SEED=1
JANSSON_OBJ := $(patsubst %,$(BUILD)/obj/needed/%.o,dump error hashtable hashtable_seed load memory pack_unpack strbuffer strconv utf value version)
NEEDED := $(BUILD)/obj/needed/sqlite3.o $(BUILD)/obj/needed/utf8proc.o $(JANSSON_OBJ)

# Code of others is not held to our warnings. The worker leaves out what it does
# not need of it.
$(JANSSON_OBJ): NEEDED_CPPFLAGS := $(JANSSON_CPPFLAGS)
$(BUILD)/obj/needed/sqlite3.o: NEEDED_CPPFLAGS := $(SQLITE_CPPFLAGS)
$(BUILD)/obj/needed/%.o: $(WHEEL_DEPS)/source/%.c
	@mkdir -p $(@D)
	$(call say,CC,$<)
	$(Q)$(CC) $(PACKAGE_CFLAGS) $(NEEDED_CPPFLAGS) -w -fPIC -fvisibility=hidden -fno-strict-aliasing -ffunction-sections -fdata-sections $(CFLAGS) -c $< -o $@

# Runtime and lab in one library: two would have two copies of SQLite, of which
# neither knows the locks of the other.
WHOLE := $(BUILD)/whole
WHOLE_LIB := $(WHOLE)/lib/$(if $(IS_MAC),libt2sed.$(ABI).dylib,$(LIB_SONAME))
whole: $(WHOLE_LIB) $(WHOLE)/lib/t2sed-worker $(WHOLE)/bin/t2sed

$(WHOLE_LIB): $(LIB_OBJ) $(LAB_OBJ) $(NEEDED) lib/libt2sed.map
	@mkdir -p $(@D)
	$(call say,LINK,$@)
	$(Q)$(CC) $(LDFLAGS) -s -shared $(if $(IS_MAC),-Wl$(comma)-install_name$(comma)@rpath/$(@F) -Wl$(comma)-dead_strip,-Wl$(comma)-soname$(comma)$(@F) -Wl$(comma)--version-script=lib/libt2sed.map -Wl$(comma)-z$(comma)defs -Wl$(comma)--gc-sections) \
	    -o $@ $(filter %.o,$^) -lm -lpthread $(if $(IS_MAC),,-ldl)

WHOLE_PROGRAM = $(CC) $(LDFLAGS) -s $(if $(IS_MAC),-Wl$(comma)-dead_strip,-dynamic -pie -Wl$(comma)--gc-sections) -o $@

$(WHOLE)/lib/t2sed-worker: $(WORKER_OBJ) $(LIB_STATIC) $(NEEDED)
	@mkdir -p $(@D)
	$(call say,LINK,$@)
	$(Q)$(WHOLE_PROGRAM) $(filter %.o %.a,$^) -lm -lpthread

# Of jansson it has a copy; no value of it goes to the library.
$(WHOLE)/bin/t2sed: $(CLI_OBJ) $(WHOLE_LIB) $(JANSSON_OBJ)
	@mkdir -p $(@D)
	$(call say,LINK,$@)
	$(Q)$(WHOLE_PROGRAM) $(filter %.o,$^) $(WHOLE_LIB) -Wl,-rpath,$(if $(IS_MAC),@loader_path,'$$ORIGIN')/../lib -lm -lpthread
endif
