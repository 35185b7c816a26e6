"""A table of comparisons, with everything that can be made of it."""

from __future__ import annotations

import os
from dataclasses import asdict
from typing import TYPE_CHECKING, Any, Literal

from fastqueens.canvas.displayed import Displayed, Rows, table_text
from fastqueens.comparison import tables
from fastqueens.comparison.record import Comparison
from fastqueens.data_frame import FrameLibrary, columns_of, make_frame
from fastqueens.keywords import explain_keywords
from fastqueens.output import save
from fastqueens.validation import check_choice

if TYPE_CHECKING:
    from fastqueens.canvas.style import ThemeName
    from fastqueens.canvas.svg_document import SVGDocument

__all__ = ["ComparisonTable"]


class ComparisonTable(Displayed, list[Comparison]):
    """A list of the comparisons that a function ``compare`` returns, with methods to export them.

    A notebook shows the chart of `to_svg` and a table: of the methods, or by size if there are
    several problems.

    Examples
    --------
    >>> from fastqueens import nqueens
    >>> table = nqueens.compare([6, 8], ["backtracking", "mac"], measure=0)
    >>> [(row.problem, row.method, row.work) for row in table][2:]
    [('8', 'backtracking', '113 steps'), ('8', 'mac', '10 steps')]
    >>> [line.solved for line in table.summarise()]
    [1, 1, 1, 1]
    """

    __slots__ = ()

    def as_rows(self) -> list[dict[str, Any]]:
        """Return the rows of the CSV file and of the data frame.

        Returns
        -------
        list of dict
            The columns are the same for all puzzles: family, problem, size, method, settings,
            status, reason, runs, solved, solutions, objective, bound, seconds, best, timings, seed,
            time_limit, node_limit, version; see `Comparison`. A key for each counter follows.

        Examples
        --------
        >>> from fastqueens import nqueens
        >>> (row,) = nqueens.compare([6], ["mac"], measure=0).as_rows()
        >>> row["family"], row["size"], row["status"], row["steps"], row["seed"]
        ('nqueens', 6, 'solved', 7, 0)
        """
        return [comparison.as_row() for comparison in self]

    def to_frame(self, *, library: FrameLibrary | None = None) -> Any:
        """Return a data frame with a row for each comparison.

        Parameters
        ----------
        library : {"pandas", "polars"}, optional
            The library. By default the one that the program has already imported. If it has
            imported none or both: pandas if it is installed, otherwise polars.

        Returns
        -------
        pandas.DataFrame or polars.DataFrame
            The columns are those of `as_rows`; if a method does not have a counter, its entry is
            missing.

        Raises
        ------
        MissingExtra
            If the library is not installed: ``pip install 'fastqueens[frame]'``.

        Examples
        --------
        >>> from fastqueens import nqueens
        >>> table = nqueens.compare([6, 8], ["mac"], measure=0)
        >>> table.to_frame().groupby("size")["steps"].median().tolist()  # doctest: +SKIP
        [7.0, 10.0]
        """
        return make_frame(columns_of(self.as_rows()), library)

    def summarise(self) -> list[tables.Summary]:
        """Summarise the problems of each size, the smallest size first.

        Returns
        -------
        list of Summary
            The numbers of problems and runs, and the medians of work and time, for each size and
            each method with its settings.

        Examples
        --------
        >>> from fastqueens import nqueens
        >>> (line,) = nqueens.compare([8], ["mac"], measure=0).summarise()
        >>> line.size, line.label, line.work
        (8, 'mac', '10 steps')
        """
        return tables.summarise(self)

    def to_csv(self) -> str:
        """Write CSV with a header: the rows of `as_rows`.

        Returns
        -------
        str

        Examples
        --------
        >>> from fastqueens import nqueens
        >>> nqueens.compare([6], ["mac"], measure=0).to_csv().splitlines()[1][:22]
        'nqueens,6,6,mac,,solve'
        """
        return tables.to_csv(self)

    def to_json(self) -> str:
        """Write JSON: a list of objects with the fields of `Comparison`.

        Returns
        -------
        str

        Examples
        --------
        >>> from fastqueens import nqueens
        >>> '"counters"' in nqueens.compare([6], ["mac"], measure=0).to_json()
        True
        """
        import json

        return json.dumps([asdict(comparison) for comparison in self], indent=1) + "\n"

    def to_markdown(self, *, by: Literal["problem", "size"] = "problem") -> str:
        """Write Markdown: a table for each problem, or one table by size.

        Parameters
        ----------
        by : {"problem", "size"}
            One table for each problem, or one table with the medians of each size.

        Returns
        -------
        str

        Raises
        ------
        InputError
            If `by` has another value.

        Examples
        --------
        >>> from fastqueens import nqueens
        >>> nqueens.compare([6], ["mac"], measure=0).to_markdown().splitlines()[0]
        '### 6 (6 x 6)'
        """
        check_choice(by, "by", ("problem", "size"))
        return tables.to_markdown(self, by=by)

    def to_svg(self, *, theme: ThemeName | None = None) -> SVGDocument:
        """Draw a chart of the median time against the size as an SVG document.

        Parameters
        ----------
        theme : {"light", "dark", "auto"}, optional
            The colours; ``"auto"`` follows the page. By default they are light, and in a notebook
            those of its theme.

        Returns
        -------
        SVGDocument
            A str that a notebook shows as a picture.

        Examples
        --------
        >>> from fastqueens import nqueens
        >>> nqueens.compare([6], ["mac"], measure=0).to_svg()[:4]
        '<svg'
        """
        from fastqueens.comparison import chart

        return chart.svg(self, theme=theme)

    def to_png(self, *, theme: ThemeName = "light") -> bytes:
        """Draw the chart as a PNG file.

        Parameters
        ----------
        theme : {"light", "dark"}
            The colours.

        Returns
        -------
        bytes

        Raises
        ------
        MissingExtra
            If Pillow is not installed.

        Examples
        --------
        >>> from fastqueens import nqueens
        >>> nqueens.compare([6], ["mac"], measure=0).to_png()[1:4]
        b'PNG'
        """
        from fastqueens.comparison import chart

        return chart.png(self, theme=theme)

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the table to a .csv, .json or .md file, or the chart to an .svg or .png file.

        Parameters
        ----------
        path : str or path-like
            The file; its suffix selects the format.

        Raises
        ------
        InputError
            If the suffix is unknown or the file cannot be written.
        MissingExtra
            For ``.png`` if Pillow is not installed.

        Examples
        --------
        >>> import tempfile
        >>> from fastqueens import nqueens
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     nqueens.compare([6], ["mac"], measure=0).save(f"{folder}/table.csv")
        """
        save(
            path,
            {
                ".csv": self.to_csv,
                ".json": self.to_json,
                ".md": self.to_markdown,
                ".svg": self.to_svg,
                ".png": self.to_png,
            },
        )

    def _display_svg(self, theme: ThemeName) -> str:
        return self.to_svg(theme=theme)

    def _display_png(self) -> bytes:
        return self.to_png()

    def _display_rows(self) -> Rows:
        if len({comparison.problem for comparison in self}) == 1:
            return tables.rows_by_problem(self)
        return tables.rows_by_size(self)

    def _display_text(self) -> str:
        return table_text(self._display_rows())


explain_keywords(__name__)
