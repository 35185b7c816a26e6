"""The endings of the files that `writers` writes; `writers` takes longer to import."""

ENDINGS = (".npy", ".csv", ".parquet")
