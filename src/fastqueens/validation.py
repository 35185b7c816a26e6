"""Checks of arguments, and the formatting of values in error messages."""

from __future__ import annotations

import operator
import re
import sys
from collections.abc import Callable, Container, Iterable
from math import nan
from typing import TYPE_CHECKING, Any, Literal, SupportsIndex, TypeAlias, TypeGuard, TypeVar

from fastqueens.results import InputError

# NumPy is imported by the functions that need it: commands such as --version need only the texts.
if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = [
    "ItemsProgress",
    "array_of",
    "check_cancel",
    "check_choice",
    "check_flag",
    "check_items",
    "check_progress",
    "check_seconds",
    "check_seed",
    "check_whole",
    "check_words",
    "describe",
    "did_you_mean",
    "is_choice",
    "is_flag",
    "is_nan",
    "is_whole",
    "join_and",
    "join_short",
    "plural",
    "quote",
    "quote_name",
    "read_span",
    "shown_array",
]


T = TypeVar("T")
# What a function with many items accepts as its progress: it reports the numbers of finished and of
# all items.
ItemsProgress: TypeAlias = Callable[[int, int], object] | Literal["bar"]
_Function = TypeVar("_Function", bound=Callable[..., object])


def check_whole(
    value: SupportsIndex, name: str, *, least: int = 0, most: int | None = None, purpose: str = ""
) -> int:
    """Return a whole number from `least` to `most`, or raise `InputError`.

    The value is converted once, because an object may convert to another number each time: callers
    use only the result. `purpose` follows the range in the message, such as "for counting".

    Examples
    --------
    >>> check_whole(70, "n", least=1, most=64, purpose="for listing")
    Traceback (most recent call last):
    ...
    fastqueens.results.InputError: n is 70, expected 1 to 64 for listing
    """
    try:
        if value is True or value is False:  # operator.index would accept them as 1 and 0
            raise TypeError
        number = operator.index(value)
    except TypeError:
        raise InputError(f"{name} is {quote(value)}, expected a whole number") from None
    if number < least or (most is not None and number > most):
        expected = f"{least:,} or more" if most is None else f"{least:,} to {most:,}"
        purpose = purpose and f" {purpose}"
        raise InputError(f"{name} is {quote(number)}, expected {expected}{purpose}")
    return number


def read_span(text: str) -> tuple[int, int]:
    """Read two whole numbers, the first at most the second; one number is both.

    Examples
    --------
    >>> read_span("2-20"), read_span("7")
    ((2, 20), (7, 7))
    """
    found = re.fullmatch(r" *([0-9]{1,9}) *(?:- *([0-9]{1,9}) *)?", text)
    if found is not None:
        first, last = int(found[1]), int(found[2] or found[1])
        if first <= last:
            return first, last
    raise InputError(f"found {quote(text)}, expected two whole numbers, as in 2-20")


def is_whole(value: object) -> TypeGuard[int | np.integer[Any]]:
    """Whether a value is a whole number. NumPy's timedelta64, a subclass of its integers, is not.

    Examples
    --------
    >>> import numpy as np
    >>> is_whole(5), is_whole(np.uint8(5)), is_whole(True), is_whole(np.timedelta64(5, "s"))
    (True, True, False, False)
    """
    if isinstance(value, int):
        return not isinstance(value, bool)
    import numpy as np

    return isinstance(value, np.integer) and not isinstance(value, np.timedelta64)


def is_nan(value: object) -> bool:
    """Whether a value is NaN, which cannot be looked up because it does not equal itself.

    Examples
    --------
    >>> is_nan(nan), is_nan(1.0), is_nan("nan")
    (True, False, False)
    """
    if isinstance(value, float | complex):
        return value != value
    import numpy as np

    return isinstance(value, np.inexact) and bool(value != value)


def check_seconds(time_limit: float | None, name: str = "time_limit") -> float | None:
    """Return a number of seconds, 0 or more, or None; otherwise raise `InputError`.

    Examples
    --------
    >>> check_seconds("5")
    Traceback (most recent call last):
    ...
    fastqueens.results.InputError: time_limit is '5', expected 0 or more seconds
    """
    if time_limit is None:
        return None
    try:
        seconds = nan if isinstance(time_limit, str | bytes | bool) else float(time_limit)
    except (TypeError, ValueError, OverflowError):
        seconds = nan
    if not seconds >= 0:
        raise InputError(f"{name} is {quote(time_limit)}, expected 0 or more seconds")
    return seconds


def check_cancel(cancel: object, name: str = "cancel") -> None:
    """Raise `InputError` unless the value is an event, such as a `threading.Event`.

    Examples
    --------
    >>> check_cancel(5)
    Traceback (most recent call last):
    ...
    fastqueens.results.InputError: cancel is 5, expected a threading.Event
    """
    if isinstance(cancel, type) or not callable(getattr(cancel, "is_set", None)):
        raise InputError(f"{name} is {quote(cancel)}, expected a threading.Event")


def check_words(words: Iterable[str], name: str) -> list[str]:
    """Return a list of names, or raise `InputError`; a single str is refused.

    Examples
    --------
    >>> check_words("mac", "methods")
    Traceback (most recent call last):
    ...
    fastqueens.results.InputError: methods is 'mac', expected a list of names: ['mac']
    """
    if isinstance(words, str):
        raise InputError(f"{name} is {quote(words)}, expected a list of names: [{quote(words)}]")
    found = check_items(words, name, "names")
    if not found:
        raise InputError(f"{name} is {quote(words)}, expected a list of names")
    return found


def check_items(items: Iterable[T], name: str, what: str, *, letters: bool = False) -> list[T]:
    """Return the items of an iterable as a list, or raise `InputError`.

    If `letters` is true, a str is accepted as the list of its letters.

    Examples
    --------
    >>> check_items(5, "moves", "moves")
    Traceback (most recent call last):
    ...
    fastqueens.results.InputError: moves is 5, expected a list of moves
    """
    try:
        if isinstance(items, bytes) or (isinstance(items, str) and not letters):
            raise TypeError
        return list(items)
    except (TypeError, NotImplementedError):  # NotImplementedError: a memoryview of 2 dimensions
        raise InputError(f"{name} is {quote(items)}, expected a list of {what}") from None


def check_progress(progress: _Function | Literal["bar"] | None) -> _Function | None:
    """Return a progress callback or None; raise `InputError` for other values.

    The value ``"bar"`` has been replaced by a function before, see `progress_report`.
    """
    if progress is None or callable(progress):
        return progress
    raise InputError(f"progress is {quote(progress)}, expected a function or 'bar'")


def is_flag(value: object) -> TypeGuard[bool | np.bool_]:
    """Whether a value is True or False, also of NumPy's type.

    Examples
    --------
    >>> import numpy as np
    >>> is_flag(True), is_flag(np.False_), is_flag(1)
    (True, True, False)
    """
    if isinstance(value, bool):
        return True
    import numpy as np

    return isinstance(value, np.bool_)


def check_flag(value: object, name: str) -> bool:
    """Return True or False, or raise `InputError` for any other type, such as the str "no".

    Examples
    --------
    >>> check_flag("no", "distinct")
    Traceback (most recent call last):
    ...
    fastqueens.results.InputError: distinct is 'no', expected True or False
    """
    if not is_flag(value):
        raise InputError(f"{name} is {quote(value)}, expected True or False")
    return bool(value)


def check_seed(seed: int) -> int:
    """Return a seed that the kernels can accept, or raise `InputError`."""
    number = check_whole(seed, "seed")
    if number >= 2**64:
        raise InputError(f"seed is {quote(number)}, expected 0 to 2**64 - 1")
    return number


def is_choice(value: object, choices: Container[str]) -> bool:
    """Whether a value is a str and one of the choices."""
    return isinstance(value, str) and value in choices


def check_choice(value: object, name: str, choices: Iterable[str]) -> None:
    """Raise `InputError` unless the value is one of the choices.

    Examples
    --------
    >>> check_choice("star", "topology", ["ring", "global"])
    Traceback (most recent call last):
    ...
    fastqueens.results.InputError: topology is 'star', expected one of ring, global
    """
    names = list(choices)
    if not is_choice(value, names):
        raise InputError(
            f"{name} is {quote(value)}, expected one of {', '.join(names)}"
            + did_you_mean(value, names)
        )


def did_you_mean(word: object, choices: Iterable[str]) -> str:
    """Return the end of a message about an unknown word: the nearest choice, or "" if none is near.

    Examples
    --------
    >>> did_you_mean("oder", ["order", "values"]), did_you_mean("x", ["order", "values"])
    ("; did you mean 'order'?", '')
    """
    from difflib import get_close_matches

    if not isinstance(word, str):
        return ""
    choices = list(choices)
    near = [choice for choice in choices if choice.casefold() == word.casefold()]
    near = near or get_close_matches(word, choices, n=1)
    return f"; did you mean {near[0]!r}?" if near else ""


def plural(number: int, noun: str, nouns: str | None = None) -> str:
    """Return a number with its noun: ``1 cell``, ``1,200 cells``, ``2 entries``."""
    return f"{number:,} {noun if number == 1 else nouns or noun + 's'}"


def join_short(words: Iterable[str], *, most: int = 8) -> str:
    """Join the first words by commas, and add the number of words left out."""
    words = list(words)
    more = [f"and {len(words) - most:,} more"] if len(words) > most else []
    return ", ".join([*words[:most], *more])


def join_and(words: list[str], last: str = "and") -> str:
    """Join words as in a sentence: ``a, b and c``; `last` is the word before the last one."""
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} {last} {words[-1]}"


def array_of(value: object) -> NDArray[Any]:
    """Return the value as an array, or an array of shape () if NumPy cannot convert it.

    A masked array with masked entries is refused, also in a list, because `numpy.asarray` would
    ignore the mask.

    Examples
    --------
    >>> import numpy as np
    >>> array_of([[1, 2], [3]]).shape
    ()
    >>> array_of(np.ma.masked_equal([1, 2, 2], 2))
    Traceback (most recent call last):
    ...
    fastqueens.results.InputError: found an array with 2 masked entries, expected none: \
replace them with filled()
    """
    import numpy as np

    masked_arrays = sys.modules.get("numpy.ma")  # loaded if there is a masked array
    if masked_arrays is not None:
        for part in value if isinstance(value, list | tuple) else (value,):
            if masked_arrays.is_masked(part):
                number = int(masked_arrays.getmaskarray(part).sum())
                masked = plural(number, "masked entry", "masked entries")
                expected = "expected none: replace them with filled()"
                raise InputError(f"found an array with {masked}, {expected}")
    try:
        return np.asarray(value)
    except (TypeError, ValueError):
        return np.asarray(None)


def shown_array(value: object, array: NDArray[Any]) -> str:
    """Describe a wrong argument in a message: an array by shape and type, other values by `quote`.

    Examples
    --------
    >>> import numpy as np
    >>> shown_array(None, np.asarray(None)), shown_array([0.5], np.asarray([0.5]))
    ('None', 'an array of shape (1,) and type float64')
    """
    if array.shape == ():
        return quote(value)
    return f"an array of shape {array.shape} and type {array.dtype}"


def quote(value: object) -> str:
    """Return a value as messages quote it: its repr if that is short, otherwise its type.

    Examples
    --------
    >>> quote(None), quote("5"), quote([0] * 100), quote(object())
    ('None', "'5'", 'a list', 'a value of type object')
    """
    if value is None or isinstance(value, bool):
        return str(value)
    if isinstance(value, str | bytes | list | tuple | dict) and len(value) <= 40:
        text = _safe_repr(value)
        if text and len(text) <= 60:
            return text
    return "a dict" if isinstance(value, dict) else describe(value)


def quote_name(name: object) -> str:
    """Return the repr of a name that a user chose, shortened if it is long.

    Examples
    --------
    >>> quote_name(("row", 5)), quote_name(10**5000)
    ("('row', 5)", 'an integer of more than 64 bits')
    """
    text = _safe_repr(name)
    if text is None:
        return describe(name)
    return text if len(text) <= 60 else text[:57] + "..."


def _safe_repr(value: object) -> str | None:
    """Return the repr of a value, or None if it has an integer that Python refuses to print."""
    try:
        return repr(value)
    except ValueError:
        return None


def describe(value: object) -> str:
    """Describe in a few words a value that was found in a file."""
    if value is None:
        return "null"
    if isinstance(value, list | tuple):
        return "a list"
    if isinstance(value, dict):
        return "an object"
    if isinstance(value, str):
        return repr(value if len(value) <= 40 else value[:37] + "...")
    if is_flag(value):
        return "a boolean"
    if is_whole(value):
        # Python refuses to print an integer of thousands of digits.
        return str(value) if int(value).bit_length() <= 64 else "an integer of more than 64 bits"
    import numpy as np

    if isinstance(value, float | np.floating):
        return str(value)
    return f"a value of type {type(value).__name__}"
