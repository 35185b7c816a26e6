"""Drawing that knows no puzzle: colours, pieces and boards, painted as text, SVG or PNG."""
