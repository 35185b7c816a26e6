"""What the page may load and run: its Content-Security-Policy, for both ways to serve it."""

from __future__ import annotations

__all__ = ["SERVER_POLICY", "SITE_POLICY"]


def _policy(script: str) -> str:
    return (
        f"default-src 'none'; script-src {script}; style-src 'self'; img-src 'self' data: blob:; "
        "connect-src 'self'; worker-src 'self'; manifest-src 'self'; "
        "base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'"
    )


SERVER_POLICY = _policy("'self'") + "; frame-ancestors 'none'"
# In the page itself, browsers do not read frame-ancestors.
SITE_POLICY = _policy("'self' 'wasm-unsafe-eval'")
