package org.marquee.listing;

import java.util.Locale;
import java.util.regex.Pattern;

/// The names of members in feeds and answers, and of the columns that have them in the database.
public final class MemberNames {
  private static final Pattern NEXT_WORD = Pattern.compile("_([a-z])");
  private static final Pattern CAPITAL = Pattern.compile("[A-Z]");

  private MemberNames() {}

  /// The name of the member of a column: `durationMinutes` of `duration_minutes`.
  public static String ofColumn(String column) {
    return NEXT_WORD.matcher(column).replaceAll(word -> word.group(1).toUpperCase(Locale.ROOT));
  }

  /// The name of the column of a member: `duration_minutes` of `durationMinutes`.
  public static String column(String member) {
    return CAPITAL.matcher(member).replaceAll("_$0").toLowerCase(Locale.ROOT);
  }
}
