#!/bin/sh
# Finds libtorch: find-libtorch.sh [--make] [--deps DIR]
#
# Order: $LIBTORCH (a directory with lib/libtorch.so or, as in /usr, one below
# lib/<triplet>; a Python package's torch/ directory), the torch of $PYTHON,
# what lies in DIR (.deps: venv/ or libtorch/), the distribution's libtorch-dev.
# LIBTORCH_FROM=debian leaves out the second and third, LIBTORCH_FROM=pypi the
# last.
#
# Prints "name = value" lines: ROOT, SOURCE (which of the four), VERSION,
# CXX11_ABI, STD (the C++ its headers need), CFLAGS, LIBS, RPATH; with --make
# the names are TORCH_ROOT... and the lines can be included by make. Status 1
# and a message when there is none.

set -u
prefix='' deps=.deps
while [ $# -gt 0 ]; do
    case $1 in
    --make) prefix=TORCH_ ;;
    --deps) deps=$2; shift ;;
    *) echo "usage: find-libtorch.sh [--make] [--deps DIR]" >&2; exit 2 ;;
    esac
    shift
done

# The directory of libtorch_cpu.so (or libtorch.so) under root $1.
library_of() {
    for d in "$1/lib" "$1/lib64" "$1"/lib/*-linux-gnu*; do
        [ -e "$d/libtorch.so" ] && { echo "$d"; return 0; }
    done
    return 1
}

# Prints the answer for root $1, found as $2; fails where it is none.
answer() {
    library=$(library_of "$1") || return 1
    include=$1/include
    api=$include/torch/csrc/api/include
    [ -f "$api/torch/version.h" ] || return 1
    for header in "$include/torch/headeronly/version.h" "$api/torch/version.h"; do
        version=$(sed -n 's/^#define TORCH_VERSION_[MP][AIJNORTCH]* *\([0-9]*\)$/\1/p' \
            "$header" 2>/dev/null | paste -sd. -)
        [ -n "$version" ] && break
    done
    # Wheels before 2.7 and the C++11 ABI: std::string in a symbol tells.
    if grep -q 'NSt7__cxx1112basic_string' "$library/libc10.so"; then
        abi=1
    else
        abi=0
    fi
    case $include in
    /usr/include) flags="-isystem $api" ;;
    *) flags="-isystem $include -isystem $api" ;;
    esac
    case $library in
    /usr/lib | /usr/lib/*-linux-gnu*) rpath='' ;;
    *) rpath=$library ;;
    esac
    case $version in
    1.* | 2.[0-9].* | 2.1[0-3].*) std=c++17 ;;
    *) std=c++20 ;;
    esac
    # A CUDA build whose CUDA libraries are missing still serves processors.
    whole='-ltorch'
    if [ -e "$library/libtorch_cuda.so" ]; then
        whole='-ltorch -ltorch_cuda'
        ldd "$library/libtorch_cuda.so" | grep -q 'not found' && whole=''
    fi
    # The distribution's libtorch takes the BLAS of the system's choice; named
    # here, the one that goes well with its threads is there before it asks
    # (docs/research/libtorch-choice.md).
    blas=''
    if [ -z "$rpath" ] &&
        [ -e "$library/openblas-openmp/libopenblas.so.0" ]; then
        rpath=$library/openblas-openmp
        blas=" -L$rpath -l:libopenblas.so.0 -l:libblas.so.3 -l:liblapack.so.3"
    fi
    echo "${prefix}ROOT = $1"
    echo "${prefix}SOURCE = $2"
    echo "${prefix}VERSION = ${version:-unknown}"
    echo "${prefix}CXX11_ABI = $abi"
    echo "${prefix}STD = $std"
    echo "${prefix}CFLAGS = $flags -D_GLIBCXX_USE_CXX11_ABI=$abi"
    echo "${prefix}LIBS = -L$library -Wl,--no-as-needed $whole$blas -Wl,--as-needed -ltorch_cpu -lc10"
    echo "${prefix}RPATH = $rpath"
    exit 0
}

if [ -n "${LIBTORCH:-}" ]; then
    # Absolute: it goes into the shim's RUNPATH.
    [ -d "$LIBTORCH" ] && answer "$(cd "$LIBTORCH" && pwd)" LIBTORCH
    echo "find-libtorch.sh: LIBTORCH=$LIBTORCH has no libtorch with its headers" >&2
    exit 1
fi

if [ "${LIBTORCH_FROM:-}" != debian ]; then
    # Not imported: that would take seconds, and may fail where linking works.
    python_torch=$("${PYTHON:-python3}" -c '
import importlib.util as u
s = u.find_spec("torch")
print(s.submodule_search_locations[0] if s else "")' 2>/dev/null)
    [ -n "$python_torch" ] && answer "$python_torch" python

    for root in "$deps"/venv/lib/python3*/site-packages/torch \
        "$deps"/libtorch/torch "$deps"/libtorch; do
        if [ -d "$root" ]; then
            answer "$(cd "$root" && pwd)" deps
        fi
    done
fi

[ "${LIBTORCH_FROM:-}" = pypi ] || answer /usr distribution
echo "find-libtorch.sh: no libtorch: set LIBTORCH, or run make deps" >&2
exit 1
