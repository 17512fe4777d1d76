"""Records: the frozen steps and answers of the algorithms, made so that making them costs little.

    @record
    class SimplexVertex:
        w: VectorField            # given as two numbers; read, a read-only array of shape (2,)
        index_a: int
        index_b: int

        w_xy = XYField("w")       # the same two numbers, for the loops of an algorithm

An algorithm makes a record wherever a reader would pause, also when nobody looks. A frozen dataclass sets its fields
past its own guard, one call each, and a small array takes as long again: together more than the arithmetic of the
step. A record is filled while it still has the class of an unguarded twin and is frozen by one change of class; its
vectors become arrays when somebody reads them. To everybody else it is a frozen dataclass with slots: `fields`,
`match`, `repr` and `copy` work, and nothing of it can be changed.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import MISSING, FrozenInstanceError, dataclass, fields
from typing import TYPE_CHECKING, Any, TypeVar, dataclass_transform, overload

import numpy as np

from geometry.vector import XY, Vector, array_of

T = TypeVar("T")


class MadeField:
    """Declares a field that is given as a tuple of numbers, and made from them when it is read."""

    make: Callable[..., Any]


class VectorField(MadeField):
    """A field given as two numbers (an array of two will do), and read as a read-only array of shape (2,)."""

    make = staticmethod(array_of)

    if TYPE_CHECKING:

        def __get__(self, owner: object, kind: type | None = None) -> Vector: ...
        def __set__(self, owner: object, value: XY | Vector) -> None: ...


class OptionalVectorField(MadeField):
    """A `VectorField` that may be None."""

    make = staticmethod(array_of)

    if TYPE_CHECKING:

        def __get__(self, owner: object, kind: type | None = None) -> Vector | None: ...
        def __set__(self, owner: object, value: XY | Vector | None) -> None: ...


class XYField:
    """The two numbers of a vector field. No field of its own: they are not shown twice."""

    def __init__(self, name: str) -> None:
        self.name = name

    if TYPE_CHECKING:

        def __get__(self, owner: object, kind: type | None = None) -> XY: ...


class OptionalXYField(XYField):
    """The two numbers of an optional vector field."""

    if TYPE_CHECKING:

        def __get__(self, owner: object, kind: type | None = None) -> XY | None: ...  # type: ignore[override]


@overload
def record(kind: type[T]) -> type[T]: ...
@overload
def record(*, eq: bool = False) -> Callable[[type[T]], type[T]]: ...
@dataclass_transform(frozen_default=True, eq_default=False)
def record(kind: type[T] | None = None, *, eq: bool = False) -> Any:
    """Decorator: make a class of annotated fields a record. `eq`: equal where the fields are equal."""
    return _record(kind, eq) if kind is not None else lambda each: _record(each, eq)


def _record(kind: type[T], eq: bool) -> type[T]:
    body = {name: value for name, value in vars(kind).items() if name not in ("__dict__", "__weakref__")}
    numbers = {value.name: name for name, value in body.items() if isinstance(value, XYField)}
    made = _made_fields(kind)
    slots = tuple(f"_{name}" if name in made else name for name in kind.__annotations__)
    bare = {name: value for name, value in body.items() if name not in kind.__annotations__}
    defaults = {name: value for name, value in body.items() if name in kind.__annotations__}
    # Defaults would hide the slots of their fields; `dataclass` finds them on the class, and they go again.
    guarded: Any = type(kind.__name__, kind.__bases__, {**bare, "__slots__": slots})
    slot = {name: vars(guarded)[name] for name in slots}
    for name, value in defaults.items():
        setattr(guarded, name, value)
    # What `dataclass` would write for each class (and compile, a third of the time that importing geometry took) is
    # the same for all of them.
    guarded = dataclass(init=False, repr=False, eq=eq, unsafe_hash=eq)(guarded)
    guarded.__setattr__, guarded.__delattr__ = _refuse_to_set, _refuse_to_delete
    guarded.__dataclass_params__.frozen = True
    if guarded.__repr__ is object.__repr__:
        guarded.__repr__ = _shown
    for name in defaults:
        if name in slot:
            setattr(guarded, name, slot[name])
    open_twin = type(kind.__name__, (), {"__slots__": slots})
    names: dict[str, Any] = {"_open": open_twin}
    parameters, filling, reading = ["cls"], [], []
    for field in fields(guarded):
        name = field.name
        has_default = field.default is not MISSING
        parameters.append(f"{name}=_default_{name}" if has_default else name)
        names[f"_default_{name}"] = field.default
        filling.append(f"    self.{'_' if name in made else ''}{name} = {name}\n")
        if name in made:
            names[f"_make_{name}"] = made[name].make
            reading.append(
                f"def read_{name}(self):\n    v = self._{name}\n"
                f"    return _make_{name}(*v) if v is not None else None\n"
            )
    source = f"def __new__({', '.join(parameters)}):\n    self = _open()\n{''.join(filling)}"
    exec(f"{source}    self.__class__ = cls\n    return self\n{''.join(reading)}", names)
    guarded.__new__ = names["__new__"]
    for name in made:
        setattr(guarded, name, property(names[f"read_{name}"]))
    for name, numbers_name in numbers.items():
        setattr(guarded, numbers_name, slot[f"_{name}"])
    guarded.__reduce__ = lambda self: (_rebuilt, (type(self), tuple(getattr(self, name) for name in slots)))
    return guarded  # type: ignore[no-any-return]


def copies_readonly(kind: type[T]) -> type[T]:
    """Decorator of a frozen dataclass that is no record: arrays of its copies, and of its subclasses, are read-only
    too."""

    def reduced(self: Any) -> tuple[Any, ...]:
        return _refilled, (type(self), tuple(getattr(self, field.name) for field in fields(self)))

    kind.__reduce__ = reduced  # type: ignore[method-assign]
    return kind


def _refilled(kind: type[T], values: tuple[Any, ...]) -> T:
    made = object.__new__(kind)
    for field, value in zip(fields(kind), _sealed(values), strict=True):  # type: ignore[arg-type]
        object.__setattr__(made, field.name, value)
    return made


def _rebuilt(kind: type[T], values: tuple[Any, ...]) -> T:
    """A copy of a record, or one read back: its arrays came as new ones, and are read-only again."""
    return kind(*_sealed(values))


def _sealed(value: Any) -> Any:
    if isinstance(value, np.ndarray):
        value.setflags(write=False)
    elif type(value) is tuple:
        for each in value:
            _sealed(each)
    return value


def _refuse_to_set(self: object, name: str, value: object) -> None:
    raise FrozenInstanceError(f"cannot assign to field {name!r}")


def _refuse_to_delete(self: object, name: str) -> None:
    raise FrozenInstanceError(f"cannot delete field {name!r}")


def _shown(self: Any) -> str:
    told = ", ".join(f"{field.name}={getattr(self, field.name)!r}" for field in fields(self))
    return f"{type(self).__qualname__}({told})"


def _made_fields(kind: type) -> dict[str, type[MadeField]]:
    """The fields that are made when they are read, by the name of their annotation."""
    known = vars(sys.modules[kind.__module__])
    kinds = ((name, known.get(str(annotation))) for name, annotation in kind.__annotations__.items())
    return {name: each for name, each in kinds if isinstance(each, type) and issubclass(each, MadeField)}
