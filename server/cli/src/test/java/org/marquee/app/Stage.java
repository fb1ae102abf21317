package org.marquee.app;

import static java.time.temporal.ChronoUnit.HOURS;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.NullMarked;
import org.marquee.Repository;
import org.marquee.access.usage.UsageCounts;
import org.marquee.access.usage.UsageRow;
import org.marquee.app.Shell.Done;
import org.marquee.listing.Kind;
import org.marquee.listing.RecordId;
import org.marquee.store.access.PostgresAccess;
import org.marquee.store.access.PostgresUsage;
import org.marquee.store.decision.PostgresCorrections;
import org.marquee.store.sql.Database;
import org.marquee.store.sql.MigratedDatabase;
import org.marquee.store.sql.Sql;
import org.marquee.store.sql.TestDatabase;

/// A home in which the examples of the help can be typed: before each one it is brought about that
/// what the example names is there, and the names stand in for the ones of the example.
@NullMarked
public final class Stage implements AutoCloseable {
  /// Examples that a test cannot run inside this program, and where they are run.
  static final Map<String, String> ELSEWHERE =
      Map.of(
          "marquee demo", "serves until it is stopped; ./dev pages starts it",
          "marquee mock", "serves until it is stopped; MockTest",
          "marquee serve", "serves until it is stopped; ServeProcessTest",
          "marquee doctor", "judges the machine; DoctorTest",
          "marquee alarm test", "sends what was set; AlarmOptionsTest",
          "marquee mcp", "reads standard input; McpTransportTest",
          "marquee validate https", "asks another machine; FeedFilesTest",
          "marquee backup - ", "writes to standard output itself; BackupTest");

  private static final int PAIRS = 40;
  private static final String RUN = "20261121T060010Z-9f8a3c71";
  private static final String WEBHOOK = "wh_4t7m2hw9pz";
  private static final String KEY = "key_4t7m2hw9pz";

  private final Path folder;
  private final Database database;
  private final List<Connection> sessions = new ArrayList<>();
  private final List<String> pairs = new ArrayList<>();
  private int number;

  /// Whether the provider rex is there.
  private boolean isImported;

  final Shell shell;

  Stage(Path folder) throws IOException {
    this.folder = folder;
    TestDatabase made = MigratedDatabase.create();
    shell = new Shell(folder.resolve("home"), made);
    shell.run("organization", "create", "lux").succeeds();
    database = MigratedDatabase.open(made);
    for (String name : List.of("rex.ndjson", "harbour.csv", "harbour.yaml")) {
      String text = Files.readString(Repository.path("docs/examples", name));
      // Examples have dates, which pass.
      Files.writeString(
          folder.resolve(name), text.replaceAll("2027(?=-01)|(?<=\\.11\\.)2026", "2099"));
    }
  }

  static boolean isElsewhere(String example) {
    return ELSEWHERE.keySet().stream().anyMatch(each -> (example + " ").startsWith(each));
  }

  /// Types an example, with more words if there are any, after what it needs was done.
  Done type(String example, String... more) throws IOException, SQLException {
    List<String> words = new ArrayList<>(words(prepared(example.replaceFirst("^marquee ", ""))));
    words.addAll(List.of(more));
    if (words.getFirst().equals("restore")) {
      int home = words.indexOf("--home");
      if (home >= 0) {
        words.subList(home, home + 2).clear();
      }
      Shell empty = new Shell(folder.resolve("restored" + ++number), TestDatabase.fresh());
      return empty.run(words.toArray(String[]::new));
    }
    boolean anywhere = List.of("completion", "help").contains(words.getFirst());
    String[] typed = words.toArray(String[]::new);
    return anywhere ? Shell.execute(typed) : shell.run(typed);
  }

  public static List<String> words(String line) {
    return Arrays.stream(line.split(" (?=(?:[^']*'[^']*')*[^']*$)"))
        .map(word -> word.replace("'", ""))
        .toList();
  }

  private String prepared(String example) throws IOException, SQLException {
    String[] words = example.split(" ");
    String command = words[0] + (words.length > 1 ? " " + words[1] : "");
    return switch (words[0]) {
      case "validate", "ingest", "map" ->
          example
              .replaceAll(
                  "(?:docs/examples/)?\\b(rex\\.ndjson|harbour\\.(?:csv|yaml))", folder + "/$1")
              .replace("--report .", "--report " + folder)
              .replace("sheet.yaml", folder + "/sheet.yaml");
      case "collect" -> collecting(example);
      case "replay", "undo" -> example.replace(RUN, imported());
      case "plan" -> example.replaceFirst("create \\w+", "create made" + ++number);
      case "usage" -> used(example);
      case "organization" -> example.replaceFirst("create \\w+", "create made" + ++number);
      case "key" -> example.replace(KEY, key());
      case "webhook" -> words[1].equals("create") ? example : example.replace(WEBHOOK, webhook());
      case "provider" -> {
        importOnce();
        isImported = !example.endsWith("--yes");
        yield example;
      }
      case "films", "cinemas" -> pair(example, words);
      case "correct" -> corrected(example);
      case "explain" -> explained(example);
      case "showtimes" -> contradiction(example);
      case "export" -> example.replace("/var/lib/marquee", folder.toString());
      case "backup" -> {
        if (!example.contains("--overwrite")) {
          Files.deleteIfExists(folder.resolve("marquee.zip"));
        }
        yield example.replace("marquee.zip", folder + "/marquee.zip");
      }
      case "restore" -> {
        shell.run("backup", folder + "/marquee.zip", "--overwrite").succeeds();
        yield example.replace("marquee.zip", folder + "/marquee.zip");
      }
      case "runs" ->
          switch (command) {
            case "runs list" -> {
              running();
              yield example;
            }
            case "runs end" -> ended(example);
            default -> example.replace(RUN, refused());
          };
      default -> example;
    };
  }

  private String used(String example) {
    UsageRow row =
        new UsageRow(
            "lux",
            "key_1",
            "films",
            Instant.now().truncatedTo(HOURS),
            new UsageCounts(5, 900, 1, 1, 1));
    new PostgresUsage(database.pool()).add(1, List.of(row));
    return example;
  }

  private String collecting(String example) throws IOException {
    Files.writeString(
        shell.home().resolve("providers.yaml"),
        "providers:\n  - name: rex\n    files: %s/rex.ndjson\n".formatted(folder));
    return example;
  }

  /// The run of an import that changed something, after another one.
  private String imported() throws IOException {
    Path feed = folder.resolve("rex.ndjson");
    for (int more = isImported ? 1 : 2; more > 0; more--) {
      String title = "\"title\":\"Title " + ++number + "\"";
      String text = Files.readString(feed).replaceAll("\"title\":\"[^\"]*\"", title);
      Files.writeString(feed, text);
      shell.run("ingest", feed.toString(), "--provider", "rex").succeeds();
    }
    isImported = true;
    return lastRun();
  }

  private void importOnce() throws IOException {
    if (!isImported) {
      imported();
    }
  }

  private String explained(String example) throws IOException {
    importOnce();
    return example
        .replaceFirst("fi_\\w+", RecordId.of(Kind.FILM, "rex", "lighthouse"))
        .replaceFirst("ci_\\w+", RecordId.of(Kind.CINEMA, "rex", "rex"));
  }

  private String refused() throws IOException {
    Path feed = Files.writeString(folder.resolve("wrong.ndjson"), "not a feed\n");
    shell.run("ingest", feed.toString(), "--provider", "rex", "--format", "marquee");
    return lastRun();
  }

  private String lastRun() {
    for (var provider : shell.run("status", "--json").succeeds().json()) {
      if (provider.get("provider").asString().equals("rex")) {
        return provider.at("/lastImport/run").asString();
      }
    }
    throw new AssertionError("rex was not imported");
  }

  private String webhook() {
    return shell
        .run("webhook", "create", "lux", "https://lux.example/hooks", "--json")
        .succeeds()
        .json()
        .get("id")
        .asString();
  }

  private String key() {
    return new PostgresAccess(database.pool())
        .issueKey("lux", "box office", Instant.parse("2099-01-01T00:00:00Z"))
        .orElseThrow()
        .key()
        .id();
  }

  /// Two records of two providers that may be the same; merged, where the example splits one off.
  private String pair(String example, String[] words) throws IOException {
    Kind kind = words[0].equals("films") ? Kind.FILM : Kind.CINEMA;
    String name = pair();
    String one = RecordId.of(kind, "alpha", name);
    String other = RecordId.of(kind, "beta", name);
    if (words[1].equals("split") && !words[words.length - 1].equals(words[2])) {
      return "%s split %s %s".formatted(words[0], one, other);
    }
    if (words[1].equals("split")) {
      shell.run(words[0], "merge", one, other).succeeds();
      return "%s split %s".formatted(words[0], other);
    }
    return words[1].equals("merge")
        ? "%s merge %s %s%s"
            .formatted(words[0], one, other, example.endsWith("--json") ? " --json" : "")
        : example;
  }

  /// Records of a pair in place of those of the example, a correction of the number that it names,
  /// and a file.
  private String corrected(String example) throws IOException {
    String name = pair();
    String one = RecordId.of(Kind.FILM, "alpha", name);
    String other = RecordId.of(Kind.FILM, "beta", name);
    String cinema = RecordId.of(Kind.CINEMA, "alpha", name);
    if (example.startsWith("correct split")) {
      shell.run("correct", "merge", one, other, "--note", "one").succeeds();
    }
    Path file = folder.resolve("corrections.yaml");
    if (example.matches("correct (list|undo|apply|export).*")) {
      shell.run("correct", "set", cinema, "address=1 High Street", "--note", "map").succeeds();
    }
    if (example.startsWith("correct apply")) {
      Files.writeString(file, shell.run("correct", "export").succeeds().out());
    }
    return example
        .replaceFirst(" > .*", "")
        .replace("fi_8p3k5v1n", one)
        .replace("fi_2m6h8wq0", other)
        .replace("ci_4k7m2hw9", cinema)
        .replace("ci_9s2c8vqk", RecordId.of(Kind.CINEMA, "beta", name))
        .replace("corrections.yaml", file.toString())
        .replaceFirst("undo 3", "undo " + newest(example));
  }

  private long newest(String example) {
    return example.contains("undo") ? new PostgresCorrections(database).list().getFirst().id() : 0;
  }

  /// Films and cinemas of one name that two providers have; the rules do not link them. Two feeds
  /// bring enough for all examples.
  private String pair() throws IOException {
    if (pairs.isEmpty()) {
      for (int pair = 0; pair < PAIRS; pair++) {
        pairs.add("Pair " + ++number);
      }
      for (String provider : List.of("alpha", "beta")) {
        StringBuilder text = new StringBuilder(header());
        for (String name : pairs) {
          text.append(
              """
              {"type":"film","externalId":"%1$s","title":"%1$s"}
              {"type":"cinema","externalId":"%1$s","name":"%1$s","location":{"countryCode":"GB","locality":"Leeds","postcode":"%2$s"},"timeZone":"Europe/London"}
              """
                  .formatted(name, provider));
        }
        ingest(provider, text.toString());
      }
    }
    return pairs.removeFirst();
  }

  private static String header() {
    return """
    {"type":"feed","version":1,"mode":"delta","observedAt":"%s"}
    """
        .formatted(Instant.now());
  }

  private void ingest(String provider, String text) throws IOException {
    Path feed = Files.writeString(folder.resolve(provider + ".ndjson"), text);
    shell.run("ingest", feed.toString(), "--provider", provider).succeeds();
  }

  /// Two providers that tell one showing at two times.
  private String contradiction(String example) throws IOException {
    for (String provider : List.of("alpha", "beta")) {
      ingest(
          provider,
          header()
              + """
              {"type":"cinema","externalId":"c","name":"Roxy","timeZone":"Europe/London","location":{"countryCode":"GB","locality":"Elmet","postcode":"LS9 1AA"}}
              {"type":"film","externalId":"f","title":"Ran","extCatalogAId":"7"}
              {"type":"showtime","externalId":"s","film":"f","cinema":"c","startsAt":"2099-01-15T19:0%d:00","screen":{"name":"1"}}
              """
                  .formatted(provider.equals("alpha") ? 0 : 5));
    }
    return example;
  }

  /// A session of the database as an import has one.
  private long running() throws SQLException {
    Connection session = database.connect("import " + RUN + " rex");
    sessions.add(session);
    session.setAutoCommit(false);
    return Sql.of("select pg_backend_pid()").number(session);
  }

  private String ended(String example) throws SQLException {
    for (Connection each : sessions) {
      each.close();
    }
    sessions.clear();
    return example.replace("4711", Long.toString(running()));
  }

  @Override
  public void close() throws SQLException {
    for (Connection each : sessions) {
      each.close();
    }
    database.close();
    assertThat(folder).exists();
  }
}
