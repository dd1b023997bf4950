"""What scripts that run ``t2sed score`` over files share."""
import json
import subprocess
import sys


def read_arguments(usage, flags=()):
    """Reads ``[--t2sed PROGRAM] [FLAG...] [SCORE OPTION...] -- FILE...``.

    Returns (program, set of the flags given, score options, files); without
    ``--`` the program ends with the usage.
    """
    arguments = sys.argv[1:]
    if "--" not in arguments:
        sys.exit(usage)
    cut = arguments.index("--")
    options, files = arguments[:cut], arguments[cut + 1:]
    program = "build/bin/t2sed"
    if "--t2sed" in options:
        at = options.index("--t2sed")
        program = options[at + 1]
        del options[at:at + 2]
    given = {flag for flag in flags if flag in options}
    return program, given, [o for o in options if o not in given], files


def scored_lines(program, options, path):
    """The lines of a file as ``t2sed score`` answers them."""
    run = subprocess.run([program, "score", *options, path],
                         stdout=subprocess.PIPE, text=True, check=False)
    if run.returncode == 2:
        sys.exit(2)
    return [json.loads(line) for line in run.stdout.splitlines()]
