# libt2sed-torch.so: the shim, the only C++ of the project.
#
#   make shim LIBTORCH_FROM=debian BUILD=build/debian    with the distribution's
#   make shim LIBTORCH=DIR BUILD=build/other             with another
#
# Without a libtorch the shim is left out, with a message; the rest builds.

SHIM_SRC := $(sort $(wildcard shim/*.cpp))
SHIM_OBJ := $(patsubst %.cpp,$(BUILD)/obj/%.o,$(SHIM_SRC))
SHIM     := $(BUILD)/lib/libt2sed-torch.so
# What the shim takes of the C library: how a failure is described.
SHIM_BASE := $(patsubst %,$(BUILD)/obj/lib/base/%.o,error printable utf8)

# Found when first needed, so that other targets do not wait for it.
SHIM_FOUND := $(BUILD)/obj/shim/libtorch.mk
LIBTORCH      ?=
LIBTORCH_FROM ?=
TORCH = $(shell sed -n 's/^TORCH_$(1) = //p' $(SHIM_FOUND))

# The sanitizers do not follow into libtorch: the shim is built without. Debug
# information, most of it of libtorch's headers, would treble the time to build:
# make SHIM_DEBUG=-g gives it.
SHIM_DEBUG ?=
SHIM_KERNEL :=
# gcc's optimiser warns of what it thinks it sees in libtorch's inlined code.
SHIM_QUIET = $(if $(findstring clang,$(shell $(CXX) --version)),,-Wno-stringop-overflow -Wno-array-bounds -Wno-maybe-uninitialized)
SHIM_CXXFLAGS = -std=$(call TORCH,STD) -Wall -Wextra -Wshadow -Wconversion $(SHIM_QUIET) $(WERROR) -fPIC \
	-fvisibility=hidden -fno-math-errno -Iinclude -Ilib -Ishim -D_GNU_SOURCE \
	$(call TORCH,CFLAGS) $(filter-out -g,$(CXXFLAGS)) $(SHIM_DEBUG) $(SHIM_KERNEL)

.PHONY: shim shim-find
# SHIM_BASE is made here, where it is made for the library too, and not by both
# at once.
shim: shim-find $(SHIM_BASE)
	@if [ -s $(SHIM_FOUND) ]; then \
	    $(MAKE) --no-print-directory $(SHIM); \
	else \
	    echo "shim: left out, no libtorch was found (make deps installs one)"; \
	fi

# Written again only when it says something else, so that a change of libtorch
# rebuilds the shim and nothing else does.
shim-find:
	@mkdir -p $(dir $(SHIM_FOUND))
	@new=$(SHIM_FOUND).$$$$; \
	LIBTORCH='$(LIBTORCH)' LIBTORCH_FROM='$(LIBTORCH_FROM)' sh pkgconfig/find-libtorch.sh --make >$$new || :; \
	cmp -s $$new $(SHIM_FOUND) || cp $$new $(SHIM_FOUND); rm -f $$new

$(SHIM_FOUND):
	@$(MAKE) --no-print-directory shim-find

$(BUILD)/obj/shim/%.o: shim/%.cpp $(SHIM_FOUND)
	@mkdir -p $(@D)
	$(call say,CXX,$<)
	$(Q)$(CXX) $(SHIM_CXXFLAGS) -MMD -MP -c $< -o $@

$(SHIM): $(SHIM_OBJ) $(SHIM_BASE) shim/libt2sed-torch.map $(SHIM_FOUND)
	@mkdir -p $(@D)
	$(call say,LINK,$@)
	$(Q)$(CXX) $(LDFLAGS) -shared -Wl,-soname,libt2sed-torch.so -Wl,--version-script=shim/libt2sed-torch.map \
	    -Wl,-z,nodelete -Wl,-z,defs $(addprefix -Wl$(comma)-rpath$(comma),$(call TORCH,RPATH)) \
	    -o $@ $(SHIM_OBJ) $(SHIM_BASE) $(call TORCH,LIBS) -lutf8proc -ldl -lpthread

# The same kernels for several processors; kernels.cpp chooses when they run.
# Products and sums may become one instruction in them, and their small loops
# are written out.
$(BUILD)/obj/shim/kernels%.o: SHIM_KERNEL += -O3 -ffp-contract=fast
ifeq ($(shell uname -m),x86_64)
$(BUILD)/obj/shim/kernels_avx2.o: SHIM_KERNEL += -mavx2 -mfma
$(BUILD)/obj/shim/kernels_avx512.o: SHIM_KERNEL += -mavx512f -mavx512bw -mavx512dq -mavx512vl -mfma -mprefer-vector-width=512
endif

-include $(SHIM_OBJ:.o=.d)
