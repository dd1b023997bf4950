# The t2sed program and the other examples. They see the public headers alone;
# the program alone links the lab.

# What the program, the extension and the client share. -fPIC suits all.
SHARED_OBJ := $(patsubst %.c,$(BUILD)/obj/%.o,$(sort $(wildcard examples/shared/*.c)))
$(SHARED_OBJ): EXAMPLE_PIC := -fPIC -fvisibility=hidden
EXAMPLE_PIC := -fPIE

CLI_SRC := $(sort $(wildcard examples/cli/*.c))
CLI_OBJ := $(patsubst %.c,$(BUILD)/obj/%.o,$(CLI_SRC)) $(SHARED_OBJ)
CLI_BIN := $(BUILD)/bin/t2sed

C_EXAMPLES := $(patsubst examples/c/%.c,$(BUILD)/bin/%,$(sort $(wildcard examples/c/*.c)))

# An extension of SQLite, for its shell and for programs: .load t2sed_sqlite
SQLITE_EXTENSION := $(BUILD)/lib/t2sed_sqlite.so
EXTENSION_OBJ    := $(patsubst %.c,$(BUILD)/obj/%.o,$(sort $(wildcard examples/sqlite/*.c))) $(SHARED_OBJ)

# An extension of DuckDB, only where its headers are: those in DUCKDB_INCLUDE, of
# the system, or fetched by `make deps-duckdb`.
DUCKDB_INCLUDE   ?= $(firstword $(dir $(wildcard .deps/duckdb/include/duckdb_extension.h /usr/local/include/duckdb_extension.h /usr/include/duckdb_extension.h)))
DUCKDB_EXTENSION := $(BUILD)/lib/t2sed.duckdb_extension
DUCKDB_OBJ       := $(patsubst %.c,$(BUILD)/obj/%.o,$(sort $(wildcard examples/duckdb/*.c))) $(SHARED_OBJ)
# The oldest version of DuckDB's C API that has all that the extension calls.
DUCKDB_API := v1.2.0

# A small SQL shell.
CLIENT_BIN := $(BUILD)/bin/t2sed-client
CLIENT_OBJ := $(patsubst %.c,$(BUILD)/obj/%.o,$(sort $(wildcard examples/client/*.c))) $(SHARED_OBJ)
# Its lines are edited by libedit where that is installed; LIBEDIT= leaves it out.
LIBEDIT := $(shell $(PKG_CONFIG) --libs libedit 2>/dev/null)
$(BUILD)/obj/examples/client/%.o: CPPFLAGS += $(if $(LIBEDIT),-DT2S_LIBEDIT)

programs: $(CLI_BIN) $(C_EXAMPLES) $(SQLITE_EXTENSION) $(CLIENT_BIN)

$(BUILD)/obj/examples/%.o: examples/%.c
	@mkdir -p $(@D)
	$(call say,CC,$<)
	$(Q)$(CC) -Iinclude -D_POSIX_C_SOURCE=200809L $(PACKAGE_CFLAGS) $(CPPFLAGS) -std=c11 $(C_WARNINGS) $(EXAMPLE_PIC) $(SANITIZE) $(CFLAGS) -MMD -MP -c $< -o $@

$(BUILD)/obj/examples/sqlite/%.o: examples/sqlite/%.c
	@mkdir -p $(@D)
	$(call say,CC,$<)
	$(Q)$(CC) -Iinclude -D_GNU_SOURCE $(PACKAGE_CFLAGS) $(CPPFLAGS) -std=c11 $(C_WARNINGS) -fPIC -fvisibility=hidden $(SANITIZE) $(CFLAGS) -MMD -MP -c $< -o $@

$(SQLITE_EXTENSION): $(EXTENSION_OBJ) $(LIB_SHARED)
	@mkdir -p $(@D)
	$(call say,LINK,$@)
	$(Q)$(CC) $(LDFLAGS_ALL) -shared -o $@ $(EXTENSION_OBJ) -L$(BUILD)/lib -lt2sed -ljansson -ldl $(call rpath,)

$(BUILD)/obj/examples/duckdb/%.o: examples/duckdb/%.c
	@mkdir -p $(@D)
	$(call say,CC,$<)
	$(Q)$(CC) -Iinclude -isystem $(DUCKDB_INCLUDE) -D_POSIX_C_SOURCE=200809L $(PACKAGE_CFLAGS) $(CPPFLAGS) -std=c11 $(C_WARNINGS) -fPIC -fvisibility=hidden $(SANITIZE) $(CFLAGS) -MMD -MP -c $< -o $@

.PHONY: duckdb-extension
duckdb-extension: $(if $(DUCKDB_INCLUDE),$(DUCKDB_EXTENSION),no-duckdb-header)
.PHONY: no-duckdb-header
no-duckdb-header:
	@echo 'duckdb-extension: duckdb_extension.h was not found: run `make deps-duckdb` or say DUCKDB_INCLUDE=DIR' >&2; exit 1

$(DUCKDB_EXTENSION): $(DUCKDB_OBJ) $(LIB_SHARED) examples/duckdb/footer.py
	@mkdir -p $(@D)
	$(call say,LINK,$@)
	$(Q)$(CC) $(LDFLAGS_ALL) -shared -o $@.so $(DUCKDB_OBJ) -L$(BUILD)/lib -lt2sed -ljansson -lpthread -lm $(call rpath,)
	@rm -f $@ # programs that loaded the old one keep it
	$(Q)$(PYTHON) examples/duckdb/footer.py $@.so $@ $(DUCKDB_API) v$(VERSION) $(DUCKDB_PLATFORM)
	@rm -f $@.so

$(CLIENT_BIN): $(CLIENT_OBJ) $(LIB_SHARED)
	@mkdir -p $(@D)
	$(call say,LINK,$@)
	$(Q)$(CC) $(LDFLAGS_ALL) -pie -o $@ $(CLIENT_OBJ) -L$(BUILD)/lib -lt2sed $(PACKAGE_LIBS) $(LIBEDIT) $(call rpath,/../lib)

$(CLI_BIN): $(CLI_OBJ) $(LIB_SHARED) $(LAB_SHARED)
	@mkdir -p $(@D)
	$(call say,LINK,$@)
	$(Q)$(CC) $(LDFLAGS_ALL) -pie -o $@ $(CLI_OBJ) -L$(BUILD)/lib -lt2sed-lab -lt2sed -ljansson -lm $(call rpath,/../lib)

$(BUILD)/bin/%: $(BUILD)/obj/examples/c/%.o $(LIB_SHARED)
	@mkdir -p $(@D)
	$(call say,LINK,$@)
	$(Q)$(CC) $(LDFLAGS_ALL) -pie -o $@ $< -L$(BUILD)/lib -lt2sed -ljansson $(call rpath,/../lib)

-include $(CLI_OBJ:.o=.d) $(EXTENSION_OBJ:.o=.d) $(DUCKDB_OBJ:.o=.d) $(CLIENT_OBJ:.o=.d) $(wildcard $(BUILD)/obj/examples/c/*.d)

# Scores and orders the beams of the paper's Table E.4, on a small database that
# is built here. The default model needs no libtorch, so the shim is left out.
.PHONY: demo
DEMO := $(BUILD)/demo
demo: deps-demo
	@$(MAKE) --no-print-directory lib programs
	@mkdir -p $(DEMO)/databases/demo
	@rm -f $(DEMO)/databases/demo/demo.sqlite
	@$(PYTHON) -c 'import sqlite3, sys; sqlite3.connect(sys.argv[1]).executescript(sys.stdin.read())' $(DEMO)/databases/demo/demo.sqlite <examples/cli/demo/database.sql
	@echo 'The queries that three parsers gave for two questions, ordered by the'
	@echo 'probability that they are right. "was" is the place in the list below'
	@echo 'examples/cli/demo/beams.jsonl: SmBoP first, then RESDSQL, then NatSQL.'
	@echo
	@$(CLI_BIN) rerank --text --db-root $(DEMO)/databases examples/cli/demo/beams.jsonl
