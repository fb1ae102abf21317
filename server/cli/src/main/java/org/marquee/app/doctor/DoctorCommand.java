package org.marquee.app.doctor;

import java.io.IOException;
import java.io.PrintWriter;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.marquee.app.config.Configuration;
import org.marquee.app.console.Configured;
import org.marquee.app.console.ExitStatus;
import org.marquee.app.console.JsonOption;
import org.marquee.app.console.Times;
import org.marquee.app.home.Home;
import org.marquee.app.home.Version;
import org.marquee.app.log.Logs;
import org.marquee.app.service.ServeCommand;
import org.marquee.app.terminal.Terminal;
import org.marquee.embedded.EmbeddedPostgres;
import org.marquee.files.FailureText;
import org.marquee.ingest.Sources;
import org.marquee.json.JsonObject;
import org.marquee.json.JsonTree;
import org.marquee.ops.Alarm;
import org.marquee.ops.AlarmCode;
import org.marquee.store.backup.PostgresBackupLog;
import org.marquee.store.run.PostgresSources;
import org.marquee.store.sql.Database;
import org.marquee.store.sql.DatabaseLook;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/// `doctor`: checks what `serve` needs with the same options, and names the next step. Changes
/// nothing.
@Command(
    name = "doctor",
    description = {
      "Checks the machine, the settings, the database and the data, and names the next step.",
      "Takes the options of serve. Exit status 1 if there is a fault."
    })
public final class DoctorCommand implements Callable<Integer>, Configured {
  /// Alarms that leave what is published in order.
  private static final Set<AlarmCode> MILD = Set.of(AlarmCode.GUARDED, AlarmCode.HELD_BACK);

  private static final String STATUS = "marquee status; docs/alarms.md has what to do about each";

  private static final Duration OLD_BACKUP = Duration.ofDays(8);

  @Spec private @Nullable CommandSpec spec;

  @Mixin private final ServeCommand serve = new ServeCommand();
  @Mixin private final JsonOption json = new JsonOption();

  private final List<Finding> findings = new ArrayList<>();
  private @Nullable Configuration configuration;

  @Override
  public void configured(Configuration found) {
    configuration = found;
  }

  @Override
  public boolean isRunWithFaults() {
    return true;
  }

  @Override
  public Integer call() {
    Logs.ofCommand();
    Path home = serve.home().folder();
    SettingsChecks checks = new SettingsChecks(serve, Objects.requireNonNull(configuration), home);
    findings.addAll(checks.settings());
    findings.add(MachineChecks.java());
    Finding usable = MachineChecks.home(home);
    findings.add(usable);
    boolean closed = usable.verdict() == Finding.Verdict.FAULT;
    if (!closed) {
      findings.addAll(checks.files());
    }
    findings.add(MachineChecks.disk(home));
    ports();
    serve
        .listen()
        .tls()
        .ifPresent(files -> findings.add(MachineChecks.certificate(files, Instant.now())));
    if (!closed || serve.home().external() != null) {
      database(home);
    }
    print(Objects.requireNonNull(spec).commandLine().getOut());
    return findings.stream().anyMatch(each -> each.verdict() == Finding.Verdict.FAULT)
        ? ExitStatus.FAILED
        : 0;
  }

  private void ports() {
    InetSocketAddress operations = serve.listen().operations();
    Optional<Map<String, @Nullable Object>> running = PortChecks.running(operations);
    findings.add(PortChecks.port("port", serve.listen().api(), running));
    findings.add(PortChecks.port("ops-port", operations, running));
    running.ifPresent(info -> findings.add(PortChecks.service(info, Version.number())));
  }

  private void database(Path home) {
    Database.Address external = serve.home().external();
    Optional<Finding> closed =
        external == null ? OwnerChecks.closedDatabase(home) : Optional.empty();
    try {
      if (external != null) {
        look(external);
      } else if (closed.isPresent()) {
        findings.add(closed.get());
      } else if (EmbeddedPostgres.isIn(home)) {
        Home.refuseOlder(home);
        try (EmbeddedPostgres server = EmbeddedPostgres.join(home)) {
          look(Home.address(server));
        }
      } else {
        findings.add(
            EmbeddedPostgres.wasIn(home)
                ? Finding.fault(
                    "database",
                    home.resolve("pgdata-18") + " is missing",
                    "mount its disk, or marquee restore FILE --home NEW")
                : Finding.warning(
                    "database", "there is none yet", MachineChecks.start(home, Path.of("/"))));
      }
    } catch (IOException | RuntimeException e) {
      findings.add(Recipes.database(FailureText.of(e), home, external));
    }
  }

  private void look(Database.Address address) {
    DatabaseLook look = DatabaseLook.at(address);
    findings.addAll(DatabaseChecks.all(look, address.toString()));
    if (look.tables() != Database.tablesVersion()) {
      return; // to open them would change them
    }
    Instant now = Instant.now().minus(look.ahead());
    try (Database database =
        Database.open(() -> address, Database.LONGEST_WAIT, serve.home().actor())) {
      List<Sources.Source> sources = new PostgresSources(database).list();
      if (sources.isEmpty()) {
        findings.add(
            Finding.warning(
                "sources", "nothing is imported yet", "marquee ingest FILE --provider NAME"));
      }
      PostgresBackupLog.Last backup = new PostgresBackupLog(database).last();
      findings.add(alarms(sources, backup, now));
      findings.add(backup(backup, now));
    }
  }

  /// Whether `status` has alarms: what they are, it says itself.
  private static Finding alarms(
      List<Sources.Source> sources, PostgresBackupLog.Last backup, Instant now) {
    List<Alarm> alarms = Alarm.all(sources, backup, now);
    if (alarms.isEmpty()) {
      return Finding.ok("alarms", "status has none");
    }
    String what =
        "status has alarms of "
            + alarms.stream().map(Alarm::subject).distinct().collect(Collectors.joining(", "));
    return alarms.stream().allMatch(each -> MILD.contains(each.code()))
        ? Finding.warning("alarms", what, STATUS)
        : Finding.fault("alarms", what, STATUS);
  }

  private static Finding backup(PostgresBackupLog.Last last, Instant now) {
    Instant made = last.succeededAt();
    if (made == null) {
      return Finding.warning(
          "backup", "none was made yet (docs/backup.md)", "marquee backup marquee.zip");
    }
    String what = Times.age(Duration.between(made, now)) + ", in " + last.file();
    return made.plus(OLD_BACKUP).isBefore(now)
        ? Finding.warning("backup", "the last one was made " + what, "marquee backup marquee.zip")
        : Finding.ok("backup", "made " + what);
  }

  private void print(PrintWriter out) {
    if (json.isWanted()) {
      out.println(JsonTree.text(findings.stream().map(DoctorCommand::json).toList()));
      return;
    }
    for (Finding each : findings) {
      out.println(
          "%-8s %-12s %s".formatted(word(each), each.check(), Terminal.visible(each.what())));
      if (each.next() != null) {
        out.println(" ".repeat(22) + "next: " + Terminal.visible(each.next()));
      }
    }
  }

  private static JsonObject json(Finding each) {
    return JsonObject.of("check", each.check())
        .with("verdict", word(each))
        .with("what", Terminal.visible(each.what()))
        .with("next", each.next() == null ? null : Terminal.visible(each.next()));
  }

  private static String word(Finding each) {
    return each.verdict().name().toLowerCase(Locale.ROOT);
  }
}
