package org.marquee.v1;

import java.text.Normalizer;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.marquee.http.Request;
import org.marquee.listing.Attribute;
import org.marquee.listing.Attributes;
import org.marquee.listing.CinemaQuery;
import org.marquee.listing.CinemaQuery.Around;
import org.marquee.listing.CinemaQuery.Centre;
import org.marquee.listing.Folding;
import org.marquee.listing.Position;
import org.marquee.listing.Postcodes;
import org.marquee.listing.ShowtimeQuery;
import org.marquee.listing.Timestamps;
import org.marquee.listing.Window;

/// Makes a question of a request, or finds its faults (specification 4; contract, "Requests" and
/// "Lists").
final class Questions {
  private static final Pattern MARKS = Pattern.compile("\\p{M}+");
  private static final int LONGEST_ID = 160;
  private static final int LONGEST_SEARCH = 240;
  private static final int LONGEST_POSTCODE = 16;
  private static final int SHORTEST_SEARCH = 2;
  private static final int LARGEST_PAGE = 100;
  static final int USUAL_PAGE = 25;

  /// Of list and filters, in characters.
  private static final int USUAL_LENGTH = 192;

  private static final int LARGEST_RADIUS_KM = 100;
  private static final double USUAL_RADIUS_KM = 25;
  private static final long YEAR_10000 = 253_402_300_800L;

  private Questions() {}

  /// What reading a request gave.
  sealed interface Read {
    record Sound(Question question) implements Read {}

    record Faulty(List<Violation> violations) implements Read {}
  }

  static Read read(Operation operation, Request request) {
    Parameters parameters = new Parameters(request.query(), operation.parameters());
    Question question =
        switch (operation) {
          case SHOWTIMES -> showtimes(parameters);
          case ATTRIBUTES ->
              new Question.AttributeList(place(parameters, Position.ByName.class, "attributes"));
          case FILMS -> new Question.Films(place(parameters, Position.ByName.class, "films"));
          case FILM -> new Question.OneFilm(request.path().get(2));
          case CINEMAS -> cinemas(parameters);
          case CINEMA -> new Question.OneCinema(request.path().get(2));
          case SCREENS -> screens(parameters);
          case CHAINS -> new Question.Chains(place(parameters, Position.ByName.class, "chains"));
        };
    return question != null && parameters.areSound()
        ? new Read.Sound(question)
        : new Read.Faulty(parameters.violations());
  }

  private static @Nullable Question showtimes(Parameters parameters) {
    String cinemaId = parameters.text("cinemaId", 1, LONGEST_ID);
    String filmId = parameters.text("filmId", 1, LONGEST_ID);
    Attributes attributes = attributes(parameters);
    Window window = window(parameters);
    Question.Place place =
        place(
            parameters,
            Position.ByStart.class,
            "showtimes",
            window == null ? null : text(window.after()) + " " + text(window.before()),
            cinemaId,
            filmId,
            Integer.toString(attributes.mask()));
    return window == null
        ? null
        : new Question.Showtimes(new ShowtimeQuery(window, cinemaId, filmId, attributes), place);
  }

  /// As [Instant#toString] writes it, which cursors already with callers were made with, but faster
  /// where it can be.
  private static String text(Instant instant) {
    // Ours ends a fraction at its last digit that is not zero, theirs after three, six or nine.
    boolean alike =
        (instant.getNano() == 0
                || (instant.getNano() % 1000 == 0 && instant.getNano() / 1000 % 10 != 0))
            && instant.getEpochSecond() >= 0
            && instant.getEpochSecond() < YEAR_10000;
    return alike ? Timestamps.write(instant) : instant.toString();
  }

  private static @Nullable Window window(Parameters parameters) {
    parameters.require("startsAfter");
    parameters.require("startsBefore");
    Optional<Instant> after = parameters.dateTime("startsAfter");
    Optional<Instant> before = parameters.dateTime("startsBefore");
    if (after.isEmpty() || before.isEmpty()) {
      return null;
    }
    if (!after.get().isBefore(before.get())) {
      parameters.refuse(
          "startsBefore", Reason.WINDOW_EMPTY, "startsBefore must be later than startsAfter");
      return null;
    }
    if (Duration.between(after.get(), before.get()).compareTo(Window.LONGEST) > 0) {
      parameters.refuse(
          "startsBefore",
          Reason.WINDOW_TOO_LONG,
          "startsBefore may be at most 31 days after startsAfter");
      return null;
    }
    return new Window(after.get(), before.get());
  }

  private static Attributes attributes(Parameters parameters) {
    Attributes attributes = Attributes.NONE;
    String list = parameters.text("attributeIds");
    if (list == null) {
      return attributes;
    }
    for (String id : list.split(",", -1)) {
      Optional<Attribute> attribute = Attribute.find(id);
      if (attribute.isPresent()) {
        attributes = attributes.with(attribute.get());
      } else if (id.isEmpty() || id.codePoints().anyMatch(Character::isWhitespace)) {
        parameters.refuse(
            "attributeIds",
            Reason.MALFORMED,
            "attribute ids separated by single commas, without blanks");
        return attributes;
      } else {
        parameters.refuse(
            "attributeIds",
            Reason.UNKNOWN_VALUE,
            "no attribute has such an id; /v1/attributes lists them");
        return attributes;
      }
    }
    return attributes;
  }

  private static Question cinemas(Parameters parameters) {
    String search = parameters.text("search", SHORTEST_SEARCH, LONGEST_SEARCH);
    String folded = search == null ? null : Folding.fold(search);
    String chainId = parameters.text("chainId", 1, LONGEST_ID);
    Around around = around(parameters);
    Question.Place place =
        place(
            parameters,
            around == null ? Position.ByName.class : Position.ByDistance.class,
            "cinemas",
            withoutMarks(folded),
            chainId,
            Objects.toString(around, null));
    return new Question.Cinemas(new CinemaQuery(folded, chainId, around), place);
  }

  /// As searches were folded when cursors that callers still keep were made.
  static @Nullable String withoutMarks(@Nullable String folded) {
    if (folded == null || folded.chars().allMatch(letter -> letter < 0x80)) {
      return folded;
    }
    return MARKS.matcher(Normalizer.normalize(folded, Normalizer.Form.NFD)).replaceAll("");
  }

  private static @Nullable Around around(Parameters parameters) {
    Double latitude = parameters.number("latitude", -90, 90);
    Double longitude = parameters.number("longitude", -180, 180);
    String postcode = parameters.text("postcode", 1, LONGEST_POSTCODE);
    Double radius = parameters.number("radiusKm", 0, LARGEST_RADIUS_KM);
    boolean point = parameters.isGiven("latitude") || parameters.isGiven("longitude");
    boolean code = parameters.isGiven("postcode");
    if (point && code) {
      parameters.refuse(
          "postcode",
          Reason.NOT_ALLOWED_TOGETHER,
          "give latitude and longitude, or postcode, not both");
    }
    if (point && !parameters.isGiven("longitude")) {
      parameters.refuse("longitude", Reason.REQUIRED_TOGETHER, "latitude needs a longitude");
    }
    if (point && !parameters.isGiven("latitude")) {
      parameters.refuse("latitude", Reason.REQUIRED_TOGETHER, "longitude needs a latitude");
    }
    if (parameters.isGiven("radiusKm") && !point && !code) {
      parameters.refuse(
          "radiusKm",
          Reason.REQUIRED_TOGETHER,
          "a radius needs a centre: latitude and longitude, or postcode");
    }
    double kilometres = radius == null ? USUAL_RADIUS_KM : radius;
    if (latitude != null && longitude != null) {
      return new Around(new Centre.Point(latitude, longitude), kilometres);
    }
    return postcode == null
        ? null
        : new Around(new Centre.Postcode(Postcodes.key(postcode)), kilometres);
  }

  private static @Nullable Question screens(Parameters parameters) {
    parameters.require("cinemaId");
    String cinemaId = parameters.text("cinemaId", 1, LONGEST_ID);
    Question.Place place = place(parameters, Position.ByName.class, "screens", cinemaId);
    return cinemaId == null ? null : new Question.Screens(cinemaId, place);
  }

  /// @param order what positions in the list are made of
  /// @param filters what the walk must not change, in a fixed order; null where a filter is not
  ///   given
  private static Question.Place place(
      Parameters parameters,
      Class<? extends Position> order,
      String list,
      @Nullable String... filters) {
    boolean sound = parameters.areSound();
    int limit = parameters.whole("limit", 1, LARGEST_PAGE, USUAL_PAGE);
    StringBuilder all = new StringBuilder(USUAL_LENGTH).append(list);
    for (String filter : filters) {
      all.append('\0');
      if (filter != null) {
        all.append('=').append(filter);
      }
    }
    long fingerprint = Digest.of(all.toString());
    return new Question.Place(fingerprint, position(parameters, order, fingerprint, sound), limit);
  }

  private static @Nullable Position position(
      Parameters parameters,
      Class<? extends Position> order,
      long fingerprint,
      boolean filtersSound) {
    String text = parameters.text("cursor");
    if (text == null) {
      return null;
    }
    Optional<Cursor> cursor = Cursor.read(text);
    if (cursor.isEmpty()) {
      parameters.refuse(
          "cursor", Reason.MALFORMED, "pass pagination.nextCursor of the page before, unchanged");
      return null;
    }
    if (filtersSound
        && (cursor.get().fingerprint() != fingerprint
            || !order.isInstance(cursor.get().position()))) {
      parameters.refuse(
          "cursor", Reason.CURSOR_MISMATCH, "the cursor belongs to another list or other filters");
      return null;
    }
    return cursor.get().position();
  }
}
