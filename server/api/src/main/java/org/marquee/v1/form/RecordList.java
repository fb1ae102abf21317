package org.marquee.v1.form;

import java.util.List;
import java.util.Locale;
import org.marquee.listing.Attribute;
import org.marquee.listing.Kind;
import org.marquee.page.JsonRecordEncoder;
import org.marquee.v1.declaration.RecordType;
import org.marquee.v1.operation.RecordTypes;

/// The lists of records, each with the forms that its records have in files.
public enum RecordList {
  ATTRIBUTES(RecordTypes.ATTRIBUTE),
  CHAINS(RecordTypes.CHAIN),
  CINEMAS(RecordTypes.CINEMA),
  FILMS(RecordTypes.FILM),
  SCREENS(RecordTypes.SCREEN),
  SHOWTIMES(RecordTypes.SHOWTIME);

  @SuppressWarnings("ImmutableEnumChecker") // records of unmodifiable lists
  private final RecordType type;

  RecordList(RecordType type) {
    this.type = type;
  }

  /// The list that has the records of a kind.
  public static RecordList of(Kind kind) {
    return switch (kind) {
      case CHAIN -> CHAINS;
      case CINEMA -> CINEMAS;
      case FILM -> FILMS;
      case SCREEN -> SCREENS;
      case SHOWTIME -> SHOWTIMES;
    };
  }

  /// All attributes as JSON, in their order. They are in no database.
  public static List<byte[]> attributes() {
    return Attribute.ALL.stream().map(JsonRecordEncoder::write).toList();
  }

  /// What it is called in paths and files: `showtimes`.
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  /// Its records as CSV.
  public RowForm csv() {
    return new CsvForm(type);
  }

  /// Its records as lines of JSON.
  public RowForm lines() {
    return new NdjsonForm();
  }
}
