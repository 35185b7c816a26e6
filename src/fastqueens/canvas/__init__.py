"""Drawing that knows no puzzle: colours, scenes, and the painters of SVG and PNG."""
