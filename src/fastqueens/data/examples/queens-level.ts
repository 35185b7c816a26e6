const level = {
  size: 8,
  colorRegions: [
    ["A", "A", "B", "B", "B", "B", "B", "B"],
    ["C", "A", "A", "A", "D", "D", "B", "E"],
    ["C", "C", "A", "B", "B", "B", "B", "E"],
    ["C", "C", "C", "B", "B", "B", "B", "E"],
    ["F", "G", "C", "C", "C", "C", "H", "E"],
    ["F", "G", "C", "C", "C", "H", "H", "E"],
    ["F", "G", "G", "G", "G", "G", "H", "E"],
    ["E", "E", "E", "E", "E", "E", "E", "E"],
  ],
  regionColors: { "A": "#59dfd2", "B": "#e18241", "C": "#f6f171", "D": "#bb99ee", "E": "#ddffcc", "F": "#e5bd51", "G": "#aadd99", "H": "#58bba6" },
};

export default level;
