#!/bin/sh
# make install, what a user does with it, and make uninstall.
. test/tap.sh
unset MAKEFLAGS MAKELEVEL MFLAGS

stage=$work/stage
make_() { make -s BUILD="$T2S_BUILD" DESTDIR="$stage" PREFIX=/usr "$@"; }
check 'make install' make_ install

for file in include/t2sed.h include/t2sed/status.h include/t2sed/lab.h \
    include/t2sed/lab/metrics.h lib/libt2sed.so.0 lib/libt2sed-lab.so \
    lib/pkgconfig/t2sed.pc lib/pkgconfig/t2sed-lab.pc; do
    [ -e "$stage/usr/$file" ] || echo "$file"
done >"$work/missing"
check 'headers, libraries and t2sed.pc are there' test ! -s "$work/missing"
check 'no installed file names the build tree' sh -c \
    "! grep -rlF '$PWD' '$stage/usr/include' '$stage/usr/lib/pkgconfig'"

# A forest that two models share is there once.
find "$stage/usr/share/t2sed/models" lib/models -name forest.safetensors -type f \
    -exec md5sum {} + | sort >"$work/forests"
check 'forests that models share stand once' test \
    "$(sort -u -k1,1 "$work/forests" | wc -l)" -eq \
    "$(grep -c ' lib/models' "$work/forests")"
check 'links of models lead to files' sh -c "
    ! find '$stage/usr/share/t2sed/models' -xtype l | grep ."

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

# The installed tree works where it was moved to.
cp -a "$stage/usr" "$work/moved"
check 'a program compiles and runs with a moved tree' \
    build_and_run "$work/moved" "${CC:-cc}"
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
        "${PYTHON:-python3}" -c 'import t2sed, os, sys
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
