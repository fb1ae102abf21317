# How ./marquee and the launcher of the packages (dist/marquee) start Java; both read this file. POSIX sh. Wants $java, the home
# of Java, $jar, and the arguments of the command.

# Java reads the names of files by the locale, and services are started without one: in none, or in
# C, it could not open what is called Kinoprogramm-Süd.csv.
case ${LC_ALL:-${LC_CTYPE:-${LANG:-C}}} in
  C | POSIX) export LC_ALL=C.UTF-8 ;;
esac

# Options from the environment are words, none of them a pattern.
set -f

# Java itself reads two more variables.
wished=" ${JAVA_TOOL_OPTIONS-} ${JDK_JAVA_OPTIONS-} ${MARQUEE_JAVA_OPTS-} "
case $wished in
  *" -XX:+Use"*GC*) collector= ;;
  *) collector=-XX:+UseSerialGC ;;
esac

# Nearly all that an answer leaves is garbage at once, so that a larger young generation only takes more memory. By itself
# Java makes it as large as the machine allows (docs/decisions/0199).
case $collector$wished in
  ' '* | *" -Xm"* | *HeapSize=* | *NewSize=* | *RAM*=*) young= ;;
  *) young=-XX:MaxNewSize=48m ;;
esac

# The heap: a service takes what the machine can spare, a command needs little. What a service
# took beside it to compile, or for a refresh, goes back to the machine every five seconds. A node whose heap is full ends,
# and its supervisor starts another (docs/decisions/0085); nobody would start the demo again.
ending=
case ${1-} in serve) ending=-XX:+ExitOnOutOfMemoryError ;; esac
case ${1-} in
  serve | demo) heap="-XX:MaxRAMPercentage=50 $young -XX:TrimNativeHeapInterval=5000 $ending" ;;
  # It lives for minutes: what the second compiler would gain is less than what it costs the start.
  mock) heap="-Xmx512m -XX:TieredStopAtLevel=1" ;;
  *) heap=-Xmx512m ;;
esac

# A command of root goes on as the owner of the home, who must not load an agent into its Java (docs/decisions/0210).
attaching=
case ${1-} in
  serve | demo | mock) ;;
  *) [ "$(id -u 2>/dev/null)" != 0 ] || attaching=-XX:+DisableAttachMechanism ;;
esac

# The options that a cache of classes must have been made with to be of use. What Java says of
# itself goes to standard error, and only if it is grave; a cache that does not fit never is. Netty
# is not to trace one buffer in a hundred, which finds faults of a program while it is written.
# shellcheck disable=SC2086
launch() {
  exec "$java/bin/java" $collector $attaching -XX:+UseCompactObjectHeaders \
    --enable-native-access=ALL-UNNAMED --sun-misc-unsafe-memory-access=allow \
    -Dio.netty.leakDetection.level=disabled -Xlog:disable -Xlog:all=error,aot=off,cds=off:stderr "$@"
}

# record FILE FOLDER: Classes already read and linked make starting faster (JEP 514): writes them to FILE, with FOLDER for what is
# temporary. What Java notes about the methods as well would have it compile hundreds of them with each start, most of them for
# nothing (docs/decisions/0199).
record() {
  launch -Xmx512m -XX:+IgnoreUnrecognizedVMOptions -XX:+UnlockDiagnosticVMOptions \
    -XX:-AOTRecordTraining -XX:AOTCacheOutput="$1" -Djava.io.tmpdir="$2" -jar "$jar" rehearse
}

# start ARGUMENTS: becomes the program, with the classes in $aot unless that is empty.
start() {
  # shellcheck disable=SC2086
  launch $heap ${aot:+"-XX:AOTCache=$aot"} ${MARQUEE_JAVA_OPTS-} -jar "$jar" "$@"
}
