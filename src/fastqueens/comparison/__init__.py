"""The comparison of methods: one record, one table and one chart for all puzzles."""
