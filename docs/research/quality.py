#!/usr/bin/env python3
"""The papers' tables for scored parser files, with the papers' own numbers.

    quality.py [--t2sed PROGRAM] [--tables FILE] [--page OUT.html]
               [--update FILE.md] SCORED.jsonl...

Runs `t2sed eval` on files that `t2sed score` wrote and prints Markdown tables;
with --update they replace what stands between the two marks in FILE.md. Rows
called "paper" are quoted: Chen et al. 2023 (EMNLP Findings) for SmBoP and
RESDSQL, its workshop predecessor for BRIDGE v2, Zeng et al. 2022 for T5. Plain
Python, no packages.
"""
import argparse
import json
import os
import subprocess
import sys
import tempfile

BEGIN = "<!-- make quality-tables: begin -->"
END = "<!-- make quality-tables: end -->"

# Positive precision, recall, F1, negative precision, recall, F1, Acc, AUC.
DETECTION = {
    "smbop": [
        ("paper: probability", "80.8 94.5 86.6 52.1 18.9 23.9 77.4 67.0"),
        ("paper: dropout", "81.5 91.9 85.7 56.6 25.3 29.4 76.9 79.2"),
        ("paper: CodeBERT", "82.9 92.6 86.7 60.8 33.9 36.3 78.3 80.8"),
        ("paper: CodeBERT+GAT", "85.0 90.6 87.2 56.7 44.4 46.4 79.8 81.7")],
    "resdsql_large_natsql": [
        ("paper: probability", "79.5 93.9 85.5 55.1 15.1 19.7 75.6 76.2"),
        ("paper: dropout", "80.1 95.2 86.5 54.2 16.2 21.6 77.5 76.7"),
        ("paper: CodeBERT", "83.1 94.8 88.3 61.2 32.1 41.0 81.0 80.7"),
        ("paper: CodeBERT+GAT", "83.8 93.8 88.3 61.7 37.0 45.2 81.2 80.7")],
    "bridge_v2": [
        ("workshop paper: probability",
         "78.5 86.5 81.8 55.1 41.6 45.3 73.2 77.6"),
        ("workshop paper: dropout", "76.2 88.7 81.4 53.5 30.5 36.9 71.7 76.7"),
        ("workshop paper: CodeBERT+GAT",
         "83.5 85.3 84.1 60.2 54.9 56.2 77.9 82.9")],
}
# Accuracy / AUC of easy, medium, hard and extra hard questions.
HARDNESS = {
    "smbop": "87.1 / 86.9|80.5 / 78.8|80.6 / 82.7|65.1 / 76.6",
    "resdsql_large_natsql": "91.3 / 91.1|83.3 / 76.9|76.0 / 80.9|66.4 / 75.9",
}
# First, RR, ED+RR at 0.5, beam hit.
RERANKING = [("paper: SmBoP", "75.1 72.2 73.7 80.5"),
             ("paper: RESDSQL", "77.9 75.7 77.8 86.6"),
             ("paper: NatSQL", "71.3 72.5 73.9 81.1")]
# Beams, questions answered at 95 %, interactions for 95 %.
TRIGGERING = {
    "smbop": [("paper: probability", "989", "8", "535"),
              ("paper: dropout", "989", "295", "412"),
              ("paper: CodeBERT+GAT", "989", "520", "356")],
    "resdsql_large_natsql": [("paper: probability", "1033", "365", "482"),
                             ("paper: dropout", "1033", "409", "465"),
                             ("paper: CodeBERT+GAT", "1033", "462", "382")],
}
# 1-best and oracle at 10 and 20.
ORACLE = [("paper: T5-Base", "68.3", "75.5", "77.6"),
          ("paper: T5-Large", "79.4", "87.1", "88.0"),
          ("paper: T5-3B", "79.3", "87.3", "88.0")]
LEVELS = ("easy", "medium", "hard", "extra")
SUMS = ("positive_precision positive_recall positive_f1 negative_precision "
        "negative_recall negative_f1 accuracy").split()


def percent(share):
    return "-" if share is None else f"{100 * share:.1f}"


def row(*cells):
    return "| " + " | ".join(str(cell) for cell in cells) + " |"


def head(*cells):
    return [row(*cells), "|---" * len(cells) + "|"]


def mean(values):
    values = [value for value in values if value is not None]
    return sum(values) / len(values) if values else None


def evaluate(options, paths, *more):
    run = subprocess.run([options.t2sed, "eval", "--format", "json",
                          *(["--tables", options.tables] if options.tables
                            else []), *more, *paths],
                         stdout=subprocess.PIPE, check=False)
    if run.returncode:
        sys.exit(run.returncode)
    return json.loads(run.stdout)["files"]


def without_wta(options, paths):
    """The files' reports without the questions on the database wta_1."""
    with tempfile.TemporaryDirectory() as folder:
        kept = []
        for path in paths:
            kept.append(os.path.join(folder, os.path.basename(path)))
            with open(path, encoding="utf-8") as old, \
                    open(kept[-1], "w", encoding="utf-8") as new:
                new.writelines(line for line in old
                               if json.loads(line).get("db_id") != "wta_1")
        return evaluate(options, kept)


def detectors(file):
    names = {"probability": "**t2sed**", "length": "SQL length"}
    for one in file["detectors"]:
        yield names.get(one["id"], one["name"]), one


def detection(files, others):
    out = head("parser", "detector", "items", "+P", "+R", "+F1", "-P", "-R",
               "-F1", "Acc", "AUC", "AUC without wta_1")
    for file, other in zip(files, others):
        for name, numbers in DETECTION.get(file["name"], []):
            out.append(row(file["name"], name, "", *numbers.split(), ""))
        for (name, one), bare in zip(detectors(file), other["detectors"]):
            out.append(row(file["name"], name, one["all_items"]["items"],
                           *[percent(one["mean_of_folds"][key])
                             for key in SUMS],
                           percent(one["all_items"]["auc"]),
                           percent(bare["all_items"]["auc"])))
    for kind, name in (("probability", "**t2sed**"), ("length", "SQL length")):
        ours = [one for file in files for one in file["detectors"]
                if one["id"] == kind]
        bare = [one for file in others for one in file["detectors"]
                if one["id"] == kind]
        out.append(row(f"mean of {len(ours)}", name, "",
                       *[percent(mean([one["mean_of_folds"][key]
                                       for one in ours])) for key in SUMS],
                       percent(mean([one["all_items"]["auc"]
                                     for one in ours])),
                       percent(mean([one["all_items"]["auc"]
                                     for one in bare]))))
    return out


def hardness(files):
    out = head("parser", "detector", *LEVELS)
    for file in files:
        if file["name"] in HARDNESS:
            out.append(row(file["name"], "paper: CodeBERT+GAT",
                           *HARDNESS[file["name"]].split("|")))
        for name, one in detectors(file):
            strata = one["by_hardness"]
            if strata:
                out.append(row(file["name"], name, *[
                    f"{percent(strata[level]['accuracy'])} / "
                    f"{percent(strata[level]['auc'])}" for level in LEVELS]))
    return out


def reranking(files):
    out = head("parser", "first", "RR", "ED+RR at 0.5", "ED+RR, chosen",
               "beam hit")
    for name, numbers in RERANKING:
        first, rr, ed, hit = numbers.split()
        out.append(row(name, first, rr, ed, "", hit))
    for file in files:
        if "rerank" in file:
            out.append(row(file["name"], *[percent(file["rerank"][key])
                                           for key in (
                "first", "reranked", "detected_reranked_at_half",
                "detected_reranked_at_chosen", "beam_hit")]))
    return out


def oracle(files):
    out = head("parser", "1-best", "5-best", "10-best", "20-best")
    for name, first, ten, twenty in ORACLE:
        out.append(row(name, first, "", ten, twenty))
    for file in files:
        if "rerank" in file:
            out.append(row(file["name"], *[percent(file["oracle"][n])
                                           for n in ("1", "5", "10", "20")]))
    return out


def triggering(files):
    count = lambda curve, level: (
        "none" if curve["reach"][level] is None
        else f"{curve['reach'][level]:.0f}")
    out = head("parser", "detector", "items", "answers at 90 %",
               "answers at 95 %", "answers at 99 %", "interactions for 95 %",
               "AURC", "ECE")
    for file in files:
        for name, items, answers, asked in TRIGGERING.get(file["name"], []):
            out.append(row(file["name"], name, items, "", answers, "", asked,
                           "", ""))
        for name, one in detectors(file):
            ece = one.get("calibration", {}).get("ece")
            out.append(row(file["name"], name, one["all_items"]["items"],
                           count(one["answers"], "0.90"),
                           count(one["answers"], "0.95"),
                           count(one["answers"], "0.99"),
                           count(one["interactions"], "0.95"),
                           f"{one['risk']['area']:.3f}",
                           "" if ece is None else f"{ece:.3f}"))
    return out


def render(files, others):
    parts = [
        ("Detection (Table 2)", "2", detection(files, others)),
        ("Detection by hardness: Acc / AUC (Table A.2)", "A.2",
         hardness(files)),
        ("Re-ranking of the first five different candidates with a label "
         "(Table 4)", "4 --beam 5", reranking(files)),
        ("Oracle accuracy (Zeng et al., Table 2)", "oracle", oracle(files)),
        ("Triggering (Tables 5 and 7), risk, calibration",
         "5,7,risk,calibration", triggering(files))]
    lines = []
    for title, table, rows in parts:
        lines += [f"### {title}", "",
                  f"`t2sed eval --table {table}` on the scored files.", "",
                  *rows, ""]
    return "\n".join(lines)


def update(path, text):
    with open(path, encoding="utf-8") as file:
        page = file.read()
    if page.count(BEGIN) != 1 or page.count(END) != 1:
        sys.exit(f"{path}: expected the lines {BEGIN} and {END} once each")
    before, rest = page.split(BEGIN)
    after = rest.split(END)[1]
    with open(path, "w", encoding="utf-8") as file:
        file.write(f"{before}{BEGIN}\n\n{text}\n{END}{after}")


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--t2sed", default="build/bin/t2sed")
    parser.add_argument("--tables")
    parser.add_argument("--page")
    parser.add_argument("--update")
    parser.add_argument("files", nargs="+")
    options = parser.parse_args()
    files = evaluate(options, options.files, "--beam", "5",
                     *(["--report", options.page] if options.page else []))
    text = render(files, without_wta(options, options.files))
    if options.update:
        update(options.update, text)
    else:
        print(text)


if __name__ == "__main__":
    main()
