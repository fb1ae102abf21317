package org.marquee.store.reconcile.stage;

import static java.util.stream.Collectors.joining;
import static java.util.stream.Collectors.toSet;

import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;
import org.marquee.ingest.rules.RequiredField;
import org.marquee.listing.Kind;

/// The required fields ([RequiredField]) as columns of source records.
public final class RequiredSql {
  private RequiredSql() {}

  public static String complete(Kind kind, String row) {
    return RequiredField.of(kind).stream()
        .map(field -> value(field, row) + " is not null")
        .collect(joining(" and ", "(", ")"));
  }

  public static String incomplete(Kind kind, String row) {
    return "not " + complete(kind, row);
  }

  /// An SQL text: `no country code, no postcode`, as the row `row` lacks them.
  public static String lacking(Kind kind, String row) {
    return fields(kind, row, "is null", RequiredField::words, ", no ");
  }

  /// An SQL text: the options that supply what the row `row` lacks.
  public static String options(Kind kind, String row) {
    return fields(kind, row, "is null", RequiredField::option, ", ");
  }

  /// An SQL text: the names of the fields that the row `row` has.
  public static String present(Kind kind, String row) {
    return fields(kind, row, "is not null", RequiredField::name, " ");
  }

  private static String fields(
      Kind kind, String row, String which, Function<RequiredField, String> words, String between) {
    return RequiredField.of(kind).stream()
        .map(field ->
            "case when %s %s then '%s' end".formatted(value(field, row), which, words.apply(field)))
        .collect(joining(", ", "concat_ws('" + between + "', ", ")"));
  }

  /// The fields in such a text.
  public static Set<RequiredField> read(String present) {
    return Stream.of(present.split(" ", -1))
        .filter(name -> !name.isEmpty())
        .map(RequiredField::valueOf)
        .collect(toSet());
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
