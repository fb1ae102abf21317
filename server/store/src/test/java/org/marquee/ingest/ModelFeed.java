package org.marquee.ingest;

import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.StringJoiner;
import java.util.stream.Collectors;
import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;
import org.marquee.listing.Kind;

/// The content of a feed: written as a native feed for the database, used directly by the model.
///
/// @param covers null: everything
@NullMarked
record ModelFeed(
    boolean full,
    Instant observedAt,
    @Nullable String sourceUpdatedAt,
    @Nullable Covers covers,
    boolean shrinkAccepted,
    List<Line> lines) {

  record Covers(@Nullable Instant from, @Nullable Instant until, @Nullable Set<String> cinemas) {}

  /// Whether the feed lists all of a cinema.
  boolean covers(String cinema) {
    return full
        && (covers == null || covers.cinemas() == null || covers.cinemas().contains(cinema));
  }

  /// Whether the feed covers showtimes that start at a time.
  boolean covers(Instant start) {
    return !start.isBefore(observedAt)
        && (covers == null
            || ((covers.from() == null || !start.isBefore(covers.from()))
                && (covers.until() == null || start.isBefore(covers.until()))));
  }

  /// The record of a line.
  ///
  /// @param cinema of a screen, else empty
  record Name(Kind kind, String externalId, String cinema) {}

  sealed interface Line {
    @Nullable Name name();

    String json();

    @Nullable String updated();
  }

  record Chain(String externalId, String title, @Nullable String updated) implements Line {
    @Override
    public Name name() {
      return new Name(Kind.CHAIN, externalId, "");
    }

    @Override
    public String json() {
      return new Json("chain")
          .text("externalId", externalId)
          .text("name", title)
          .text("sourceUpdatedAt", updated)
          .toString();
    }
  }

  record Cinema(
      String externalId,
      String title,
      @Nullable String chain,
      @Nullable String zone,
      @Nullable String postcode,
      @Nullable String updated)
      implements Line {
    @Override
    public Name name() {
      return new Name(Kind.CINEMA, externalId, "");
    }

    @Override
    public String json() {
      return new Json("cinema")
          .text("externalId", externalId)
          .text("name", title)
          .text("chain", chain)
          .text("timeZone", zone)
          .raw(
              "location",
              new Json("")
                  .text("countryCode", "GB")
                  .text("locality", "Town")
                  .text("postcode", postcode)
                  .toString())
          .text("sourceUpdatedAt", updated)
          .toString();
    }
  }

  record Film(String externalId, @Nullable String title, @Nullable String updated) implements Line {
    @Override
    public Name name() {
      return new Name(Kind.FILM, externalId, "");
    }

    @Override
    public String json() {
      return new Json("film")
          .text("externalId", externalId)
          .text("title", title)
          .text("sourceUpdatedAt", updated)
          .toString();
    }
  }

  record Screen(String externalId, String cinema, String title, @Nullable String updated)
      implements Line {
    @Override
    public Name name() {
      return new Name(Kind.SCREEN, externalId, cinema);
    }

    @Override
    public String json() {
      return new Json("screen")
          .text("externalId", externalId)
          .text("cinema", cinema)
          .text("name", title)
          .text("sourceUpdatedAt", updated)
          .toString();
    }
  }

  /// @param startsAt as it is written: with an offset, or local
  record Showtime(
      String externalId,
      String film,
      String cinema,
      String startsAt,
      @Nullable String attribute,
      @Nullable String screen,
      @Nullable String screenName,
      @Nullable String updated)
      implements Line {
    @Override
    public Name name() {
      return new Name(Kind.SHOWTIME, externalId, "");
    }

    @Override
    public String json() {
      return new Json("showtime")
          .text("externalId", externalId)
          .text("film", film)
          .text("cinema", cinema)
          .text("startsAt", startsAt)
          .raw("attributes", attribute == null ? null : "[\"" + attribute + "\"]")
          .raw(
              "screen",
              screen == null && screenName == null
                  ? null
                  : new Json("").text("externalId", screen).text("name", screenName).toString())
          .text("sourceUpdatedAt", updated)
          .toString();
    }
  }

  /// A withdrawal.
  record Withdrawn(Name name) implements Line {
    @Override
    public String json() {
      return new Json("withdrawn")
          .text("kind", name.kind().word())
          .text("externalId", name.externalId())
          .text("cinema", name.cinema().isEmpty() ? null : name.cinema())
          .toString();
    }

    @Override
    public @Nullable String updated() {
      return null;
    }
  }

  /// A line that no reader accepts; only its external id can be read.
  record Broken(@Nullable Name name, String json) implements Line {
    @Override
    public @Nullable String updated() {
      return null;
    }
  }

  String header() {
    String more = sourceUpdatedAt == null ? "" : ",\"sourceUpdatedAt\":\"" + sourceUpdatedAt + "\"";
    if (covers != null) {
      Set<String> cinemas = covers.cinemas();
      more +=
          ",\"covers\":"
              + new Json("")
                  .text("from", covers.from() == null ? null : covers.from().toString())
                  .text("until", covers.until() == null ? null : covers.until().toString())
                  .raw(
                      "cinemas",
                      cinemas == null
                          ? null
                          : cinemas.stream()
                              .map(each -> "\"" + each + "\"")
                              .collect(Collectors.joining(",", "[", "]")));
    }
    return World.header(full ? "full" : "delta", observedAt.toString(), more);
  }

  String text() {
    return header()
        + "\n"
        + lines.stream().map(line -> line.json() + "\n").collect(Collectors.joining());
  }

  /// An object in writing; what is null is left out.
  private static final class Json {
    private final StringJoiner members = new StringJoiner(",", "{", "}");

    Json(String type) {
      text("type", type.isEmpty() ? null : type);
    }

    Json text(String name, @Nullable String value) {
      return raw(name, value == null ? null : '"' + value + '"');
    }

    Json raw(String name, @Nullable String value) {
      if (value != null) {
        members.add('"' + name + "\":" + value);
      }
      return this;
    }

    @Override
    public String toString() {
      return members.toString();
    }
  }
}
