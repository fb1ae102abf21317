package org.marquee.sample;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.zip.GZIPOutputStream;
import org.jspecify.annotations.NullMarked;
import org.marquee.listing.Attribute;
import org.marquee.listing.Attributes;
import org.marquee.listing.Timestamps;

/// Writes native feeds of any size for benchmarks and for tests that need an import to last.
///
/// Record number n is a function of the seed and n, so a feed is the same wherever it is made.
/// Rounds change it: round 0 is the feed as it is, each other round differs from round 0 in a share
/// of the showtimes, of which a tenth is withdrawn, a tenth has a newcomer beside it and the rest
/// starts at another time. The full feed of a round equals round 0 with the round's delta.
@NullMarked
public final class BigFeed {
  private static final List<ZoneId> ZONES =
      List.of(
          ZoneId.of("Europe/London"),
          ZoneId.of("Europe/Paris"),
          ZoneId.of("Europe/Warsaw"),
          ZoneId.of("Europe/Helsinki"));

  private static final int CHAINS = 12;
  private static final int SCREENS = 6;
  private static final int FIRST_START = 11 * 60;
  private static final int SLOT = 150;
  private static final int SLOTS = 5;

  private final JsonLines lines;
  private final Size size;
  private final Round round;

  private BigFeed(OutputStream out, Size size, Round round) {
    this.lines = new JsonLines(out);
    this.size = size;
    this.round = round;
  }

  /// How much there is.
  ///
  /// @param from first day of the programme
  /// @param days length of the programme
  public record Size(int showtimes, int cinemas, int films, int days, LocalDate from, long seed) {
    /// 130,000 showtimes in 1,000 cinemas, 600 films, a fortnight.
    public static Size national(LocalDate from) {
      return new Size(130_000, 1_000, 600, 14, from, 1);
    }
  }

  /// What has changed since round 0.
  ///
  /// @param share of the showtimes, 0 to 1
  public record Round(int number, double share) {
    /// Nothing has.
    public static final Round FIRST = new Round(0, 0);
  }

  /// What a round does to a showtime.
  private enum Change {
    NONE,
    WITHDRAWN,
    JOINED,
    MOVED
  }

  /// Writes everything, as of a round. A name that ends in `.gz` is compressed.
  public static void full(Path file, Size size, Round round, Instant observedAt)
      throws IOException {
    try (OutputStream out = open(file)) {
      new BigFeed(out, size, round).full(observedAt);
    }
  }

  /// Writes what a round changes.
  public static void delta(Path file, Size size, Round round, Instant observedAt)
      throws IOException {
    try (OutputStream out = open(file)) {
      new BigFeed(out, size, round).delta(observedAt);
    }
  }

  /// `FILE [showtimes=N] [cinemas=N] [films=N] [days=N] [from=DATE] [seed=N] [round=N] [share=0.05]
  /// [mode=full|delta] [observedAt=TIMESTAMP]`
  public static void main(String[] args) throws IOException {
    Map<String, String> given = new HashMap<>();
    for (int i = 1; i < args.length; i++) {
      String[] pair = args[i].split("=", 2);
      given.put(pair[0], pair[1]);
    }
    Instant observedAt = Instant.parse(given.getOrDefault("observedAt", Instant.now().toString()));
    String today = observedAt.toString().substring(0, "yyyy-mm-dd".length());
    Size size =
        new Size(
            Integer.parseInt(given.getOrDefault("showtimes", "130000")),
            Integer.parseInt(given.getOrDefault("cinemas", "1000")),
            Integer.parseInt(given.getOrDefault("films", "600")),
            Integer.parseInt(given.getOrDefault("days", "14")),
            LocalDate.parse(given.getOrDefault("from", today)),
            Long.parseLong(given.getOrDefault("seed", "1")));
    Round round =
        new Round(
            Integer.parseInt(given.getOrDefault("round", "0")),
            Double.parseDouble(given.getOrDefault("share", "0")));
    if (given.getOrDefault("mode", "full").equals("delta")) {
      delta(Path.of(args[0]), size, round, observedAt);
    } else {
      full(Path.of(args[0]), size, round, observedAt);
    }
  }

  private static OutputStream open(Path file) throws IOException {
    OutputStream out = new BufferedOutputStream(Files.newOutputStream(file), 1 << 16);
    return file.toString().endsWith(".gz") ? new GZIPOutputStream(out, 1 << 16) : out;
  }

  private void full(Instant observedAt) throws IOException {
    header("full", observedAt);
    for (int chain = 0; chain < CHAINS; chain++) {
      lines.line("chain").with("externalId", "ch-" + chain).with("name", "Chain " + chain).end();
    }
    for (int cinema = 0; cinema < size.cinemas(); cinema++) {
      cinema(cinema);
    }
    for (int film = 0; film < size.films(); film++) {
      film(film);
    }
    for (int number = 0; number < size.showtimes(); number++) {
      Change change = change(number);
      if (change != Change.WITHDRAWN) {
        showtime("st-" + number, number, change);
      }
      if (change == Change.JOINED) {
        newcomer(number);
      }
    }
    lines.finish();
  }

  private void delta(Instant observedAt) throws IOException {
    header("delta", observedAt);
    for (int number = 0; number < size.showtimes(); number++) {
      switch (change(number)) {
        case NONE -> {}
        case WITHDRAWN ->
            lines
                .line("withdrawn")
                .with("kind", "showtime")
                .with("externalId", "st-" + number)
                .end();
        case JOINED -> newcomer(number);
        case MOVED -> showtime("st-" + number, number, Change.MOVED);
      }
    }
    lines.finish();
  }

  private void header(String mode, Instant observedAt) {
    lines
        .line("feed")
        .with("version", 1)
        .with("observedAt", Timestamps.write(observedAt))
        .with("mode", mode)
        .end();
  }

  private void cinema(int number) {
    SplittableRandom chance = chance("cinema", number);
    lines
        .line("cinema")
        .with("externalId", "ci-" + number)
        .with("name", "Cinema " + number)
        .with("chain", chance.nextInt(4) == 0 ? null : "ch-" + chance.nextInt(CHAINS))
        .with("timeZone", zone(number).getId())
        .open("location")
        .with("countryCode", "GB")
        .with("locality", "Town " + number / 3)
        .with("postcode", "ZZ%d %dAA".formatted(number / 10, number % 10))
        .with("latitude", 50 + chance.nextInt(80_000) / 10_000.0)
        .with("longitude", -5 + chance.nextInt(60_000) / 10_000.0)
        .end()
        .end();
    for (int screen = 1; screen <= SCREENS; screen++) {
      lines
          .line("screen")
          .with("externalId", "" + screen)
          .with("cinema", "ci-" + number)
          .with("name", "Screen " + screen)
          .end();
    }
  }

  private void film(int number) {
    SplittableRandom chance = chance("film", number);
    lines
        .line("film")
        .with("externalId", "fi-" + number)
        .with("title", "Film " + number)
        .with("durationMinutes", 80 + chance.nextInt(100))
        .with("certification", List.of("U", "PG", "12A", "15", "18").get(chance.nextInt(5)))
        .with("posterUrl", "https://posters.example/fi-" + number + ".jpg")
        .with("releaseDate", size.from().minusDays(chance.nextInt(60)).toString())
        .end();
  }

  /// The same film on the same screen, at another time.
  private void newcomer(int number) {
    showtime("st-%d-%d".formatted(number, round.number()), number, Change.MOVED);
  }

  /// Cinema by cinema, and in each its days in turn.
  private void showtime(String id, int number, Change change) {
    SplittableRandom chance = chance("showtime", number);
    int perCinema = Math.ceilDiv(size.showtimes(), size.cinemas());
    int cinema = number / perCinema;
    int turn = number % perCinema / size.days();
    int minute = FIRST_START + turn / SCREENS % SLOTS * SLOT + 5 * chance.nextInt(6);
    int screen = 1 + turn % SCREENS;
    lines
        .line("showtime")
        .with("externalId", id)
        .with("film", "fi-" + favourite(chance))
        .with("cinema", "ci-" + cinema)
        .with("startsAt", startsAt(number, cinema, minute + minutesLater(change)))
        .with("bookingUrl", "https://tickets.example/" + id)
        .with("attributes", attributes(chance).list().stream().map(Attribute::id).toList())
        .open("screen")
        .with("externalId", "" + screen)
        .with("name", "Screen " + screen)
        .end()
        .end();
  }

  private int minutesLater(Change change) {
    return switch (change) {
      case MOVED -> 60 + round.number() % SLOTS * 5;
      case NONE, WITHDRAWN, JOINED -> 0;
    };
  }

  private String startsAt(int number, int cinema, int minute) {
    LocalDate date = size.from().plusDays(number % size.days());
    ZonedDateTime start = date.atStartOfDay().plusMinutes(minute).atZone(zone(cinema));
    return Timestamps.write(start.toInstant(), start.getOffset().getTotalSeconds() / 60);
  }

  /// Few films have most of the showtimes.
  private int favourite(SplittableRandom chance) {
    double place = chance.nextDouble();
    return (int) (size.films() * place * place * place);
  }

  private static Attributes attributes(SplittableRandom chance) {
    Attributes marked = Attributes.NONE;
    for (int left = chance.nextInt(4); left > 0; left--) {
      marked = marked.with(Attribute.ALL.get(chance.nextInt(Attribute.ALL.size())));
    }
    return marked;
  }

  private Change change(int number) {
    SplittableRandom chance = chance("round " + round.number(), number);
    if (chance.nextDouble() >= round.share()) {
      return Change.NONE;
    }
    return switch (chance.nextInt(10)) {
      case 0 -> Change.WITHDRAWN;
      case 1 -> Change.JOINED;
      default -> Change.MOVED;
    };
  }

  private static ZoneId zone(int cinema) {
    return ZONES.get(cinema % ZONES.size());
  }

  private SplittableRandom chance(String what, int number) {
    return new SplittableRandom(size.seed() * 31 + what.hashCode() + ((long) number << 32));
  }
}
