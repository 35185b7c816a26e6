"""Unknown keyword arguments: every public function names them, with the nearest keyword."""

from __future__ import annotations

import doctest
import inspect
import pickle
from importlib import import_module

import pytest

from fastqueens import InputError, csp, nqueens, queens, render, sliding

BOARD = queens.levels(7)[0].board
MODULES = ("queens", "nqueens", "packing", "sliding", "cover", "csp", "permutation", "render")


def functions():
    """Yield each public function and method, with its name."""
    for module in MODULES:
        package = import_module(f"fastqueens.{module}")
        for name in package.__all__:
            value = getattr(package, name)
            if inspect.isfunction(value):
                yield f"{module}.{name}", value
            elif inspect.isclass(value) and value.__module__.startswith("fastqueens."):
                for method, found in inspect.getmembers(value, inspect.isroutine):
                    own = getattr(found, "__module__", "") or ""
                    if not method.startswith("_") and own.startswith("fastqueens."):
                        yield f"{module}.{name}.{method}", found


def takes_options(function):
    kinds = [parameter.kind for parameter in inspect.signature(function).parameters.values()]
    return inspect.Parameter.VAR_KEYWORD in kinds


# The options of the others depend on the method, or on the thing to draw.
FUNCTIONS = {name: found for name, found in functions() if not takes_options(found)}


def arguments(function):
    """Return as many arguments as the function requires."""
    wanted = inspect.signature(function).parameters.values()
    positional = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)
    return [None for x in wanted if x.kind in positional and x.default is inspect.Parameter.empty]


def keywords(function):
    names = []
    for parameter in inspect.signature(function).parameters.values():
        if parameter.kind is inspect.Parameter.KEYWORD_ONLY:
            names.append(parameter.name)
    return names


@pytest.mark.parametrize("name", FUNCTIONS)
def test_an_unknown_keyword_is_named(name):
    function = FUNCTIONS[name]
    with pytest.raises(TypeError, match="unexpected keyword argument 'nonsense_zq'"):
        function(*arguments(function), nonsense_zq=1)
    for known in keywords(function):
        with pytest.raises(TypeError, match="did you mean '"):
            function(*arguments(function), **{f"{known}s": 1})


@pytest.mark.parametrize(
    ("call", "error", "message"),
    [
        (lambda: queens.solve(BOARD, timeout=3), InputError, "did you mean 'time_limit'"),
        (lambda: queens.count(BOARD, timeout=3), InputError, "did you mean 'time_limit'"),
        (lambda: queens.solve(BOARD, method="mac", oder="mrv"), InputError, "did you mean 'order'"),
        (lambda: queens.generate(8, random_state=3), TypeError, "did you mean 'seed'"),
        (lambda: queens.solve_many([BOARD], n_jobs=3), TypeError, "did you mean 'threads'"),
        (lambda: nqueens.count(16, isa="avx2"), InputError,
         "no method has the option 'isa'; the environment variable FASTQUEENS_ISA"),
        (lambda: nqueens.count(16, timeout=1), InputError, "did you mean 'time_limit'"),
        (lambda: nqueens.solve(8, timeout=1), InputError, "did you mean 'time_limit'"),
        (lambda: sliding.solve([[1, 2], [3, 0]], timeout=1), TypeError, "mean 'time_limit'"),
        (lambda: csp.Model([2], name="a"), TypeError, "did you mean 'names'"),
        (lambda: csp.Model([2]).solve(timeout=1), TypeError, "did you mean 'time_limit'"),
        (lambda: render.svg(BOARD, them="dark"), TypeError,
         r"^svg\(\) got an unexpected keyword argument 'them'; did you mean 'theme'"),
        (lambda: BOARD.to_svg(axis=True), TypeError, "did you mean 'axes'"),
        (lambda: queens.Board.from_text("A", star=2), TypeError, "did you mean 'stars'"),
        (lambda: queens.compare([BOARD], repeats=2), TypeError, "did you mean 'repeat'"),
    ],
)  # fmt: skip
def test_the_nearest_keyword_is_suggested(call, error, message):
    with pytest.raises(error, match=message):
        call()


def test_errors_inside_a_function_stay_as_they_are():
    def progress(*_):
        raise TypeError("tick() got an unexpected keyword argument 'seed'")

    with pytest.raises(TypeError, match=r"^tick\(\) got an unexpected keyword argument 'seed'$"):
        queens.generate(8, count=50, seed=1, progress=progress)


def test_the_functions_can_be_pickled_and_documented():
    for function in (queens.solve, queens.Board.from_text, nqueens.count, queens.compare):
        assert pickle.loads(pickle.dumps(function)) == function
        assert "board" in str(inspect.signature(function)) or function.__doc__
    module = import_module("fastqueens.queens.generation.generator")
    tested = {test.name.rpartition(".")[2]: test for test in doctest.DocTestFinder().find(module)}
    assert tested["generate"].examples
