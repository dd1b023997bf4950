#!/bin/sh
# libt2sed.so needs SQLite, jansson, utf8proc and the C library: no lab, no
# libtorch, no C++. Only the shim knows libtorch, and once loaded it stays.
. test/tap.sh

version=$(sed -n 's/.*T2SED_VERSION  *"\(.*\)".*/\1/p' include/t2sed/version.h)
case $version in
    0.*) abi=${version%.*} ;;
    *) abi=${version%%.*} ;;
esac
library=$T2S_BUILD/lib/libt2sed.so
lab=$T2S_BUILD/lib/libt2sed-lab.so
shim=$T2S_BUILD/lib/libt2sed-torch.so
program=$T2S_BUILD/bin/t2sed

needed()
{
    readelf -dW "$1" | sed -n 's/.*(NEEDED).*\[\(.*\)\]/\1/p'
}

# only_ours FILE [NAME]...: prints what FILE needs beside SQLite, jansson,
# utf8proc, the C library and the libraries of these NAMEs
only_ours()
{
    file=$1
    shift
    needed "$file" | grep -vE "^($(printf '%s|' "$@")libsqlite3|libjansson|libutf8proc|libc|libm|libdl|libpthread|ld-linux[^.]*)\.so" |
        tee "$work/others"
    [ ! -s "$work/others" ]
}

# no_trace PATTERN: no name, and no text, of the runtime has it
no_trace()
{
    { nm "$library"; nm -D "$library"; strings -n 6 "$library"; } |
        grep -iE "$1" >"$work/traces"
    head "$work/traces"
    [ ! -s "$work/traces" ]
}

check 'libt2sed.so needs neither the lab nor libtorch nor C++' \
    only_ours "$library"
check 'it has nothing of LightGBM' no_trace 'lightgbm|LGBM_'
check 'it reads no pickles' no_trace 'pickle'
sed 's/$/$/; s/^/ /' test/abi/lab-symbols.txt >"$work/lab-names"
check 'it has no function of the lab' sh -c "
    ! nm '$library' | grep -f '$work/lab-names'"
check 'libt2sed-lab.so needs nothing beside it' only_ours "$lab" libt2sed
# The lab has copies of them: they must not remember anything.
readelf -SW "$T2S_BUILD/obj/lib/base.a" |
    grep -E ' \.t?(data|bss) ' | grep -v ' 000000 00 ' >"$work/state"
check 'helpers that both libraries have hold no state' test ! -s "$work/state"
check 'its soname is libt2sed.so.MAJOR, before 1.0 .so.0.MINOR' sh -c "
    readelf -dW '$library' | grep -F 'soname: [libt2sed.so.$abi]'"
check 'the Python package and the Debian packages name it' sh -c "
    grep -F '\"libt2sed.so.$abi\"' examples/python/t2sed/library.py &&
    grep -x 'Package: libt2sed$abi' pkgconfig/debian/control &&
    test -e pkgconfig/debian/libt2sed$abi.install"
check 'its symbols carry a version' sh -c "
    nm -D --defined-only --with-symbol-versions '$library' |
    grep -F 't2sed_version@@T2SED_$abi'"
check 'it has no text relocation and no executable stack' sh -c "
    ! readelf -dW '$library' | grep -q TEXTREL &&
    readelf -lW '$library' | grep GNU_STACK | grep -q 'RW '"

if [ -e "$shim" ]; then
    check 'the shim is never unloaded (-z nodelete)' sh -c "
        readelf -dW '$shim' | grep -q NODELETE"
    check 'the shim needs libtorch' sh -c "
        readelf -dW '$shim' | grep -q libtorch"
    check 'everything the shim needs is found' sh -c "
        ! ldd '$shim' | grep 'not found'"
else
    skip 'the shim is never unloaded (-z nodelete)' 'it was not built'
fi

# The client edits lines by libedit where it was there.
for file in lib/t2sed_sqlite.so bin/t2sed-client bin/score; do
    if [ -e "$T2S_BUILD/$file" ]; then
        check "$file needs libt2sed.so alone" \
            only_ours "$T2S_BUILD/$file" libt2sed \
            $([ $file != bin/t2sed-client ] || echo libedit)
    else
        skip "$file needs libt2sed.so alone" 'it was not built'
    fi
done

if [ -x "$program" ]; then
    check 'the program needs neither libtorch nor C++' \
        only_ours "$program" libt2sed libt2sed-lab
    parse_loads_no_shim()
    {
        echo 'SELECT name FROM singer' |
            LD_DEBUG=files "$program" parse --sql >"$work/tree" 2>"$work/files"
        grep -q select "$work/tree" || { cat "$work/tree"; return 1; }
        ! grep -E 'libtorch|libt2sed-torch' "$work/files"
    }
    check 'parsing SQL loads no shim' parse_loads_no_shim
else
    skip 'parsing SQL loads no shim' 't2sed was not built'
fi
tap_done
