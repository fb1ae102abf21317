package org.marquee.listing;

import java.time.LocalDate;
import java.util.Locale;
import java.util.regex.Pattern;

/// A fact that sources give of a film and the interface publishes as they give it (docs/api.md,
/// "Film"). Reading, storing, answering and the contract follow from this table, in its order.
@SuppressWarnings("ImmutableEnumChecker") // no form and no example ever changes
public enum FilmFact {
  DURATION_MINUTES(new Form.Whole(Film.DURATION_MINUTES), 161, "The running time in minutes."),
  CERTIFICATION(
      new Form.Words(Film.CERTIFICATION_LENGTH),
      "PG",
      "The age rating, as the film's source writes it."),
  POSTER_URL(new Form.Address(), "https://posters.example/ocean-of-cinders.jpg", "A poster."),
  RELEASE_DATE(
      new Form.Day(),
      LocalDate.of(1966, 12, 15),
      "The day of release, as the film's source names it."),
  EXT_CATALOG_A_ID(
      new Form.Code(Film.EXT_CATALOG_A_ID, "a positive integer without leading zeros, as a string"),
      "9900000003",
      "The film's id in the first external catalogue."),
  EXT_CATALOG_B_ID(
      new Form.Code(Film.EXT_CATALOG_B_ID, "tt and 7 to 10 digits"),
      "tt9900000003",
      "The film's id in the second external catalogue.");

  private final Form form;
  private final Object example;
  private final String description;
  private final String member;

  FilmFact(Form form, Object example, String description) {
    this.form = form;
    this.example = example;
    this.description = description;
    member = MemberNames.ofColumn(column());
  }

  /// The values that a fact may have.
  public sealed interface Form {
    /// A whole number.
    record Whole(Bounds bounds) implements Form {}

    /// Free text.
    record Words(Bounds length) implements Form {}

    /// An address that a page may link to.
    record Address() implements Form {}

    /// A date.
    record Day() implements Form {}

    /// Text of a pattern.
    ///
    /// @param words what the pattern asks for, for people
    record Code(Pattern pattern, String words) implements Form {}

    /// The type of the values.
    default Class<?> type() {
      return switch (this) {
        case Whole _ -> Integer.class;
        case Day _ -> LocalDate.class;
        case Words _, Address _, Code _ -> String.class;
      };
    }
  }

  public Form form() {
    return form;
  }

  /// A value of it, for the contract.
  public Object example() {
    return example;
  }

  /// What it is, in a sentence for the contract.
  public String description() {
    return description;
  }

  /// Its name in feeds and answers, as `durationMinutes`.
  public String member() {
    return member;
  }

  /// Its name in the database, as `duration_minutes`.
  public String column() {
    return name().toLowerCase(Locale.ROOT);
  }
}
