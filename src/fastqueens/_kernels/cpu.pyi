NAMES: tuple[str, ...]
compiler: str
best: int

def chosen() -> int: ...
