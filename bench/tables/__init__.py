"""The published tables: each module measures those of one room of the package."""
