package org.marquee.alarm;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
import org.marquee.alarm.channel.Channel;
import org.marquee.background.Round;
import org.marquee.background.RoundThread;
import org.marquee.listing.ListingsUnavailable;
import org.marquee.store.run.PostgresAlarms;
import org.marquee.store.run.PostgresAlarms.Delivery;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/// Sends in one way what is queued for it. Nodes take turns: each takes one event at a time for
/// itself. One that ends before it has noted what became of it leaves it to the others, so an event
/// may be sent twice, with the same id.
///
/// @param clock of the database
record AlarmQueue(PostgresAlarms alarms, Channel channel, AlarmPace pace, InstantSource clock) {
  private static final Logger LOG = LoggerFactory.getLogger(AlarmQueue.class);

  /// Longer than any way may take.
  private static final Duration LEASE = Duration.ofMinutes(2);

  RoundThread start() {
    return RoundThread.start(
        "alarm-" + channel.name(),
        new Round(LOG, "alarms cannot be sent", this::sendAll),
        pace.sending());
  }

  private void sendAll() {
    try {
      Optional<Delivery> next = alarms.claim(channel.name(), LEASE);
      while (next.isPresent() && send(next.get())) {
        next = alarms.claim(channel.name(), LEASE);
      }
    } catch (ListingsUnavailable e) {
      LOG.atDebug().log("alarms cannot be read: {}", e.getMessage());
    }
  }

  /// @return false: the node stops, and another one sends it
  private boolean send(Delivery delivery) {
    try {
      var _ = channel.send(AlarmMessages.of(delivery.event()));
      alarms.sent(delivery);
    } catch (InterruptedIOException _) {
      return false;
    } catch (IOException e) {
      fail(delivery, String.valueOf(e.getMessage()));
    }
    return true;
  }

  private void fail(Delivery delivery, String why) {
    Duration age = Duration.between(delivery.event().at(), clock.instant());
    Optional<Duration> again = pace.retry().pause(delivery.attempts(), age);
    alarms.failed(delivery, why, again.orElse(null));
    LOG.atLevel(again.isPresent() ? Level.WARN : Level.ERROR)
        .addKeyValue("channel", channel.name())
        .addKeyValue("alarm", delivery.event().alarm())
        .addKeyValue("code", delivery.event().trouble().code())
        .addKeyValue("attempts", delivery.attempts())
        .addKeyValue("why", why)
        .log(again.isPresent() ? "an alarm could not be sent" : "an alarm was given up");
  }
}
