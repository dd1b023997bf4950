"""judge.py gather: the pack that a judge learns from, and the sets it is measured on.

Prompts, reasons and results are those that the library itself would give a judge
(t2sed.JudgeRecorder), so training and use cannot differ. Needs the library's Python
package (PYTHONPATH=examples/python) and nothing else.

PACK/train.jsonl.gz has a line a question: "set", "db_id", "prompt", "right" (what stands
behind each query, where the judge is asked), and "candidates" with "query", "label" and,
where there are such, "reasons" and "result". PACK/report-SET.jsonl and valid-SET.jsonl
also have what `t2sed score` reads. PACK/parts has what is done, which is not done again.
"""
import functools
import glob
import gzip
import json
import os
import random
import shutil
import sys
import zlib
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from typing import NamedTuple

import sources

CHUNK = 200  # questions of a part


class How(NamedTuple):
    reasons: bool = False
    hard: bool = False
    model: str = "default"


class Chunk(NamedTuple):
    path: str
    beams: list
    root: str
    tables: str
    report: bool
    how: How


class Reader:
    """Records the questions of one database after another."""

    def __init__(self, chunk):
        import t2sed
        self.t2sed, self.chunk = t2sed, chunk
        self.recorder = t2sed.JudgeRecorder(reasons=chunk.how.reasons)
        self.schemas = t2sed.Schemas(chunk.tables) if chunk.tables else {}
        self.left_out = Counter()

    @functools.lru_cache(maxsize=2)
    def database(self, db_id):
        path = f"{self.chunk.root}/{db_id}/{db_id}.sqlite"
        return self.t2sed.Database(path) if self.chunk.root and os.path.exists(path) \
            else self.t2sed.Database(schema=self.schemas[db_id])

    @functools.lru_cache(maxsize=2)
    def checker(self, db_id):
        return self.t2sed.Checker(open_model(self.chunk.how.model), self.database(db_id), judge=self.recorder,
                                  judge_margin=float("inf"), ask="never")

    def probabilities(self, beam):
        sqls = [one["sql"] for one in beam["candidates"]]
        scorer = self.t2sed.Scorer(open_model(self.chunk.how.model))
        found = scorer.score(self.question(beam), sqls, database=self.database(beam["db_id"]))
        return {sql: one.probability or 0.0 for sql, one in zip(sqls, found)}

    def question(self, beam):
        return self.t2sed.Question(beam["question"], knowledge=beam.get("knowledge") or None)

    def item(self, beam, lot):
        """A line of the pack, or None: the question can't be read."""
        how, candidates = self.chunk.how, beam["candidates"]
        try:
            if not self.chunk.report:
                hard = how.hard and len(candidates) > sources.WRONG
                known = self.probabilities(beam) if hard else None
                candidates = sources.drawn(
                    lot, candidates, sources.RIGHT, sources.WRONG,
                    known and (lambda one: known[one["sql"]]))
            sqls = [one["sql"] for one in candidates]
            if how.reasons:
                self.checker(beam["db_id"]).check(self.question(beam), sqls)
            else:
                self.recorder.logits(self.question(beam), sqls,
                                     database=self.database(beam["db_id"]))
        except (self.t2sed.Error, KeyError) as error:
            self.left_out[f"{beam['db_id']}: {error}"] += 1
            return None
        return self.line(beam, candidates)

    def line(self, beam, candidates):
        read = self.recorder.recorded
        if not read:
            return None
        made = []
        for one, told in zip(candidates, read["candidates"]):
            if told["query"]:
                made.append({"label": one["label"],
                             **{key: text for key, text in told.items() if text}})
                if self.chunk.report:
                    made[-1]["sql"] = one["sql"]
        more = {key: beam[key] for key in ("question", "knowledge") if beam.get(key)} \
            if self.chunk.report else {}
        return {"db_id": beam["db_id"], **more, "prompt": read["prompt"],
                "right": read["right"], "candidates": made}


@functools.lru_cache(maxsize=1)
def open_model(name):
    import t2sed
    return t2sed.Model(name)


def record(chunk):
    """Makes a part, unless it is there."""
    if not os.path.exists(chunk.path):
        reader = Reader(chunk)
        name = os.path.basename(chunk.path)
        lot = random.Random(zlib.crc32(name.encode()))
        with gzip.open(chunk.path + ".part", "wt", encoding="utf-8") as file:
            for beam in chunk.beams:
                item = reader.item(beam, lot)
                if item:
                    file.write(json.dumps(item, ensure_ascii=False) + "\n")
        os.replace(chunk.path + ".part", chunk.path)
        for why, count in reader.left_out.items():
            print(f"{count} questions are left out: {why}", file=sys.stderr)


def chunks(source, parts, how):
    beams = sorted(source.beams, key=lambda beam: (beam["db_id"], beam["question"]))
    for at in range(0, len(beams), CHUNK):
        yield Chunk(f"{parts}/{source.name}-{at // CHUNK:04d}.jsonl.gz", beams[at:at + CHUNK],
                    source.root, source.tables, source.report, how)


def done_already(parts, name):
    return os.path.exists(f"{parts}/{name}.done")


def record_all(source, parts, how, jobs):
    """All parts of a source, some at a time."""
    with ProcessPoolExecutor(jobs) as pool:
        list(pool.map(record, chunks(source, parts, how)))
    with open(f"{parts}/{source.name}.done", "w", encoding="utf-8"):
        pass


def told(parts, name):
    """Prints and returns how much a set has."""
    questions = queries = 0
    databases = set()
    for path in sorted(glob.glob(f"{parts}/{name}-[0-9]*.jsonl.gz")):
        for line in sources.lines(path):
            questions += 1
            queries += len(line["candidates"])
            databases.add(line["db_id"])
    print(f"{name}: {questions} questions, {queries} queries, {len(databases)} schemas",
          flush=True)
    return questions, queries, {(name, one) for one in databases}


def join(parts, names, out):
    """Members of gzip one after another are one file of gzip."""
    with open(out + ".part", "wb") as to:
        for name in names:
            for path in sorted(glob.glob(f"{parts}/{name}-[0-9]*.jsonl.gz")):
                with open(path, "rb") as part:
                    shutil.copyfileobj(part, to)
    os.replace(out + ".part", out)


def draw(parts, counts, most, out):
    """As many questions of each set, in the order of `counts`, with at most so many queries."""
    lot = random.Random(18)
    with gzip.open(out + ".part", "wt", encoding="utf-8") as to:
        for name, count in counts.items():
            found = [line for path in sorted(glob.glob(f"{parts}/{name}-[0-9]*.jsonl.gz"))
                     for line in sources.lines(path)]
            for line in lot.sample(found, min(count, len(found))):
                line["candidates"] = sources.some(lot, line["candidates"], most)
                to.write(json.dumps(line, ensure_ascii=False) + "\n")
    os.replace(out + ".part", out)


def settle(pack, how):
    """A pack is of one kind."""
    path = f"{pack}/how.json"
    if os.path.exists(path):
        with open(path, encoding="utf-8") as file:
            if json.load(file) != how._asdict():
                sys.exit(f"{path}: the pack was begun with other options; remove {pack}")
    else:
        with open(path, "w", encoding="utf-8") as file:
            json.dump(how._asdict(), file)


def run(options):
    pack, parts = options.pack, f"{options.pack}/parts"
    os.makedirs(parts, exist_ok=True)
    how = How(options.reasons, options.hard, options.model)
    settle(pack, how)
    total = [0, 0, set()]
    names = []
    for name, make in sources.learned(options.data, options.real, options.beams, pack,
                                      options.t2sed):
        if options.only and name not in options.only:
            continue
        if not done_already(parts, name):
            record_all(make(), parts, how, options.jobs)
        names.append(name)
        total = [a + b if isinstance(a, int) else a | b
                 for a, b in zip(total, told(parts, name))]
    join(parts, names, f"{pack}/train.jsonl.gz")
    if options.draw:
        draw(parts, dict(options.draw), options.most, f"{pack}/drawn.jsonl.gz")
    print(f"train: {total[0]} questions, {total[1]} queries, {len(total[2])} schemas, "
          f"{os.path.getsize(f'{pack}/train.jsonl.gz') / 2**20:.1f} MiB")
    for source in sources.measured(options.data, options.real, options.beams):
        if (options.only and source.name not in options.only) or not source.beams:
            continue
        sources.score_options(source, pack)
        if not done_already(parts, source.name):
            record_all(source, parts, how, options.jobs)
        told(parts, source.name)
        join(parts, [source.name], f"{pack}/{source.name}.jsonl.gz")
        with gzip.open(f"{pack}/{source.name}.jsonl.gz", "rb") as packed, \
                open(f"{pack}/{source.name}.jsonl", "wb") as plain:
            shutil.copyfileobj(packed, plain)
        os.remove(f"{pack}/{source.name}.jsonl.gz")
