package org.marquee.alarm;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.jspecify.annotations.Nullable;
import org.marquee.alarm.channel.Channel;
import org.marquee.alarm.channel.Message;
import org.marquee.ops.AlarmCode;
import org.marquee.store.run.PostgresAlarms;
import org.marquee.store.run.PostgresAlarms.Event;
import org.marquee.store.run.PostgresAlarms.Phase;
import org.marquee.store.run.PostgresAlarms.Trouble;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The alarm that the database cannot be reached. It cannot be queued there, so each node sends its
/// beginning itself, all with the id that they learned from the database while they could: a
/// receiver that has seen the id ignores the rest. Its end is queued, by the first node that
/// reaches the database again. One thread uses it.
final class DatabaseOutage {
  private static final Logger LOG = LoggerFactory.getLogger(DatabaseOutage.class);

  private final PostgresAlarms alarms;
  private final String node;
  private final List<Channel> channels;
  private final AlarmPace pace;
  private final InstantSource clock;

  private @Nullable UUID next;
  private long awaySince;
  private @Nullable Instant began;
  private @Nullable UUID told;
  private final Set<String> sent = ConcurrentHashMap.newKeySet();
  private final Map<String, Attempts> attempts = new ConcurrentHashMap<>();

  /// @param next when to try again, as [System#nanoTime]
  private record Attempts(int count, long next) {}

  /// @param clock of this machine
  DatabaseOutage(
      PostgresAlarms alarms,
      String node,
      List<Channel> channels,
      AlarmPace pace,
      InstantSource clock) {
    this.alarms = alarms;
    this.node = node;
    this.channels = channels;
    this.pace = pace;
    this.clock = clock;
  }

  /// Learns the id of the next outage.
  void learn() {
    next = alarms.nextOutage();
  }

  /// Hears that the database cannot be reached.
  void goesOn() {
    if (began == null) {
      began = clock.instant();
      awaySince = System.nanoTime();
    }
    if (System.nanoTime() - awaySince < pace.away().toNanos()) {
      return;
    }
    UUID id = told == null ? Objects.requireNonNullElseGet(next, UUID::randomUUID) : told;
    told = id;
    Message message = AlarmMessages.of(new Event(id, Phase.BEGAN, trouble(), began, null));
    // One that is slow must not keep the others.
    try (ExecutorService sending = Executors.newVirtualThreadPerTaskExecutor()) {
      channels.stream()
          .filter(this::isDue)
          .forEach(each -> {
            var _ = sending.submit(() -> send(each, message));
          });
    }
  }

  private Trouble trouble() {
    return new Trouble(
        AlarmCode.DATABASE_AWAY.word(), "database", node + ": the database cannot be reached");
  }

  private boolean isDue(Channel channel) {
    Attempts before = attempts.get(channel.name());
    return !sent.contains(channel.name())
        && (before == null || System.nanoTime() - before.next() >= 0);
  }

  private void send(Channel channel, Message message) {
    try {
      var _ = channel.send(message);
      sent.add(channel.name());
    } catch (IOException e) {
      int count = attempts.getOrDefault(channel.name(), new Attempts(0, 0)).count() + 1;
      Duration pause = pace.retry().pause(count, Duration.ZERO).orElse(pace.retry().longest());
      attempts.put(channel.name(), new Attempts(count, System.nanoTime() + pause.toNanos()));
      LOG.atWarn()
          .addKeyValue("channel", channel.name())
          .addKeyValue("why", e.getMessage())
          .log("the alarm that the database is away could not be sent");
    }
  }

  /// Hears that the database can be reached. If it was told otherwise, its end is queued.
  void isOver() {
    if (told != null && began != null) {
      alarms.use(channels.stream().map(Channel::name).toList());
      alarms.over(
          new Event(told, Phase.ENDED, trouble(), began, clock.instant()), Set.copyOf(sent));
    }
    began = null;
    told = null;
    sent.clear();
    attempts.clear();
  }
}
