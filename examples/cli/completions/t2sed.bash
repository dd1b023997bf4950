# Completion of t2sed for bash. Commands, options and what values are come from
# the program's help. --help goes first, so that nothing else is done; the words
# behind it choose the form of the command (train --plan).
_t2sed()
{
    local program=${1/#\~/$HOME} word=${COMP_WORDS[COMP_CWORD]}
    local before=${COMP_WORDS[COMP_CWORD - 1]} text value
    COMPREPLY=()
    if ((COMP_CWORD == 1)); then
        text=$("$program" --help 2>/dev/null | sed -n 's/^  \([a-z]*\) .*/\1/p')
        mapfile -t COMPREPLY < <(compgen -W "$text --help --version" -- "$word")
        return
    fi
    # bash makes three words of --device=cpu.
    [[ $word == '=' ]] && word=
    [[ $before == '=' ]] && before=${COMP_WORDS[COMP_CWORD - 2]}
    text=$("$program" "${COMP_WORDS[1]}" --help "${COMP_WORDS[@]:2}" 2>/dev/null)
    value=$(grep -m 1 -e "^  $before [A-Z]" <<<"$text" 2>/dev/null)
    value=${value#*"$before "}
    if [[ $value == DIR* ]]; then
        compopt -o filenames 2>/dev/null
        mapfile -t COMPREPLY < <(compgen -d -- "$word")
    elif [[ ${value/ (default)/} =~ (^[A-Z]+ +|: )([a-z0-9:-]+(, [a-z0-9:-]+)+)$ ]]; then
        # One of some words, "auto, fp32, bf16".
        mapfile -t COMPREPLY < <(compgen -W "${BASH_REMATCH[2]//,/}" -- "$word")
    elif [[ -z $value && $word == -* ]]; then
        text=$(sed -n 's/^  \(--[a-z0-9-]*\).*/\1/p' <<<"$text")
        mapfile -t COMPREPLY < <(compgen -W "$text" -- "$word")
    fi # else files, by -o default
}
complete -o default -F _t2sed t2sed
