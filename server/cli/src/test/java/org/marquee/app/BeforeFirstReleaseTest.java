package org.marquee.app;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.marquee.Repository;
import org.marquee.app.home.Home;
import org.marquee.store.sql.MigratedDatabase;
import org.marquee.store.sql.RefusedDatabase;
import org.marquee.store.sql.StoredContent;
import org.marquee.store.sql.TestDatabase;
import picocli.CommandLine;

/// Homes and backups of programs before 0.1.0, and the way out of them (docs/upgrading.md, "From
/// before 0.1.0").
@NullMarked
class BeforeFirstReleaseTest {
  @TempDir Path folder = Path.of("");
  private Path home = Path.of("");

  /// What such a home has, as far as this program looks before it starts a server.
  @BeforeEach
  void make_home() throws IOException {
    home = Files.createDirectories(folder.resolve("home"));
    write("pgdata-18/PG_VERSION", "18\n");
    write("postgres/database-exists", "This home has a database.\n");
    write("checkpoint/used", "");
    write("reports/20261121T060010Z-9f8a3c71.json", "{}");
    write("providers.yaml", "providers:\n  - name: rex\n    files: rex.ndjson\n");
    write("rex.ndjson", Files.readString(Repository.path("docs/examples/rex.ndjson")));
  }

  private void write(String name, String text) throws IOException {
    Path file = home.resolve(name);
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
  }

  private static Map<String, String> tree(Path home) throws IOException {
    Map<String, String> tree = new TreeMap<>();
    try (Stream<Path> all = Files.walk(home)) {
      for (Path each : all.toList()) {
        tree.put(
            each.toString(),
            "" + Files.readAttributes(each, "posix:permissions,lastModifiedTime,size"));
      }
    }
    return tree;
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "status",
        "demo --port 0",
        "ingest HOME/rex.ndjson --provider rex",
        "validate HOME/rex.ndjson",
        "collect",
        "replay 20261121T060010Z-9f8a3c71",
        "undo 20261121T060010Z-9f8a3c71 --yes",
        "organization create rex",
        "entitlement grant rex",
        "key create rex",
        "provider list",
        "films review",
        "showtimes review",
        "runs list",
        "export HOME/exported",
        "backup HOME/marquee.backup"
      })
  void each_command_refuses_the_home_as_it_is_and_says_the_next_step(String command)
      throws IOException {
    Map<String, String> before = tree(home);
    new Shell(home)
        .run(command.replace("HOME", home.toString()).split(" "))
        .fails(home + " was made by a Marquee before 0.1.0")
        .fails("marquee export DIR --home " + home);
    assertThat(tree(home)).isEqualTo(before);
  }

  @Test
  void a_demo_says_that_its_home_may_be_deleted() {
    new Shell(home).run("demo", "--port", "0").fails("rm -r " + home);
  }

  @Test
  void a_service_refuses_it_too() throws IOException {
    Map<String, String> before = tree(home);
    Home wanted = CommandLine.populateCommand(new Home(), "--home", home.toString());
    assertThatThrownBy(wanted::openInBackground).isInstanceOf(RefusedDatabase.class);
    assertThat(tree(home)).isEqualTo(before);
  }

  @Test
  void the_home_is_of_use_with_a_database_of_ones_own() {
    new Shell(home, MigratedDatabase.create()).run("provider", "list").succeeds();
  }

  @Test
  void a_backup_is_refused_with_the_next_step() throws Exception {
    Path file = folder.resolve("now.backup");
    new Shell(folder.resolve("new"), MigratedDatabase.create())
        .run("backup", file.toString())
        .succeeds();
    Path old = Files.write(folder.resolve("old.backup"), asBefore(file));
    TestDatabase target = TestDatabase.fresh();
    Path other = folder.resolve("other");
    new Shell(other, target)
        .run("restore", old.toString())
        .fails("a Marquee before 0.1.0 made it")
        .fails("export");
    assertThat(other).doesNotExist();
    assertThat(StoredContent.rows(target)).isEmpty();
  }

  /// The file with the number of its layout that it had before, and a seal to match.
  private static byte[] asBefore(Path file) throws Exception {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ZipFile now = new ZipFile(file.toFile());
        ZipOutputStream old = new ZipOutputStream(bytes)) {
      for (ZipEntry entry : now.stream().toList()) {
        old.putNextEntry(new ZipEntry(entry.getName()));
        byte[] content = now.getInputStream(entry).readAllBytes();
        old.write(
            entry.getName().equals("manifest.json")
                ? new String(content, UTF_8)
                    .replace("\"version\":3", "\"version\":1")
                    .getBytes(UTF_8)
                : content);
      }
      old.setComment(now.getComment());
    }
    byte[] whole = Arrays.copyOf(bytes.toByteArray(), bytes.size() - 64);
    String seal = HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(whole));
    bytes.reset();
    bytes.write(whole);
    bytes.write(seal.getBytes(US_ASCII));
    return bytes.toByteArray();
  }

  private static final String CINEMA =
      """
      {"type":"cinema","externalId":"%s","name":"Rex \\"Kino\\"","chain":"ch","timeZone":"Europe/London","location":{"countryCode":"GB","locality":"London","postcode":"N1 1AA"}}
      {"type":"chain","externalId":"ch","name":"Chain of %s","websiteUrl":"https://rex.example"}
      """;

  /// Two providers with a cinema and a film in common, and one film of the second alone.
  static void fill(Shell shell, Path folder) throws IOException {
    Map<String, String> feeds =
        Map.of(
            "alpha",
            CINEMA.formatted("rex", "alpha")
                + """
                {"type":"film","externalId":"f\\\\1","title":"Solaris & \\"filmId\\":\\"x\\"","releaseDate":"1972-03-20","durationMinutes":167,"extCatalogBId":"tt0069293","sourceUpdatedAt":"2026-11-01T00:00:00Z"}
                {"type":"screen","externalId":"1","cinema":"rex","name":"One"}
                {"type":"showtime","externalId":"past","film":"f\\\\1","cinema":"rex","startsAt":"2026-11-01T19:00","screen":{"externalId":"1"}}
                {"type":"showtime","externalId":"a1","film":"f\\\\1","cinema":"rex","startsAt":"2099-01-01T19:00","attributes":["imax","subtitled"],"bookingUrl":"https://rex.example/1","screen":{"externalId":"1"}}
                {"type":"showtime","externalId":"a2","film":"f\\\\1","cinema":"rex","startsAt":"2099-01-01T21:00","screen":{"name":"Süd"}}
                """,
            "beta",
            CINEMA.formatted("kino", "beta")
                + """
                {"type":"film","externalId":"solaris","title":"Solaris & \\"filmId\\":\\"x\\"","releaseDate":"1972-03-20","durationMinutes":167,"extCatalogBId":"tt0069293"}
                {"type":"film","externalId":"mirror","title":"Mirror"}
                {"type":"showtime","externalId":"b1","film":"solaris","cinema":"kino","startsAt":"2099-01-02T19:00","screen":{"externalId":"9","name":"Nine"}}
                {"type":"showtime","externalId":"b2","film":"mirror","cinema":"kino","startsAt":"2099-01-02T21:00"}
                """);
    for (String provider : List.of("alpha", "beta")) {
      String head =
          "{\"type\":\"feed\",\"version\":1,\"mode\":\"full\",\"observedAt\":\"2026-11-20T06:00:00Z\"}\n";
      Path feed =
          Files.writeString(folder.resolve(provider + ".ndjson"), head + feeds.get(provider));
      shell.run("ingest", feed.toString(), "--provider", provider).succeeds();
    }
  }

  @Test
  void what_is_published_goes_from_an_export_into_a_new_home_with_its_ids() throws Exception {
    Shell old = new Shell(folder.resolve("before"), MigratedDatabase.create());
    fill(old, folder);
    Path exported = folder.resolve("exported");
    old.run("export", exported.toString()).succeeds();

    Shell fresh = new Shell(folder.resolve("after"), MigratedDatabase.create());
    for (String provider : List.of("alpha", "beta")) {
      Path feed = folder.resolve(provider + "-again.ndjson");
      Process made =
          new ProcessBuilder(
                  "sh", "../../docs/examples/export-to-feed.sh", exported.toString(), provider)
              .redirectOutput(feed.toFile())
              .start();
      assertThat(made.waitFor()).isZero();
      fresh.run("ingest", feed.toString(), "--provider", provider).succeeds();
    }
    Path again = folder.resolve("again");
    fresh.run("export", again.toString()).succeeds();
    for (String list : List.of("chains", "cinemas", "films", "screens", "showtimes")) {
      assertThat(records(again, list)).as(list).isEqualTo(records(exported, list));
    }
  }

  /// The records of a list, without what tells when they were observed, and without the ids of
  /// screens: where another provider's cinema is published, they are made with an id that no export
  /// has.
  private static List<String> records(Path export, String list) throws IOException {
    try (Stream<String> lines = Files.lines(export.resolve(list + ".ndjson"))) {
      return lines
          .map(line -> line.replaceAll("\"(observedAt|lastSeenAt)\":\"[^\"]*\"|sc_\\w+", ""))
          .sorted(Comparator.naturalOrder())
          .toList();
    }
  }
}
