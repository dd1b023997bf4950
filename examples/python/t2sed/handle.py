"""Objects that own memory of the library, and the calls that use them.

A Handle refers to its Memory, and so does whatever the library says must not
outlive that: what an object borrows, and each call while it runs. Memory is
freed when nothing refers to it any more. So nothing is freed too early,
whatever is closed or collected in whatever order, by whatever thread.

All calls go through the functions that ``function_of`` makes of those in
declarations.py. They take Handles, and let no other thread use one meanwhile
that is one thread's at a time.
"""
from __future__ import annotations

import os
from ctypes import ArgumentError, POINTER, byref, c_void_p
from functools import lru_cache
from threading import Lock, get_ident
from typing import Any, Dict, List, Optional, Set, Tuple, TypeVar
from weakref import ref

from .arguments import Argument, checked_list, wrong
from . import interrupt
from .declarations import FUNCTIONS, t2sed_error
from .errors import check
from .library import Library
from .record import STATUS, Made, Record, type_of


H = TypeVar("H", bound="Handle")


class Memory:
    """What one object of the library has in memory.

    kept  other memory that the library keeps pointers to, by the function that
          gave them.
    """
    __slots__ = ("_as_parameter_", "name", "process", "forks", "lock", "calls",
                 "kept", "__weakref__")

    def __init__(self, pointer: c_void_p, free: Any,
                 lent: "Tuple[Memory, ...]" = ()):
        self._as_parameter_ = pointer
        self.name, self.process, self.forks = "", os.getpid(), True
        self.lock: Optional[Lock] = None
        self.calls: List[None] = []  # append and pop are atomic
        self.kept: Dict[str, Tuple[Memory, ...]] = {"": lent}
        if free is not None:
            _ends.add(_End(self, free))

    @property
    def pointer(self) -> c_void_p:
        """What it points to, while the caller refers to it."""
        return self._as_parameter_

    def enter(self) -> None:
        """Begins a call that uses it."""
        if not self.forks and self.process != os.getpid():
            raise RuntimeError(f"this {self.name} was made before a fork: "
                               "make one in each process")
        if self.lock is not None and not self.lock.acquire(False):
            raise RuntimeError(f"this {self.name} is in use: it is used by "
                               "one thread at a time, make one for each")
        self.calls.append(None)

    def leave(self) -> None:
        self.calls.pop()
        if self.lock is not None:
            self.lock.release()


class _End(ref[Memory]):
    """Frees memory that nothing refers to. It refers to what that kept, which
    the collector of cycles might else free before."""
    __slots__ = ("free", "pointer", "process", "kept")

    def __new__(cls, memory: Memory, free: Any) -> "_End":
        return super().__new__(cls, memory, _end)

    def __init__(self, memory: Memory, free: Any):
        super().__init__(memory, _end)  # type: ignore[call-arg]
        self.free, self.pointer = free, memory._as_parameter_
        self.process, self.kept = memory.process, memory.kept


_ends: Set[_End] = set()


def _end(end: _End, ends: Set[_End] = _ends, process: Any = os.getpid) -> None:
    ends.discard(end)
    # In a forked child another thread's locks may be held for ever, and the
    # memory is a copy that goes with the child.
    if end.process == process():
        end.free(end.pointer)


class Handle:
    """An object of the library. ``close`` ends its use; its memory is freed
    once no other object borrows it either, and at the latest when both are
    collected."""
    _kind = ""       # t2sed_KIND in C
    _shared = False  # whether several threads may use it at once
    _forks = True    # whether a forked child may use it

    def __init__(self, memory: Memory):
        memory.name = type(self).__name__
        memory.forks = self._forks
        memory.lock = None if self._shared else Lock()
        self._memory: Optional[Memory] = memory

    @property
    def memory(self) -> Memory:
        """For functions that read what never changes, while the caller refers
        to it; others take the Handle."""
        memory: Optional[Memory] = getattr(self, "_memory", None)
        if memory is None:
            raise ValueError(f"{type(self).__name__} is closed")
        return memory

    def close(self) -> None:
        """Ends its use; may be called again. Raises RuntimeError while another
        thread's call uses it."""
        memory = getattr(self, "_memory", None)
        if memory is None:
            return
        if memory.calls and memory.process == os.getpid():
            raise RuntimeError(f"this {memory.name} is in use: a call of "
                               "another thread has not ended")
        self._memory = None

    def __enter__(self: H) -> H:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


@lru_cache(maxsize=None)
def handle(kind: str) -> Argument:
    """An argument that is a Handle: "schema"; "schema?" may be None; so may
    "schema+", which the library keeps a pointer to: the object that is made
    keeps it alive, or the first argument does until the next such call. "schema*"
    is kept likewise and is never None."""
    wanted = kind.rstrip("?+*")
    may_be_none, is_kept = kind[-1] in "?+", kind[-1] in "+*"
    label = "".join(part.capitalize() for part in wanted.split("_"))
    label = f"a{'n' * (label[0] in 'AEIO')} {label}" \
        + " or None" * may_be_none

    def convert(value: Any, used: List[Memory], lent: List[Memory]
                ) -> Tuple[Any, ...]:
        if value is None and may_be_none:
            return (None,)
        if isinstance(value, Memory):  # of the binding's own
            if is_kept:
                lent.append(value)
            return (value._as_parameter_,)
        if not isinstance(value, Handle) or value._kind != wanted:
            raise wrong(wanted, label, value)
        memory = value.memory
        if memory not in used:
            used.append(memory)
        if is_kept:
            lent.append(memory)
        return (memory._as_parameter_,)
    return Argument((c_void_p,), convert)


def handles(kind: str) -> Argument:
    """A list of Handles of one kind, as C's array of pointers; or None."""
    one = handle(kind)

    def convert(values: Any, used: List[Memory], lent: List[Memory]
                ) -> Tuple[Any, ...]:
        if values is None:
            return (None,)
        pointers = [one.convert(value, used, lent)[0].value
                    for value in checked_list(f"{kind}s", values)]
        return ((c_void_p * len(pointers))(*pointers),)
    return Argument((POINTER(c_void_p),), convert)


def _enter_record(record: Record, used: List[Memory],
                  lent: List[Memory]) -> None:
    """Sets the fields that are handles, also of records in it."""
    kinds = {**record._handles_, **_declared.get(type(record).__name__, {})}
    for field, value in record.handles.items():
        pointer, = handle(kinds[field]).convert(value, used, lent)
        setattr(record, field, pointer)
    for inner in record.records:
        _enter_record(inner, used, lent)


def _plain(ctype: Any) -> Argument:
    def convert(value: Any, used: List[Memory], lent: List[Memory]
                ) -> Tuple[Any, ...]:
        if isinstance(value, Record):
            _enter_record(value, used, lent)
        return (value,)
    return Argument((ctype,), convert)


def _argument(kind: Any) -> Argument:
    if isinstance(kind, Argument):
        return kind
    if not isinstance(kind, str):
        return _plain(kind)
    return handles(kind[:-2]) if kind.endswith("[]") else handle(kind)


#: What ``declare`` was told, by function or struct and name.
_declared: Dict[str, Dict[str, Any]] = {}


def declare(name: str, /, **kinds: Any) -> None:
    """Says of a function's parameters or a struct's fields what their types of
    C leave open; all else is in declarations.py.

    kinds   an Argument of arguments.py, which stands for as many parameters
            as it has types, by the name of the first; a str for a Handle that
            may be None, or that is kept (``handle``); a type of ctypes for
            addresses that a callback was given.
    """
    _declared[name] = kinds


def arguments_of(name: str) -> List[Argument]:
    """The arguments of a function; TypeError where ``declare`` was told what
    does not fit its parameters."""
    parameters, arguments = FUNCTIONS[name][1], []
    given, left = dict(_declared.get(name, {})), list(parameters)
    while left:
        argument = _argument(given.pop(left[0], parameters[left[0]]))
        taken = [left.pop(0) for _ in argument.types[:len(left)]]
        if [type_of(parameters[one]) for one in taken] \
                != list(argument.types):
            raise TypeError(f"{name}: {taken[0]} is declared in another way")
        arguments.append(argument)
    if given:
        raise TypeError(f"{name} has no parameter {', '.join(given)}")
    return arguments


#: The threads that are in a call, and what callbacks raised in them.
calling: List[int] = []
raised: Dict[int, BaseException] = {}
os.register_at_fork(after_in_child=calling.clear)


def function_of(library: Library, name: str) -> Any:
    """A function as the binding calls it: without `out`, which it returns, and
    `err`, which it raises."""
    function = library.typed(name)
    result, parameters = FUNCTIONS[name]
    out, borrows = isinstance(result, Made), isinstance(result, str)
    fails = out or result is STATUS
    kinds = {**parameters, **_declared.get(name, {})}.values()
    if not fails and not borrows and not any(
            isinstance(kind, (str, Argument)) for kind in kinds):
        return function  # nothing to look after
    converts = [argument.convert for argument in arguments_of(name)]
    free = library.typed(result.free) if out else None
    keeps = not out and any(isinstance(kind, str) and kind.endswith("+")
                            for kind in kinds)

    def call(*given: Any) -> Any:
        used: List[Memory] = []
        lent: List[Memory] = []
        values: List[Any] = []
        thread, entered = get_ident(), 0
        calling.append(thread)
        try:
            for convert, value in zip(converts, given):
                values.extend(convert(value, used, lent))
            if out:
                pointer = c_void_p()
                values.insert(0, byref(pointer))
            if fails:
                error = t2sed_error()
                values.append(byref(error))
            while entered < len(used):
                used[entered].enter()
                entered += 1
            try:
                got = function(*values)
            except ArgumentError as fault:
                raise TypeError(f"{name}: {fault}") from None
            if out and got == 0:
                got = Memory(pointer, free, tuple(lent))
            elif fails:
                check(got, error)
                got = None
            elif borrows:
                got = Memory(c_void_p(got), None, (
                    given[0] if isinstance(given[0], Memory) else used[0],)
                             ) if got else None
            if keeps:
                used[0].kept[name] = tuple(lent)
        finally:
            while entered > 0:
                entered -= 1
                used[entered].leave()
            # An error that is kept has these frames, which keep no memory.
            used.clear()
            lent.clear()
            if thread in calling:  # not where it forked meanwhile
                calling.remove(thread)
            if raised and thread in raised:
                got = None
                raise raised.pop(thread)
        interrupt.settle()
        return got
    return call
