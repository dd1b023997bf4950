"""Doxygen's input filter: prints a public header with its comments as Doxygen
reads them (make reference). The text is the header's; what is added are links,
and marks for arguments, code, and errors, threads and versions."""
import glob
import re
import sys

FUNCTIONS = set()
for path in glob.glob("include/**/*.h", recursive=True):
    with open(path, encoding="utf-8") as header:
        FUNCTIONS.update(re.findall(r"\b(t2sed_\w+)\(", header.read()))
MARKS = {"Returns": "@return", "Since": "@since"}


def prose(text):
    text = re.sub(r'[\\@<>&#%$"]|::', r"\\\g<0>", text)
    text = re.sub(r"`([^`\n]+)`", r"<tt>\1</tt>", text)
    text = re.sub(r"\bt2sed_\w+\b(?!\()", lambda found: "#" * (
        found[0] in FUNCTIONS) + found[0], text)
    return re.sub(r"(^|\s)(Errors|Returns|Since|Source|Threads):\s",
                  lambda found: "\n" + MARKS.get(
                      found[2], f"@par {found[2]}\n") + " ", text)


def paragraph(text, declaration):
    """What stands between two empty lines: code, or prose, in which a line
    "name  what it is" tells of an argument or of one of several functions."""
    if text.startswith("    "):
        return "@code{.c}\n" + text + "\n@endcode"
    name = r"[a-z_0-9]+(?:\(\w\))?"
    parts = re.split(rf"^({name}(?:, {name})*)  +(?=\S)", text,
                     flags=re.MULTILINE)
    text = prose(parts[0])
    for names, what in zip(parts[1::2], parts[2::2]):
        names = names.replace(" ", "")
        is_argument = all(re.search(rf"\b{re.escape(name)}(\[\w*\])?[,)]", declaration)
                          for name in names.split(","))
        text += "\n@param " if is_argument else "\n- "
        text += names + " " + prose(what)
    return text


def comment(found):
    before, text, declaration = found.groups()
    if text.startswith(" ---"):
        return found[0]
    start, frame = "/** ", r"^ ?\*? ?"
    if found.start() == 0:
        start += "@mainpage\n" if "/t2sed.h" in sys.argv[1] else "@file\n"
    elif before:
        start, frame = "/**< " if before.strip() else start, r"^ *\*? ?"
    text = re.sub(frame, "", text.rstrip(), flags=re.MULTILINE)
    return before + start + "\n\n".join(
        paragraph(part.strip("\n"), declaration)
        for part in re.split(r"\n\s*\n", text)) + " */"


with open(sys.argv[1], encoding="utf-8") as header:
    print(re.sub(r"^([^\n]*?)/\*(.*?)\*/(?=([^;]*))", comment, header.read(),
                 flags=re.MULTILINE | re.DOTALL), end="")
