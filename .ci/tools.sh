# What checks need besides a JDK and Maven, and what is said where it is not there. POSIX sh; clients/verify and dist read this file.

# lack_of_node: prints why what npm brings does not run here, and what helps; nothing where it does.
lack_of_node() {
  if ! command -v node >/dev/null || ! command -v npm >/dev/null; then
    echo "there is no Node 20 or later with npm: apt-get install nodejs npm (Debian 13 or later), or https://nodejs.org"
  elif ! node -e 'process.exit(parseInt(process.versions.node) < 20 ? 1 : 0)'; then
    echo "this Node is $(node --version), older than 20: https://nodejs.org"
  fi
}

# lack_of_python: the same for Python.
lack_of_python() {
  if ! command -v python3 >/dev/null; then
    echo "there is no Python 3.10 or later: apt-get install python3"
  elif ! python3 -c 'import sys; sys.exit(sys.version_info < (3, 10))'; then
    echo "this is $(python3 --version), older than 3.10: https://www.python.org/downloads"
  fi
}

has_chromium() {
  [ -n "${CHROMIUM-}" ] || command -v chromium-headless-shell >/dev/null || command -v chromium >/dev/null ||
    command -v chromium-browser >/dev/null || command -v google-chrome >/dev/null
}

# not_looked_at WHAT WHY: WHY also says what helps. Where everything is required this is a failure: lacking is set.
lacking=
not_looked_at() {
  if [ "${MARQUEE_TEST_PROGRAMS-}" = required ]; then
    lacking=yes
    echo "not looked at: $1, since $2" >&2
  else
    echo "not looked at: $1, since $2"
  fi
}

# packages FOLDER: brings the npm packages that its lock file names. What is in node_modules stays until that file changes;
# downloads stay in npm's own cache.
packages() {
  (
    cd "$1"
    cmp -s package-lock.json node_modules/installed && exit
    npm ci --prefer-offline --no-audit --no-fund --loglevel=error >/dev/null && cp package-lock.json node_modules/installed
  )
}
