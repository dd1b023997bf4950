#!/bin/sh
# make install, what a user does with it, and make uninstall.
. test/tap.sh
unset MAKEFLAGS MAKELEVEL MFLAGS

# The end of the soname.
abi=$(sed -n 's/^#define T2SED_VERSION  *"\(0\.[0-9]*\|[1-9][0-9]*\)\..*/\1/p' include/t2sed/version.h)
stage=$work/stage
make_() { make -s BUILD="$T2S_BUILD" DESTDIR="$stage" PREFIX=/usr "$@"; }
check 'make install' make_ install

for file in include/t2sed.h include/t2sed/status.h include/t2sed/lab.h \
    include/t2sed/parts.h include/t2sed/parts/scorer.h \
    include/t2sed/lab/metrics.h "lib/libt2sed.so.$abi" lib/libt2sed-lab.so \
    lib/libt2sed.a lib/pkgconfig/t2sed.pc lib/pkgconfig/t2sed-lab.pc \
    lib/cmake/t2sed/t2sed-config.cmake lib/t2sed_sqlite.so lib/t2sed-worker \
    bin/t2sed-client share/man/man1/t2sed-client.1 \
    share/bash-completion/completions/t2sed share/zsh/site-functions/_t2sed; do
    [ -e "$stage/usr/$file" ] || echo "$file"
done >"$work/missing"
check 'headers, libraries and t2sed.pc are there' test ! -s "$work/missing"
check 'no installed file names the build tree' sh -c \
    "! grep -rlF '$PWD' '$stage/usr/include' '$stage/usr/lib/pkgconfig' \
        '$stage/usr/lib/cmake'"

# A program of a user's, compiled by what pkg-config says of the staged tree.
cat >"$work/program.c" <<'C'
#include <stdio.h>
#include <string.h>
#include <t2sed.h>
int main(void)
{
    printf("%s %s\n", t2sed_version(), t2sed_status_name(T2SED_ESYNTAX));
    return strcmp(t2sed_version(), T2SED_VERSION) != 0;
}
C
pkg_config()
{
    PKG_CONFIG_PATH=$1/lib/pkgconfig pkg-config --define-prefix "$2" "$3" \
        "${package:-t2sed}"
}
build_and_run()
{
    root=$1 compiler=$2
    shift 2
    # shellcheck disable=SC2046 # one word for each flag
    "$compiler" "$@" "$work/${program:-program}.c" -o "$work/program" \
        $(pkg_config "$root" --cflags --libs) || return
    LD_LIBRARY_PATH=$root/lib "$work/program" >"$work/said" || return
    grep -q 'ESYNTAX$' "$work/said"
}
check 't2sed.pc gives the version' test \
    "$(pkg_config "$stage/usr" --modversion --print-errors)" = \
    "$(sed -n 's/.*T2SED_VERSION  *"\(.*\)".*/\1/p' include/t2sed/version.h)"
check 'a C program compiles and runs with pkg-config alone' \
    build_and_run "$stage/usr" "${CC:-cc}"
check 'a C++ program does' build_and_run "$stage/usr" "${CXX:-c++}" -x c++

# One that makes or measures models.
cat >"$work/lab.c" <<'C'
#include <stdio.h>
#include <t2sed.h>
#include <t2sed/lab.h>
int main(void)
{
    printf("%d %s\n", t2sed_dataset_fold("pets_1", 5, 0) >= 0,
           t2sed_status_name(T2SED_ESYNTAX));
    return 0;
}
C
package=t2sed-lab program=lab
check 'a program of the lab does, by t2sed-lab.pc' \
    build_and_run "$stage/usr" "${CC:-cc}"
package=t2sed program=program

# A program with the library inside, all static, opens the models beside it, also
# where PATH finds it; a backend, which would crash it, is refused.
cat >"$work/static.c" <<'C'
#include <stdio.h>
#include <t2sed.h>
int main(int count, char **names)
{
    t2sed_checker *checker = NULL;
    t2sed_error err = {0};
    if (t2sed_checker_open(&checker, count > 1 ? names[1] : NULL, NULL, NULL, &err) != T2SED_OK) {
        puts(err.text);
        return 1;
    }
    t2sed_checker_free(checker);
    return 0;
}
C
pkg_config_static()
{
    PKG_CONFIG_PATH=$1/lib/pkgconfig pkg-config --define-prefix --static \
        --cflags --libs t2sed
}
link_static()
{
    # shellcheck disable=SC2046 # one word for each flag
    "${CC:-cc}" "$work/static.c" -o "$1/bin/check-static" -static \
        $(pkg_config_static "$1")
}
is_static() { ! readelf -d "$1" | grep NEEDED; }
static_program()
{
    (cd "$work" && env -u T2SED_MODEL PATH="$1/bin" check-static)
}
refuses_backend()
{
    T2SED_BACKEND=$PWD/$T2S_BUILD/lib/libt2sed-torch.so \
        "$1/bin/check-static" large >"$work/said"
    [ $? -eq 1 ] && grep "a static program can't load a backend" "$work/said"
}

# The installed tree works where it was moved to.
cp -a "$stage/usr" "$work/moved"
check 'a program compiles and runs with a moved tree' \
    build_and_run "$work/moved" "${CC:-cc}"
check 'a program links statically by pkg-config --static' \
    link_static "$work/moved"
check 'it needs no shared library' is_static "$work/moved/bin/check-static"
check 'it finds the models of a moved tree' static_program "$work/moved"
check 'and refuses a model that needs a backend' refuses_backend "$work/moved"

# A program of another folder finds those of the prefix that was installed to,
# which `make` was not told of.
static_elsewhere()
{
    make -s BUILD="$T2S_BUILD" PREFIX="$work/own" install || return
    # shellcheck disable=SC2046 # one word for each flag
    "${CC:-cc}" "$work/static.c" -o "$work/elsewhere" -static \
        $(pkg_config_static "$work/own") || return
    (cd / && env -u T2SED_MODEL "$work/elsewhere")
}
check 'a program elsewhere finds those of the prefix' static_elsewhere

# The same by CMake.
mkdir "$work/project"
cp "$work/program.c" "$work/project"
cat >"$work/project/CMakeLists.txt" <<'CMAKE'
cmake_minimum_required(VERSION 3.10)
project(uses_t2sed C)
find_package(t2sed 0.10 REQUIRED)
find_package(t2sed REQUIRED) # a second time does no harm
foreach(kind t2sed static lab)
    add_executable(with-${kind} program.c)
    target_link_libraries(with-${kind} t2sed::${kind})
endforeach()
CMAKE
build_by_cmake()
{
    cmake -S "$work/project" -B "$work/project/$2" \
        -DCMAKE_PREFIX_PATH="$1" && cmake --build "$work/project/$2" || return
    for kind in t2sed static lab; do
        "$work/project/$2/with-$kind" | grep 'ESYNTAX$' || return
    done
    readelf -d "$work/project/$2/with-t2sed" | grep "NEEDED.*libt2sed\.so\.$abi]" &&
        ! readelf -d "$work/project/$2/with-static" | grep 'NEEDED.*libt2sed'
}
if command -v cmake >/dev/null; then
    check 'find_package(t2sed) gives targets that compile and run' \
        build_by_cmake "$stage/usr" build
    check 'and those of a moved tree do' build_by_cmake "$work/moved" moved
    sed 's/t2sed 0\.10/t2sed 99/' "$work/project/CMakeLists.txt" \
        >"$work/project/new" &&
        mv "$work/project/new" "$work/project/CMakeLists.txt"
    cmake -S "$work/project" -B "$work/project/newer" \
        -DCMAKE_PREFIX_PATH="$stage/usr" >"$work/said" 2>&1
    check 'a version that is not there is not found' \
        grep -q 'requested version "99"' "$work/said"
else
    skip 'find_package(t2sed) gives targets that compile and run' 'no cmake'
fi

if [ -x "$work/moved/bin/t2sed" ]; then
    moved_t2sed()
    {
        env -u T2SED_BACKEND -u T2SED_MODEL -u T2SED_QUESTION_PARSER \
            LD_LIBRARY_PATH="$work/moved/lib" \
            "$work/moved/bin/t2sed" "$@"
    }
    check 'a moved t2sed parses' sh -c \
        "echo 'SELECT 1' | LD_LIBRARY_PATH='$work/moved/lib' \
         '$work/moved/bin/t2sed' parse --sql | grep -q select"
    moved_score()
    {
        echo '{"question": "How many singers?", "sql": "SELECT count(*) FROM singer"}' |
            moved_t2sed score --model "$1" >"$work/scored" || return
        cat "$work/scored"
        grep -q '"probability": *0\.' "$work/scored"
    }
    for model in default light; do
        check "a moved t2sed scores with its own model, $model" \
            moved_score "$model"
    done
    if [ -e "$work/moved/lib/libt2sed-torch.so" ]; then
        check 'a moved t2sed scores with its own model and shim, large' \
            moved_score large
    else
        skip 'a moved t2sed scores with its own model and shim, large' \
            'no shim'
    fi
    if [ -e lib/models/question-parser/config.json ] &&
        [ -e "$work/moved/lib/libt2sed-torch.so" ]; then
        moved_question()
        {
            echo 'How many singers are there?' |
                moved_t2sed parse --question >"$work/trees" || return
            cat "$work/trees"
            grep -q '^(SBARQ (WHNP ' "$work/trees"
        }
        check 'a moved t2sed parses questions with its own parser' moved_question
    else
        skip 'a moved t2sed parses questions with its own parser' \
            'no shim or no question parser'
    fi
else
    skip 'a moved t2sed parses' 't2sed was not built'
fi

# The module says where it found the library.
python()
{
    env -u T2SED_LIBRARY PYTHONPATH="$1/share/t2sed/python" \
        "${PYTHON:-python3}" -c 'import t2sed.lab, os, sys
print(t2sed.version(), os.path.realpath(t2sed.library.lib._name))' \
        >"$work/said" || return
    cat "$work/said"
    grep -qF "$1/lib/libt2sed.so" "$work/said"
}
check 'the Python package finds the library of a moved tree' python "$work/moved"
check 'and that of the installed one' python "$stage/usr"

check 'make uninstall' make_ uninstall
find "$stage" ! -type d >"$work/left"
if [ -s "$work/left" ]; then
    fail 'make uninstall leaves no file' <"$work/left"
else
    pass 'make uninstall leaves no file'
fi
check 'make uninstall leaves no directory of ours' sh -c \
    "! find '$stage' -type d -name 't2sed*' | grep ."
tap_done
