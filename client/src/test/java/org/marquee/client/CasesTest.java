package org.marquee.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// The cases that all clients share (`clients/cases`).
final class CasesTest {
  private static final Path FOLDER = Path.of("..", "clients", "cases");

  private final List<Duration> pauses = new ArrayList<>();
  private final List<Object> attempts = new ArrayList<>();

  static Stream<String> cases() throws IOException {
    try (Stream<Path> files = Files.list(FOLDER)) {
      return files
          .map(each -> each.getFileName().toString())
          .filter(each -> each.endsWith(".json"))
          .sorted()
          .toList()
          .stream();
    }
  }

  @ParameterizedTest
  @MethodSource("cases")
  void a_case_goes_as_recorded(String name) throws IOException {
    JsonObject given =
        Objects.requireNonNull(JsonObject.parse(Files.readAllBytes(FOLDER.resolve(name))));
    try (CaseServer server = new CaseServer(given.objects("exchanges", each -> each))) {
      MarqueeClient client = null;
      for (JsonObject call : given.objects("calls", each -> each)) {
        List<Object> items = new ArrayList<>();
        RuntimeException failure = null;
        try {
          client = client == null ? client(given, server) : client;
          ask(limited(client, call), call, items);
        } catch (MarqueeException | IllegalArgumentException e) {
          failure = e;
        }
        checkFailure(call.members().get("throws"), failure);
        if (call.members().containsKey("yields")) {
          check(call.members().get("yields"), WireJson.of(items), "yields");
        }
      }
      if (client != null) {
        client.close();
      }
      assertThat(server.faults()).isEmpty();
    }
    if (given.members().containsKey("attempts")) {
      check(given.members().get("attempts"), WireJson.of(attempts), "attempts");
    }
    if (given.members().get("pauses") instanceof List<?> expected) {
      assertThat(pauses).hasSameSizeAs(expected);
      for (int i = 0; i < pauses.size(); i++) {
        List<?> bounds = (List<?>) expected.get(i);
        assertThat(pauses.get(i).toNanos() / 1e9)
            .isBetween(number(bounds.getFirst()), number(bounds.getLast()));
      }
    }
  }

  private MarqueeClient client(JsonObject given, CaseServer server) {
    MarqueeClient.Builder builder =
        builder(setting(given, "baseUrl", server.url()), setting(given, "key", CaseServer.KEY))
            .onAttempt(attempts::add)
            .pausing((pause, _closed) -> pauses.add(pause));
    if (given.members().containsKey("now")) {
      MarqueeClient.Builder unused = builder.clock(server.clock(given.instant("now")));
    }
    if (given.members().containsKey("options")) {
      JsonObject options = given.object("options");
      options.members().keySet().forEach(name -> option(builder, name, options));
    }
    MarqueeClient client = builder.build();
    assertThat(client.toString()).doesNotContain(CaseServer.KEY);
    return client;
  }

  @SuppressWarnings("NullAway") // as a caller without that check
  private static MarqueeClient.Builder builder(@Nullable String baseUrl, @Nullable String key) {
    return MarqueeClient.builder(baseUrl, key);
  }

  private static @Nullable String setting(JsonObject given, String name, String usual) {
    return name.equals(given.optionalText("notSet"))
        ? null
        : Objects.requireNonNullElse(given.optionalText(name), usual).replace("{server}", usual);
  }

  private static void option(MarqueeClient.Builder builder, String name, JsonObject options) {
    MarqueeClient.Builder unused =
        switch (name) {
          case "timeout" -> builder.timeout(seconds(options, name));
          case "callTimeout" -> builder.callTimeout(seconds(options, name));
          case "retries" -> builder.retries((int) number(options, name));
          case "cacheBytes" -> builder.cacheBytes((int) number(options, name));
          case "maxBodyBytes" -> builder.maxBodyBytes((int) number(options, name));
          case "userAgent" -> builder.userAgent(options.text(name));
          default -> throw new AssertionError(name);
        };
  }

  /// The client with the options of one call.
  private static MarqueeClient limited(MarqueeClient client, JsonObject call) {
    MarqueeClient limited = client;
    if (call.members().containsKey("options")) {
      JsonObject options = call.object("options");
      for (String name : options.members().keySet()) {
        limited =
            switch (name) {
              case "details" -> limited.withDetails();
              case "timeout" -> limited.withTimeout(seconds(options, name));
              case "callTimeout" -> limited.withCallTimeout(seconds(options, name));
              case "retries" -> limited.withRetries((int) number(options, name));
              default -> throw new AssertionError(name);
            };
      }
    }
    return limited;
  }

  private static Duration seconds(JsonObject with, String name) {
    return Duration.ofMillis((long) (number(with, name) * 1000));
  }

  private static void ask(MarqueeClient client, JsonObject call, List<Object> items) {
    JsonObject with =
        call.members().containsKey("arguments")
            ? call.object("arguments")
            : new JsonObject(Map.of());
    switch (call.text("operation")) {
      case "film" -> items.add(client.film(with.text("id")));
      case "cinema" -> items.add(client.cinema(with.text("id")));
      case "changes" -> items.add(client.changes(changes(with)));
      case "follow" -> take(client.follow(follow(with)), call, items);
      case "usage" -> items.add(client.usage());
      case "places" -> read(client.places(with.text("search")), call, with, items);
      case "films" -> {
        String search = with.optionalText("search");
        read(search == null ? client.films() : client.films(search), call, with, items);
      }
      case "chains" -> read(client.chains(), call, with, items);
      case "attributes" -> read(client.attributes(), call, with, items);
      case "screens" -> read(client.screens(with.text("cinemaId")), call, with, items);
      case "cinemas" -> read(client.cinemas(cinemas(with)), call, with, items);
      case "showtimes" -> read(client.showtimes(showtimes(with)), call, with, items);
      case "programme" -> read(client.programme(programme(with)), call, with, items);
      case "programmeByFilm" -> read(client.programmeByFilm(programme(with)), call, with, items);
      default -> throw new AssertionError(call.text("operation"));
    }
  }

  private static void read(Paged<?> list, JsonObject call, JsonObject with, List<Object> items) {
    if (!call.members().containsKey("page")) {
      take(list.stream(), call, items);
      return;
    }
    int limit = Objects.requireNonNull(with.optionalInteger("limit"));
    String cursor = with.optionalText("cursor");
    items.add(cursor == null ? list.page(limit) : list.page(cursor, limit));
  }

  private static void take(Stream<?> stream, JsonObject call, List<Object> items) {
    Integer take = call.optionalInteger("take");
    stream.limit(take == null ? Long.MAX_VALUE : take).forEach(items::add);
  }

  private static ShowtimeQuery showtimes(JsonObject with) {
    ShowtimeQuery query =
        ShowtimeQuery.between(with.instant("startsAfter"), with.instant("startsBefore"))
            .attributes(texts(with, "attributeIds"));
    query = with.optionalText("cinemaId") == null ? query : query.cinema(with.text("cinemaId"));
    return with.optionalText("filmId") == null ? query : query.film(with.text("filmId"));
  }

  private static CinemaQuery cinemas(JsonObject with) {
    CinemaQuery query =
        with.optionalText("place") != null
            ? CinemaQuery.nearPlace(with.text("place"))
            : with.optionalText("postcode") != null
                ? CinemaQuery.nearPostcode(with.text("postcode"))
                : with.optionalNumber("latitude") != null
                    ? CinemaQuery.near(number(with, "latitude"), number(with, "longitude"))
                    : CinemaQuery.all();
    query =
        with.optionalNumber("radiusKm") == null ? query : query.radiusKm(number(with, "radiusKm"));
    query = with.optionalText("search") == null ? query : query.search(with.text("search"));
    return with.optionalText("chainId") == null ? query : query.chain(with.text("chainId"));
  }

  private static ProgrammeQuery programme(JsonObject with) {
    ProgrammeQuery query =
        with.optionalText("place") != null
            ? ProgrammeQuery.nearPlace(with.text("place"))
            : with.optionalText("postcode") != null
                ? ProgrammeQuery.nearPostcode(with.text("postcode"))
                : with.optionalNumber("latitude") != null
                    ? ProgrammeQuery.near(number(with, "latitude"), number(with, "longitude"))
                    : ProgrammeQuery.ofCinemas(texts(with, "cinemaIds"));
    query =
        with.optionalNumber("radiusKm") == null ? query : query.radiusKm(number(with, "radiusKm"));
    query = with.optionalText("filmId") == null ? query : query.film(with.text("filmId"));
    query = with.optionalText("chainId") == null ? query : query.chain(with.text("chainId"));
    query =
        with.optionalText("date") == null ? query : query.date(LocalDate.parse(with.text("date")));
    query = with.optionalInteger("days") == null ? query : query.days((int) number(with, "days"));
    query = with.members().containsKey("fromNow") ? query.fromNow() : query;
    return query.attributes(texts(with, "attributeIds"));
  }

  private static ChangeQuery changes(JsonObject with) {
    ChangeQuery query = ChangeQuery.since(with.text("since")).kinds(texts(with, "kinds"));
    query =
        with.optionalInteger("limit") == null ? query : query.limit((int) number(with, "limit"));
    return with.optionalInteger("wait") == null
        ? query
        : query.waitSeconds((int) number(with, "wait"));
  }

  private static FollowQuery follow(JsonObject with) {
    String since = with.optionalText("since");
    FollowQuery query = since == null ? FollowQuery.fromStart() : FollowQuery.since(since);
    query = query.kinds(texts(with, "kinds"));
    return with.optionalInteger("days") == null ? query : query.days((int) number(with, "days"));
  }

  private static void checkFailure(@Nullable Object expected, @Nullable RuntimeException failure) {
    if (expected == null) {
      if (failure != null) {
        throw failure;
      }
      return;
    }
    if (failure == null) {
      throw new AssertionError("nothing was thrown; expected " + expected);
    }
    StringWriter trace = new StringWriter();
    failure.printStackTrace(new PrintWriter(trace, true));
    assertThat(trace.toString()).doesNotContain(CaseServer.KEY);
    ((Map<?, ?>) expected)
        .forEach((name, value) -> checkMember(String.valueOf(name), value, failure));
  }

  private static void checkMember(String name, Object expected, RuntimeException failure) {
    if (name.equals("error")) {
      String type = failure.getClass().getSimpleName();
      assertThat(type.equals("IllegalArgumentException") ? "InvalidArgument" : type)
          .as("%s", failure)
          .isEqualTo(expected);
      return;
    }
    if (name.equals("messageHas")) {
      assertThat(failure).hasMessageContaining(String.valueOf(expected));
      return;
    }
    try {
      Object found = failure.getClass().getMethod(name).invoke(failure);
      Object wire =
          found instanceof Duration time ? (Object) (int) time.toSeconds() : WireJson.of(found);
      assertThat(wire).as(name).isEqualTo(expected);
      assertThat(String.valueOf(found)).doesNotContain(CaseServer.KEY);
    } catch (ReflectiveOperationException e) {
      throw new LinkageError(name, e);
    }
  }

  /// All that is expected is there; members that a case does not name are not compared.
  private static void check(@Nullable Object expected, @Nullable Object found, String where) {
    switch (expected) {
      case Map<?, ?> map -> {
        Map<?, ?> members = found instanceof Map<?, ?> all ? all : Map.of();
        map.forEach((name, value) -> check(value, members.get(name), where + "." + name));
      }
      case List<?> list -> {
        List<?> elements = found instanceof List<?> all ? all : List.of();
        assertThat(elements).as(where).hasSameSizeAs(list);
        for (int i = 0; i < list.size(); i++) {
          check(list.get(i), elements.get(i), where + "[" + i + "]");
        }
      }
      case Number number -> assertThat(number(found)).as(where).isEqualTo(number(number));
      case null -> assertThat(found).as(where).isNull();
      default -> assertThat(found).as(where).isEqualTo(expected);
    }
  }

  private static double number(@Nullable Object value) {
    return ((Number) Objects.requireNonNull(value)).doubleValue();
  }

  private static double number(JsonObject with, String name) {
    return Objects.requireNonNull(with.optionalNumber(name));
  }

  private static String[] texts(JsonObject with, String name) {
    return with.members().containsKey(name)
        ? with.texts(name).toArray(String[]::new)
        : new String[0];
  }
}
