#!/bin/sh
# pkgconfig/deps.sh says what is missing and why, and never installs unasked.
. test/tap.sh

# A machine with nothing but the shell's own tools and no rights.
mkdir "$work/bin"
for tool in dirname sh sed sort head printf cat ls rm env; do
    ln -s "$(command -v $tool)" "$work/bin/$tool"
done
printf '#!/bin/sh\necho 1000\n' >"$work/bin/id"
printf '#!/bin/sh\nexit 100\n' >"$work/bin/apt-get"
chmod +x "$work/bin/id" "$work/bin/apt-get"
bare() { env -i PATH="$work/bin" sh pkgconfig/deps.sh "$@"; }

bare --check build >"$work/stdout" 2>"$work/said"
status=$?
check 'a missing package is a failure' test $status -eq 1
check 'nothing goes to stdout' test ! -s "$work/stdout"
check 'it names the package and the reason' \
    grep -q '^missing: libjansson-dev (jansson: JSON)' "$work/said"
bare build test 2>"$work/said"
status=$?
check 'without rights it fails' test $status -eq 1
check 'without rights it prints the command' \
    grep -q 'sudo apt-get install -y .*libsqlite3-dev' "$work/said"
bare everything 2>"$work/said"
status=$?
check 'an unknown group is a usage error' test $status -eq 2
env LIBTORCH_FROM=attic sh pkgconfig/deps.sh --check build 2>"$work/said"
status=$?
check 'an unknown LIBTORCH_FROM is a usage error' test $status -eq 2
tap_done
