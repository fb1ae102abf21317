package org.marquee.retention;

import java.time.Duration;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// How long an installation keeps reports, raw input, the history of runs, the change log and the
/// audit (docs/operations.md, "What is kept").
///
/// @param reports under the home, in bytes
/// @param input the raw input of runs under the home, in bytes
/// @param history runs in the database, in rows
/// @param changes what each revision changed, in rows
/// @param audit who changed what, in rows
public record Retention(
    RetentionLimit reports,
    RetentionLimit input,
    RetentionLimit history,
    RetentionLimit changes,
    RetentionLimit audit) {
  private static final Pattern AGE = Pattern.compile("[1-9][0-9]{0,4}[hd]");
  private static final Pattern BYTES = Pattern.compile("([1-9][0-9]{0,8})(MB|GB)");
  private static final Pattern ROWS = Pattern.compile("[1-9][0-9]{0,11}");

  /// The limits of the environment, with the defaults for those that are not set.
  ///
  /// @throws InvalidLimit if a value is no limit
  public static Retention configured() {
    return of(System.getenv());
  }

  static Retention of(Map<String, String> environment) {
    return new Retention(
        keep(environment, "MARQUEE_KEEP_REPORTS", "30d,1GB", Unit.BYTES),
        keep(environment, "MARQUEE_KEEP_INPUT", "7d", Unit.BYTES),
        keep(environment, "MARQUEE_KEEP_HISTORY", "90d,100000", Unit.ROWS),
        keep(environment, "MARQUEE_KEEP_CHANGES", "30d,10000000", Unit.ROWS),
        keep(environment, "MARQUEE_KEEP_AUDIT", "730d", Unit.ROWS));
  }

  private enum Unit {
    BYTES,
    ROWS
  }

  private static RetentionLimit keep(
      Map<String, String> environment, String name, String usual, Unit unit) {
    String given = environment.getOrDefault(name, "").strip();
    String text = given.isEmpty() ? usual : given;
    if (text.equals("off")) {
      return new RetentionLimit(null, Long.MAX_VALUE);
    }
    @Nullable Duration age = null;
    long most = Long.MAX_VALUE;
    for (String part : text.split(",", -1)) {
      String limit = part.replace(" ", "");
      Matcher sized = BYTES.matcher(limit);
      if (age == null && AGE.matcher(limit).matches()) {
        age = Duration.parse((limit.endsWith("d") ? "P" : "PT") + limit);
      } else if (most == Long.MAX_VALUE && unit == Unit.BYTES && sized.matches()) {
        most = Long.parseLong(sized.group(1)) << (sized.group(2).equals("MB") ? 20 : 30);
      } else if (most == Long.MAX_VALUE && unit == Unit.ROWS && ROWS.matcher(limit).matches()) {
        most = Long.parseLong(limit);
      } else {
        throw new InvalidLimit(
            "%s must be an age, a size or both, such as %s, or off; not %s"
                .formatted(name, usual, text));
      }
    }
    return new RetentionLimit(age, most);
  }
}
