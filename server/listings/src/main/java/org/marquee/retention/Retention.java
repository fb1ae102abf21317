package org.marquee.retention;

import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// How long an installation keeps reports, raw input, the history of runs, the change log and the
/// audit (docs/retention.md).
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

  /// The limits of reports where nothing else is set; and of the others.
  public static final String REPORTS = "30d,1GB";

  public static final String INPUT = "7d";
  public static final String HISTORY = "90d,100000";
  public static final String CHANGES = "30d,10000000";
  public static final String AUDIT = "730d";

  /// The limits where nothing else is set.
  public static final Retention USUAL =
      new Retention(bytes(REPORTS), bytes(INPUT), rows(HISTORY), rows(CHANGES), rows(AUDIT));

  /// Reads a limit of files: `30d`, `1GB`, both with a comma between, or `off`.
  ///
  /// @throws IllegalArgumentException if it is none
  public static RetentionLimit bytes(String text) {
    return read(text, Unit.BYTES);
  }

  /// Reads a limit of rows: `90d`, `100000`, both with a comma between, or `off`.
  ///
  /// @throws IllegalArgumentException if it is none
  public static RetentionLimit rows(String text) {
    return read(text, Unit.ROWS);
  }

  private enum Unit {
    BYTES,
    ROWS
  }

  private static RetentionLimit read(String given, Unit unit) {
    String text = given.strip();
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
        throw new IllegalArgumentException(
            "an age, a size or both, such as %s, or off, not %s"
                .formatted(unit == Unit.BYTES ? REPORTS : HISTORY, text));
      }
    }
    return new RetentionLimit(age, most);
  }
}
