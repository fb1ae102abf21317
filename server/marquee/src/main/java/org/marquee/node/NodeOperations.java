package org.marquee.node;

import static java.time.ZoneOffset.UTC;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.LocalDate;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.marquee.access.AccessUnavailable;
import org.marquee.access.Account;
import org.marquee.access.Entitlement;
import org.marquee.access.IssuedKey;
import org.marquee.access.UsageLedger.By;
import org.marquee.access.UsageLedger.Sum;
import org.marquee.ingest.Sources;
import org.marquee.listing.ListingsUnavailable;
import org.marquee.ops.Alarm;
import org.marquee.ops.Answering;
import org.marquee.ops.Health;
import org.marquee.ops.Vitals;
import org.marquee.site.OperationsSource;
import org.marquee.site.OperationsState;
import org.marquee.store.PostgresAccess;
import org.marquee.store.PostgresAlarms;
import org.marquee.store.PostgresBackupLog;
import org.marquee.store.PostgresOperations;
import org.marquee.store.PostgresSources;
import org.marquee.store.PostgresUsage;
import org.marquee.store.sql.Database;

/// What the operator's page shows, as a node knows it.
final class NodeOperations implements OperationsSource {
  private static final int RUNS = 30;
  private static final int WEEKS_BACK = 5;
  private static final int WEEKS_AHEAD = 2;
  private static final Duration USAGE = Duration.ofDays(30);

  /// Nodes that send alarms look more often.
  private static final Duration LATELY = Duration.ofMinutes(3);

  private final Database database;
  private final Sources sources;
  private final Answering answering;
  private final Vitals vitals;
  private final Health health;
  private final String version;
  private final @Nullable Path reports;
  private final InstantSource clock;

  NodeOperations(
      Database database,
      Answering answering,
      Vitals vitals,
      Health health,
      NodeSettings settings,
      InstantSource clock) {
    this.database = database;
    this.sources = new PostgresSources(database);
    this.answering = answering;
    this.vitals = vitals;
    this.health = health;
    version = settings.version();
    reports = settings.operationsPage().reports();
    this.clock = clock;
  }

  @Override
  public OperationsState state() {
    Instant now = clock.instant();
    Health.State state = health.state();
    OperationsState.Node node =
        new OperationsState.Node(
            version,
            state.status().word(),
            state.why(),
            answering.memory().map(Answering.Memory::showtimes).orElse(null),
            vitals.sinceRevisionConfirmed(),
            vitals.sinceKeysConfirmed());
    return new OperationsState(now, node, vitals.isDatabaseReachable() ? stored(now) : null);
  }

  private OperationsState.@Nullable Stored stored(Instant now) {
    try {
      List<Sources.Source> all = sources.list();
      PostgresOperations operations = new PostgresOperations(database);
      LocalDate today = LocalDate.ofInstant(now, UTC);
      Map<String, Map<LocalDate, Long>> days =
          operations.days(today.minusWeeks(WEEKS_BACK), today.plusWeeks(WEEKS_AHEAD));
      return new OperationsState.Stored(
          all.stream()
              .map(each ->
                  new OperationsState.Source(
                      each.provider(),
                      each.observedAt(),
                      each.horizon(),
                      days.getOrDefault(each.provider(), Map.of())))
              .toList(),
          alarms(all, now),
          operations.runs(RUNS).stream().map(this::run).toList(),
          operations.nodes());
    } catch (ListingsUnavailable _) {
      return null;
    }
  }

  /// What `status` finds, and what else nodes have found: only these know since when.
  private List<OperationsState.Alarm> alarms(List<Sources.Source> all, Instant now) {
    List<OperationsState.Alarm> alarms = new ArrayList<>();
    Map<String, Instant> begun = new HashMap<>();
    List<PostgresAlarms.Event> open = new PostgresAlarms(database).open(LATELY);
    open.forEach(
        each -> begun.put(each.trouble().code() + " " + each.trouble().subject(), each.beganAt()));
    Set<String> named = new HashSet<>();
    for (Sources.Source source : all) {
      for (Alarm each : Alarm.of(source, now)) {
        String name = each.code() + " " + source.provider();
        named.add(name);
        alarms.add(
            new OperationsState.Alarm(
                each.code(), source.provider(), each.message(), begun.get(name)));
      }
    }
    for (PostgresAlarms.Event each : open) {
      PostgresAlarms.Trouble trouble = each.trouble();
      if (named.add(trouble.code() + " " + trouble.subject())) {
        alarms.add(
            new OperationsState.Alarm(
                trouble.code(), trouble.subject(), trouble.message(), each.beganAt()));
      }
    }
    PostgresBackupLog.Last backup = new PostgresBackupLog(database).last();
    if (backup != null
        && backup.failure() != null
        && alarms.stream().noneMatch(each -> each.code().equals("backup_failed"))) {
      alarms.add(
          new OperationsState.Alarm(
              "backup_failed", "backup", "the last backup failed: " + backup.failure(), null));
    }
    return alarms;
  }

  private OperationsState.Run run(PostgresOperations.Run run) {
    return new OperationsState.Run(
        run.id(),
        run.provider(),
        run.endedAt(),
        run.outcome(),
        file(run.id()).isPresent(),
        run.last() && run.undoes() == null);
  }

  /// The file of a report.
  private Optional<Path> file(String run) {
    return run.matches("[0-9A-Za-z-]+")
        ? Optional.ofNullable(reports)
            .map(folder -> folder.resolve(run + ".html"))
            .filter(Files::isRegularFile)
        : Optional.empty();
  }

  @Override
  public Optional<byte[]> report(String run) {
    return file(run)
        .map(file -> {
          try {
            return Files.readAllBytes(file);
          } catch (IOException e) {
            throw new UncheckedIOException(e);
          }
        });
  }

  @Override
  public List<OperationsState.Customer> customers() {
    try {
      PostgresAccess book = new PostgresAccess(database.pool());
      Instant now = book.now();
      Instant from = now.minus(USAGE).truncatedTo(ChronoUnit.DAYS);
      Map<String, Map<LocalDate, Long>> days = new HashMap<>();
      for (Sum each : new PostgresUsage(database.pool()).sum(null, from, now, By.DAY)) {
        days.computeIfAbsent(each.organization(), _ -> new HashMap<>())
            .put(LocalDate.parse(each.part()), each.counts().requests());
      }
      List<IssuedKey> keys = book.listKeys().stream().filter(each -> each.isValid(now)).toList();
      return book.listAccounts().stream().map(each -> customer(each, days, keys, now)).toList();
    } catch (AccessUnavailable e) {
      throw new ListingsUnavailable(String.valueOf(e.getMessage()), e);
    }
  }

  private static OperationsState.Customer customer(
      Account account, Map<String, Map<LocalDate, Long>> days, List<IssuedKey> keys, Instant now) {
    String name = account.organization().name();
    Entitlement entitlement = account.entitlement();
    return new OperationsState.Customer(
        name,
        entitlement != null && entitlement.isActive(now) ? entitlement.plan() : null,
        account.organization().isSuspended(),
        days.getOrDefault(name, Map.of()),
        keys.stream()
            .filter(each -> each.organization().equals(name))
            .map(each -> new OperationsState.Key(each.id(), each.label(), each.lastUsed()))
            .toList());
  }
}
