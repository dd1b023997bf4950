#!/bin/sh
# What bash and zsh complete for t2sed.
. test/tap.sh

PATH=$PWD/$T2S_BUILD/bin:$PATH
if [ ! -x "$T2S_BUILD/bin/t2sed" ]; then
    skip 'completion' 't2sed was not built'
    tap_done
fi
mkdir "$work/models"
touch "$work/metrics"

# completes WORD... : what bash offers for the last word, on one line.
completes()
{
    (cd "$work" && bash --norc -c '
        source "$0"
        COMP_WORDS=(t2sed "$@") COMP_CWORD=$#
        _t2sed t2sed
        echo "${COMPREPLY[*]}"' \
        "$OLDPWD/examples/cli/completions/t2sed.bash" "$@")
}
# offers EXPECTED WORD...
offers()
{
    expected=$1
    shift
    found=$(completes "$@")
    echo "found: $found"
    [ "$found" = "$expected" ]
}
if command -v bash >/dev/null; then
    check 'a command' offers generate gen
    # shellcheck disable=SC2046 # one word for each command
    check 'all commands' offers "$(echo $(t2sed --help |
        sed -n 's/^  \([a-z]*\) .*/\1/p') --help --version)" ''
    check 'an option' offers '--db --db-root' explain --db
    check 'an option of a form of a command' offers --leaves \
        train --schema-prediction --leav
    check 'a word that is a value' offers fp16 score --precision fp1
    check 'behind =' offers fp16 score --precision = fp1
    check 'a word behind other text' offers 'exact-no-keys' \
        eval --label exact-n
    check 'a directory' offers models score --model m
    check 'nothing for a command that is none' offers '' nothing --
    check 'nothing that is typed is run' offers '' score \
        "\$(touch '$work/run')" "\$(touch '$work/run')"
    check '(no file was made)' test ! -e "$work/run"
else
    skip 'bash' 'no bash'
fi

# zsh types into a terminal of its own and shows what came of it.
if command -v zsh >/dev/null && zsh -f -c 'zmodload zsh/zpty' 2>/dev/null; then
    cat >"$work/type.zsh" <<'ZSH'
zmodload zsh/zpty
zpty -b shell zsh -f -i
zpty -w shell "PS1=; fpath=($1 \$fpath); autoload -U compinit; compinit -u -D"
zpty -w -n shell "t2sed $2"$'\t\x01'"print -r -- DONE: '"$'\x05'"'"$'\n'
zpty -r -m shell said $'*DONE: t2sed*\n' || exit 1
print -r -- ${${said##*DONE: t2sed }%%[[:space:]]##}
ZSH
    zsh_completes()
    {
        found=$(zsh -f -o extendedglob "$work/type.zsh" \
            "$PWD/examples/cli/completions" "$2" | tr -d '\r')
        echo "found: $found"
        [ "$found" = "$1" ]
    }
    check 'zsh: a command' zsh_completes generate gen
    check 'zsh: an option' zsh_completes 'explain --raw-names' 'explain --ra'
    check 'zsh: a word that is a value' zsh_completes \
        'score --precision bf16' 'score --precision b'
else
    skip 'zsh' 'no zsh'
fi
tap_done
