package org.marquee.v1.operation;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.marquee.detail.Detail;
import org.marquee.detail.Form;
import org.marquee.detail.PublishedDetails;
import org.marquee.listing.Bounds;
import org.marquee.listing.Kind;
import org.marquee.v1.declaration.Member;
import org.marquee.v1.declaration.RecordType;
import org.marquee.v1.declaration.Schema;

/// The details of records, member by member: the table [Detail] as types, in the order in which
/// `WrittenDetails` writes them (docs/api.md, "Details").
public final class DetailTypes {
  private static final int MOST_ITEMS = 20;

  /// A provider's name, or those of several that complete a list.
  private static final Bounds SOURCE = new Bounds(1, 2000);

  private static final List<Member> END =
      List.of(
          new Member(
              "at",
              true,
              new Schema.DateTime(),
              "When it ends, with the offset of the start.",
              "2026-11-27T15:52:00Z"),
          new Member(
              "basis",
              true,
              new Schema.Growing(List.of("given", "running_time")),
              "Where the end comes from. `given`: a source. `running_time`: the start and the film's running time,"
                  + " without advertisements: say \"about\". Further ones may be added.",
              "running_time"));

  private static final Schema<Double> AMOUNT = new Schema.Decimal(new Bounds(0, 100_000));

  private static final List<Member> PRICE =
      List.of(
          optional("from", AMOUNT, "The lowest."),
          optional("to", AMOUNT, "The highest."),
          optional(
              "currency",
              new Schema.Matching(Pattern.compile("[A-Z]{3}")),
              "The currency, as ISO 4217 writes it."),
          optional("free", new Schema.Flag(), "True where it costs nothing."));

  public static final RecordType SHOWTIME = type(Kind.SHOWTIME);
  public static final RecordType FILM = type(Kind.FILM);
  public static final RecordType CINEMA = type(Kind.CINEMA);

  private DetailTypes() {}

  /// The details of records of a type; null where they have none.
  public static @Nullable RecordType of(RecordType records) {
    return switch (records.name()) {
      case "Showtime" -> SHOWTIME;
      case "Film" -> FILM;
      case "Cinema" -> CINEMA;
      default -> null;
    };
  }

  private static RecordType type(Kind kind) {
    String name = capital(kind.word());
    List<Member> members = new ArrayList<>();
    List<Member> sources = new ArrayList<>();
    for (Detail detail : Detail.of(kind)) {
      String its = name + capital(detail.member());
      members.add(optional(detail.member(), schema(its, detail.form()), detail.description()));
      sources.add(
          optional(detail.member(), new Schema.Text(SOURCE), "The provider of the member."));
    }
    RecordType named =
        new RecordType(
            name + "Sources",
            "The provider of each member; all of them, where several give parts of a list."
                + " `correction` where a person corrected it.",
            sources);
    members.add(
        optional(
            PublishedDetails.SOURCES, new Schema.Nested(named), "Where the members come from."));
    return new RecordType(
        name + "Details",
        "Further facts about the record. A member that no source gives is absent.",
        members);
  }

  private static String capital(String word) {
    return word.substring(0, 1).toUpperCase(Locale.ROOT) + word.substring(1);
  }

  private static Member optional(String name, Schema<?> schema, String description) {
    return new Member(name, false, schema, description, null);
  }

  /// @param name of the type, where it is one
  private static Schema<?> schema(String name, Form form) {
    return switch (form) {
      case Form.Text(Bounds length) -> new Schema.Text(length);
      case Form.Address() -> new Schema.Uri();
      case Form.Tag() -> new Schema.Text(new Bounds(1, 60));
      case Form.OneOf(List<String> choices) -> new Schema.Growing(choices);
      case Form.Language() -> new Schema.Text(new Bounds(2, 240));
      case Form.Flag() -> new Schema.Flag();
      case Form.Moment() -> new Schema.DateTime();
      case Form.Zone() -> new Schema.Text(new Bounds(1, 40));
      case Form.Some(Form item) -> new Schema.ListOf<>(schema(name, item), MOST_ITEMS);
      case Form.Minutes _ -> new Schema.Nested(new RecordType(name, "An end.", END));
      case Form.Price() -> new Schema.Nested(new RecordType(name, "A price.", PRICE));
      case Form.Group(List<Form.Part> parts) ->
          new Schema.Nested(
              new RecordType(
                  name,
                  "A value with several parts.",
                  parts.stream()
                      .map(part ->
                          new Member(
                              part.name(),
                              part.isNeeded(),
                              schema(name + capital(part.name()), part.form()),
                              capital(part.form().words()) + ".",
                              example(part.form())))
                      .toList()));
    };
  }

  /// A value of a part that is always there.
  private static @Nullable Object example(Form form) {
    return switch (form) {
      case Form.OneOf(List<String> choices) -> choices.getFirst();
      case Form.Language() -> "de";
      case Form.Text _ -> "Meer aus Asche";
      case Form.Tag() -> "imdb";
      case Form.Address() -> "https://catalogue.example/ocean-of-cinders";
      default -> null;
    };
  }
}
