# Sourced by ./start and ./test: finds a Python, makes .venv, installs with the pinned versions. Bash, no other needs.

ROOT="$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)"
VENV="${NBGRAPH_VENV:-$ROOT/.venv}"
PYTHON_RANGE="3.11, 3.12 or 3.13"
PYTHON_ORDER="python3.13 python3.12 python3.11 python3"

say() { printf '\n== %s\n' "$*"; }
note() { printf '   %s\n' "$*"; }
die() {
    printf '\nnbgraph: %s\n' "$1" >&2
    shift
    local line
    for line in "$@"; do printf '  %s\n' "$line" >&2; done
    exit 1
}

# --- system packages -------------------------------------------------------------------------------------------

# Prints the prefix under which apt may run ("" for root, "sudo"), or fails. A password is asked for only at a terminal.
apt_prefix() {
    command -v apt-get >/dev/null || return 1
    [ "$(id -u)" = 0 ] && return 0
    command -v sudo >/dev/null || return 1
    sudo -n true 2>/dev/null || { [ "${1:-}" = ask ] && [ -t 0 ]; } || return 1
    printf 'sudo'
}

# apt_install quiet|ask PACKAGE...: installs, or fails without a word (quiet) or with apt's last lines (ask).
apt_install() {
    local mode="$1" prefix log
    shift
    prefix="$(apt_prefix "$mode")" || return 1
    log="$(mktemp)"
    note "apt-get install $*"
    # shellcheck disable=SC2086  # an empty prefix must vanish
    if ! { $prefix apt-get update -qq && $prefix env DEBIAN_FRONTEND=noninteractive \
        apt-get install -y -qq --no-install-recommends "$@"; } </dev/null >"$log" 2>&1; then
        [ "$mode" = quiet ] || tail -n 20 "$log" >&2
        rm -f "$log"
        return 1
    fi
    rm -f "$log"
}

# need_program PROGRAMS PACKAGE WHY: one of the programs is on PATH, or is installed now, or the script ends.
need_program() {
    local program
    for program in $1; do
        command -v "$program" >/dev/null && return 0
    done
    apt_install ask "$2" || die "$3 needs \`${1%% *}\`, which is not installed and could not be installed." \
        "Install it and run this again, for example:  sudo apt-get install $2"
}

# --- Python ----------------------------------------------------------------------------------------------------

python_fits() { "$1" -c 'import sys; sys.exit(not (3, 11) <= sys.version_info[:2] <= (3, 13))' >/dev/null 2>&1; }
python_has_venv() { "$1" -c 'import ensurepip, venv' >/dev/null 2>&1; }

# Prints the first interpreter that fits; one that can make a virtual environment wins over one that cannot.
find_python() {
    local candidate fallback=""
    for candidate in ${PYTHON:-$PYTHON_ORDER}; do
        python_fits "$candidate" || continue
        if python_has_venv "$candidate"; then
            printf '%s' "$candidate"
            return 0
        fi
        fallback="${fallback:-$candidate}"
    done
    printf '%s' "$fallback"
    [ -n "$fallback" ]
}

python_version() { "$1" -c 'import sys; print("%d.%d" % sys.version_info[:2])' 2>/dev/null; }

# Prints an interpreter of exactly this version, of PATH or of pyenv, or fails; what is on PATH may be a name that says
# no more than where to get it.
python_of() {
    local candidate
    for candidate in "python$1" "${PYENV_ROOT:-$HOME/.pyenv}/versions/$1".*/bin/python; do
        [ "$(python_version "$candidate")" = "$1" ] && python_has_venv "$candidate" && printf '%s' "$candidate" && return 0
    done
    return 1
}

make_venv() {
    local python version
    [ -z "${PYTHON:-}" ] || python_fits "$PYTHON" || die "PYTHON=$PYTHON is not a Python $PYTHON_RANGE."
    if ! python="$(find_python)"; then
        apt_install quiet python3 python3-venv || true
        python="$(find_python)" || die "Python $PYTHON_RANGE is needed and none was found." \
            "Debian 12 or newer, Ubuntu 24.04 or newer:  sudo apt-get install python3 python3-venv" \
            "Elsewhere: install it from python.org, or name one:  PYTHON=/path/to/python3.12 $0"
    fi
    if ! python_has_venv "$python"; then
        version="$(python_version "$python")"
        { apt_install ask "python$version-venv" && python_has_venv "$python"; } ||
            die "$python cannot make a virtual environment: its \`ensurepip\` is missing." \
                "Install it and run this again:  sudo apt-get install python$version-venv"
    fi
    note "virtual environment in $VENV with $("$python" -V)"
    "$python" -m venv --clear "$VENV"
}

# ensure_python GROUP...: .venv holds nbgraph (editable) with what notebooks need, and these dependency groups. Nothing
# is done when a stamp says that the same files were installed before.
ensure_python() {
    local name stamp want
    [ -x "$VENV/bin/python" ] && python_fits "$VENV/bin/python" || make_venv
    name="$(IFS=-; printf '%s' "$*")"
    stamp="$VENV/.nbgraph-installed-$name"
    want="$(cat "$ROOT/pyproject.toml" "$ROOT/constraints.txt" <(printf '%s' "$ROOT") | cksum)"
    [ "$(cat "$stamp" 2>/dev/null)" != "$want" ] || return 0

    say "Installing nbgraph and what it needs (a few minutes the first time)"
    local groups=()
    for name in "$@"; do groups+=(--group "$ROOT/pyproject.toml:$name"); done
    local pip=("$VENV/bin/python" -m pip --disable-pip-version-check)
    # The interpreter's own pip may be too old for dependency groups, so the pinned one comes first.
    if ! { "${pip[@]}" install -q -c "$ROOT/constraints.txt" pip &&
        "${pip[@]}" install -q -c "$ROOT/constraints.txt" --build-constraint "$ROOT/constraints.txt" \
            -e "$ROOT[notebook]" "${groups[@]}"; }; then
        die "pip could not install what is needed; its message is above." \
            "Most often the network or a proxy is the reason: https_proxy and PIP_INDEX_URL are honoured."
    fi
    printf '%s' "$want" >"$stamp"
}
