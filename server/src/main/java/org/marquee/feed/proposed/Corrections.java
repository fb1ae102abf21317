package org.marquee.feed.proposed;

import java.time.ZoneId;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
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
  private static final Set<String> OF_FILE =
      Set.of(
          "zone",
          "order",
          "dayEnds",
          "only",
          "without",
          "labels",
          "missingCountry",
          "missingLocality",
          "missingPostcode");

  public Corrections {
    byField = new LinkedHashMap<>(byField);
  }

  /// A correction that cannot be understood; the message says what there is.
  public static final class Fault extends Exception {
    private static final long serialVersionUID = 1;

    public Fault(String message) {
      super(message);
    }
  }

  /// These, and `FIELD=COLUMN` besides.
  ///
  /// @throws Fault if there is no such field
  public Corrections with(String correction) throws Fault {
    int equals = correction.indexOf('=');
    String field = correction.substring(0, Math.max(0, equals)).strip();
    if (equals < 1 || !fields().contains(field)) {
      throw new Fault(
          "a correction is FIELD=COLUMN, and \""
              + correction
              + "\" is none; the fields are "
              + String.join(", ", fields()));
    }
    Map<String, String> all = new LinkedHashMap<>(byField);
    String value = correction.substring(equals + 1).strip();
    boolean code = field.equals("countryCode") && value.matches("[A-Z]{2}");
    String meant =
        OF_FILE.contains(field) ? value.replaceFirst("^=", "") : code ? "=" + value : value;
    check(field, meant);
    all.put(field, meant);
    return new Corrections(all);
  }

  private static void check(String field, String text) throws Fault {
    String needed =
        switch (field) {
          case "zone" ->
              ZoneId.getAvailableZoneIds().contains(text)
                  ? ""
                  : "a name of the IANA time-zone database, as Europe/Berlin";
          case "countryCode" ->
              text.startsWith("=") && !text.matches("=[A-Z]{2}") ? "a column or a code, as DE" : "";
          case "order" -> text.matches("day-first|month-first") ? "" : "day-first or month-first";
          case "dayEnds" -> text.matches("0[0-9]:[0-5][0-9]") ? "" : "a time before noon, as 06:00";
          case "only", "without" -> text.contains(":") ? "" : "COLUMN:TEXT";
          default -> "";
        };
    if (!needed.isEmpty() && !text.isEmpty()) {
      throw new Fault(field + " is " + needed + ", and not " + text);
    }
  }

  /// The fields that can be corrected.
  public static List<String> fields() {
    return Stream.concat(
            Stream.of(Role.values()).map(role -> role.field), OF_FILE.stream().sorted())
        .toList();
  }

  /// What is stated of a field; null where nothing is.
  @Nullable String find(String field) {
    return byField.get(field);
  }

  /// The text that a field is stated to have in all rows; null where it has a column, or nothing.
  @Nullable String text(String field) {
    String said = byField.get(field);
    return said != null && said.startsWith("=") ? said.substring(1).strip() : null;
  }

  boolean isLeftOut(String field) {
    return "".equals(byField.get(field));
  }

  boolean names(String field) {
    String said = byField.get(field);
    return said != null && !said.isEmpty() && !said.startsWith("=");
  }

  /// The column of a file that a person means: by its whole path, or by the end of it if only one
  /// has that.
  ///
  /// @throws Fault if there is none, or several
  static FileColumn column(FeedTable table, String said) throws Fault {
    String wanted = said.toLowerCase(Locale.ROOT);
    List<FileColumn> found =
        table.columns().stream()
            .filter(column -> column.toString().toLowerCase(Locale.ROOT).equals(wanted))
            .toList();
    if (found.isEmpty()) {
      found =
          table.columns().stream()
              .filter(column ->
                  column.toString().toLowerCase(Locale.ROOT).endsWith("." + wanted)
                      || Optional.ofNullable(column.place().member(0))
                          .orElse("")
                          .toLowerCase(Locale.ROOT)
                          .equals(wanted))
              .toList();
    }
    if (found.size() == 1) {
      return found.getFirst();
    }
    List<String> names =
        (found.isEmpty() ? table.columns() : found)
            .stream().map(FileColumn::toString).limit(40).toList();
    throw new Fault(
        (found.isEmpty() ? "there is no column " : "several columns are called ")
            + said
            + (found.isEmpty() ? "; the columns are " : ": ")
            + String.join(", ", names));
  }
}
