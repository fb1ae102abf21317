package org.marquee.ingest;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeSet;
import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;
import org.marquee.listing.Kind;

/// Successive random feeds of a small town that use everything a feed may hold.
@NullMarked
final class RandomFeeds {
  static final Instant FIRST = Instant.parse("2025-03-28T06:00:00Z");

  private final SplittableRandom random;
  private final int shows;
  private Instant clock = FIRST;
  private String mark = "";

  RandomFeeds(SplittableRandom random) {
    this.random = random;
    this.shows = one(5, 12, 45);
  }

  @SafeVarargs
  final <T> T one(T... of) {
    return of[random.nextInt(of.length)];
  }

  private boolean once(int in) {
    return random.nextInt(in) == 0;
  }

  /// Feeds of a provider whose films and cinemas match no others.
  ModelFeed nextOf(String provider) {
    mark = " " + provider;
    return next();
  }

  private String mark(String name) {
    return mark.isEmpty() ? "" : " " + name + mark;
  }

  /// Feeds come a few hours apart, sometimes at the same time, rarely too late.
  ModelFeed next() {
    if (!once(6)) {
      clock = clock.plus(one(1, 5, 24, 30), ChronoUnit.HOURS);
    }
    Instant taken = once(7) ? clock.minus(one(1, 24, 60), ChronoUnit.HOURS) : clock;
    boolean full = !once(3);
    List<ModelFeed.Line> lines = new ArrayList<>();
    int share = one(2, 5, 8, 10);
    for (String chain : List.of("h1", "h2")) {
      add(lines, share, () -> chain(chain));
    }
    for (String cinema : List.of("c1", "c2", "c3")) {
      add(lines, share, () -> cinema(cinema));
      for (String screen : List.of("1", "2", "screen 1")) {
        add(lines, one(0, 1, 4), () -> screen(screen, cinema));
      }
    }
    for (String film : List.of("f1", "f2", "f3")) {
      add(lines, share, () -> film(film));
    }
    for (int show = 0; show < shows; show++) {
      String name = "s" + show;
      add(lines, share, () -> showtime(name));
    }
    if (!full || once(6)) {
      for (int number = random.nextInt(6); number > 0; number--) {
        lines.add(new ModelFeed.Withdrawn(anyName()));
      }
    }
    for (int number = once(3) ? random.nextInt(4) : 0; number > 0; number--) {
      lines.add(broken());
    }
    if (once(2)) {
      shuffle(lines);
    }
    return new ModelFeed(
        full, taken, once(3) ? updated(taken) : null, full ? covers() : null, once(8), lines);
  }

  private interface Maker {
    ModelFeed.Line make();
  }

  /// Lists something with a chance of `share` in ten, rarely twice.
  private void add(List<ModelFeed.Line> lines, int share, Maker maker) {
    if (random.nextInt(10) < share) {
      lines.add(maker.make());
      if (once(15)) {
        lines.add(maker.make());
      }
    }
  }

  private void shuffle(List<ModelFeed.Line> lines) {
    for (int at = lines.size() - 1; at > 0; at--) {
      int other = random.nextInt(at + 1);
      ModelFeed.Line line = lines.get(at);
      lines.set(at, lines.get(other));
      lines.set(other, line);
    }
  }

  private ModelFeed.@Nullable Covers covers() {
    if (!once(2)) {
      return null;
    }
    Instant from = once(3) ? clock.plus(one(-30, 10, 40), ChronoUnit.HOURS) : null;
    Instant until =
        once(3) ? (from == null ? clock : from).plus(one(20, 60), ChronoUnit.HOURS) : null;
    TreeSet<String> cinemas = new TreeSet<>();
    cinemas.add(one("c1", "c2", "c3"));
    cinemas.add(one("c1", "c2", "c3"));
    return new ModelFeed.Covers(from, until, once(4) ? null : cinemas);
  }

  private static String updated(Instant taken) {
    return taken.minus(Duration.ofMinutes(10)).toString();
  }

  private @Nullable String ownUpdated() {
    return once(10) ? one("2025-01-01T00:00:00Z", "2025-01-02T00:00:00Z") : null;
  }

  private ModelFeed.Line chain(String name) {
    return new ModelFeed.Chain(name, one("Odeum", "Odeum", "Regalia"), ownUpdated());
  }

  private ModelFeed.Line cinema(String name) {
    return new ModelFeed.Cinema(
        name,
        one("Rex", "Rex", "Roxy") + mark(name),
        once(3) ? one("h1", "h2") : null,
        once(5) ? null : one("Europe/London", "Europe/London", "Europe/London", "America/New_York"),
        once(6) ? null : "W1 1AA",
        ownUpdated());
  }

  private ModelFeed.Line film(String name) {
    return new ModelFeed.Film(
        name, once(6) ? null : one("Solaris", "Solaris", "Alien") + mark(name), ownUpdated());
  }

  private String screenName() {
    return one("Screen 1", "SCREEN-1", "Screen 1", "Screen 2", "Saal 3");
  }

  private ModelFeed.Line screen(String name, String cinema) {
    return new ModelFeed.Screen(name, cinema, screenName(), ownUpdated());
  }

  private ModelFeed.Line showtime(String name) {
    int place = Integer.parseInt(name.substring(1));
    boolean named = once(3);
    boolean numbered = once(4);
    return new ModelFeed.Showtime(
        name,
        once(10) ? one("f1", "f2", "f3", "f4") : "f" + (1 + place % 3),
        once(10) ? one("c1", "c2", "c3", "c4") : "c" + (1 + place % 3),
        once(4) ? start(random.nextInt(20)) : start(place),
        once(6) ? one("imax", "relaxed") : null,
        numbered ? one("1", "2", "3") : null,
        named ? screenName() : null,
        ownUpdated());
  }

  /// Around the feeds, and at the clock change of London.
  private static String start(int number) {
    return switch (number % 10) {
      case 0 -> "2025-03-30T01:30";
      case 1 -> "2025-10-26T01:30";
      case 2 -> "2025-03-27T20:00:00Z";
      case 3 -> "2025-03-29T19:00";
      case 4 -> "2025-03-30T21:00:00+02:00";
      case 5 -> "2025-04-01T20:15";
      case 6 -> "2025-04-01T18:00:00Z";
      case 7 -> "2025-04-02T21:00";
      case 8 -> "2025-04-20T21:00:00+01:00";
      default -> "2025-05-02T21:00";
    };
  }

  private ModelFeed.Name anyName() {
    return switch (random.nextInt(8)) {
      case 0 -> new ModelFeed.Name(Kind.CHAIN, one("h1", "h2"), "");
      case 1 -> new ModelFeed.Name(Kind.CINEMA, one("c1", "c2", "c3"), "");
      case 2 -> new ModelFeed.Name(Kind.FILM, one("f1", "f2", "f3"), "");
      case 3 ->
          new ModelFeed.Name(
              Kind.SCREEN, one("1", "2", "screen 1", "saal 3"), one("c1", "c2", "c3"));
      default -> new ModelFeed.Name(Kind.SHOWTIME, "s" + random.nextInt(shows), "");
    };
  }

  private ModelFeed.Line broken() {
    ModelFeed.Name name = anyName();
    if (once(4)) {
      return new ModelFeed.Broken(null, one("{\"type\":\"palace\",\"externalId\":\"c1\"}", "{]"));
    }
    String cinema = name.cinema().isEmpty() ? "" : ",\"cinema\":\"" + name.cinema() + "\"";
    return new ModelFeed.Broken(
        name,
        "{\"type\":\"%s\",\"externalId\":\"%s\"%s,%s}"
            .formatted(
                name.kind().word(),
                name.externalId(),
                cinema,
                name.kind() == Kind.FILM ? "\"title\":7" : "\"name\":7"));
  }
}
