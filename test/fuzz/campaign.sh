#!/bin/sh
# campaign.sh BINARIES STATE SECONDS [TARGET...] - runs fuzz targets with
# libFuzzer, in turn and in slices, until each has had SECONDS of processor
# time in all runs together, then makes their corpora small and prints a table.
# What is done is in STATE, so that it goes on where it was interrupted.
#
# campaign.sh BINARIES STATE table - prints the table of what was done so far.
#
# A crash, a timeout or too much memory does not end a run: the input goes to
# STATE/TARGET/findings. The binaries are copied first, so that they can be
# built again meanwhile.
#
#   FUZZ_SLICE  seconds of a slice (120)
#   FUZZ_SKIP   pattern of seeds to leave out, such as 'known_*'
#   FUZZ_FIRST  targets to begin with
set -u

binaries=$1 state=$2 seconds=$3
shift 3
slice=${FUZZ_SLICE:-120}
here=$(dirname "$0")
folder=/dev/shm
[ -w "$folder" ] || folder=/tmp
folder=$folder/t2s-fuzz-campaign-$$
mkdir -p "$state"

names() {
    for file in "$state"/bin/fuzz_*; do
        basename "$file" | sed 's/^fuzz_//'
    done
}

# What a corpus reaches, as "edges features". (Of edges, what runs with -fork
# print is too much.)
measure() {
    log=$state/$1/log.measure
    fuzz "$1" -runs=0 "$state/$1/corpus" "$state/$1/seeds"
    sed -n 's/.*INITED cov: \([0-9]*\) ft: \([0-9]*\) .*/\1 \2/p' "$log"
}

# seconds runs edges features, of all slices so far
read_total() {
    total_seconds=0 total_runs=0 edges=0 features=0
    [ ! -f "$state/$1/total" ] ||
        read -r total_seconds total_runs edges features <"$state/$1/total"
}

count_files() {
    find "$1" -type f 2>/dev/null | wc -l | tr -d ' '
}

table() {
    printf '%-18s %12s %9s %7s %9s %7s %9s %8s\n' \
        target runs runs/s edges features corpus findings seconds
    for name in $targets; do
        read_total "$name"
        printf '%-18s %12s %9s %7s %9s %7s %9s %8s\n' "$name" "$total_runs" \
            $((total_runs / (total_seconds > 0 ? total_seconds : 1))) \
            "$edges" "$features" "$(count_files "$state/$name/corpus")" \
            "$(count_files "$state/$name/findings")" "$total_seconds"
    done
}

# Whole seconds of processor time of a shell's children, from `times`.
cpu_seconds() {
    sed -n '2{s/[ms]/ /g;p;}' "$1" |
        awk '{ printf "%d\n", $1 * 60 + $2 + $3 * 60 + $4 + 0.5 }'
}

fuzz() {
    target=$1
    shift
    T2S_FUZZ_FOLDER=$folder \
        ASAN_OPTIONS=detect_leaks=1:allocator_may_return_null=1 \
        nice -n 19 "$state/bin/fuzz_$target" -rss_limit_mb=1500 \
        -malloc_limit_mb=1500 -timeout=25 -close_fd_mask=3 "$@" >"$log" 2>&1
}

seeds() {
    rm -rf "$state/$1/seeds"
    mkdir -p "$state/$1/corpus" "$state/$1/findings" "$state/$1/seeds"
    for file in "$here/corpus/$1"/*; do
        case $(basename "$file") in
        ${FUZZ_SKIP:-}) ;;
        *) cp "$file" "$state/$1/seeds" ;;
        esac
    done
}

# One slice of one target.
run() {
    name=$1
    log=$state/$name/log
    seeds "$name"
    mkdir -p "$folder"
    set -- -fork=1 -ignore_crashes=1 -ignore_timeouts=1 -ignore_ooms=1 \
        "-max_total_time=$slice" "-artifact_prefix=$state/$name/findings/"
    [ ! -f "$here/$name.dict" ] || set -- "$@" "-dict=$here/$name.dict"
    (
        fuzz "$name" "$@" "$state/$name/corpus" "$state/$name/seeds"
        times >"$state/$name/times"
    )
    reached=$(measure "$name")
    rm -rf "$folder"
    log=$state/$name/log
    tail -c 200000 "$log" >>"$state/$name/log.all"
    read_total "$name"
    spent=$(cpu_seconds "$state/$name/times")
    runs=$(grep -E '^#[0-9]+: cov: ' "$log" | tail -n 1 |
        sed 's/^#\([0-9]*\):.*/\1/')
    echo "$((total_seconds + (spent > 0 ? spent : 1)))" \
        "$((total_runs + ${runs:-0}))" "${reached:-$edges $features}" \
        >"$state/$name/total"
    table >"$state/table.txt"
}

# The corpus without inputs that reach nothing that others do not.
minimise() {
    log=$state/$1/log.merge
    rm -rf "$state/$1/small"
    mkdir -p "$state/$1/small" "$folder"
    fuzz "$1" -merge=1 "$state/$1/small" "$state/$1/corpus" "$state/$1/seeds"
    rm -rf "$folder"
    [ "$(count_files "$state/$1/small")" -gt 0 ] || return
    rm -rf "$state/$1/corpus"
    mv "$state/$1/small" "$state/$1/corpus"
}

if [ "$seconds" = table ]; then
    targets=$(names)
    table
    exit
fi

rm -rf "$state/bin.new"
mkdir -p "$state/bin.new"
cp "$binaries"/fuzz_* "$binaries"/*.so "$state/bin.new" || exit 2
rm -rf "$state/bin"
mv "$state/bin.new" "$state/bin"
trap 'rm -rf "$folder"; table; exit 130' INT TERM

targets=$*
if [ $# -eq 0 ]; then
    targets=${FUZZ_FIRST:-}
    for name in $(names); do
        case " $targets " in
        *" $name "*) ;;
        *) targets="$targets $name" ;;
        esac
    done
fi
left=yes
while [ "$left" = yes ]; do
    left=no
    for name in $targets; do
        read_total "$name"
        [ "$total_seconds" -lt "$seconds" ] || continue
        left=yes
        run "$name"
        read_total "$name"
        [ "$total_seconds" -lt "$seconds" ] || minimise "$name"
    done
done
table
