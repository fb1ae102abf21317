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
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.marquee.access.AccessUnavailable;
import org.marquee.access.Account;
import org.marquee.access.Entitlement;
import org.marquee.access.IssuedKey;
import org.marquee.access.QuotaState;
import org.marquee.access.usage.UsageLedger.By;
import org.marquee.access.usage.UsageLedger.Sum;
import org.marquee.explanation.Explanation;
import org.marquee.ingest.Sources;
import org.marquee.listing.ListingsUnavailable;
import org.marquee.ops.Alarm;
import org.marquee.ops.Health;
import org.marquee.site.operator.OperationsSource;
import org.marquee.site.operator.OperationsState;
import org.marquee.snapshot.SnapshotPages;
import org.marquee.store.access.PostgresAccess;
import org.marquee.store.access.PostgresUsage;
import org.marquee.store.backup.PostgresBackupLog;
import org.marquee.store.explain.PostgresExplanations;
import org.marquee.store.run.PostgresAlarms;
import org.marquee.store.run.PostgresOperations;
import org.marquee.store.run.PostgresSources;
import org.marquee.store.sql.Database;

/// What the operator's page shows, as a node knows it.
///
/// @param reports the folder of the reports of runs; null: none are shown
record NodeOperations(
    Database database, Health health, String version, @Nullable Path reports, InstantSource clock)
    implements OperationsSource {
  private static final int RUNS = 30;
  private static final int WEEKS_BACK = 5;
  private static final int WEEKS_AHEAD = 2;
  private static final Duration USAGE = Duration.ofDays(30);

  /// Nodes that send alarms look more often.
  private static final Duration LATELY = Duration.ofMinutes(3);

  @Override
  public OperationsState state() {
    Instant now = clock.instant();
    Health.Judgement state = health.state();
    OperationsState.Node node =
        new OperationsState.Node(
            version,
            state.status().word(),
            state.why(),
            health.answering().memory().map(SnapshotPages.Holdings::showtimes).orElse(null),
            health.vitals().sinceRevision(),
            health.vitals().sinceKeys());
    return new OperationsState(now, node, health.vitals().databaseReachable() ? stored(now) : null);
  }

  private OperationsState.@Nullable Stored stored(Instant now) {
    try {
      List<Sources.Source> all = new PostgresSources(database).list();
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
    Map<String, OperationsState.Alarm> alarms = new LinkedHashMap<>();
    PostgresBackupLog.Last backup = new PostgresBackupLog(database).last();
    for (Alarm each : Alarm.all(all, backup, now)) {
      String code = each.code().word();
      alarms.put(
          code + " " + each.subject(),
          new OperationsState.Alarm(code, each.subject(), each.message(), null));
    }
    for (PostgresAlarms.Event each : new PostgresAlarms(database).open(LATELY)) {
      PostgresAlarms.Trouble trouble = each.trouble();
      alarms.merge(
          trouble.code() + " " + trouble.subject(),
          new OperationsState.Alarm(
              trouble.code(), trouble.subject(), trouble.message(), each.beganAt()),
          (found, noted) ->
              new OperationsState.Alarm(
                  found.code(), found.subject(), found.message(), noted.since()));
    }
    return List.copyOf(alarms.values());
  }

  private OperationsState.Run run(PostgresOperations.Run run) {
    return new OperationsState.Run(
        run.id(),
        run.provider(),
        run.endedAt(),
        run.outcome(),
        file(run.id()).isPresent(),
        run.last() && run.undoes() == null,
        run.read(),
        run.published(),
        run.refused());
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
  public Optional<Explanation> explain(String id, @Nullable LocalDate day) {
    return new PostgresExplanations(database).explain(id, day, clock.instant());
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
      Map<String, QuotaState> quotas = new PostgresUsage(database.pool()).quotas(now);
      List<IssuedKey> keys = book.listKeys().stream().filter(each -> each.isValid(now)).toList();
      return book.listAccounts().stream()
          .map(each -> customer(each, days, quotas, keys, now))
          .toList();
    } catch (AccessUnavailable e) {
      throw new ListingsUnavailable(String.valueOf(e.getMessage()), e);
    }
  }

  private static OperationsState.Customer customer(
      Account account,
      Map<String, Map<LocalDate, Long>> days,
      Map<String, QuotaState> quotas,
      List<IssuedKey> keys,
      Instant now) {
    String name = account.organization().name();
    QuotaState quota = quotas.get(name);
    Entitlement entitlement = account.entitlement();
    return new OperationsState.Customer(
        name,
        entitlement != null && entitlement.isActive(now) ? entitlement.plan() : null,
        account.organization().isSuspended(),
        days.getOrDefault(name, Map.of()),
        quota == null
            ? null
            : new OperationsState.Quota(quota.requests(), quota.used(), quota.remaining()),
        keys.stream()
            .filter(each -> each.organization().equals(name))
            .map(each -> new OperationsState.Key(each.id(), each.label(), each.lastUsed()))
            .toList());
  }
}
