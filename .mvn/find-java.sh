# Finds Java for ./marquee and ./dev, which read this file. POSIX sh.

WANTED_JAVA=25

# Every program that is called here takes a millisecond of each start: the shell does what it can by itself.

# follow FILE: prints where the file really is, symbolic links resolved (readlink -f is not everywhere). FILE has
# a slash.
follow() {
  followed=$1
  while [ -L "$followed" ]; do
    target=$(readlink "$followed")
    case $target in
      /*) followed=$target ;;
      *) followed=${followed%/*}/$target ;;
    esac
  done
  printf '%s\n' "$(cd "${followed%/*}/" && pwd -P)/${followed##*/}"
}

# read_version HOME: sets version to the one that the Java in HOME gives, such as 25.0.3; empty if there is no Java.
read_version() {
  version=
  [ -x "$1/bin/java" ] || return 0
  if [ -f "$1/release" ]; then
    while IFS='=' read -r name value; do
      if [ "$name" = JAVA_VERSION ]; then
        value=${value#\"}
        version=${value%%\"*}
        return 0
      fi
    done <"$1/release"
  fi
  version=$("$1/bin/java" -version 2>&1 | sed -n 's/.* version "\([^"]*\)".*/\1/p')
}

# java_version HOME: prints that version.
java_version() {
  read_version "$1"
  [ -z "$version" ] || printf '%s\n' "$version"
}

# serves HOME KIND: whether HOME holds Java, new enough; with KIND jdk also its compiler.
serves() {
  [ -n "$1" ] || return 1
  [ "$2" != jdk ] || [ -x "$1/bin/javac" ] || return 1
  read_version "$1"
  major=${version%%[!0-9]*}
  [ "${major:-0}" -ge "$WANTED_JAVA" ]
}

# java_on_path: prints the home of the java on the PATH. That of macOS is a signpost without a home.
java_on_path() {
  found=$(command -v java) || return 0
  [ "$found" != /usr/bin/java ] || [ "$(uname)" != Darwin ] || return 0
  found=$(follow "$found")
  printf '%s\n' "${found%/bin/java}"
}

# find_java KIND: prints the home of the first Java that serves; KIND is jdk or jre. Fails if there
# is none.
find_java() {
  for candidate in "${MARQUEE_JAVA_HOME-}" "${JAVA_HOME-}"; do
    if serves "$candidate" "$1"; then
      printf '%s\n' "$candidate"
      return 0
    fi
  done
  if [ -x /usr/libexec/java_home ]; then
    preferred=$(/usr/libexec/java_home -v "$WANTED_JAVA+" 2>/dev/null)
  else
    preferred=
  fi
  for candidate in \
    "$(java_on_path)" "$preferred" \
    /usr/lib/jvm/* /usr/java/* /opt/* /opt/java/* "${HOME-}"/.sdkman/candidates/java/* "${HOME-}"/.jdks/* \
    /Library/Java/JavaVirtualMachines/*/Contents/Home \
    "${HOME-}"/Library/Java/JavaVirtualMachines/*/Contents/Home \
    /opt/homebrew/opt/openjdk*/libexec/openjdk.jdk/Contents/Home \
    /usr/local/opt/openjdk*/libexec/openjdk.jdk/Contents/Home; do
    if serves "$candidate" "$1"; then
      printf '%s\n' "$candidate"
      return 0
    fi
  done
  return 1
}

# cached_java_21: prints the folder where .ci/java-21 puts a Java 21.
cached_java_21() {
  printf '%s\n' "${XDG_CACHE_HOME:-${HOME:-/tmp}/.cache}/marquee/java-21"
}

# find_java_21: prints the home of a Java 21, the oldest on which the Java client runs. Fails if there is none.
find_java_21() {
  for candidate in "${MARQUEE_JAVA_21_HOME-}" "${JAVA_HOME-}" /usr/lib/jvm/* "${HOME-}"/.sdkman/candidates/java/* \
    "${HOME-}"/.jdks/* /Library/Java/JavaVirtualMachines/*/Contents/Home "$(cached_java_21)"; do
    case $(java_version "$candidate") in
      21 | 21.*)
        printf '%s\n' "$candidate"
        return 0
        ;;
    esac
  done
  return 1
}

# lack_of_java PROGRAM WHAT: says where to get it.
lack_of_java() {
  printf '%s: needs %s of version %s or later; none is in MARQUEE_JAVA_HOME, JAVA_HOME, PATH or the usual places.\n' \
    "$1" "$2" "$WANTED_JAVA" >&2
  printf '%s: get it from https://adoptium.net, or say where it is: MARQUEE_JAVA_HOME=/path/to/jdk\n' "$1" >&2
}

# maven ARGUMENTS: runs Maven with the JDK in $jdk. The options silence what newer Java says of Maven itself.
maven() {
  JAVA_HOME=$jdk \
    MAVEN_OPTS="--sun-misc-unsafe-memory-access=allow --enable-native-access=ALL-UNNAMED ${MAVEN_OPTS-}" \
    mvn "$@"
}
