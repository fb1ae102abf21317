package org.marquee.app.backup;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.marquee.app.Shell;
import org.marquee.files.FileOwner;
import org.marquee.listing.ChangeFeed;
import org.marquee.listing.ChangePosition;
import org.marquee.listing.Kind;
import org.marquee.listing.Revision;
import org.marquee.store.access.PostgresAccess;
import org.marquee.store.backup.BackupReader;
import org.marquee.store.backup.PostgresBackupLog;
import org.marquee.store.backup.Watcher;
import org.marquee.store.read.PostgresChangeFeed;
import org.marquee.store.sql.Database;
import org.marquee.store.sql.MigratedDatabase;
import org.marquee.store.sql.Sql;
import org.marquee.store.sql.StoredContent;
import org.marquee.store.sql.TestDatabase;

/// A whole installation in one file, and back (docs/backup.md).
@NullMarked
class BackupTest {
  private static TestDatabase source;
  private static Shell shell;

  /// The rows that were backed up: the log of backups has another one since.
  private static Map<String, String> before;

  /// A backup of the source; tests that damage it make a copy.
  private static Path whole;

  private final Path folder;
  private final Path file;

  BackupTest(@TempDir Path folder) {
    this.folder = folder;
    file = folder.resolve("marquee.backup");
  }

  @BeforeAll
  static void fill(@TempDir Path place) throws Exception {
    source = MigratedDatabase.create();
    shell = new Shell(place.resolve("home"), source);
    shell.run("organization", "create", "acme").succeeds();
    shell.run("entitlement", "grant", "acme", "--plan", "unlimited").succeeds();
    shell.run("key", "create", "acme", "--label", "Ümläut").succeeds();
    ingest(shell, "2026-11-20T06:00:00Z", "Solaris");
    ingest(shell, "2026-11-21T06:00:00Z", "Stalker");
    Path mapping = shell.home().resolve("mappings/rex.yaml");
    Files.createDirectories(mapping.getParent());
    Files.writeString(mapping, "about: rex");
    Files.writeString(
        shell.home().resolve("providers.yaml"),
        "providers:\n  - name: rex\n    files: feeds/*.csv\n    mapping: mappings/rex.yaml\n");
    before = StoredContent.rows(source);
    whole = place.resolve("marquee.backup");
    shell.run("backup", whole.toString()).succeeds();
  }

  private static void ingest(Shell into, String observedAt, String title) throws IOException {
    Path feed = Files.createTempFile("feed", ".ndjson");
    Files.writeString(
        feed,
        """
        {"type":"feed","version":1,"mode":"full","observedAt":"%s"}
        {"type":"cinema","externalId":"c","name":"Rex\\\\ \\t \\"Kino\\"","timeZone":"Europe/London","location":{"countryCode":"GB","locality":"London","postcode":"N1"}}
        {"type":"film","externalId":"f","title":"%s"}
        {"type":"showtime","externalId":"new","film":"f","cinema":"c","startsAt":"2030-01-01T19:00","screenName":"Süd\\nEins"}
        {"type":"showtime","externalId":"held","film":"missing","cinema":"c","startsAt":"2030-01-01T21:00"}
        """
            .formatted(observedAt, title));
    into.run("ingest", feed.toString(), "--provider", "rex").succeeds();
    Files.delete(feed);
  }

  private Shell.Done restore(Path backup, TestDatabase target) {
    return new Shell(folder.resolve("other"), target).run("restore", backup.toString());
  }

  @Test
  void everything_is_restored_as_it_was() throws Exception {
    TestDatabase target = TestDatabase.fresh();
    restore(whole, target).succeeds();

    assertThat(withoutRestore(target)).isEqualTo(before);
    assertThat(StoredContent.definitions(target)).isEqualTo(StoredContent.definitions(source));
    assertThat(files(folder.resolve("other"))).isEqualTo(files(shell.home()));
    try (Database database = MigratedDatabase.open(target)) {
      assertThat(new PostgresAccess(database.pool()).listAccounts()).hasSize(1);
    }
    Shell restored = new Shell(folder.resolve("other"), target);
    assertThat(restored.run("key", "list", "--json").out())
        .isEqualTo(shell.run("key", "list", "--json").out());
    assertThat(restored.stored()).isEqualTo(shell.stored());
    // The restored installation goes on from here.
    ingest(restored, "2026-11-22T06:00:00Z", "Nostalghia");
    restored.run("undo", lastRun(restored), "--yes").succeeds();
    assertThat(restored.stored("rex", "showtime")).isEqualTo(1);
  }

  /// The rows but for the one of the audit that says who restored them.
  private static Map<String, String> withoutRestore(TestDatabase target) throws Exception {
    try (Connection connection = target.connect()) {
      assertThat(
              Sql.of("delete from audit where action = 'database.restore' and via = 'restore'")
                  .run(connection))
          .isEqualTo(1);
      Sql.of("select setval('audit_id_seq', (select max(id) from audit))").number(connection);
    }
    return StoredContent.rows(target);
  }

  private static String lastRun(Shell shell) {
    return shell.run("status", "--json").json().get(0).at("/lastImport/run").asString();
  }

  private static Set<String> files(Path home) throws IOException {
    try (Stream<Path> all = Files.walk(home)) {
      return Set.copyOf(
          all.filter(Files::isRegularFile).map(each -> home.relativize(each).toString()).toList());
    }
  }

  @Test
  void followers_go_on_or_must_start_over() throws Exception {
    Revision known = revision(source);
    TestDatabase wentOn = source.copy();
    ingest(new Shell(folder.resolve("home"), wentOn), "2026-11-22T06:00:00Z", "Nostalghia");
    Revision lost = revision(wentOn);
    TestDatabase target = TestDatabase.fresh();
    restore(whole, target).succeeds();
    // The number of the lost revision is given out again, for another import.
    ingest(new Shell(folder.resolve("other"), target), "2026-11-22T06:00:00Z", "Mirror");
    try (Database database = MigratedDatabase.open(target)) {
      assertThat(revision(target).number()).isEqualTo(lost.number());
      ChangeFeed feedOfChanges = new PostgresChangeFeed(database.pool());
      assertThat(
              feedOfChanges.read(
                  ChangePosition.endOf(lost),
                  Set.of(Kind.values()),
                  ChangeFeed.Breadth.RECORDS,
                  100))
          .isInstanceOf(ChangeFeed.ChangeReading.Expired.class);
      assertThat(
              feedOfChanges.read(
                  ChangePosition.endOf(known),
                  Set.of(Kind.values()),
                  ChangeFeed.Breadth.RECORDS,
                  100))
          .isInstanceOfSatisfying(
              ChangeFeed.ChangeReading.Changes.class,
              changes -> assertThat(changes.toString()).contains("Mirror"));
    }
  }

  private static Revision revision(TestDatabase test) {
    try (Database database = MigratedDatabase.open(test)) {
      return new PostgresChangeFeed(database.pool()).newest();
    }
  }

  @Test
  void a_file_that_is_damaged_anywhere_is_refused_before_anything_is_touched() throws Exception {
    byte[] bytes = Files.readAllBytes(whole);
    for (int at = 0; at < bytes.length; at += Math.max(1, bytes.length / 40)) {
      byte[] damaged = bytes.clone();
      damaged[at] ^= 4;
      Files.write(file, damaged);
      assertThatThrownBy(() -> BackupReader.open(file, Watcher.NONE))
          .as("byte %d", at)
          .isInstanceOf(IOException.class);
    }
    byte[] last = bytes.clone();
    last[bytes.length - 1] ^= 1;
    refused(last, "damaged");
    for (int length : List.of(0, 1, 85, bytes.length / 2, bytes.length - 1)) {
      refused(Arrays.copyOf(bytes, length), "");
    }
    refused(
        Arrays.copyOf(bytes, bytes.length + 1), "not a backup of Marquee, or its end is missing");
    refused("a,b\n".repeat(1000).getBytes(UTF_8), "not a backup of Marquee");
  }

  private void refused(byte[] bytes, String why) throws IOException {
    Files.write(file, bytes);
    Path home = folder.resolve("untouched");
    Shell.Done done = new Shell(home).run("restore", file.toString()).fails("nothing was restored");
    assertThat(done.err()).contains(why);
    assertThat(home).doesNotExist();
  }

  @Test
  void files_that_stay_are_named_but_the_keys_of_the_database_before_are_forgotten()
      throws Exception {
    Path other = Files.createDirectories(folder.resolve("other"));
    Files.writeString(other.resolve("providers.yaml"), "providers: []\n");
    Path checkpoint = Files.createDirectory(other.resolve("checkpoint"));
    Files.writeString(checkpoint.resolve("keys"), "of a database at the same address");
    Shell.Done one = restore(whole, TestDatabase.fresh()).succeeds();
    assertThat(checkpoint.resolve("keys")).doesNotExist();
    assertThat(checkpoint.resolve("used")).as("the next start asks the database first").exists();
    assertThat(one.err()).contains("1 file was in the home already, and stays: providers.yaml\n");
    assertThat(other.resolve("providers.yaml")).hasContent("providers: []");
    Shell.Done all = restore(whole, TestDatabase.fresh()).succeeds();
    assertThat(all.err()).contains("files were in the home already, and stay: mappings/rex.yaml, ");
    assertThat(all.err()).contains(" more\n");
  }

  /// The home of the Debian package has one. Files come first, so further restores need no database
  /// that takes anything.
  @Test
  void a_file_is_restored_through_a_link_that_leads_to_no_file_yet() throws Exception {
    Path other = Files.createDirectories(folder.resolve("other"));
    Path settings = Files.createDirectory(folder.resolve("etc")).resolve("providers.yaml");
    Path link = Files.createSymbolicLink(other.resolve("providers.yaml"), settings);
    TestDatabase closed = TestDatabase.fresh();
    meddle(closed, "current_query() not like '%flyway%'");
    restore(whole, TestDatabase.fresh()).succeeds();
    assertThat(link).isSymbolicLink();
    assertThat(settings).isRegularFile().content().contains("name: rex");
    if (FileOwner.mayGive()) {
      Files.delete(settings);
      FileOwner owner = new FileOwner(64_123, 64_123);
      owner.give(other);
      new FileOwner(0, 0).give(link);
      restore(whole, closed).fails("the disk is full");
      assertThat(FileOwner.of(settings)).isEqualTo(new FileOwner(0, owner.group()));
      assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(settings)))
          .isEqualTo("rw-r-----");
      Files.delete(settings);
      owner.give(link);
      restore(whole, closed).fails("the disk is full");
      assertThat(settings).as("the account could lead root anywhere").doesNotExist();
    }
  }

  @Test
  void a_database_with_tables_is_no_target() throws Exception {
    Map<String, String> rows = StoredContent.rows(source);
    shell.run("restore", whole.toString()).fails("has tables of Marquee already");
    assertThat(StoredContent.rows(source)).isEqualTo(rows);
  }

  @Test
  void a_file_that_is_there_stays_unless_it_may_be_replaced() throws Exception {
    Files.writeString(file, "years of work");
    shell.run("backup", file.toString()).fails("--overwrite");
    assertThat(file).hasContent("years of work");
    shell.run("backup", folder.toString()).fails("is a folder");
    Path pipe = folder.resolve("pipe");
    assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor()).isZero();
    shell.run("backup", pipe.toString(), "--overwrite").fails("not a file that can be replaced");
    shell.run("backup", folder.resolve("nowhere/x").toString()).fails("there is no folder");
  }

  @Test
  void only_its_owner_may_read_it_and_nothing_else_is_left() throws Exception {
    Files.writeString(folder.resolve(".marquee.backup.killed.partial"), "half");
    shell.run("backup", file.toString()).succeeds();
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
        .isEqualTo("rw-------");
    try (Stream<Path> all = Files.list(folder)) {
      assertThat(all.map(each -> each.getFileName().toString())).containsExactly("marquee.backup");
    }
  }

  @Test
  void a_backup_may_replace_another_leave_the_raw_input_out_and_is_none_of_the_next_machine()
      throws Exception {
    Files.writeString(file, "years of work");
    shell.run("backup", file.toString(), "--overwrite", "--without-input").succeeds();
    TestDatabase target = TestDatabase.fresh();
    restore(file, target).succeeds();
    assertThat(files(folder.resolve("other")))
        .anyMatch(each -> each.startsWith("reports/"))
        .noneMatch(each -> each.startsWith("runs/"));
    try (Database database = MigratedDatabase.open(target)) {
      assertThat(new PostgresBackupLog(database).last().succeededAt()).isNull();
    }
  }

  @Test
  void a_backup_of_newer_tables_is_refused() throws Exception {
    TestDatabase newer = source.copy();
    try (Connection connection = newer.connect()) {
      Sql.of(
              """
              insert into flyway_schema_history (installed_rank, version, description, type, script, installed_by, execution_time, success)
              values (9999, '9999', 'x', 'SQL', 'x', 'x', 0, true)
              """)
          .run(connection);
      Sql.of("update compatibility set oldest_program = 1").run(connection);
    }
    new Shell(shell.home(), newer).run("backup", file.toString()).succeeds();
    TestDatabase target = TestDatabase.fresh();
    restore(file, target).fails("a newer Marquee made it");
    assertThat(folder.resolve("other")).doesNotExist();
    assertThat(StoredContent.rows(target)).isEmpty();
  }

  @Test
  void a_restore_that_fails_leaves_an_empty_database_and_can_be_tried_again() throws Exception {
    TestDatabase target = TestDatabase.fresh();
    meddle(target, "current_query() like 'alter table plan enable%'");
    // It fails when everything is loaded.
    restore(whole, target).fails("the disk is full");
    assertThat(StoredContent.rows(target)).isEmpty();
    new Shell(folder.resolve("other"), target).run("status").fails("has no Marquee tables");
    target.execute("drop event trigger meddling");
    restore(whole, target).succeeds();
    assertThat(withoutRestore(target)).isEqualTo(before);
  }

  /// Lets statements fail that change tables.
  private static void meddle(TestDatabase target, String which) {
    target.execute(
        """
        create schema meddling;
        create function meddling.fail() returns event_trigger language plpgsql as $$
        begin
          if %s then raise 'the disk is full'; end if;
        end $$;
        create event trigger meddling on ddl_command_end execute function meddling.fail()
        """
            .formatted(which));
  }
}
