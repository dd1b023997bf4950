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

# A tree without .deps, where Python has a torch of version $1.
mkdir -p "$work/tree" "$work/torch/lib" "$work/torch/include/torch/csrc/api/include/torch"
cp -r pkgconfig "$work/tree"
touch "$work/torch/lib/libtorch.so" "$work/torch/lib/libc10.so"
printf '#!/bin/sh\necho "%s"\n' "$work/torch" >"$work/python"
chmod +x "$work/python"
with_torch()
{
    printf '#define TORCH_VERSION_MAJOR %s\n#define TORCH_VERSION_MINOR 0\n' "$1" \
        >"$work/torch/include/torch/csrc/api/include/torch/version.h"
    shift
    env LIBTORCH= LIBTORCH_FROM= PYTHON="$work/python" "$@" \
        sh "$work/tree/pkgconfig/deps.sh" --check language 2>"$work/said"
}
with_torch 1
check 'language models need another libtorch than 1' \
    grep -q '^missing: libtorch 2[0-9.]* from PyPI' "$work/said"
with_torch 2
check 'libtorch 2 is enough for them' test -z "$(grep libtorch "$work/said")"
with_torch 1 LIBTORCH="$work/torch"
check 'a libtorch that is named stays' test -z "$(grep '^missing: libtorch' "$work/said")"
check 'and is said to be slow' grep -q 'libtorch 1.0 is slow' "$work/said"
tap_done
