#!/bin/sh
# libt2sed.so needs SQLite, jansson, utf8proc and the C library: no libtorch,
# no C++. Only the shim knows libtorch, and once loaded it stays.
. test/tap.sh

version=$(sed -n 's/.*T2SED_VERSION  *"\(.*\)".*/\1/p' include/t2sed/version.h)
library=$T2S_BUILD/lib/libt2sed.so
shim=$T2S_BUILD/lib/libt2sed-torch.so
program=$T2S_BUILD/bin/t2sed

needed()
{
    readelf -dW "$1" | sed -n 's/.*(NEEDED).*\[\(.*\)\]/\1/p'
}

# only_ours FILE: prints what FILE needs beside our four and the C library
only_ours()
{
    needed "$1" | grep -vE \
        '^(libt2sed|libsqlite3|libjansson|libutf8proc|libc|libm|libdl|libpthread|ld-linux[^.]*)\.so' |
        tee "$work/others"
    [ ! -s "$work/others" ]
}

check 'libt2sed.so needs neither libtorch nor C++' only_ours "$library"
check 'its soname is libt2sed.so.MAJOR' sh -c "
    readelf -dW '$library' | grep -F 'soname: [libt2sed.so.${version%%.*}]'"
check 'its symbols carry a version' sh -c "
    nm -D --defined-only --with-symbol-versions '$library' |
    grep -F 't2sed_version@@T2SED_${version%%.*}'"
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

if [ -x "$program" ]; then
    check 'the program needs neither libtorch nor C++' only_ours "$program"
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
