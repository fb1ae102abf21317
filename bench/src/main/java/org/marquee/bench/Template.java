package org.marquee.bench;

/// A target with placeholders that make each use of it a new question; see [Questions].
///
/// @param fresh whether they are used
record Template(String head, String between, String tail, boolean fresh) {
  private static final String FIRST = "{a}";
  private static final String SECOND = "{b}";
  private static final long MILLION = 1_000_000;

  /// Does not overlap the numbers of wrk.
  private static final long RUN = 500_000;

  static Template of(String line, boolean fresh) {
    int first = line.indexOf(FIRST);
    int second = line.indexOf(SECOND);
    if (first < 0 || second < 0) {
      return new Template(line, "", "", false);
    }
    return new Template(
        line.substring(0, first),
        line.substring(first + FIRST.length(), second),
        line.substring(second + SECOND.length()),
        fresh);
  }

  /// The target, as it is asked for the `number`th time.
  String target(long number) {
    if (between.isEmpty()) {
      return head;
    }
    return fresh
        ? head + six(number % MILLION) + between + six((RUN + number / MILLION) % MILLION) + tail
        : head + six(0) + between + six(0) + tail;
  }

  /// The target as it is asked again and again.
  static String plain(String line) {
    return of(line, false).target(0);
  }

  private static String six(long number) {
    return Long.toString(MILLION + number).substring(1);
  }
}
