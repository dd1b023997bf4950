#!/bin/sh
# Trains a judge on a machine with a GPU, in one run of nine minutes at most:
#
#     sh gpu.sh [TRAIN OPTION]...
#
# It lies in a folder that `make judge-bundle` made, and fetches nothing. The
# machine's python3 has torch for its GPU, transformers and safetensors, or they lie
# in site/. The language model's weights are model/, or become that from
# weights/part-*, which may be brought there one after another: with limits on what
# is copied at a time they are most of it (`make judge-bundle` prints sizes).
# A run goes on from out/checkpoint.pt; out/ is the judge.
#
# MINUTES=9      of this run, all counted
# PLANNED=9      of all runs together: by then the learning rate has fallen
# SCORE=SETS     then scores pack/SET.jsonl into out/, in the time that is left
set -eu
cd "$(dirname "$0")"
MINUTES=${MINUTES:-9}
begin=$(date +%s)
export PYTHONPATH="$PWD/site${PYTHONPATH:+:$PYTHONPATH}" PYTHONUNBUFFERED=1 HF_HUB_OFFLINE=1

fail()
{
    echo "gpu.sh: $*" >&2
    exit 1
}

# Minutes of this run that are left, less the time that $1 seconds of it are for.
left()
{
    echo $(((MINUTES * 60 - ($(date +%s) - begin) - $1) / 6)) | sed 's/\(.*\)\(.\)$/\1.\2/; s/^\./0./'
}

python3 - <<'PY' || fail "python3 needs torch with a GPU, transformers and safetensors; put what is missing into $PWD/site"
import safetensors, torch, transformers
print(torch.__version__, transformers.__version__, torch.cuda.get_device_name())
PY

if [ ! -e model/config.json ]; then
    [ -e weights/part-00 ] || fail "no weights: neither $PWD/model nor $PWD/weights/part-*"
    cat weights/part-* >weights.gguf
    (cd weights && sha256sum --quiet -c ../weights.sha256) ||
        fail "weights/part-* are not all there, or not whole"
    LD_LIBRARY_PATH="$PWD/t2sed" t2sed/t2sed import --precision bf16 weights.gguf model
    rm weights.gguf
fi

# What SCORE takes is not known: a fifth of the time is kept for it.
kept=0
[ -z "${SCORE:-}" ] || kept=$((MINUTES * 12))
python3 judge/judge.py train model pack/train.jsonl.gz out --device cuda --resume \
    --tokens 24576 --epochs 4 --minutes "$(left "$kept")" --planned "${PLANNED:-$MINUTES}" "$@" |
    tee -a out.log
for set in ${SCORE:-}; do
    timeout "$(left 5 | awk '{print int($1 * 60)}')" python3 judge/judge.py score model --adapters out \
        --device cuda --batch 16 "pack/$set.jsonl" "out/$set.jsonl" || fail "no time to score $set"
done
