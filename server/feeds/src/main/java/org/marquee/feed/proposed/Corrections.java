package org.marquee.feed.proposed;

import java.time.ZoneId;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// What a person states of a file, by field: a column, `=` and a text that is the same for all
/// rows, or nothing, for a field that is left out. What is stated is not looked for.
public record Corrections(Map<String, String> byField) {
  /// Nothing.
  public static final Corrections NONE = new Corrections(Map.of());

  /// What is published in place of what nobody knows.
  static final List<String> MISSING =
      List.of("missingCountry", "missingLocality", "missingPostcode");

  /// What is stated of the file as a whole, as a text.
  private static final List<String> OF_FILE =
      Stream.of(List.of("dayEnds", "labels"), MISSING, List.of("only", "order", "without", "zone"))
          .flatMap(List::stream)
          .toList();

  public Corrections {
    byField = new LinkedHashMap<>(byField);
  }

  /// A correction that cannot be understood; the message says what there is.
  public static final class InvalidCorrection extends Exception {
    private static final long serialVersionUID = 1;

    public InvalidCorrection(String message) {
      super(message);
    }
  }

  /// These, and `FIELD=COLUMN` besides.
  ///
  /// @throws InvalidCorrection if there is no such field
  public Corrections with(String correction) throws InvalidCorrection {
    int equals = correction.indexOf('=');
    String field = correction.substring(0, Math.max(0, equals)).strip();
    if (equals < 1 || !fields().contains(field)) {
      throw new InvalidCorrection(
          "a correction is FIELD=COLUMN, and \""
              + correction
              + "\" is none; the fields are "
              + String.join(", ", fields()));
    }
    String value = correction.substring(equals + 1).strip();
    boolean code = field.equals("countryCode") && value.matches("[A-Z]{2}");
    String meant =
        OF_FILE.contains(field) ? value.replaceFirst("^=", "") : code ? "=" + value : value;
    check(field, meant);
    Map<String, String> all = new LinkedHashMap<>(byField);
    all.put(field, meant);
    return new Corrections(all);
  }

  private static void check(String field, String text) throws InvalidCorrection {
    String needed =
        switch (field) {
          case "zone" ->
              ZoneId.getAvailableZoneIds().contains(text)
                  ? ""
                  : "a name of the IANA time-zone database, as Europe/Berlin";
          case "countryCode" -> text.matches("[^=].*|=[A-Z]{2}") ? "" : "a column or a code, as DE";
          case "order" ->
              Set.of(DayOrder.DAY_FIRST, DayOrder.MONTH_FIRST).contains(text)
                  ? ""
                  : "day-first or month-first";
          case "dayEnds" -> text.matches("0[0-9]:[0-5][0-9]") ? "" : "a time before noon, as 06:00";
          case "only", "without" -> text.contains(":") ? "" : "COLUMN:TEXT";
          default -> "";
        };
    if (!needed.isEmpty() && !text.isEmpty()) {
      throw new InvalidCorrection(field + " is " + needed + ", and not " + text);
    }
  }

  /// The fields that can be corrected.
  public static List<String> fields() {
    return Stream.concat(Stream.of(Role.values()).map(role -> role.field), OF_FILE.stream())
        .toList();
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

  /// The column of a file that a person means: by its whole path, or by the end of it if only one
  /// has that.
  ///
  /// @throws InvalidCorrection if there is none, or several
  static FileColumn column(FeedTable table, String said) throws InvalidCorrection {
    String wanted = said.toLowerCase(Locale.ROOT);
    List<FileColumn> called =
        table.columns().stream()
            .filter(column -> column.toString().toLowerCase(Locale.ROOT).equals(wanted))
            .toList();
    if (called.isEmpty()) {
      called = table.columns().stream().filter(column -> endsWith(column, wanted)).toList();
    }
    if (called.size() == 1) {
      return called.getFirst();
    }
    List<FileColumn> shown = called.isEmpty() ? table.columns() : called;
    throw new InvalidCorrection(
        (called.isEmpty()
                ? "there is no column " + said + "; the columns are "
                : "several columns are called " + said + ": ")
            + String.join(", ", shown.stream().map(FileColumn::toString).limit(40).toList()));
  }

  private static boolean endsWith(FileColumn column, String wanted) {
    return column.toString().toLowerCase(Locale.ROOT).endsWith("." + wanted)
        || wanted.equals(String.valueOf(column.place().member(0)).toLowerCase(Locale.ROOT));
  }
}
