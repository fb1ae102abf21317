package org.marquee.feed.proposed;

import java.time.ZoneId;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.marquee.listing.Kind;

/// What a person states of a file, by field: a column, `=` and a text that is the same for all
/// rows, or nothing, for a field that is left out. What is stated is not looked for.
public record StatedFields(Map<String, String> byField) {
  /// Nothing.
  public static final StatedFields NONE = new StatedFields(Map.of());

  /// What is stated of the file as a whole, and what that may be.
  private static final Map<String, Pattern> OF_FILE = new LinkedHashMap<>();

  static {
    for (String each :
        "zone=.* order=(day|month|year)-first times=list|range hours=24|pm|ap dayEnds=0\\d:[0-5]\\d only=.+:.+ without=.+:.+ encoding=windows-1252|ISO-8859-1|UTF-8 lookedAt=\\d+ missingCountry=[A-Z]{2} missingLocality=.* missingPostcode=.*"
            .split(" ", -1)) {
      OF_FILE.put(each.split("=", 2)[0], Pattern.compile(each.split("=", 2)[1]));
    }
  }

  public StatedFields {
    byField = new LinkedHashMap<>(byField);
  }

  /// A correction that cannot be understood; the message says what there is.
  public static final class InvalidStatement extends Exception {
    private static final long serialVersionUID = 1;

    public InvalidStatement(String message) {
      super(message);
    }
  }

  /// These, and `FIELD=COLUMN` besides.
  ///
  /// @throws InvalidStatement if there is no such field
  public StatedFields with(String correction) throws InvalidStatement {
    String field = correction.substring(0, Math.max(0, correction.indexOf('='))).strip();
    String value = correction.substring(correction.indexOf('=') + 1).strip();
    List<String> fields = new ArrayList<>(List.of("startsAt"));
    Stream.of(Role.values()).forEach(role -> fields.add(role.field));
    fields.addAll(OF_FILE.keySet());
    boolean detail =
        Stream.of(Kind.values()).anyMatch(kind -> Role.details(kind).containsKey(field));
    if (!detail && !fields.contains(field)) {
      throw new InvalidStatement(
          "%s is not FIELD=COLUMN; the fields are %s, and those of details"
              .formatted(Choice.shortened(correction, 100), String.join(", ", fields)));
    }
    Pattern pattern = OF_FILE.get(field);
    boolean code = field.equals("countryCode") && value.matches("[A-Z]{2}");
    String meant =
        pattern != null && value.startsWith("=") ? value.substring(1) : code ? "=" + value : value;
    boolean zone = !field.equals("zone") || ZoneId.getAvailableZoneIds().contains(meant);
    if (!meant.isEmpty() && (!zone || (pattern != null && !pattern.matcher(meant).matches()))) {
      String needed =
          zone
              ? String.valueOf(pattern)
              : "a name of the IANA time-zone database, as Europe/Berlin";
      throw new InvalidStatement("%s is %s, and not %s".formatted(field, needed, meant));
    }
    Map<String, String> all = new LinkedHashMap<>(byField);
    all.put(field, meant);
    return new StatedFields(all);
  }

  /// What is stated of a field; null where nothing is.
  @Nullable String stated(String field) {
    return byField.get(field);
  }

  /// The text that a field is stated to have in all rows; null where it has a column, or nothing.
  @Nullable String text(String field) {
    String said = byField.get(field);
    return said != null && said.startsWith("=") ? said.substring(1).strip() : null;
  }

  /// What is stated of the file as a whole; empty where nothing is.
  String ofFile(String field) {
    return byField.getOrDefault(field, "");
  }

  boolean isLeftOut(String field) {
    return "".equals(byField.get(field));
  }

  /// The column that a field is stated to be; null where none is.
  @Nullable String columnName(String field) {
    String said = byField.get(field);
    return said == null || said.isEmpty() || said.startsWith("=") ? null : said;
  }

  /// The columns that a person means, with `+` between them.
  static List<FileColumn> columns(FeedTable table, String said) throws InvalidStatement {
    boolean one = table.columns().stream().anyMatch(each -> each.isMeant(said));
    List<FileColumn> all = new ArrayList<>();
    for (String name : one ? List.of(said) : List.of(said.split("[+]", -1))) {
      all.add(column(table, name));
    }
    return all;
  }

  /// The column of a file that a person means: by its whole name, or by the end of it if only one
  /// has that.
  ///
  /// @throws InvalidStatement if there is none, or several
  static FileColumn column(FeedTable table, String said) throws InvalidStatement {
    List<FileColumn> called = new ArrayList<>(table.columns());
    called.removeIf(each -> !each.name().equalsIgnoreCase(said.strip()));
    if (called.isEmpty()) {
      called.addAll(table.columns());
      called.removeIf(each -> !each.isMeant(said));
    }
    if (called.size() == 1) {
      return called.getFirst();
    }
    List<FileColumn> some = called.isEmpty() ? table.columns() : called;
    throw new InvalidStatement(
        (called.isEmpty()
                ? "there is no column " + said + "; the columns are "
                : "several columns are called " + said + ": ")
            + String.join(", ", some.stream().limit(40).map(FileColumn::name).toList()));
  }
}
