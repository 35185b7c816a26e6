"""Objects that become plain data and JSON, and can be made from them again."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self

from fastqueens.input import check_text, load_json, normalise_text
from fastqueens.output import dumps
from fastqueens.results import InputError, Stats
from fastqueens.validation import describe

__all__ = ["JsonRecord", "read_result"]


class JsonRecord:
    """The base of classes with `as_dict`, `from_dict`, `to_json` and `from_json`.

    `to_json` writes the data of `as_dict` as text, and `from_json` reads this text. The object that
    it returns is equal to the object that was written. A subclass defines `as_dict` and
    `_from_dict`.
    """

    __slots__ = ()

    def as_dict(self) -> dict[str, Any]:
        """Return the object as plain data, ready for JSON."""
        raise NotImplementedError

    @classmethod
    def _from_dict(cls, document: Mapping[str, Any]) -> Self:
        """Make an object from the data of `as_dict`; may raise any error for other data."""
        raise NotImplementedError

    @classmethod
    def from_dict(cls, document: Mapping[str, object]) -> Self:
        """Make an object from the data that `as_dict` returns.

        Parameters
        ----------
        document : mapping
            The data. Keys that are not needed are ignored.

        Returns
        -------
        object
            An object of this class.

        Raises
        ------
        InputError
            If `as_dict` cannot have returned this data.

        Examples
        --------
        >>> from fastqueens import queens
        >>> rating = queens.rate(["RBBB", "RRBY", "GYYY", "GGGY"])
        >>> queens.Rating.from_dict(rating.as_dict()) == rating
        True
        """
        name = cls.__name__
        if not isinstance(document, Mapping):
            raise InputError(f"found {describe(document)}, expected the data of {name}.as_dict")
        try:
            found = cls._from_dict(document)
        except InputError:
            raise
        except KeyError as error:
            message = f"found no key {error.args[0]!r}, expected the data of {name}.as_dict"
            raise InputError(message) from None
        except (TypeError, ValueError, AttributeError, IndexError, OverflowError) as error:
            message = f"found other data ({error}), expected the data of {name}.as_dict"
            raise InputError(message) from None
        if not isinstance(found, cls):
            raise InputError(f"found {type(found).__name__}, expected {name}")
        return found

    def to_json(self) -> str:
        """Write the data of `as_dict` as JSON, on one line.

        Returns
        -------
        str

        Examples
        --------
        >>> from fastqueens import queens
        >>> queens.rate(["RBBB", "RRBY", "GYYY", "GGGY"]).to_json()[:34]
        '{"tier": "medium", "score": 26, "h'
        """
        return dumps(self.as_dict())

    @classmethod
    def from_json(cls, text: str) -> Self:
        """Make an object from the text that `to_json` writes.

        Parameters
        ----------
        text : str
            A JSON object.

        Returns
        -------
        object
            An object of this class.

        Raises
        ------
        InputError
            If the text is not JSON, or if `to_json` cannot have written it.

        Examples
        --------
        >>> from fastqueens import queens
        >>> rating = queens.rate(["RBBB", "RRBY", "GYYY", "GGGY"])
        >>> queens.Rating.from_json(rating.to_json()) == rating
        True
        """
        document: Any = load_json(normalise_text(check_text(text)), None)
        return cls.from_dict(document)


def read_result(document: Mapping[str, Any]) -> dict[str, Any]:
    """Return the arguments that every `Result` takes, from the data that `describe_result` made.

    Examples
    --------
    >>> data = {"status": "solved", "method": "dlx", "counters": {"nodes": 7}, "ms": 1.0}
    >>> read_result(data)["stats"].nodes
    7
    """
    if document["status"] not in ("solved", "unsolvable", "stopped"):
        raise ValueError(f"a status {describe(document['status'])}")
    stats = Stats(dict(document["counters"]), document["ms"] / 1e3)
    return {
        "status": document["status"],
        "method": str(document["method"]),
        "stats": stats,
        "reason": document.get("reason"),
    }
