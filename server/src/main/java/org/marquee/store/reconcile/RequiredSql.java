package org.marquee.store.reconcile;

import static java.util.stream.Collectors.joining;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.EnumSet;
import java.util.Set;
import java.util.function.Function;
import org.marquee.ingest.rules.RequiredField;
import org.marquee.listing.Kind;

/// The required fields ([RequiredField]) as columns of source records.
final class RequiredSql {
  private RequiredSql() {}

  static String complete(Kind kind, String row) {
    return RequiredField.of(kind).stream()
        .map(field -> value(field, row) + " is not null")
        .collect(joining(" and ", "(", ")"));
  }

  static String incomplete(Kind kind, String row) {
    return "not " + complete(kind, row);
  }

  /// An SQL text: `no country code, no postcode`, as the row `row` lacks them.
  static String lacking(Kind kind, String row) {
    return ofLacking(kind, row, RequiredField::words, "concat_ws(', no ', ");
  }

  /// An SQL text: the options that supply what the row `row` lacks.
  static String options(Kind kind, String row) {
    return ofLacking(kind, row, RequiredField::option, "concat_ws(', ', ");
  }

  private static String ofLacking(
      Kind kind, String row, Function<RequiredField, String> words, String begin) {
    return RequiredField.of(kind).stream()
        .map(field ->
            "case when %s is null then '%s' end".formatted(value(field, row), words.apply(field)))
        .collect(joining(", ", begin, ")"));
  }

  static Set<RequiredField> in(ResultSet rows, Kind kind) throws SQLException {
    Set<RequiredField> fields = EnumSet.noneOf(RequiredField.class);
    for (RequiredField field : RequiredField.of(kind)) {
      boolean present =
          switch (field) {
            case TITLE -> rows.getString("title") != null;
            case COUNTRY_CODE ->
                rows.getString("country_code") != null || rows.getString("missing_country") != null;
            case LOCALITY ->
                rows.getString("locality") != null || rows.getString("missing_locality") != null;
            case POSTCODE ->
                rows.getString("postcode") != null || rows.getString("missing_postcode") != null;
          };
      if (present) {
        fields.add(field);
      }
    }
    return fields;
  }

  private static String value(RequiredField field, String row) {
    return switch (field) {
      case TITLE -> row + ".title";
      case COUNTRY_CODE -> "coalesce(%1$s.country_code, %1$s.missing_country)".formatted(row);
      case LOCALITY -> "coalesce(%1$s.locality, %1$s.missing_locality)".formatted(row);
      case POSTCODE -> "coalesce(%1$s.postcode, %1$s.missing_postcode)".formatted(row);
    };
  }
}
