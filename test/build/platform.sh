#!/bin/sh
# Another distribution: a root made by mmdebstrap, HEAD built in it without the
# shim by that distribution's compiler and libraries, the C unit tests run there,
# and probabilities compared with this machine's (make platform-trixie). It needs
# root, mmdebstrap and mirrors of the distributions; the keys of Ubuntu's archive
# are taken from a package of Debian 13.
#
#   platform.sh SUITE     trixie, jammy, noble; JOBS=N: commands at a time
set -eu
cd "$(dirname "$0")/../.."
unset MAKEFLAGS MAKELEVEL MFLAGS
suite=$1 work=$PWD/build/platform
root=$work/$suite tree=$work/$suite/t2sed
packages=gcc,libc6-dev,make,pkg-config,lemon,libsqlite3-dev,libjansson-dev,libutf8proc-dev,check,procps,libedit-dev
export JOBS="${JOBS:-$(nproc)}"

in_root()
{
    unshare -m sh -ec '
        mount --rbind /proc "$0/proc"
        mount --rbind /dev "$0/dev"
        exec env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/tmp LC_ALL=C.UTF-8 JOBS="$JOBS" \
            chroot "$0" sh -ec "cd /t2sed; exec \"\$@\"" sh "$@"' "$root" "$@"
}

if [ ! -e "$tree" ]; then
    set --
    case $suite in
    jammy | noble)
        keyring=usr/share/keyrings/ubuntu-archive-keyring.gpg
        [ -e "$work/keys/$keyring" ] || mmdebstrap --variant=extract \
            --include=ubuntu-archive-keyring trixie "$work/keys"
        set -- --components=main,universe --keyring="$work/keys/$keyring"
        ;;
    esac
    rm -rf "$root"
    mmdebstrap --variant=minbase "$@" --include="$packages" "$suite" "$root"
fi

rm -rf "$tree"
mkdir -p "$tree"
git archive HEAD | tar -xf - -C "$tree"
in_root sh -c '. /etc/os-release; gcc --version | head -n 1; echo "$PRETTY_NAME"
    pkg-config --modversion sqlite3 jansson libutf8proc check | xargs echo SQLite, jansson, utf8proc, Check:'
in_root make -j"$JOBS" lib programs
in_root make -j"$JOBS" check

make -s -j"$JOBS" demo >/dev/null
cp -r build/demo "$tree/build"
set -- score --db-root build/demo/databases examples/cli/demo/beams.jsonl
build/bin/t2sed "$@" >"$work/here"
in_root build/bin/t2sed "$@" >"$work/$suite.scores"
python3 test/build/same_scores.py "$work/here" "$work/$suite.scores"
