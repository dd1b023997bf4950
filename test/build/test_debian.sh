#!/bin/sh
# The Debian packages: built, looked at by lintian, installed in a root of their
# own, which is this system with a layer above it, and used there. The shim is
# built in make test-full alone, since it takes minutes.
. test/tap.sh
unset MAKEFLAGS MAKELEVEL MFLAGS PYTHONPATH T2SED_LIBRARY T2SED_WORKER T2SED_MODEL T2SED_BACKEND

name='make deb: the packages are built'
for tool in dh dh_python3 dpkg-buildpackage lintian; do
    if ! command -v "$tool" >/dev/null; then
        skip "$name" "no $tool: make deps-full installs it"
        tap_done
    fi
done
[ "${T2S_TEST_PARITY:-}" = required ] || set -- DEB_PROFILES=pkg.t2sed.notorch
check "$name" env DEB_BUILD_OPTIONS=nocheck make deb DEBS="$work/debs" "$@"
check 'their version is that of the library' sh -c "ls '$work'/debs/t2sed_\$(
    sed -n 's/.*T2SED_VERSION  *\"\(.*\)\".*/\1/p' include/t2sed/version.h)-*"
check 'lintian finds neither errors nor warnings' \
    lintian --fail-on error,warning --allow-root "$work"/debs/*.changes

cat >"$work/use.sh" <<'SH'
# In the root: what packages are for. The layer is gone with the process.
set -ex
cd /tmp
export PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/tmp
dpkg -i debs/*.deb
python3 - <<'PYTHON'
import sqlite3
import t2sed
assert t2sed.__file__.startswith("/usr/lib/python3/dist-packages"), t2sed
connection = sqlite3.connect("shop.sqlite")
connection.executescript("""
    CREATE TABLE customer (id INTEGER PRIMARY KEY, name TEXT);
    INSERT INTO customer VALUES (1, 'Ann'), (2, 'Bob');""")
report = t2sed.check("How many customers are there?", [
    "SELECT nam FROM customer", "SELECT count(*) FROM customer"], "shop.sqlite")
assert report.best.sql == "SELECT count(*) FROM customer", report
assert t2sed.database_fold("a", 5) in range(5)  # of the lab
PYTHON
echo '{"question": "How many customers are there?", "sql": "SELECT count(*) FROM customer"}' >line
t2sed score --db shop.sqlite line | grep '"probability": *0[.]'
t2sed score --hostile --db shop.sqlite line | grep '"probability": *0[.]'
printf '%s\n' 'How many customers are there?' 'SELECT nam FROM customer;' |
    t2sed-client shop.sqlite | grep 'no column\|has a column "nam"'
sqlite3 shop.sqlite '.load t2sed_sqlite' \
    "SELECT t2sed_score('How many customers are there?', 'SELECT count(*) FROM customer') > 0.5" |
    grep -x 1
printf '#include <t2sed.h>\nint main(void) { return !t2sed_version(); }\n' >program.c
cc program.c -o program $(pkg-config --cflags --libs t2sed)
./program
if [ -e debs/libt2sed-torch_* ]; then
    t2sed score --model large --db shop.sqlite line | grep '"probability": *0[.]'
fi
mkdir bin inner # a program beside where Python is started is not the package's
printf 'exit 9\n' >bin/t2sed
chmod +x bin/t2sed
(cd inner && python3 -c 'from t2sed.library import program
assert program() == "/usr/bin/t2sed", program()')
! readelf -d /usr/bin/t2sed /usr/lib/*/libt2sed*.so | grep 'R.*PATH'
man -w t2sed t2sed-client
SH
in_root()
{
    mkdir "$work/layer" &&
        unshare -m ${1:+"$1"} sh -ec '
            layer=$1/layer root=$1/layer/root
            mount -t tmpfs none "$layer"
            mkdir "$layer/up" "$layer/work" "$root"
            mount -t overlay overlay -o "lowerdir=/,upperdir=$layer/up,workdir=$layer/work" "$root"
            mount -t tmpfs none "$root/tmp"
            mount --rbind /proc "$root/proc"
            mount --rbind /dev "$root/dev"
            cp -r "$1/debs" "$1/use.sh" "$root/tmp"
            exec chroot "$root" sh /tmp/use.sh' sh "$work"
}
name='they install, and program, worker, client, extension, Python and C programs work'
root=
[ "$(id -u)" = 0 ] || root=-r
if unshare -m ${root:+-r} mount -t tmpfs none /mnt 2>/dev/null; then
    check "$name" in_root $root
else
    skip "$name" 'no mounts are allowed here'
fi
tap_done
