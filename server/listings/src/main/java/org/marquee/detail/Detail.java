package org.marquee.detail;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.marquee.detail.Form.Address;
import org.marquee.detail.Form.Flag;
import org.marquee.detail.Form.Group;
import org.marquee.detail.Form.Language;
import org.marquee.detail.Form.Minutes;
import org.marquee.detail.Form.Moment;
import org.marquee.detail.Form.OneOf;
import org.marquee.detail.Form.Part;
import org.marquee.detail.Form.Some;
import org.marquee.detail.Form.Tag;
import org.marquee.detail.Form.Text;
import org.marquee.detail.Form.Zone;
import org.marquee.listing.Bounds;
import org.marquee.listing.Kind;
import org.marquee.listing.MemberNames;

/// A fact beside a record that a source may give: the table of all of them (docs/api.md,
/// "Details"). Reading, storing, joining, answering, correcting and the contract follow from it, in
/// its order. A new fact is one line here and one in the documents.
@SuppressWarnings("ImmutableEnumChecker") // no form and no example ever changes
public enum Detail {
  AVAILABILITY(
      Kind.SHOWTIME,
      new Group(
          List.of(
              Part.needed("status", new OneOf(List.of("on_sale", "few_left", "sold_out"))),
              Part.of("observedAt", new Moment()))),
      Joined.FIRST,
      "Whether there are tickets, and when the source said so."),
  ENDS_AT(
      Kind.SHOWTIME,
      new Minutes(),
      Joined.FIRST,
      "When it ends: as the source says, or its start and the running time."),
  VERSION(
      Kind.SHOWTIME,
      new Group(
          List.of(
              Part.of("spoken", new Some(new Language())),
              Part.of("subtitles", new Some(new Language())),
              Part.of("dubbed", new Flag()),
              Part.of("original", new Flag()))),
      Joined.FIRST,
      "The language that is spoken, the languages of subtitles, and whether it is dubbed or the original."),
  FORMATS(
      Kind.SHOWTIME,
      new Some(new Tag()),
      Joined.FIRST,
      "How it is shown, such as 3d, 35mm or dolby-atmos; an open list."),
  ACCESSIBILITY(
      Kind.SHOWTIME,
      new Some(new Tag()),
      Joined.FIRST,
      "For whom it is suitable, such as hard-of-hearing, wheelchair, baby-friendly or sign-language; an open list."),
  PRICE(
      Kind.SHOWTIME,
      new Form.Price(),
      Joined.FIRST,
      "The lowest and the highest price of a ticket, or that it is free."),
  TITLES(
      Kind.FILM,
      new Some(
          new Group(
              List.of(Part.needed("language", new Language()), Part.needed("title", new Text())))),
      Joined.UNITED,
      "Its titles by language."),
  ORIGINAL_TITLE(
      Kind.FILM, new Text(), Joined.FIRST, "The title in the country where it was made."),
  DIRECTORS(Kind.FILM, new Some(new Text()), Joined.FIRST, "Who directed it."),
  GENRES(Kind.FILM, new Some(new Text()), Joined.FIRST, "Genres, as the source names them."),
  LINKS(
      Kind.FILM,
      new Some(
          new Group(List.of(Part.needed("type", new Tag()), Part.needed("url", new Address())))),
      Joined.UNITED,
      "Its pages in catalogues, such as imdb or tmdb; an open list."),
  SYNOPSIS(Kind.FILM, new Text(new Bounds(1, 4000)), Joined.FIRST, "What it is about."),
  WEBSITE_URL(Kind.CINEMA, new Address(), Joined.FIRST, "The cinema's own site."),
  TELEPHONE(Kind.CINEMA, new Text(), Joined.FIRST, "Its telephone number."),
  TIME_ZONE(Kind.CINEMA, new Zone(), Joined.FIRST, "Its time zone, a name of the IANA database."),
  CINEMA_ACCESSIBILITY(
      Kind.CINEMA,
      "accessibility",
      new Some(new Tag()),
      Joined.FIRST,
      "What the cinema has, such as wheelchair or hearing-loop; an open list.");

  /// How the values of two providers are joined.
  public enum Joined {
    /// The one of the provider with the highest rank that has any.
    FIRST,
    /// The items of all, in the order of their ranks, each once.
    UNITED
  }

  private final Kind kind;
  private final String member;
  private final Form form;
  private final Joined joined;
  private final String description;

  Detail(Kind kind, Form form, Joined joined, String description) {
    this(kind, null, form, joined, description);
  }

  /// @param member null: as the constant
  Detail(Kind kind, @Nullable String member, Form form, Joined joined, String description) {
    this.kind = kind;
    this.member = member == null ? MemberNames.ofColumn(name().toLowerCase(Locale.ROOT)) : member;
    this.form = form;
    this.joined = joined;
    this.description = description;
  }

  /// The details of a kind of records, in their order.
  public static List<Detail> of(Kind kind) {
    return Arrays.stream(values()).filter(detail -> detail.kind == kind).toList();
  }

  /// The detail of a kind with a name in feeds and answers.
  public static Optional<Detail> find(Kind kind, String member) {
    return of(kind).stream().filter(detail -> detail.member.equals(member)).findFirst();
  }

  /// The kind of records that have it.
  public Kind kind() {
    return kind;
  }

  /// Its name in feeds and answers, as `originalTitle`.
  public String member() {
    return member;
  }

  /// The values that it may have, as they are stored.
  public Form form() {
    return form;
  }

  public Joined joined() {
    return joined;
  }

  /// What it is, in a sentence for the contract.
  public String description() {
    return description;
  }
}
