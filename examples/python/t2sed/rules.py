"""A user's own rules, as programs read them: .t2sed.json and the environment."""
from __future__ import annotations

import json
import os
from dataclasses import dataclass
from typing import Any, Dict, List, Optional, Tuple

from .findings import SEVERITIES, find_kind

FILE = ".t2sed.json"
_MOST_BYTES = 64 << 10


@dataclass(frozen=True)
class Rules:
    """Codes of findings that are not wanted, and the least severity."""
    ignore: Tuple[str, ...] = ()
    severity: str = "hint"


def _nearest(directory: str) -> Optional[str]:
    directory = os.path.realpath(directory)
    while True:
        path = os.path.join(directory, FILE)
        if os.path.exists(path):
            return path
        above = os.path.dirname(directory)
        if above == directory:
            return None
        directory = above


def _member(path: str, key: str, value: Any) -> None:
    """Raises ValueError where a rule of the file is not as it should be."""
    levels = {"severity": list(SEVERITIES),
              "fail_on": [*SEVERITIES, "never"]}
    if key == "ignore":
        if not isinstance(value, list) or not all(
                isinstance(code, str) for code in value):
            raise ValueError(f"{path}: \"ignore\": expected an array of codes")
    elif key not in levels:
        raise ValueError(f"{path}: {key!r}: no such rule, expected \"ignore\", "
                         "\"severity\" or \"fail_on\"")
    elif value not in levels[key]:
        raise ValueError(f"{path}: \"{key}\": {value!r}, expected one of "
                         + ", ".join(levels[key]))


def _read(path: str) -> Dict[str, Any]:
    with open(path, encoding="utf-8") as file:
        text = file.read(_MOST_BYTES + 1)
    if len(text) > _MOST_BYTES:
        raise ValueError(f"{path}: is larger than the limit")
    try:
        rules = json.loads(text)
    except ValueError as error:
        raise ValueError(f"{path}: {error}") from None
    if not isinstance(rules, dict):
        raise ValueError(f"{path}: expected an object")
    for key, value in rules.items():
        _member(path, key, value)
    return rules


def read_rules(directory: str = ".", ignore: Optional[str] = None,
               severity: Optional[str] = None) -> Rules:
    """The rules for queries in a directory, as ``t2sed check`` reads them.

    ignore, severity  as options say them; what is None is $T2SED_IGNORE and
                      $T2SED_SEVERITY; else that of the nearest .t2sed.json, in
                      the directory or above.

    Raises ValueError where a rule is not as it should be, Error ("ENOTFOUND")
    of a code that there is not, OSError.
    """
    path = _nearest(directory)
    found = {} if path is None else _read(path)
    if ignore is None:
        ignore = os.environ.get("T2SED_IGNORE")
    if severity is None:
        severity = os.environ.get("T2SED_SEVERITY") or None
    codes: List[str] = found.get("ignore", []) if ignore is None \
        else ignore.replace(",", " ").split()
    level = str(found.get("severity", "hint")) if severity is None \
        else severity
    if level not in SEVERITIES:
        raise ValueError(f"severity: {level!r}, expected one of "
                         + ", ".join(SEVERITIES))
    for code in codes:
        find_kind(code)
    return Rules(tuple(codes), level)
