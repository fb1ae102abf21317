package org.marquee.store.read;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.time.LocalDate;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.marquee.Repository;
import org.marquee.calendar.Calendars;
import org.marquee.ingest.World;
import org.marquee.listing.Attribute;
import org.marquee.listing.Attributes;
import org.marquee.listing.ChangeFeed;
import org.marquee.listing.ChangePosition;
import org.marquee.listing.CinemaQuery;
import org.marquee.listing.Kind;
import org.marquee.listing.ProgrammeQuery;
import org.marquee.listing.Revision;
import org.marquee.listing.ShowtimeQuery;
import org.marquee.listing.Window;
import org.marquee.page.OutputBuffer;
import org.marquee.page.Pages;
import org.marquee.store.sql.Database;
import org.marquee.store.sql.MigratedDatabase;
import org.marquee.store.sql.Sql;
import org.marquee.store.sql.TestDatabase;
import org.marquee.store.sql.WholeTables;

/// What answers are made of, and what writes it. Whatever is in an answer makes a revision when it
/// changes: nodes of one revision, and answers with one tag, must not differ.
///
/// Who adds a column to an answer adds it here, and sees to the revision of all who write it.
@NullMarked
class AnsweredColumnsTest {
  private static final Map<String, String> COLUMNS =
      Map.ofEntries(
          Map.entry("alias", "id, survivor"),
          Map.entry(
              "chain",
              "hidden, id, provider_id, external_id, name, sort_key, website_url, source_updated_at, "
                  + "observed_at, observed_updated_at"),
          Map.entry(
              "cinema",
              "details, hidden, id, provider_id, external_id, chain_id, name, sort_key, time_zone, country_code, "
                  + "locality, postcode, postcode_key, address, latitude, longitude, search_text, "
                  + "source_updated_at, observed_at, observed_updated_at"),
          Map.entry(
              "film",
              "details, hidden, id, provider_id, external_id, title, sort_key, duration_minutes, certification, "
                  + "poster_url, release_date, ext_catalog_a_id, ext_catalog_b_id, other_titles, "
                  + "source_updated_at, observed_at, observed_updated_at"),
          Map.entry("guarded", "provider_id, cinema_id, since"),
          Map.entry("kind_observed", "kind, newest"),
          Map.entry("lateness", "provider, seconds"),
          Map.entry("never_renewed", "provider"),
          Map.entry(
              "programme",
              "cinema_id, provider_id, observed_at, source_updated_at, last_feed_at, "
                  + "spoken_from, spoken_until, last_day, offset_minutes, feed, lacking_since, waiting_since"),
          Map.entry("provider", "id, name, observed_at, source_updated_at"),
          Map.entry(
              "screen",
              "hidden, id, provider_id, cinema_id, external_id, name, sort_key, inventory, "
                  + "source_updated_at, observed_at, observed_updated_at"),
          Map.entry(
              "showtime",
              "details, hidden, id, starts_at, provider_id, offset_minutes, attribute_mask, film_id, cinema_id, "
                  + "external_id, booking_url, screen_id, screen_name, source_updated_at, "
                  + "observed_at, observed_updated_at"),
          Map.entry(
              "showtime_revision",
              "id, sequence, changed_at, withdrawn, starts_at, cinema_id, film_id, title, "
                  + "screen_name"),
          Map.entry("source_trouble", "provider_id, feed, reason, since"));

  /// What the log of changes is told from. It says itself of which revision each entry is.
  private static final Map<String, String> OF_REVISIONS =
      Map.of("revision", "*", "revision_at", "*", "change", "*");

  private static final Map<String, String> OF_MIGRATIONS =
      Map.of("flyway_schema_history", "*", "compatibility", "*");

  /// Who writes the tables of answers, and how that makes a revision. The parts of an import, and
  /// of what links records anew, write within the transaction of that.
  private static final Map<String, String> WRITERS =
      new TreeMap<>(
          Map.ofEntries(
              Map.entry("store/run/PostgresSources", "a revision of its own: `remove`"),
              Map.entry("store/reconcile/link/CanonicalRecords", "part of an import"),
              Map.entry("store/reconcile/withdraw/Guard", "part of an import"),
              Map.entry(
                  "store/reconcile/link/Providers",
                  "a revision of its own: `rank`, `lateAfter`; one without records is in no answer"),
              Map.entry("store/reconcile/link/PublishedTitles", "part of an import"),
              Map.entry("store/reconcile/link/RecordLinkage", "part of an import"),
              Map.entry("store/reconcile/RecordWriter", "part of an import"),
              Map.entry(
                  "store/reconcile/link/Completion", "temporary tables, and records that wait"),
              Map.entry(
                  "store/reconcile/refer/HeldBack", "temporary tables, and records that wait"),
              Map.entry("store/reconcile/ids/Moves", "temporary tables"),
              Map.entry("store/reconcile/stage/ImportSql", "temporary tables"),
              Map.entry(
                  "store/reconcile/stage/Restaging", "temporary tables, and records that wait"),
              Map.entry("store/reconcile/publish/FeedTimes", "part of an import"),
              Map.entry("store/reconcile/publish/LackingCinemas", "part of an import"),
              Map.entry("store/reconcile/refer/ScreenRecords", "part of an import"),
              Map.entry("store/reconcile/link/SharedShowings", "part of an import"),
              Map.entry("store/reconcile/publish/SourceTrouble", "a revision of its own: `note`"),
              Map.entry("store/reconcile/link/CinemaZones", "part of an import"),
              Map.entry("store/reconcile/undo/UndoneImport", "part of an import"),
              Map.entry("store/reconcile/withdraw/UnlistedRecords", "part of an import"),
              Map.entry("store/reconcile/withdraw/Withdrawals", "part of an import")));

  private static final Path SOURCES = Repository.path("server/store/src/main/java/org/marquee");

  /// A statement of SQL, and the table that it writes; a text that is completed later counts if it
  /// may be completed with the name of such a table.
  private static final Pattern WRITES =
      Pattern.compile("(?:insert into|update|delete from|truncate)\\s+(%\\d?\\$?s(?:\\w*)|\\w+)");

  private static final String CINEMA =
      """
      {"type":"cinema","externalId":"c","name":"Rex","timeZone":"Europe/London","location":{"countryCode":"GB",\
      "locality":"Leeds","postcode":"LS1 4AP","latitude":53.8,"longitude":-1.5}}\
      """;

  private final TestDatabase test = MigratedDatabase.create();

  @Test
  void answers_are_made_of_these_columns_and_of_no_others() throws Exception {
    try (World world = World.on(MigratedDatabase.open(test))) {
      world.full(
          "2026-03-20T06:00:00Z",
          CINEMA,
          "{\"type\":\"chain\",\"externalId\":\"h\",\"name\":\"House\"}",
          "{\"type\":\"film\",\"externalId\":\"f\",\"title\":\"Solaris\"}",
          "{\"type\":\"showtime\",\"externalId\":\"s\",\"film\":\"f\",\"cinema\":\"c\","
              + "\"startsAt\":\"2026-03-21T20:00\"}");
      String role = "reader_" + UUID.randomUUID().toString().replace("-", "");
      try (Connection connection = world.database().connect()) {
        run(connection, "create role " + role);
        try {
          for (var tables : List.of(COLUMNS, OF_REVISIONS, OF_MIGRATIONS)) {
            for (var table : tables.entrySet()) {
              String columns = table.getValue().equals("*") ? "" : "(" + table.getValue() + ")";
              run(
                  connection,
                  "grant select%s on %s to %s".formatted(columns, table.getKey(), role));
            }
          }
          String options =
              (test.jdbcUrl().contains("?") ? "&" : "?") + "options=-c%20role%3D" + role;
          Database.Address restricted =
              new Database.Address(test.jdbcUrl() + options, test.user(), test.password());
          try (Database reading = MigratedDatabase.open(restricted)) {
            readEverything(reading);
          }
        } finally {
          run(connection, "drop owned by " + role);
          run(connection, "drop role " + role);
        }
      }
    }
  }

  private static void run(Connection connection, String sql) throws SQLException {
    Sql.of(sql).run(connection);
  }

  private static void readEverything(Database database) {
    PublishedRecords listings = new PublishedRecords(database);
    Pages pages = new PostgresListings(database.pool());
    Instant now = Instant.parse("2026-03-21T12:00:00Z");
    Window window = new Window(now, now.plusSeconds(100_000));
    String film = listings.films().getFirst().id();
    var around = new CinemaQuery.Around(new CinemaQuery.Centre.Postcode("ls14ap"), 10);
    String cinema = listings.cinemas().getFirst().id();
    assertThat(pages.titles(List.of(film))).hasSize(1);
    for (Attributes attributes : List.of(Attributes.NONE, Attributes.of(Attribute.IMAX))) {
      ShowtimeQuery query = new ShowtimeQuery(window, cinema, film, attributes);
      assertThat(listings.showtimes(query, null, 9).records())
          .hasSize(attributes.isEmpty() ? 1 : 0);
      for (ProgrammeQuery.Place place :
          List.of(
              new ProgrammeQuery.Place.Named(List.of(cinema)),
              new ProgrammeQuery.Place.Near(around),
              new ProgrammeQuery.Place.Anywhere())) {
        for (LocalDate date : new LocalDate[] {null, LocalDate.parse("2026-03-21")}) {
          pages.programmes(
              new ProgrammeQuery(place, null, film, attributes, date, 2),
              null,
              9,
              now,
              new OutputBuffer(512));
        }
      }
    }
    Calendars calendars = new PostgresCalendars(database.pool());
    var range = new Calendars.Range(window, now, 9);
    assertThat(calendars.ofCinema(cinema, range)).isPresent();
    assertThat(calendars.ofFilm(film, range)).isPresent();
    PostgresChangeFeed feed = new PostgresChangeFeed(database.pool());
    Revision newest = feed.newest();
    assertThat(feed.age(newest)).isNotNull();
    Revision first = new Revision(newest.epoch(), newest.number() - 1, newest.mark());
    for (Revision since : List.of(newest, first)) {
      feed.read(
          ChangePosition.endOf(since), EnumSet.allOf(Kind.class), ChangeFeed.Breadth.RECORDS, 9);
    }
    new PostgresChanges(database).copy(null, now, 9, new NotedCopy());
    new PostgresChanges(database).copy(newest, now, 9, new NotedCopy());
  }

  @Test
  void these_tables_must_be_whole_for_an_answer() {
    Set<String> answered = new TreeSet<>(COLUMNS.keySet());
    answered.addAll(OF_REVISIONS.keySet());
    assertThat(WholeTables.LISTINGS).containsExactlyElementsOf(answered);
  }

  @Test
  void whoever_writes_them_makes_a_revision() throws IOException {
    Map<String, Set<String>> found = new TreeMap<>();
    try (Stream<Path> files = Files.walk(SOURCES)) {
      for (Path file : files.filter(each -> each.toString().endsWith(".java")).toList()) {
        String text = Files.readString(file).replaceAll("///?.*", "");
        for (Matcher each = WRITES.matcher(text); each.find(); ) {
          if (COLUMNS.containsKey(each.group(1)) || each.group(1).matches("%\\d?\\$?s")) {
            String name = SOURCES.relativize(file).toString().replace(".java", "");
            found.computeIfAbsent(name, _ -> new TreeSet<>()).add(each.group(1));
          }
        }
      }
    }
    assertThat(found.keySet())
        .as(() -> found.entrySet().stream().map(Object::toString).collect(joining("\n")))
        .isEqualTo(WRITERS.keySet());
  }
}
