package org.marquee.conformance;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.marquee.conformance.Listed.Called;

/// Makes random questions for each list, and answers them from the model.
final class Questioner {
  private final Town town;
  private final Model model;
  private final Random random;

  Questioner(Town town, Random random) {
    this.town = town;
    this.model = town.model;
    this.random = random;
  }

  private boolean chance(double share) {
    return random.nextDouble() < share;
  }

  private <T> T any(List<T> of) {
    return of.get(random.nextInt(of.size()));
  }

  private String id(Listed of) {
    return town.id(of.key());
  }

  private Comparator<Listed> byName() {
    return Comparator.<Listed, String>comparing(
            each -> Reckoning.key(each.name()), Reckoning::byCodePoint)
        .thenComparing(this::id);
  }

  /// Films or chains.
  Query named(String kind) {
    List<Listed> all = model.all(kind);
    all.sort(byName());
    return new Query("/v1/" + kind + "s", all, model.newest(kind));
  }

  Query screens() {
    Listed cinema = any(model.all("cinema"));
    List<Listed> all =
        model.all(
            "screen",
            each -> each.key().sibling("cinema", each.key().cinema()).equals(cinema.key()));
    all.sort(
        Comparator.<Listed, String>comparing(
                each -> Reckoning.fold(each.name()), Reckoning::naturally)
            .thenComparing(this::id));
    return new Query("/v1/screens?cinemaId=" + id(cinema), all, cinema.observedAt());
  }

  Query screensOfNowhere() {
    return new Query("/v1/screens?cinemaId=ci_nowhere", List.of(), model.newest("screen"));
  }

  Query showtimes() {
    List<Listed> all = model.all("showtime");
    Listed mark = any(all);
    Instant after = mark.start().plus(random.nextInt(3) - 1L, ChronoUnit.MICROS);
    Duration length =
        any(
            List.of(
                Duration.ofNanos(1000),
                Duration.ofHours(3),
                Duration.ofDays(9),
                Duration.ofDays(31)));
    if (chance(0.3)) {
      after = after.minus(length).plus(random.nextInt(2), ChronoUnit.MICROS);
    }
    Instant before = after.plus(length);
    String path = "/v1/showtimes?startsBefore=" + spelled(before);
    path = Query.with(path, "startsAfter", spelled(after));
    Instant from = after;
    Predicate<Listed> which = each -> !each.start().isBefore(from) && each.start().isBefore(before);
    Instant empty = model.newest("showtime");
    if (chance(0.35)) {
      Listed cinema = chance(0.5) ? model.record(mark.cinema()) : any(model.all("cinema"));
      path = Query.with(path, "cinemaId", id(cinema));
      which = which.and(each -> each.cinema().equals(cinema.key()));
      empty = cinema.observedAt();
    } else if (chance(0.05)) {
      path = Query.with(path, "cinemaId", "ci_0");
      which = _ -> false;
    }
    if (chance(0.35)) {
      Called film = chance(0.5) ? mark.film() : any(model.all("film")).key();
      path = Query.with(path, "filmId", town.id(film));
      which = which.and(each -> each.film().equals(film));
    }
    if (chance(0.4)) {
      List<String> wanted = new ArrayList<>(Region.ATTRIBUTES);
      Collections.shuffle(wanted, random);
      List<String> some = new ArrayList<>(wanted.subList(0, 1 + random.nextInt(3)));
      if (chance(0.2)) {
        some.add(some.getFirst());
      }
      path = Query.with(path, "attributeIds", String.join(chance(0.5) ? "," : "%2C", some));
      which = which.and(each -> each.attributes().containsAll(some));
    }
    List<Listed> found = model.all("showtime", which);
    found.sort(Comparator.comparing(Listed::start).thenComparing(this::id));
    return new Query(path, found, empty);
  }

  /// An instant in one of its spellings.
  String spelled(Instant at) {
    int minutes = random.nextInt(2879) - 1439;
    ZoneOffset unusual = ZoneOffset.ofHoursMinutes(minutes / 60 % 18, minutes % 60);
    return switch (random.nextInt(5)) {
      case 0 -> Reckoning.written(at, unusual);
      case 1 -> Query.encode(Reckoning.written(at, unusual));
      // A hair before a microsecond is rounded up to it.
      case 2 -> Reckoning.written(at.minusNanos(1)).replace("Z", "0000001Z");
      case 3 ->
          at.getEpochSecond() % 60 == 0 && at.getNano() == 0
              ? Reckoning.written(at).replace(":00Z", "-00:00")
              : Reckoning.written(at);
      default -> Reckoning.written(at);
    };
  }

  Query cinemas() {
    List<Listed> all = model.all("cinema");
    Listed mark = any(all);
    String path = "/v1/cinemas";
    Predicate<Listed> which = _ -> true;
    if (chance(0.4)) {
      String search = search(mark);
      path = Query.with(path, "search", Query.encode(search));
      String folded = Reckoning.fold(search);
      which = each -> !folded.isEmpty() && isFound(folded, each);
    }
    if (chance(0.25)) {
      Called chain = chance(0.5) ? mark.chain() : any(model.all("chain")).key();
      path = Query.with(path, "chainId", chain == null ? "ch_none" : town.id(chain));
      which = which.and(each -> chain != null && chain.equals(each.chain()));
    }
    if (chance(0.5)) {
      return around(path, which, mark);
    }
    List<Listed> found = new ArrayList<>(all.stream().filter(which).toList());
    found.sort(byName());
    return new Query(path, found, model.newest("cinema"));
  }

  private String search(Listed mark) {
    String of = any(List.of(mark.name(), mark.location("locality"), mark.location("postcode")));
    if (chance(0.3)) {
      of = of.toUpperCase(java.util.Locale.ROOT);
    }
    if (chance(0.2)) {
      of = of.replace(" ", "");
    }
    int length = of.codePointCount(0, of.length());
    int from = of.offsetByCodePoints(0, random.nextInt(length));
    String part = of.substring(from);
    int kept = Math.min(part.codePointCount(0, part.length()), 2 + random.nextInt(8));
    part = part.substring(0, part.offsetByCodePoints(0, kept));
    return part.codePointCount(0, part.length()) < 2 ? part + "  " : part;
  }

  private static boolean isFound(String folded, Listed cinema) {
    String postcode = Reckoning.fold(cinema.location("postcode"));
    return Reckoning.fold(cinema.name()).contains(folded)
        || Reckoning.fold(cinema.location("locality")).contains(folded)
        || postcode.contains(folded)
        || postcode.replace(" ", "").contains(folded);
  }

  private Query around(String path, Predicate<Listed> which, Listed mark) {
    List<double[]> centres = new ArrayList<>();
    String target = path;
    Double latitude = mark.degrees("latitude");
    Double longitude = mark.degrees("longitude");
    if (latitude != null && longitude != null && chance(0.4)) {
      String postcode = Reckoning.postcode(mark.location("postcode"));
      target =
          Query.with(
              target,
              "postcode",
              Query.encode(chance(0.5) ? postcode : " " + mark.location("postcode")));
      for (Listed each : model.all("cinema", each -> each.degrees("latitude") != null)) {
        if (Reckoning.postcode(each.location("postcode")).equals(postcode)) {
          centres.add(place(each));
        }
      }
    } else {
      double[] centre =
          latitude == null || longitude == null || chance(0.5)
              ? new double[] {random.nextGaussian() * 0.1, 179.9}
              : new double[] {latitude, longitude};
      target = Query.with(target, "latitude", Double.toString(centre[0]).replace("E-", "e-0"));
      target = Query.with(target, "longitude", Double.toString(centre[1]));
      centres.add(centre);
    }
    double radius = any(List.of(25.0, 0.0, 100.0, random.nextDouble() * 100));
    if (radius != 25 || chance(0.5)) {
      target = Query.with(target, "radiusKm", Double.toString(radius));
    }
    Map<Listed, Double> distance =
        model.all("cinema", each -> each.degrees("latitude") != null).stream()
            .collect(Collectors.toMap(each -> each, each -> nearest(each, centres)));
    List<Listed> found =
        new ArrayList<>(
            distance.keySet().stream()
                .filter(each -> distance.getOrDefault(each, 1e9) <= radius && which.test(each))
                .toList());
    found.sort(
        Comparator.<Listed, Double>comparing(each -> distance.getOrDefault(each, 1e9))
            .thenComparing(this::id));
    return new Query(target, found, model.newest("cinema"));
  }

  private static double[] place(Listed cinema) {
    @Nullable Double latitude = cinema.degrees("latitude");
    @Nullable Double longitude = cinema.degrees("longitude");
    return new double[] {
      latitude == null ? Double.NaN : latitude, longitude == null ? Double.NaN : longitude
    };
  }

  private static double nearest(Listed cinema, List<double[]> centres) {
    double[] place = place(cinema);
    double nearest = Double.POSITIVE_INFINITY;
    for (double[] centre : centres) {
      nearest = Math.min(nearest, Reckoning.kilometres(centre[0], centre[1], place[0], place[1]));
    }
    return nearest;
  }
}
