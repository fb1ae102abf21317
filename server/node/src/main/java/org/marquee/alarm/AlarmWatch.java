package org.marquee.alarm;

import static org.marquee.ops.AlarmCode.Scope.INSTALLATION;
import static org.marquee.ops.AlarmCode.Scope.NODE;
import static org.marquee.ops.AlarmCode.Scope.SOURCE;

import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.function.BooleanSupplier;
import org.marquee.access.AccessUnavailable;
import org.marquee.alarm.channel.Channel;
import org.marquee.background.Round;
import org.marquee.background.RoundThread;
import org.marquee.ingest.LedgerUnavailable;
import org.marquee.ingest.RunLog;
import org.marquee.ingest.Sources;
import org.marquee.listing.ListingsUnavailable;
import org.marquee.ops.Alarm;
import org.marquee.ops.AlarmCode;
import org.marquee.store.access.PostgresUsage;
import org.marquee.store.backup.PostgresBackupLog;
import org.marquee.store.run.PostgresAlarms;
import org.marquee.store.run.PostgresAlarms.Trouble;
import org.marquee.store.run.PostgresRunLog;
import org.marquee.store.run.PostgresSources;
import org.marquee.store.sql.Database;
import org.marquee.store.sql.DatabaseClock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Looks for what is wrong, and has it sent. One node of several looks at what all share.
public final class AlarmWatch implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(AlarmWatch.class);
  private static final String LEASE = "alarms";

  private final PostgresAlarms alarms;
  private final RunLog leases;
  private final Sources sources;
  private final PostgresBackupLog backups;
  private final PostgresUsage usage;
  private final InstantSource clock;
  private final BooleanSupplier reachable;
  private final NodeTroubles node;
  private final List<Channel> channels;
  private final AlarmPace pace;
  private final DatabaseOutage outage;
  private final String holder = UUID.randomUUID().toString();
  private final List<RoundThread> threads = new ArrayList<>();
  private long looked;

  /// Since when every look has reached the database: before that, other nodes could not report.
  private long steadySince = System.nanoTime();

  private boolean failing;

  /// Starts its threads.
  ///
  /// @param reachable whether the database can be reached
  /// @param channels the ways to send; at least one
  public AlarmWatch(
      Database database,
      BooleanSupplier reachable,
      NodeTroubles node,
      List<Channel> channels,
      AlarmPace pace) {
    alarms = new PostgresAlarms(database);
    leases = new PostgresRunLog(database);
    sources = new PostgresSources(database);
    backups = new PostgresBackupLog(database);
    usage = new PostgresUsage(database.pool());
    clock = new DatabaseClock(database);
    this.reachable = reachable;
    this.node = node;
    this.channels = List.copyOf(channels);
    this.pace = pace;
    looked = System.nanoTime() - pace.looking().toNanos();
    outage = new DatabaseOutage(alarms, node.node(), channels, pace, InstantSource.system());
    Round look = new Round(LOG, "alarms cannot be looked for", this::look);
    threads.add(RoundThread.start("alarms", look, pace.sending()));
    for (Channel each : channels) {
      threads.add(new AlarmQueue(alarms, each, pace, clock).start());
    }
    LOG.atInfo().addKeyValue("channels", channels).log("alarms are sent");
  }

  private void look() {
    if (!reachable.getAsBoolean()) {
      steadySince = System.nanoTime();
      outage.goesOn();
      return;
    }
    try {
      outage.isOver();
      if (System.nanoTime() - looked >= pace.looking().toNanos()) {
        looked = System.nanoTime();
        enter();
      }
      failing = false;
    } catch (ListingsUnavailable | LedgerUnavailable | AccessUnavailable e) {
      steadySince = System.nanoTime();
      if (!failing) {
        LOG.atWarn().addKeyValue("why", e.getMessage()).log("alarms cannot be looked for now");
      }
      failing = true;
    }
  }

  private void enter() {
    alarms.use(channels.stream().map(Channel::name).toList());
    outage.learn();
    alarms.found(node.find());
    if (leases.hold(LEASE, holder, pace.looking().multipliedBy(3))) {
      alarms.settle(AlarmCode.of(SOURCE, INSTALLATION), installation());
    }
    if (System.nanoTime() - steadySince > pace.quiet().toNanos()) {
      alarms.endUnseen(AlarmCode.of(NODE), pace.quiet());
    }
  }

  /// What is wrong with the sources, the quotas and the backups, which all nodes share.
  private List<Trouble> installation() {
    Instant now = clock.instant();
    List<Trouble> troubles = new ArrayList<>();
    for (Alarm each : Alarm.all(sources.list(), backups.last(), now)) {
      troubles.add(new Trouble(each.code().word(), each.subject(), each.sentence()));
    }
    usage
        .quotas(now)
        .forEach((organization, quota) -> {
          String used =
              "%s has used %d of the %d requests of this month"
                  .formatted(organization, quota.used(), quota.requests());
          if (quota.used() * 5 >= quota.requests() * 4) {
            troubles.add(new Trouble(AlarmCode.QUOTA_LOW.word(), organization, used));
          }
          if (quota.remaining() == 0) {
            troubles.add(new Trouble(AlarmCode.QUOTA_SPENT.word(), organization, used));
          }
        });
    return troubles;
  }

  /// Stops the threads. What is queued stays, for other nodes or the next start.
  @Override
  public void close() {
    threads.forEach(RoundThread::close);
    try {
      leases.release(LEASE, holder);
    } catch (LedgerUnavailable e) {
      LOG.atDebug().log("another node waits for the end of the lease: {}", e.getMessage());
    }
  }
}
