# libt2sed.so (and the static archive that the unit tests link): pure C11.

LIB_SRC := $(sort $(wildcard lib/*/*.c lib/lab/*/*.c))
LIB_OBJ := $(patsubst %.c,$(BUILD)/obj/%.o,$(LIB_SRC))
LIB_HDR := include/t2sed.h $(sort $(wildcard include/t2sed/*.h include/t2sed/lab/*.h))

LIB_SONAME  := libt2sed.so.$(MAJOR)
LIB_SHARED  := $(BUILD)/lib/libt2sed.so.$(VERSION)
LIB_STATIC  := $(BUILD)/lib/libt2sed.a
LIB_SYMBOLS := lib/libt2sed.map

# Lemon writes the SQL parser. Its driver template comes with it.
LEMON     ?= lemon
GEN_OBJ   :=
ifneq ($(wildcard lib/sql/grammar.y),)
GEN_OBJ   := $(BUILD)/obj/gen/grammar.o
LIB_OBJ   += $(GEN_OBJ)
$(filter $(BUILD)/obj/lib/sql/%.o,$(LIB_OBJ)): $(BUILD)/gen/grammar.h
endif

lib: $(LIB_SHARED) $(LIB_STATIC) $(BUILD)/lib/t2sed-worker $(BUILD)/share/t2sed/models

$(BUILD)/gen/grammar.c $(BUILD)/gen/grammar.h &: lib/sql/grammar.y
	@mkdir -p $(BUILD)/gen
	$(LEMON) -s -d$(BUILD)/gen lib/sql/grammar.y >$(BUILD)/gen/grammar.log || { cat $(BUILD)/gen/grammar.log; exit 1; }

# Generated code is not held to our warnings.
$(BUILD)/obj/gen/%.o: $(BUILD)/gen/%.c
	@mkdir -p $(@D)
	$(CC) $(CPPFLAGS_ALL) -Ilib/sql -std=c11 -Wall -Wno-unused-parameter -Wno-unused-variable -fPIC -fvisibility=hidden $(SANITIZE) $(CFLAGS) -MMD -MP -c $< -o $@

$(BUILD)/obj/lib/%.o: lib/%.c
	@mkdir -p $(@D)
	$(CC) $(CPPFLAGS_ALL) $(CFLAGS_ALL) -MMD -MP -c $< -o $@

# Where an installed library looks for the shim and the default model.
$(BUILD)/obj/lib/base/locate.o: CPPFLAGS_ALL += -DT2S_LIBDIR='"$(LIBDIR)"' -DT2S_DATADIR='"$(DATADIR)"'

$(LIB_SHARED): $(LIB_OBJ) $(LIB_SYMBOLS)
	@mkdir -p $(@D)
	$(CC) $(LDFLAGS_ALL) -shared -Wl,-soname,$(LIB_SONAME) -Wl,--version-script=$(LIB_SYMBOLS) $(if $(SANITIZE),,-Wl$(comma)-z$(comma)defs) -o $@ $(LIB_OBJ) $(PACKAGE_LIBS) -ldl -lm -lpthread
	ln -sf $(notdir $@) $(BUILD)/lib/$(LIB_SONAME)
	ln -sf $(LIB_SONAME) $(BUILD)/lib/libt2sed.so

$(LIB_STATIC): $(LIB_OBJ)
	@mkdir -p $(@D)
	rm -f $@
	$(AR) rcs $@ $(LIB_OBJ)

# What reads a database in the library's place (t2sed/isolation.h).
WORKER_SRC := $(sort $(wildcard lib/database/worker/*.c))
WORKER_OBJ := $(patsubst %.c,$(BUILD)/obj/%.o,$(WORKER_SRC))
WORKER     := $(BUILD)/lib/t2sed-worker

$(WORKER): $(WORKER_OBJ) $(LIB_STATIC)
	@mkdir -p $(@D)
	$(CC) $(LDFLAGS_ALL) -pie -Wl,--gc-sections -o $@ $(WORKER_OBJ) $(LIB_STATIC) $(PACKAGE_LIBS) -ldl -lm -lpthread

# The build tree finds models where an installation does: ../share/t2sed.
$(BUILD)/share/t2sed/models:
	@mkdir -p $(@D)
	ln -sfn $(CURDIR)/lib/models $@

comma := ,

-include $(LIB_OBJ:.o=.d) $(WORKER_OBJ:.o=.d)
