"""Files of Parquet for the program t2sed, which reads and writes lines of JSON:
a row is a line, a column a key. Needs pyarrow."""
from __future__ import annotations

import json
import os
import subprocess
import tempfile
from itertools import islice
from typing import IO, Any, Dict, Iterator, List, Optional, Sequence

#: Rows that are in memory at a time.
_ROWS = 10_000


def is_asked(arguments: Sequence[str]) -> bool:
    """Whether arguments of the program name files of Parquet."""
    return any(argument.endswith(".parquet") or argument == "--parquet"
               for argument in arguments)


def run(program: str, arguments: Sequence[str]) -> int:
    """Runs the program on files of Parquet, and others; its exit status.

    arguments  the program's. What ends in ``.parquet`` is read; ``--parquet
               FILE`` takes what it prints, instead of standard output.

    Raises OSError and pyarrow's errors where a file can't be read or written.
    """
    command, target, rest = [program], None, iter(arguments)
    with tempfile.TemporaryDirectory(prefix="t2sed-") as folder:
        for argument in rest:
            if argument.partition("=")[0] == "--parquet":
                target = argument.partition("=")[2] or next(rest, "")
            elif argument.endswith(".parquet"):
                lines = os.path.join(folder, str(len(command)))
                write_lines(argument, lines)
                command.append(lines)
            else:
                command.append(argument)
        if target is None:
            return subprocess.call(command)
        answers = os.path.join(folder, "answers")
        with open(answers, "wb") as out:
            status = subprocess.call(command, stdout=out)
        if status in (0, 1):
            read_lines(answers, target)
        return status


def write_lines(source: str, target: str) -> None:
    """Writes the rows of a file of Parquet as lines of JSON. A null is a key
    that is not there; what JSON has not (dates, decimals) is written as text.
    """
    from pyarrow.parquet import ParquetFile
    with ParquetFile(source) as rows, \
            open(target, "w", encoding="utf-8") as out:
        for batch in rows.iter_batches(_ROWS):
            for row in batch.to_pylist():
                out.write(json.dumps(
                    {name: value for name, value in row.items()
                     if value is not None and value == value},  # no NaN
                    ensure_ascii=False, default=str) + "\n")


def read_lines(source: str, target: str) -> None:
    """Writes lines of JSON as a file of Parquet: a column for each key that any
    of them has, of a type that holds all its values."""
    import pyarrow
    from pyarrow.parquet import ParquetWriter
    schema: Optional[Any] = None
    with open(source, encoding="utf-8") as lines:
        for rows in _some(lines):
            found = pyarrow.schema(pyarrow.array(rows).type)
            schema = found if schema is None else pyarrow.unify_schemas(
                [schema, found], promote_options="permissive")
        lines.seek(0)
        with ParquetWriter(target, schema or pyarrow.schema([])) as out:
            for rows in _some(lines):
                out.write_table(pyarrow.Table.from_struct_array(
                    pyarrow.array(rows, pyarrow.struct(schema))))


def _some(lines: IO[str]) -> Iterator[List[Dict[str, Any]]]:
    while rows := [json.loads(line) for line in islice(lines, _ROWS)]:
        yield rows
