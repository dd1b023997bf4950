# libt2sed: build, test and install. `make help` lists the targets.
#
#   make                    libraries, the t2sed program and the examples
#   make demo               all but what needs libtorch, then scores and re-ranks real beams
#   make test               the tests of daily work; installs what is missing
#   make test-full          those that take longest: not what .ci/run runs
#   make MODE=asan          the C library under ASan and UBSan (also: tsan)
#   make LIBTORCH=DIR       the libtorch in DIR (see pkgconfig/find-libtorch.sh)
#   make V=1                shows whole commands; -j1 runs one at a time

.DEFAULT_GOAL := all
# Objects are kept: nothing is removed after the last line of `make test`.
.SECONDARY:

# One short line a file; V=1 shows commands, -s nothing.
quiet := $(if $(filter 1,$(V))$(findstring s,$(firstword -$(MAKEFLAGS))),yes)
say    = $(if $(quiet),,@printf '%-5s %s\n' '$(1)' '$(2)')
Q     := $(if $(filter 1,$(V)),,@)

# As many commands at a time as there are processors, unless -j says another
# number; but one at a time of what measures time, trains or scores data sets,
# each of which takes all processors or much memory.
ONE_AT_A_TIME := bench% soak scale reports missed-errors real-errors quality-% %-table %-tables train-% keep-trained fit-% measure-%
ifeq ($(MAKELEVEL)$(filter $(ONE_AT_A_TIME),$(MAKECMDGOALS)),0)
MAKEFLAGS += -j$(shell nproc)
endif

VERSION := $(shell sed -n 's/.*T2SED_VERSION  *"\(.*\)".*/\1/p' include/t2sed/version.h)
MAJOR   := $(firstword $(subst ., ,$(VERSION)))
# Of the soname: MAJOR, and before 1.0 0.MINOR.
ABI     := $(if $(filter 0,$(MAJOR)),0.$(word 2,$(subst ., ,$(VERSION))),$(MAJOR))

PREFIX     ?= /usr/local
BINDIR     ?= $(PREFIX)/bin
LIBDIR     ?= $(PREFIX)/lib
INCLUDEDIR ?= $(PREFIX)/include
DATADIR    ?= $(PREFIX)/share
MANDIR     ?= $(DATADIR)/man
# The shim and the worker program, which the library opens and starts.
PLUGINDIR  ?= $(LIBDIR)
DESTDIR    ?=

# Each mode builds in a directory of its own, laid out like an installation.
MODE  ?= release
BUILD ?= $(if $(filter release,$(MODE)),build,build/$(MODE))

CC       ?= cc
CXX      ?= c++
AR       ?= ar
PKG_CONFIG ?= pkg-config
# Sanitizers find the same at -O1, and say where with -g1: both save time.
CFLAGS   ?= $(if $(SANITIZE),-O1 -g1,-O2 -g)
CXXFLAGS ?= -O2 -g
WERROR   ?= -Werror
# No object names the directory that it was made in.
override CFLAGS += -ffile-prefix-map=$(CURDIR)=.

SANITIZE_release :=
SANITIZE_asan    := -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer
SANITIZE_tsan    := -fsanitize=thread -fno-omit-frame-pointer
SANITIZE_libfuzzer := -fsanitize=fuzzer-no-link,address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer
SANITIZE         := $(SANITIZE_$(MODE))

WARNINGS   := -Wall -Wextra -Wshadow -Wconversion $(WERROR)
C_WARNINGS := $(WARNINGS) -Wstrict-prototypes -Wmissing-prototypes -Wpointer-arith -Wwrite-strings

# jansson, utf8proc and SQLite are all that libt2sed needs.
PACKAGES        := sqlite3 jansson libutf8proc
PACKAGE_CFLAGS  := $(shell $(PKG_CONFIG) --cflags $(PACKAGES) 2>/dev/null)
PACKAGE_LIBS    := $(shell $(PKG_CONFIG) --libs $(PACKAGES) 2>/dev/null)

CPPFLAGS_ALL := -Iinclude -Ilib -I. -I$(BUILD)/gen -D_POSIX_C_SOURCE=200809L $(PACKAGE_CFLAGS) $(CPPFLAGS)
CFLAGS_ALL   := -std=c11 $(C_WARNINGS) -fPIC -fvisibility=hidden $(SANITIZE) $(CFLAGS)
LDFLAGS_ALL  := $(SANITIZE) $(LDFLAGS)
# How programs find the libraries from their own place; RPATH= leaves it to the
# system.
RPATH ?= yes
rpath  = $(if $(RPATH),-Wl$(comma)-rpath$(comma)'$$ORIGIN$(1)')
comma := ,

include lib/lib.mk
include shim/shim.mk
include examples/examples.mk
include test/test.mk
include docs/training/default.mk
include docs/research/agents.mk
include docs/research/quality.mk
include docs/research/reports.mk
include docs/research/turns.mk
include docs/research/real.mk
include docs/research/ranking.mk
include docs/research/nbest.mk
include docs/training/large.mk
include docs/training/judge/judge.mk
include docs/research/judge/judge.mk
include pkgconfig/install.mk
include pkgconfig/wheels.mk
include pkgconfig/amalgamation.mk
include pkgconfig/windows.mk

.PHONY: all lib shim programs demo clean help

all: lib shim programs

help:
	@sed -n '2,10s/^# \{0,1\}//p' Makefile
	@echo
	@echo "Targets: all lib shim programs demo test test-full check deps install uninstall clean"
	@echo "         test-ci test-asan test-valgrind test-tsan test-parity test-cuda fuzz fuzz-replay fuzz-campaign"
	@echo "         reference sbom deb wheel wheels release amalgamation amalgamation-check"
	@echo "         check-abi check-symbols test-headers update-golden update-symbols update-findings update-declarations abi-dump format"
	@echo "         bench bench-tables quality-tables auc-table reports turns-tables real-tables beam-table ranking-table dialect-table train-default models-large"

clean:
	rm -rf build
