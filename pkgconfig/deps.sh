#!/bin/sh
# Finds what is missing to build and test libt2sed, says what and why, and
# installs it:
#
#   pkgconfig/deps.sh [--check] GROUP...
#
#   demo     what `make demo` needs
#   build    what `make` needs, libtorch included
#   language what `make models-large` needs: libtorch 2 or newer, from PyPI where
#            the one that is found is older
#   test     what `make test` needs beside it
#   full     what `make test-full` needs beside that and `ci`: Debian's tools for
#            packages
#   parity   the Python packages that results are compared with; they go into
#            .deps/venv, never into the system
#   clients  the Python packages that the package t2sed works with: database
#            modules, pandas, agents, Spark with Java; and mypy; into .deps/venv
#   duckdb   the headers that the extension of DuckDB is built with, from the
#            source of the Python package duckdb; into .deps/duckdb/include
#   train    LightGBM, which trains forests (docs/training.md); into .deps/venv
#   parser   torch and transformers, which the parser of our own that detectors
#            learn from is trained with (docs/training.md); into .deps/venv
#   ci       what only the project's own checks use: valgrind, clang,
#            clang-format, Doxygen, and the servers of PostgreSQL and MariaDB
#            that a test starts
#   fuzz     what `make fuzz` builds with: clang and its libFuzzer
#   wheels   what `make wheels` is made with and tested by, beside what
#            wheels-deps.sh installs
#   windows  MinGW and Wine, and what the library links on Windows, from the
#            distribution's source packages; into .deps/windows
#
# Distribution packages come from apt-get, as root or through `sudo -n`; where
# neither is possible the command to run is printed and the exit status is 1.
# With --check nothing is installed. When nothing is missing the script prints
# nothing and is done in well under a second.
#
# Variables:
#   LIBTORCH_FROM  debian (the default) or pypi: where libtorch comes from when
#                  none is found, and which of the two must be there when it is
#                  set. docs/research/libtorch-choice.md compares them.
#   TORCH_VERSION  the version that PyPI is asked for
#   LIBTORCH       a libtorch of the user's own: none is installed then

set -u
cd "$(dirname "$0")/.." || exit 2

TORCH_VERSION=${TORCH_VERSION:-2.13.0}
PKG_CONFIG=${PKG_CONFIG:-pkg-config}
LIBTORCH_OLDEST=1.13
VENV=.deps/venv

check_only=no
refreshed=no
packages=     # distribution packages to install
wants_pypi=no # libtorch from PyPI
wants_lightgbm=no
wants_duckdb=no
wants_windows=no
wants_venv=   # Python packages to install into .deps/venv

has() { command -v "$1" >/dev/null 2>&1; }

say() { printf '%s\n' "$*" >&2; }

# need PACKAGE REASON COMMAND...: notes PACKAGE when COMMAND fails.
need()
{
    package=$1 reason=$2
    shift 2
    "$@" >/dev/null 2>&1 && return
    case " $packages " in *" $package "*) return ;; esac
    say "missing: $package ($reason)"
    packages="$packages $package"
}

has_library() { has "$PKG_CONFIG" && "$PKG_CONFIG" --exists "$1"; }

# compiles COMPILER LANGUAGE HEADER
compiles()
{
    has "$1" && printf '#include <%s>\n' "$3" | "$1" -x "$2" -fsyntax-only -
}

can_make_venv() { python3 -c 'import ensurepip, venv'; }

need_core()
{
    need gcc 'a C compiler' has "${CC:-cc}"
    need libc6-dev "the C library's headers" compiles "${CC:-cc}" c stdio.h
    need pkg-config 'finds the libraries below' has "$PKG_CONFIG"
    need lemon 'writes the SQL parser from lib/sql/grammar.y' \
        has "${LEMON:-lemon}"
    need libsqlite3-dev 'SQLite: schemas and execution' has_library sqlite3
    need libjansson-dev 'jansson: JSON' has_library jansson
    need libutf8proc-dev 'utf8proc: Unicode' has_library libutf8proc
}

need_demo()
{
    need_core
    need python3 "makes the demo's database" has python3
}

need_build()
{
    need_core
    need g++ 'a C++ compiler, for the shim' has "${CXX:-c++}"
    [ -n "${LIBTORCH:-}" ] || need_libtorch
}

# Language models are slower with libtorch 1, in fp32 and int8 many times.
need_language()
{
    need_core
    need g++ 'a C++ compiler, for the shim' has "${CXX:-c++}"
    version=$(sh pkgconfig/find-libtorch.sh 2>/dev/null | sed -n 's/^VERSION = //p')
    is_at_least 2 "$version" && return
    if [ -n "${LIBTORCH:-}" ] || [ "${LIBTORCH_FROM:-}" = debian ]; then
        say "deps: libtorch ${version:-1} is slow with language models; without" \
            "LIBTORCH and LIBTORCH_FROM=debian, PyPI's would be installed"
        return
    fi
    LIBTORCH_FROM=pypi
    need_libtorch
}

need_test()
{
    need check 'the unit test framework' has_library check
    need python3 'runs the Python tests' has python3
    need procps 'ps, by which tests find worker processes' has ps
    need sqlite3 'drives the extension of SQLite' has sqlite3
    need libedit-dev "libedit: the client's line editing" has_library libedit
    need abigail-tools 'compares the ABI with the last release' has abidiff
}

need_full()
{
    need debhelper 'builds Debian packages' has dh
    need dh-python 'builds Debian packages' has dh_python3
    need lintian 'finds faults in Debian packages' has lintian
}

need_ci()
{
    need valgrind 'finds memory errors in the unit tests' has valgrind
    need clang 'a second compiler, with its own warnings' has clang
    need chromium 'shows the page of t2sed eval' has chromium
    need clang-format 'keeps the code in one format' has clang-format
    need postgresql 'a server that a test starts' \
        sh -c 'ls /usr/lib/postgresql/*/bin/initdb'
    need doxygen 'makes the reference of the API' has doxygen
    need mariadb-server 'a server that a test starts' test -x /usr/sbin/mariadbd
}

# Distributions keep libFuzzer and clang's sanitizers apart from clang.
links_libfuzzer()
{
    printf 'int LLVMFuzzerTestOneInput(void) { return 0; }\n' |
        clang -x c -fsanitize=fuzzer,address,undefined - -o /dev/null
}

need_fuzz()
{
    need clang 'builds fuzz targets' has clang
    version=$(clang -dumpversion 2>/dev/null | sed 's/[.].*//')
    need "libclang-rt-${version:+$version-}dev" "libFuzzer and clang's sanitizers" \
        links_libfuzzer
}

need_wheels()
{
    need python3-venv 'keeps zig out of the system' can_make_venv
    need dpkg-dev 'fetches the sources of SQLite, jansson and utf8proc' has dpkg-source
    need tcl "joins SQLite's source files" has tclsh
    need qemu-user 'runs programs for aarch64' has qemu-aarch64
    need libc6-arm64-cross "aarch64's C library" \
        test -e /usr/aarch64-linux-gnu/lib/ld-linux-aarch64.so.1
    need musl 'another C library, which Alpine Linux has' \
        test -e /lib/ld-musl-x86_64.so.1
    need llvm 'shows what programs for macOS need' has llvm-objdump
}

need_windows()
{
    need_core
    need gcc-mingw-w64-x86-64-posix 'the compiler for Windows' \
        has x86_64-w64-mingw32-gcc-posix
    need wine64 'runs programs for Windows' has wine
    need wine 'runs programs for Windows' has wine
    need cmake 'builds jansson, utf8proc and Check' has cmake
    need tcl "joins SQLite's sources" has tclsh
    need dpkg-dev 'unpacks source packages' has dpkg-source
    [ -e .deps/windows/complete ] && return
    say 'missing: SQLite, jansson, utf8proc and Check for Windows in .deps/windows'
    wants_windows=yes
}

# --- libtorch ----------------------------------------------------------------

has_debian_libtorch()
{
    has dpkg-query &&
        dpkg-query -W -f '${db:Status-Status}' libtorch-dev 2>/dev/null |
        grep -qx installed
}

has_pypi_libtorch()
{
    for lib in .deps/libtorch/torch/lib/libtorch_cpu.so \
        "$VENV"/lib/python3*/site-packages/torch/lib/libtorch_cpu.so; do
        [ -e "$lib" ] && return
    done
    return 1
}

has_any_libtorch()
{
    has_debian_libtorch || has_pypi_libtorch ||
        sh pkgconfig/find-libtorch.sh >/dev/null 2>&1
}

# The version of libtorch-dev that apt would install; nothing where none is.
offered_libtorch()
{
    LC_ALL=C apt-cache policy libtorch-dev 2>/dev/null |
        sed -n 's/^ *Candidate: *\([0-9][0-9.]*\).*/\1/p'
}

# Whether apt has lists of packages; on a fresh machine it has none.
knows_packages()
{
    ls /var/lib/apt/lists/*_Packages* >/dev/null 2>&1
}

is_at_least()
{
    [ -n "$2" ] && [ "$(printf '%s\n%s\n' "$1" "$2" | sort -V | head -n 1)" = "$1" ]
}

need_libtorch()
{
    case ${LIBTORCH_FROM:-} in
    debian) has_debian_libtorch && need_openblas && return ;;
    pypi) has_pypi_libtorch && return ;;
    '') has_any_libtorch && need_openblas && return ;;
    *)
        say "deps: LIBTORCH_FROM=$LIBTORCH_FROM is neither debian nor pypi"
        exit 2
        ;;
    esac
    if [ "${LIBTORCH_FROM:-debian}" = debian ]; then
        refresh_package_lists
        offered=$(offered_libtorch)
        if ! knows_packages || is_at_least "$LIBTORCH_OLDEST" "$offered"; then
            say "missing: libtorch-dev (the engine behind the shim)"
            packages="$packages libtorch-dev"
            need_openblas
            return
        fi
        say "deps: this distribution offers no libtorch-dev of" \
            "$LIBTORCH_OLDEST or newer (found: ${offered:-none})"
        [ -z "${LIBTORCH_FROM:-}" ] || exit 1
    fi
    say "missing: libtorch $TORCH_VERSION from PyPI (the engine behind the shim)"
    wants_pypi=yes
    need python3 'installs libtorch from PyPI' has python3
    need python3-venv 'keeps it out of the system' can_make_venv
}

# Debian's libtorch multiplies matrices with whatever BLAS is installed. The
# reference BLAS is 80 times slower than OpenBLAS, and an OpenBLAS with threads
# of its own fights with libtorch's: docs/research/libtorch-choice.md has the figures.
need_openblas()
{
    case $packages in
    *libtorch-dev*) ;;
    *) has_debian_libtorch || return 0 ;;
    esac
    need libopenblas0-openmp "makes Debian's libtorch fast" \
        sh -c 'ls /usr/lib/*/openblas-openmp/libopenblas.so.0'
}

# --- Python packages ---------------------------------------------------------

# has_modules NAME...
has_modules()
{
    "$VENV/bin/python3" - "$@" <<'PY' >/dev/null 2>&1
from importlib.util import find_spec
import sys
sys.exit(any(find_spec(name) is None for name in sys.argv[1:]))
PY
}

need_parity()
{
    has_modules torch torch_geometric transformers tokenizers safetensors \
        numpy sklearn gguf sqlglot && return
    say "missing: Python packages in $VENV (what results are compared with;" \
        "on x86-64, PyPI's torch and its CUDA libraries take about 5 GB)"
    wants_venv="$wants_venv torch==$TORCH_VERSION torch_geometric transformers tokenizers scikit-learn"
    wants_venv="$wants_venv safetensors numpy gguf sqlglot"
    need python3 'runs the comparisons' has python3
    need python3-venv 'keeps their packages out of the system' can_make_venv
}

need_clients()
{
    need default-jre-headless 'runs Spark' has java
    has_modules sqlalchemy duckdb pandas psycopg2 psycopg pg8000 pymysql mypy \
        mcp langchain langchain_community llama_index pyspark pyarrow \
        nbclient ipykernel cyclonedx jsonschema && return
    say "missing: Python packages in $VENV (databases and agents that the" \
        "package t2sed works with; what runs the notebook and reads the SBOM)"
    wants_venv="$wants_venv sqlalchemy duckdb pandas psycopg2-binary psycopg[binary]"
    wants_venv="$wants_venv pg8000 pymysql mypy mcp>=2 langchain langchain-community"
    wants_venv="$wants_venv llama-index-core pyspark pyarrow nbclient ipykernel"
    wants_venv="$wants_venv cyclonedx-python-lib[json-validation]"
    need python3 'runs their tests' has python3
    need python3-venv 'keeps them out of the system' can_make_venv
}

need_duckdb()
{
    [ -e .deps/duckdb/include/duckdb_extension.h ] && return
    say "missing: DuckDB's headers in .deps/duckdb (the extension of DuckDB)"
    wants_duckdb=yes
    has_modules duckdb || wants_venv="$wants_venv duckdb"
    need python3 'fetches them from PyPI' has python3
    need python3-venv 'keeps its packages out of the system' can_make_venv
}

# Nothing of its Python is used, only lib_lightgbm.so: no dependencies. What it
# trains runs without it.
need_train()
{
    for library in "$VENV"/lib/python3*/site-packages/lightgbm/lib/lib_lightgbm.so; do
        [ -e "$library" ] && return
    done
    say "missing: the Python package lightgbm in $VENV (trains forests)"
    wants_lightgbm=yes
    need python3 'installs LightGBM from PyPI' has python3
    need python3-venv 'keeps it out of the system' can_make_venv
    need libgomp1 "LightGBM's threads" sh -c 'ls /usr/lib/*/libgomp.so.1'
}

need_parser()
{
    has_modules torch transformers numpy && return
    say "missing: the Python packages torch and transformers in $VENV (train" \
        "a parser of our own; on x86-64, PyPI's torch and its CUDA libraries" \
        "take about 5 GB)"
    wants_venv="$wants_venv torch==$TORCH_VERSION transformers numpy"
    need python3 'trains the parser' has python3
    need python3-venv 'keeps its packages out of the system' can_make_venv
}

make_venv()
{
    # .deps may be a link to a directory that several checkouts share.
    [ -e .deps ] || mkdir .deps || exit 1
    [ -x "$VENV/bin/pip" ] || run python3 -m venv "$VENV" || exit 1
}

# Without dependencies: nothing here runs Python's torch, and for x86-64 PyPI
# has the CUDA build alone, whose libraries are another 2 GB to download.
# libtorch_cpu.so of that build needs two small ones of them.
install_pypi_libtorch()
{
    make_venv
    run "$VENV/bin/pip" install --no-deps --no-cache-dir --quiet \
        --target .deps/libtorch "torch==$TORCH_VERSION" || exit 1
    toolkit=$(sed -n \
        's/^Requires-Dist: cuda-toolkit\[[^]]*\]\(==[0-9.]*\).*/\1/p' \
        .deps/libtorch/torch-*.dist-info/METADATA | head -n 1)
    [ -z "$toolkit" ] ||
        run "$VENV/bin/pip" install --no-cache-dir --quiet \
            --target .deps/libtorch "cuda-toolkit[cudart,cupti]$toolkit" ||
        exit 1
}

# The headers of the version that is installed. pip asks the build system of a
# source for the package's description, and would first install that system,
# which takes minutes. Where it may not, it fails, and leaves the unpacked
# source: the headers in it are all that is needed.
install_duckdb_headers()
{
    version=$("$VENV/bin/pip" show duckdb | sed -n 's/^Version: //p')
    source=$(pwd)/.deps/duckdb/source
    rm -rf "$source"
    mkdir -p "$source" .deps/duckdb/include
    say "+ the source of duckdb $version, 17 MB"
    TMPDIR=$source "$VENV/bin/pip" download --quiet --no-clean \
        --no-build-isolation --no-deps --no-cache-dir --no-binary duckdb \
        --dest "$source" "duckdb==$version" >"$source/log" 2>&1
    header=$(find "$source" -name duckdb_extension.h)
    if [ -z "$header" ]; then
        cat "$source/log" >&2
        exit 1
    fi
    cp "$(dirname "$header")/duckdb.h" "$header" .deps/duckdb/include || exit 1
    rm -rf "$source"
}

# --- Installing --------------------------------------------------------------

run()
{
    say "+ $*"
    "$@" </dev/null >&2
}

# apt and dpkg say a lot: it is shown when something went wrong.
as_root()
{
    if [ "$(id -u)" = 0 ]; then
        set -- env DEBIAN_FRONTEND=noninteractive "$@"
    else
        set -- sudo -n env DEBIAN_FRONTEND=noninteractive "$@"
    fi
    say "+ $*"
    log=$(mktemp) || exit 1
    "$@" </dev/null >"$log" 2>&1
    status=$?
    [ $status -eq 0 ] || tail -n 30 "$log" >&2
    rm -f "$log"
    return $status
}

may_install()
{
    has apt-get || return
    [ "$(id -u)" = 0 ] || { has sudo && sudo -n true 2>/dev/null; }
}

refresh_package_lists()
{
    if [ $check_only = no ] && [ $refreshed = no ] && may_install &&
        ! knows_packages; then
        as_root apt-get update -qq
        refreshed=yes
    fi
}

install_packages()
{
    command="apt-get install -y --no-install-recommends$packages"
    quiet="-qq -o Dpkg::Use-Pty=0"
    if ! may_install; then
        say
        if has apt-get; then
            say 'deps: not root, and sudo is not there or wants a password.' \
                'Run this, then try again:'
            say
            say "    sudo apt-get update && sudo $command"
        else
            say 'deps: no apt-get here. Install what these packages of' \
                "Debian's hold, then try again:$packages"
        fi
        exit 1
    fi
    say 'deps: this may take some minutes'
    # shellcheck disable=SC2086 # one word for each package
    as_root $command $quiet && return
    # Old lists name versions that are gone from the servers.
    as_root apt-get update -qq
    # shellcheck disable=SC2086
    as_root $command $quiet || exit 1
}

[ "${1:-}" = --check ] && check_only=yes && shift
for group in "$@"; do
    case $group in
    demo | build | language | test | full | parity | clients | duckdb | train | parser | ci | fuzz | wheels | windows) "need_$group" ;;
    *)
        say "deps: no group '$group': demo, build, language, test, full, parity, clients, duckdb, train, parser, ci, fuzz, wheels or windows"
        exit 2
        ;;
    esac
done

[ -n "$packages$wants_venv" ] || [ $wants_pypi = yes ] ||
    [ $wants_lightgbm = yes ] || [ $wants_duckdb = yes ] || [ $wants_windows = yes ] ||
    exit 0
if [ $check_only = yes ]; then
    say
    say 'deps: `make deps` installs what is missing'
    exit 1
fi
[ -z "$packages" ] || install_packages
[ $wants_pypi = no ] || install_pypi_libtorch
if [ -n "$wants_venv" ]; then
    make_venv
    # shellcheck disable=SC2086
    run "$VENV/bin/pip" install --quiet $wants_venv || exit 1
fi
if [ $wants_lightgbm = yes ]; then
    make_venv
    run "$VENV/bin/pip" install --no-deps --no-cache-dir --quiet lightgbm ||
        exit 1
fi
[ $wants_duckdb = no ] || install_duckdb_headers
if [ $wants_windows = yes ]; then
    say '+ SQLite, jansson, utf8proc and Check for Windows: some minutes'
    sh pkgconfig/windows-deps.sh .deps/windows x86_64-w64-mingw32 || exit 1
fi
