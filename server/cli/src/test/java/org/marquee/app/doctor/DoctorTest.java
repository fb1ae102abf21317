package org.marquee.app.doctor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.marquee.InstalledProgram;
import org.marquee.app.Shell;
import org.marquee.app.Shell.Done;
import org.marquee.app.Showbill;
import org.marquee.app.service.ServingProcess;
import org.marquee.embedded.EmbeddedPostgres;
import org.marquee.files.FileOwner;
import org.marquee.http.SelfSigned;
import org.marquee.http.tls.TlsFiles;
import org.marquee.store.backup.PostgresBackupLog;
import org.marquee.store.sql.Database;
import org.marquee.store.sql.DatabaseLook;
import org.marquee.store.sql.MigratedDatabase;
import org.marquee.store.sql.Sql;
import org.marquee.store.sql.TestDatabase;
import tools.jackson.databind.JsonNode;

/// What `doctor` finds in homes that are well, and in broken ones.
@NullMarked
class DoctorTest {
  @TempDir private Path folder = Path.of("");

  /// What each test has a copy of.
  private static final TestDatabase ORIGINAL = MigratedDatabase.create();

  @TempDir private static Path originals = Path.of("");

  private final TestDatabase database = ORIGINAL.copy();
  private Path home = Path.of("");
  private Shell shell = new Shell(home);

  @BeforeAll
  static void a_home_that_is_well() throws IOException {
    Shell original = new Shell(originals.resolve("home"), ORIGINAL);
    Path feed =
        new Showbill("rex")
            .showtimes(8)
            .upcoming()
            .takenAt(Instant.now())
            .write(originals.resolve("rex.ndjson"));
    original.run("ingest", feed.toString(), "--provider", "rex").succeeds();
    original.run("backup", originals.resolve("marquee.zip").toString()).succeeds();
    Files.setPosixFilePermissions(original.home(), PosixFilePermissions.fromString("rwx------"));
  }

  @BeforeEach
  void a_copy_of_it() throws Exception {
    home = folder.resolve("home");
    shell = new Shell(home, database);
    assertThat(
            new ProcessBuilder("cp", "-a", originals + "/.", folder.toString()).start().waitFor())
        .isZero();
  }

  private Done doctor(String... more) {
    return shell.run(words(more));
  }

  /// What it says of another home, without the database of the tests.
  private static Done doctorOf(Path home, String... more) {
    return new Shell(home).run(words(more));
  }

  private static String[] words(String... more) {
    List<String> words = new ArrayList<>(List.of("doctor", "--json"));
    words.addAll(List.of(more));
    for (String port : List.of("--port", "--ops-port")) {
      if (!words.contains(port)) {
        words.addAll(List.of(port, "0"));
      }
    }
    return words.toArray(String[]::new);
  }

  private static JsonNode found(Done done, String check) {
    return StreamSupport.stream(done.json().spliterator(), false)
        .filter(each -> each.get("check").asString().equals(check))
        .findFirst()
        .orElseThrow(() -> new AssertionError(check + " in " + done));
  }

  private static void assertFound(Done done, String check, String verdict, String... parts) {
    JsonNode found = found(done, check);
    assertThat(found.get("verdict").asString()).as(found.toString()).isEqualTo(verdict);
    assertThat(List.of(parts)).allSatisfy(part -> assertThat(found.toString()).contains(part));
    assertThat(found.has("next")).as(found.toString()).isEqualTo(!verdict.equals("ok"));
    assertThat(done.status())
        .as(done.out())
        .isEqualTo(done.out().contains("\"verdict\":\"fault\"") ? 1 : 0);
  }

  /// The database of the tests would lose data, so this home has one of its own.
  @Test
  void a_home_that_is_well_has_no_fault() throws IOException {
    Path feed = folder.resolve("rex.ndjson");
    shell = new Shell(folder.resolve("own"));
    try (EmbeddedPostgres _ = EmbeddedPostgres.join(shell.home())) {
      shell.run("ingest", feed.toString(), "--provider", "rex").succeeds();
      shell.run("backup", folder.resolve("own.zip").toString()).succeeds();
      assertThat(shell.run("doctor", "--port", "0", "--ops-port", "0").succeeds().out())
          .contains("ok       database     PostgreSQL 18");
    }
    Done done = doctor();
    assertThat(done.status()).as(done.out()).isZero();
    for (String check :
        List.of(
            "settings",
            "home",
            "files",
            "disk",
            "port",
            "ops-port",
            "database",
            "tables",
            "clock",
            "alarms",
            "backup")) {
      assertFound(done, check, "ok");
    }
  }

  @Test
  void faults_of_the_settings_do_not_keep_it_from_the_rest() throws Exception {
    Files.writeString(home.resolve("marquee.yaml"), "stale-after: soon\n");
    Files.writeString(home.resolve("providers.yaml"), "providers:\n  - nme: rex\n");
    Done done = doctor();
    assertFound(done, "settings", "fault", "line 1: stale-after", "marquee config");
    assertThat(done.out())
        .contains("providers.yaml, line 2", "nme is not known")
        .doesNotContain("marquee: ");
    assertFound(done, "database", "ok");
  }

  @Test
  void a_port_is_free_or_ours_or_taken_by_somebody_who_is_named() throws Exception {
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      Done done = doctor("--bind", "127.0.0.1", "--port", String.valueOf(taken.getLocalPort()));
      assertFound(done, "port", "fault", "taken by java, process " + ProcessHandle.current().pid());
    }
    assertFound(doctor("--bind", "192.0.2.1", "--port", "8080"), "port", "fault", "ip address");
    try (ServingProcess serving = ServingProcess.start(folder, database, Map.of())) {
      Done done =
          doctor(
              "--bind",
              "127.0.0.1",
              "--port",
              String.valueOf(serving.api()),
              "--ops-port",
              String.valueOf(serving.operations()));
      assertFound(done, "port", "ok", "has the service");
      assertFound(done, "ops-port", "ok", "has the service");
      assertThat(found(done, "service").get("what").asString()).startsWith("version ");
      assertFound(done, "alarms", "ok");
    }
  }

  @Test
  void a_database_that_is_away_is_a_fault_without_its_password() {
    Done done = doctorOf(home, "--database", "postgresql://marquee:hunter2@127.0.0.1:1/x");
    assertFound(done, "database", "fault", "refused", "pg_isready -d 'postgresql://127.0.0.1:1/x'");
    assertThat(done.out()).doesNotContain("hunter2");
  }

  @Test
  void newer_tables_are_a_warning_or_a_fault_by_what_they_allow() throws Exception {
    sql(
        """
        insert into flyway_schema_history
        select 99, '99', description, type, '99', checksum, installed_by, now(), 1, true
        from flyway_schema_history limit 1
        """);
    assertFound(doctor(), "tables", "warning", "version 99", "newer program");
    sql("update compatibility set oldest_program = 99");
    assertFound(doctor(), "database", "fault", "belongs to a newer Marquee");
  }

  private DatabaseLook look() {
    return DatabaseLook.at(MigratedDatabase.address(database));
  }

  private void sql(String statement) throws SQLException {
    try (Database opened = MigratedDatabase.open(database);
        Connection connection = opened.pool().getConnection()) {
      Sql.of(statement).run(connection);
    }
  }

  @Test
  void a_server_that_loses_data_and_a_wrong_clock_are_faults() {
    DatabaseLook look =
        new DatabaseLook(
            "13.9 (Debian)",
            Database.tablesVersion(),
            false,
            3,
            Duration.ofSeconds(-9),
            List.of("fsync"));
    assertThat(DatabaseChecks.all(look, "db"))
        .filteredOn(each -> each.verdict() == Finding.Verdict.FAULT)
        .extracting(Finding::what)
        .containsExactly(
            "PostgreSQL 13.9 (Debian) answers at db; the tables need 14",
            "fsync is off: a crash loses or damages data",
            "the clock of this machine is 9 s behind that of the database");
    DatabaseLook full =
        new DatabaseLook("18.1", Database.tablesVersion(), false, 3, Duration.ZERO, List.of());
    assertThat(DatabaseChecks.all(full, "db").getFirst().next()).contains("max_connections");
    DatabaseLook standby =
        new DatabaseLook("18.1", Database.tablesVersion(), true, 90, Duration.ZERO, List.of());
    assertThat(DatabaseChecks.all(standby, "db").getFirst().what()).contains("standby");
    assertThat(look().unsafe()).isSubsetOf("fsync", "full_page_writes", "synchronous_commit");
  }

  @Test
  void homes_and_files_that_are_missing_or_open_are_named() throws Exception {
    Done none = doctorOf(folder.resolve("none"));
    assertFound(none, "home", "warning", "marquee serve");
    assertFound(none, "database", "warning", "there is none yet");
    assertThat(folder.resolve("none")).doesNotExist();
    Path lost = folder.resolve("lost");
    Files.createDirectories(lost.resolve("postgres"));
    Files.writeString(lost.resolve("postgres/database-exists"), "");
    Done missing = doctorOf(lost);
    assertFound(missing, "database", "fault", "pgdata-18 is missing", "restore");

    Files.writeString(home.resolve("marquee.yaml"), "title: Lux\n");
    Files.setPosixFilePermissions(
        home.resolve("marquee.yaml"), PosixFilePermissions.fromString("rw-r--r--"));
    assertFound(doctor(), "files", "ok");
    Files.setPosixFilePermissions(home, PosixFilePermissions.fromString("rwxr-xr-x"));
    Done open = doctor();
    assertFound(open, "home", "warning", "chmod 700 " + home);
    assertFound(open, "files", "warning", "chmod o-rwx " + home.resolve("marquee.yaml"));
    assertFound(doctorOf(folder.resolve("rex.ndjson")), "home", "fault", "is a file");
  }

  @Test
  void the_service_of_the_package_is_started_by_systemd() throws Exception {
    Path packaged = Path.of("/var/lib/marquee");
    Path root = Files.createDirectory(folder.resolve("root"));
    assertThat(MachineChecks.start(packaged, root)).isEqualTo("marquee serve --home " + packaged);
    Files.createDirectories(root.resolve("run/systemd/system"));
    Path units = Files.createDirectories(root.resolve("usr/lib/systemd/system"));
    Files.createFile(units.resolve("marquee.service"));
    assertThat(MachineChecks.start(packaged, root)).isEqualTo("systemctl start marquee");
    assertThat(MachineChecks.start(home, root)).isEqualTo("marquee serve --home " + home);
  }

  @Test
  void homes_that_were_closed_are_opened_by_their_owner_and_older_ones_are_left_alone()
      throws Exception {
    Path data = Files.createDirectory(home.resolve("pgdata-18"));
    Files.writeString(data.resolve("PG_VERSION"), "18\n");
    Path runs = home.resolve("runs");
    Files.setPosixFilePermissions(runs, PosixFilePermissions.fromString("r-x------"));
    assertFound(doctor(), "files", "fault", "chmod u+rwx " + runs);
    assertFound(
        doctorOf(home), "database", "fault", "before 0.1.0", "marquee export DIR --home " + home);
    Files.setPosixFilePermissions(data, PosixFilePermissions.fromString("---------"));
    assertFound(doctorOf(home), "database", "fault", "the mode of ", "chmod u+rwx " + data);
    Files.setPosixFilePermissions(data, PosixFilePermissions.fromString("rwx------"));
    Files.setPosixFilePermissions(home, PosixFilePermissions.fromString("---------"));
    Done closed = doctorOf(home);
    assertFound(closed, "home", "fault", "chmod u+rwx " + home);
    Files.setPosixFilePermissions(home, PosixFilePermissions.fromString("rwx------"));
    assertThat(closed.out())
        .containsOnlyOnce("\"verdict\":\"fault\"")
        .doesNotContain("sudo", "chown");
  }

  @Test
  void a_home_of_root_with_the_data_of_another_is_given_to_that_one() throws Exception {
    assumeTrue(FileOwner.mayGive(), "only root can give files away: run it as root");
    new FileOwner(1, 1).give(Files.createDirectory(home.resolve("pgdata-18")));
    assertFound(doctor(), "home", "fault", "its data to daemon", "chown -R daemon: " + home);
  }

  @Test
  void a_disk_that_cannot_be_found_is_no_fault() {
    Finding found =
        MachineChecks.disk(
            home,
            _ -> {
              throw new IOException("Mount point not found");
            });
    assertThat(found.verdict()).isEqualTo(Finding.Verdict.WARNING);
    assertThat(found.what())
        .isEqualTo("how much is free for " + home + " is not known: Mount point not found");
  }

  @Test
  void root_learns_what_the_owner_of_the_home_cannot_read_or_start() throws Exception {
    assumeTrue(FileOwner.mayGive(), "only root can give files away: run it as root");
    InstalledProgram.need("setpriv", "util-linux");
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
    FileOwner daemon = new FileOwner(1, 1);
    daemon.give(home);
    Path providers = Files.writeString(folder.resolve("providers.yaml"), "providers: []\n");
    Files.createSymbolicLink(home.resolve("providers.yaml"), providers);
    Files.setPosixFilePermissions(providers, PosixFilePermissions.fromString("rw-r--r--"));
    assertFound(
        doctor(), "files", "warning", "others can read", "chgrp daemon ", " && chmod 0640 ");

    Files.setPosixFilePermissions(providers, PosixFilePermissions.fromString("rw-r-----"));
    assertFound(doctor(), "files", "fault", "daemon, who owns the home", "cannot read", "chgrp ");
    new FileOwner(0, 1).give(providers);
    assertFound(doctor(), "files", "ok");

    Path program = Files.writeString(folder.resolve("on-alarm"), "#!/bin/sh\n");
    Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwx------"));
    assertFound(
        doctor("--alarm-command", program.toString()),
        "files",
        "fault",
        "cannot start " + program,
        "chmod 0750");
    Path closed = Files.createDirectory(folder.resolve("closed"));
    Files.setPosixFilePermissions(closed, PosixFilePermissions.fromString("rwx------"));
    Path settings = Files.writeString(closed.resolve("marquee.yaml"), "title: Lux\n");
    Files.setPosixFilePermissions(settings, PosixFilePermissions.fromString("rw-r-----"));
    assertFound(
        doctor("--config", settings.toString()), "files", "fault", closed + " is closed to that");

    Path runs = home.resolve("runs");
    new FileOwner(0, 0).give(runs);
    assertFound(doctor(), "files", "fault", runs + " belongs to root", "chown -R daemon:daemon");
  }

  @Test
  void a_certificate_must_be_there_fit_its_key_and_last() throws Exception {
    TlsFiles files = SelfSigned.make().writeTo(Files.createDirectory(folder.resolve("one")));
    TlsFiles other = SelfSigned.make().writeTo(Files.createDirectory(folder.resolve("two")));
    for (TlsFiles each : List.of(files, other)) {
      Files.setPosixFilePermissions(each.key(), PosixFilePermissions.fromString("rw-------"));
    }
    assertFound(
        withTls(files.certificate(), other.key()),
        "certificate",
        "fault",
        "does not belong",
        "put the key of that");
    assertFound(
        withTls(files.certificate(), folder.resolve("no")), "certificate", "fault", "ls -l");
    TlsFiles.Look look = files.look(Instant.now());
    assertThat(look.isRefused()).isFalse();
    Finding expired = MachineChecks.certificate(files, look.until().plusSeconds(1));
    assertThat(expired.verdict()).isEqualTo(Finding.Verdict.FAULT);
    assertThat(expired.next()).startsWith("certbot renew").contains(files.key().toString());
    assertThat(MachineChecks.certificate(files, look.until().minusSeconds(1)).verdict())
        .isEqualTo(Finding.Verdict.WARNING);
    Files.setPosixFilePermissions(files.key(), PosixFilePermissions.fromString("rw-r--r--"));
    assertFound(withTls(files.certificate(), files.key()), "files", "fault", "chmod o-rwx");
  }

  private Done withTls(Path certificate, Path key) {
    return doctor("--tls-certificate", certificate.toString(), "--tls-key", key.toString());
  }

  @Test
  void it_says_whose_alarms_status_has_and_not_what_they_are() throws Exception {
    sql(
        """
        insert into guarded (provider_id, cinema_id, reason, stored, gone, listed, since, seen)
        select p.id, c.id, 'shrunk', 9, 8, 1, now(), now() from provider p, cinema c where p.name = 'rex'
        """);
    assertFound(doctor(), "alarms", "warning", "status has alarms of rex", "marquee status");
    Path feed = folder.resolve("old.ndjson");
    new Showbill("lux").showtimes(1).takenAt(Instant.now().minus(Duration.ofDays(9))).write(feed);
    shell.run("ingest", feed.toString(), "--provider", "lux");
    try (Database opened = MigratedDatabase.open(database)) {
      new PostgresBackupLog(opened).failed("the disk is full");
    }
    Done done = doctor();
    assertFound(done, "alarms", "fault", "status has alarms of lux, rex, backup");
    assertThat(done.out()).doesNotContain("days old").doesNotContain("the disk is full");
  }
}
