# The two libraries, pure C11: libt2sed.so, the runtime (every room of lib/ but
# the lab), and libt2sed-lab.so, which makes and measures models. Of both there
# are archives, that the unit tests link.

LIB_SRC := $(sort $(wildcard lib/*/*.c))
LIB_OBJ := $(patsubst %.c,$(BUILD)/obj/%.o,$(LIB_SRC))
LAB_SRC := $(sort $(wildcard lib/lab/*/*.c))
LAB_OBJ := $(patsubst %.c,$(BUILD)/obj/%.o,$(LAB_SRC))

LIB_SONAME := libt2sed.so.$(ABI)
LIB_SHARED := $(BUILD)/lib/libt2sed.so.$(VERSION)
LIB_STATIC := $(BUILD)/lib/libt2sed.a
# Without a promise for its ABI, the lab's soname is its version.
LAB_SONAME := libt2sed-lab.so.$(VERSION)
LAB_SHARED := $(BUILD)/lib/$(LAB_SONAME)
LAB_STATIC := $(BUILD)/lib/libt2sed-lab.a

# The lab has its own copy of the helpers in lib/base, but not of those that
# hold state (the allocator, the log's callback, the interrupt handler) or are
# API: these are in the runtime alone. It exports what the lab needs of them, and
# the few other names that the lab needs, as T2SED_PRIVATE (lib/base/private.h).
BASE_ONCE   := $(patsubst %,$(BUILD)/obj/lib/base/%.o,fork interrupt locate log memory printable stack status)
BASE_STATIC := $(BUILD)/obj/lib/base.a

# Lemon writes the SQL parser. Its driver template comes with it.
LEMON     ?= lemon
GEN_OBJ   :=
ifneq ($(wildcard lib/sql/grammar.y),)
GEN_OBJ   := $(BUILD)/obj/gen/grammar.o
LIB_OBJ   += $(GEN_OBJ)
$(filter $(BUILD)/obj/lib/sql/%.o $(BUILD)/obj/lib/constraint/%.o,$(LIB_OBJ)): $(BUILD)/gen/grammar.h
endif

lib: $(LIB_SHARED) $(LIB_STATIC) $(LAB_SHARED) $(LAB_STATIC) $(BUILD)/lib/t2sed-worker $(BUILD)/share/t2sed/models

# Lemon does not rewrite a header that stays the same. Without touch, every make
# would run Lemon and link again, even while tests run.
$(BUILD)/gen/grammar.c $(BUILD)/gen/grammar.h &: lib/sql/grammar.y
	@mkdir -p $(BUILD)/gen
	$(call say,LEMON,$<)
	$(Q)$(LEMON) -s -d$(BUILD)/gen lib/sql/grammar.y >$(BUILD)/gen/grammar.log || { cat $(BUILD)/gen/grammar.log; exit 1; }
	$(Q)touch $(BUILD)/gen/grammar.h

# Generated code is not held to our warnings.
$(BUILD)/obj/gen/%.o: $(BUILD)/gen/%.c
	@mkdir -p $(@D)
	$(call say,CC,$<)
	$(Q)$(CC) $(CPPFLAGS_ALL) -Ilib/sql -std=c11 -Wall -Wno-unused-parameter -Wno-unused-variable -fPIC -fvisibility=hidden $(SANITIZE) $(CFLAGS) -MMD -MP -c $< -o $@

$(BUILD)/obj/lib/%.o: lib/%.c
	@mkdir -p $(@D)
	$(call say,CC,$<)
	$(Q)$(CC) $(CPPFLAGS_ALL) $(CFLAGS_ALL) -MMD -MP -c $< -o $@

# Where an installed library looks for the shim and the default model.
LOCATE_CPPFLAGS = -DT2S_LIBDIR='"$(PLUGINDIR)"' -DT2S_DATADIR='"$(DATADIR)"'
$(BUILD)/obj/lib/base/locate.o: CPPFLAGS_ALL += $(LOCATE_CPPFLAGS)

# link_shared SONAME MAP: a shared library of the objects and archives that it
# depends on.
link_shared = $(CC) $(LDFLAGS_ALL) -shared -Wl,-soname,$(1) -Wl,--version-script=$(2) $(if $(SANITIZE),,-Wl$(comma)-z$(comma)defs) -o $@ $(filter %.o %.a,$^)

$(LIB_SHARED): $(LIB_OBJ) lib/libt2sed.map
	@mkdir -p $(@D)
	$(call say,LINK,$@)
	$(Q)$(call link_shared,$(LIB_SONAME),lib/libt2sed.map) $(PACKAGE_LIBS) -ldl -lm -lpthread
	@ln -sf $(notdir $@) $(@D)/$(LIB_SONAME)
	@ln -sf $(LIB_SONAME) $(@D)/libt2sed.so

$(LAB_SHARED): $(LAB_OBJ) $(BASE_STATIC) lib/libt2sed-lab.map $(LIB_SHARED)
	@mkdir -p $(@D)
	$(call say,LINK,$@)
	$(Q)$(call link_shared,$(LAB_SONAME),lib/libt2sed-lab.map) -L$(@D) -lt2sed $(PACKAGE_LIBS) -ldl -lm -lpthread $(call rpath,) || \
	    { echo 'Of lib/ the lab may use what is marked T2S_PRIVATE in its header: see lib/base/private.h' >&2; exit 1; }
	@ln -sf $(notdir $@) $(@D)/libt2sed-lab.so

$(LIB_STATIC): $(LIB_OBJ)
$(LAB_STATIC): $(LAB_OBJ)
$(BASE_STATIC): $(filter-out $(BASE_ONCE),$(filter $(BUILD)/obj/lib/base/%,$(LIB_OBJ)))
$(LIB_STATIC) $(LAB_STATIC) $(BASE_STATIC):
	@mkdir -p $(@D)
	$(call say,AR,$@)
	@rm -f $@
	$(Q)$(AR) rcsD $@ $^

# What reads a database in the library's place (T2SED_ISOLATION_WORKER).
WORKER_SRC := $(sort $(wildcard lib/database/worker/*.c))
WORKER_OBJ := $(patsubst %.c,$(BUILD)/obj/%.o,$(WORKER_SRC))
WORKER     := $(BUILD)/lib/t2sed-worker

$(WORKER): $(WORKER_OBJ) $(LIB_STATIC)
	@mkdir -p $(@D)
	$(call say,LINK,$@)
	$(Q)$(CC) $(LDFLAGS_ALL) -pie -Wl,--gc-sections -o $@ $(WORKER_OBJ) $(LIB_STATIC) $(PACKAGE_LIBS) -ldl -lm -lpthread

# The build tree finds models where an installation does: ../share/t2sed.
$(BUILD)/share/t2sed/models:
	@mkdir -p $(@D)
	@ln -sfn $(CURDIR)/lib/models $@

-include $(LIB_OBJ:.o=.d) $(LAB_OBJ:.o=.d) $(WORKER_OBJ:.o=.d)
