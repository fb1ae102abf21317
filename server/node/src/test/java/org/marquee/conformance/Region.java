package org.marquee.conformance;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// Invents the feeds of one provider: names in many scripts, places in many time zones, each
/// optional member sometimes present.
final class Region {
  static final List<String> ATTRIBUTES =
      List.of(
          "imax",
          "4dx",
          "dolby-cinema",
          "70mm",
          "screenx",
          "audio-described",
          "subtitled",
          "relaxed",
          "q-and-a",
          "preview",
          "kids",
          "live-event");

  private static final List<String> WORDS =
      List.of(
          "Rex",
          "rex",
          "RÉX",
          "Łódź",
          "Straße",
          "İstanbul",
          "ıldız",
          "Œuvre",
          "Ærø",
          "Đorđe",
          "ΟΔΟΣ",
          "москва",
          "東京",
          "シネマ",
          "서울",
          "🎬",
          "!Viva!",
          "…And",
          "(500)",
          "No. 7",
          "2001",
          "ﬁlm",
          "①",
          "𠀀𠀁",
          "e\u0301tude",
          "Palace",
          "O'Neill",
          "a&b",
          "50%",
          "x+y",
          "<b>",
          "\"quoted\"",
          "\\back");
  private static final String LONG =
      "The Very Long and Winding Story of a Name That Is Longer Than Sixty ";
  private static final List<String> ZONES =
      List.of(
          "Europe/London",
          "Europe/Paris",
          "America/New_York",
          "Asia/Tokyo",
          "Asia/Kathmandu",
          "Australia/Sydney",
          "Africa/Abidjan",
          "America/St_Johns",
          "Pacific/Kiritimati");
  private static final List<String> COUNTRIES =
      List.of("GB", "FR", "US", "JP", "NP", "AU", "CI", "CA", "KI");
  private static final List<String> POSTCODES =
      List.of(
          "SW1A 1AA",
          "sw1a1aa",
          "Sw1a  1aA",
          "75 001",
          "75001",
          "00-950",
          "１００-0001",
          "AA",
          "k1a 0b1");
  private static final double[][] CENTRES = {
    {51.5, -0.12}, {48.85, 2.35}, {0, 179.98}, {0, -179.99}, {89.9, 10}, {89.9, -170}
  };

  private final Random random;
  private final String provider;
  private int made;

  Region(Random random, String provider) {
    this.random = random;
    this.provider = provider;
  }

  boolean chance(double share) {
    return random.nextDouble() < share;
  }

  <T> T any(List<T> of) {
    return of.get(random.nextInt(of.size()));
  }

  String name() {
    StringBuilder name = new StringBuilder(chance(0.15) ? LONG : "");
    int words = 1 + random.nextInt(3);
    for (int word = 0; word < words; word++) {
      name.append(word == 0 ? "" : any(List.of(" ", "  ", "-", " — "))).append(any(WORDS));
    }
    return name.toString();
  }

  private String externalId(String kind) {
    made++;
    return switch (random.nextInt(12)) {
      case 0 -> kind + " / ü" + made;
      case 1 -> kind + made + "?&=#+%";
      case 2 -> kind + "x".repeat(230 - kind.length()) + made;
      default -> kind + made;
    };
  }

  private ObjectNode line(String type, String externalId) {
    ObjectNode line = Feed.JSON.createObjectNode().put("type", type).put("externalId", externalId);
    if (chance(0.4)) {
      line.put("sourceUpdatedAt", time(Instant.parse("2026-01-01T00:00:00Z"), 80 * 86_400));
    }
    return line;
  }

  /// A time within some seconds, in some spelling.
  private String time(Instant from, int seconds) {
    Instant at = from.plusSeconds(random.nextInt(seconds));
    return switch (random.nextInt(4)) {
      case 0 -> at.plusNanos(1000L * random.nextInt(1_000_000)).toString();
      case 1 -> OffsetDateTime.ofInstant(at, ZoneOffset.ofHoursMinutes(5, 45)).toString();
      case 2 -> at.toString().replace("Z", ".123456999Z");
      default -> at.toString();
    };
  }

  ObjectNode chain() {
    ObjectNode chain = line("chain", externalId("ch")).put("name", name());
    if (chance(0.5)) {
      chain.put("websiteUrl", "https://example.org/" + made + "?q=%C3%A9");
    }
    return chain;
  }

  ObjectNode film() {
    ObjectNode film = line("film", externalId("fi")).put("title", name());
    if (chance(0.5)) {
      film.put("durationMinutes", any(List.of(0, 1, 95, 1000)));
    }
    if (chance(0.5)) {
      film.put("certification", any(List.of("12A", "R", "ⅫⅫ", "18")));
    }
    if (chance(0.5)) {
      film.put("posterUrl", "https://example.org/p/" + made + ".jpg");
    }
    if (chance(0.5)) {
      film.put("releaseDate", any(List.of("2024-02-29", "1895-12-28", "2026-12-31")));
    }
    if (chance(0.5)) {
      film.put("extCatalogAId", Integer.toString(1 + random.nextInt(99_999)));
    }
    if (chance(0.5)) {
      film.put("extCatalogBId", "tt" + (1_000_000 + random.nextInt(8_999_999)));
    }
    detail(
        film,
        "{\"genres\":[\"Drama\",\"“War”\"],\"links\":[{\"type\":\"imdb\",\"url\":\"https://c.test/1\"}]}");
    return film;
  }

  /// Says more of some records. Not by chance: the other records stay as they are.
  private static void detail(ObjectNode line, String... documents) {
    int which = Math.floorMod(line.get("externalId").asString().hashCode(), 2 * documents.length);
    if (which < documents.length) {
      line.set("details", Feed.JSON.readTree(documents[which]));
    }
  }

  ObjectNode cinema(List<ObjectNode> chains) {
    ObjectNode cinema = line("cinema", externalId("ci")).put("name", name());
    if (chance(0.6)) {
      cinema.put("chain", any(chains).get("externalId").asString());
    }
    int country = random.nextInt(COUNTRIES.size());
    if (chance(0.8)) {
      cinema.put("timeZone", ZONES.get(country));
    }
    ObjectNode location = cinema.putObject("location");
    location.put("countryCode", COUNTRIES.get(country)).put("locality", name());
    location.put("postcode", any(POSTCODES));
    if (chance(0.5)) {
      location.put("address", made + " Main Street, “Old” Town");
    }
    if (chance(0.7)) {
      double[] centre = CENTRES[random.nextInt(CENTRES.length)];
      boolean exact = chance(0.2);
      double latitude = centre[0] + (exact ? 0 : random.nextGaussian() * 0.02);
      double longitude = centre[1] + (exact ? 0 : random.nextGaussian() * 0.3);
      location.put("latitude", Math.clamp(latitude, -90, 90));
      location.put("longitude", Math.clamp(longitude, -180, 180));
    }
    detail(cinema, "{\"telephone\":\"1\",\"accessibility\":[\"wheelchair\"]}");
    return cinema;
  }

  ObjectNode screen(ObjectNode cinema, int number) {
    String name =
        any(List.of("Screen " + number, "SALLE №" + number, number + "", name() + number));
    return line("screen", "s" + number)
        .put("cinema", cinema.get("externalId").asString())
        .put("name", name);
  }

  ObjectNode showtime(ObjectNode film, ObjectNode cinema, List<ObjectNode> screens) {
    ObjectNode showtime =
        line("showtime", externalId("st"))
            .put("film", film.get("externalId").asString())
            .put("cinema", cinema.get("externalId").asString())
            .put("startsAt", start(cinema.has("timeZone")));
    if (chance(0.5)) {
      showtime.put("bookingUrl", "https://example.org/book?id=" + made + "&x=1");
    }
    if (chance(0.7)) {
      ArrayNode attributes = showtime.putArray("attributes");
      for (String attribute : ATTRIBUTES) {
        if (chance(0.3)) {
          attributes.add(attribute);
        }
      }
      if (chance(0.2)) {
        attributes.add("something else altogether");
      }
    }
    if (chance(0.7)) {
      mention(showtime.putObject("screen"), screens);
    }
    detail(
        showtime,
        "{\"availability\":{\"status\":\"sold_out\"},\"price\":{\"from\":9.5,\"to\":12,\"currency\":\"EUR\"}}",
        "{\"formats\":[\"3d\"],\"version\":{\"spoken\":[\"de\"],\"subtitles\":[\"fr\"],\"original\":true}}",
        "{\"availability\":{\"status\":\"few_left\"}}");
    return showtime;
  }

  private void mention(ObjectNode screen, List<ObjectNode> inventory) {
    int number = 1 + random.nextInt(12);
    if (!inventory.isEmpty() && chance(0.5)) {
      ObjectNode known = any(inventory);
      switch (random.nextInt(3)) {
        case 0 -> screen.put("externalId", known.get("externalId").asString());
        case 1 ->
            screen.put("name", known.get("name").asString().toUpperCase(java.util.Locale.ROOT));
        default ->
            screen.put("externalId", known.get("externalId").asString()).put("name", "As written");
      }
    } else if (chance(0.5)) {
      screen.put("externalId", "seen" + number).put("name", "Seen " + number);
    } else {
      screen.put("name", "Room " + number);
    }
  }

  private String start(boolean local) {
    if (chance(0.03)) {
      return any(
          List.of("1999-12-31T23:59:59.999999Z", "0002-01-01T00:00Z", "9990-02-28T12:00:00+14:00"));
    }
    LocalDateTime day = LocalDateTime.parse("2026-03-05T00:00").plusDays(random.nextInt(50));
    LocalDateTime time =
        chance(0.1)
            ? any(
                List.of(
                    LocalDateTime.parse("2026-03-29T01:30"),
                    LocalDateTime.parse("2026-03-29T02:30"),
                    LocalDateTime.parse("2026-03-08T02:30"),
                    LocalDateTime.parse("2026-04-05T02:30")))
            : day.plusMinutes(30L * random.nextInt(48));
    return switch (random.nextInt(local ? 6 : 4)) {
      case 0 -> time + ":00Z";
      case 1 -> time + ":07.25+02:00";
      case 2 -> time + "-04:00";
      case 3 -> time + ":00.0000017Z";
      case 4 -> time + ":00";
      default -> time.toString();
    };
  }

  /// Three successive feeds: a full one, a full one with some records withdrawn and some changed,
  /// then an incremental one.
  List<Feed> feeds() {
    Instant first =
        Instant.parse("2026-03-20T06:00:00.123456Z").plus(Duration.ofHours(random.nextInt(40)));
    List<ObjectNode> chains = many(6, this::chain);
    List<ObjectNode> cinemas = many(22, () -> cinema(chains));
    cinemas.get(3).remove("timeZone");
    List<ObjectNode> films = many(30, this::film);
    List<List<ObjectNode>> screens = new ArrayList<>();
    for (ObjectNode cinema : cinemas) {
      List<ObjectNode> inventory = new ArrayList<>();
      for (int number = chance(0.5) ? 12 : 0; number > 0; number--) {
        inventory.add(screen(cinema, number));
      }
      screens.add(inventory);
    }
    List<ObjectNode> showtimes =
        many(
            260,
            () -> {
              int cinema = random.nextInt(cinemas.size() - 2);
              return showtime(any(films.subList(0, 27)), cinemas.get(cinema), screens.get(cinema));
            });
    ObjectNode complete = cinemas.get(3);
    String awaited = complete.get("externalId").asString();
    cinemas.set(3, complete.deepCopy());
    ((ObjectNode) cinemas.get(3).get("location")).remove("postcode");
    screens.set(3, List.of());
    for (ObjectNode showtime : showtimes) {
      if (showtime.get("cinema").asString().equals(awaited)) {
        showtime.remove("screen");
      }
    }
    List<ObjectNode> all = new ArrayList<>();
    List.of(showtimes, chains, cinemas, films).forEach(all::addAll);
    screens.forEach(all::addAll);
    java.util.Collections.shuffle(all, random);
    List<Feed> feeds = new ArrayList<>();
    feeds.add(feed("full", first, all));
    List<ObjectNode> later = new ArrayList<>(all);
    later.removeIf(line -> !line.equals(cinemas.get(3)) && isDropped(line));
    later.replaceAll(this::edited);
    feeds.add(feed("full", first.plus(Duration.ofDays(2)), later));
    List<ObjectNode> more =
        many(20, () -> showtime(any(films.subList(0, 5)), cinemas.get(0), screens.get(0)));
    more.addAll(many(3, this::film));
    more.addAll(many(2, () -> cinema(chains)));
    more.add(chain());
    more.add(chains.get(0));
    more.add(complete);
    feeds.add(feed("delta", first.plus(Duration.ofDays(3)), more));
    return feeds;
  }

  private Feed feed(String mode, Instant observedAt, List<ObjectNode> lines) {
    @Nullable Instant updated = chance(0.5) ? observedAt.minus(Duration.ofHours(7)) : null;
    return new Feed(provider, mode, observedAt, updated, lines);
  }

  private boolean isDropped(ObjectNode line) {
    return switch (line.get("type").asString()) {
      case "showtime" -> chance(0.2);
      case "cinema" -> chance(0.05);
      default -> chance(0.1);
    };
  }

  private ObjectNode edited(ObjectNode line) {
    if (line.get("type").asString().equals("film") && chance(0.2)) {
      return line.deepCopy().put("title", name());
    }
    return line.get("type").asString().equals("cinema") && chance(0.1)
        ? line.deepCopy().put("name", name())
        : line;
  }

  private static List<ObjectNode> many(int count, java.util.function.Supplier<ObjectNode> one) {
    List<ObjectNode> all = new ArrayList<>();
    for (int each = 0; each < count; each++) {
      all.add(one.get());
    }
    return all;
  }
}
