package org.marquee.app.log;

import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.LoggingEvent;
import ch.qos.logback.core.filter.Filter;
import ch.qos.logback.core.spi.FilterReply;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.marquee.listing.Timestamps;
import org.slf4j.event.KeyValuePair;

/// Bounds the lines of the log that callers can cause: clients that break the rules, thousands of
/// requests during an outage. A logger may write [#LINES] lines in a minute. The last of them gives
/// the time until when the rest is left out (`silentUntil`), the first one after that gives the
/// number of lines (`leftOut`).
///
/// What follows a schedule, such as collecting, is bounded by it, and is written in full. So are
/// requests that failed by a fault of ours: the log has the id of each (docs/api.md, "Errors").
final class LogFlood extends Filter<ILoggingEvent> {
  static final int LINES = 60;
  static final Duration WINDOW = Duration.ofMinutes(1);

  /// By the beginning of a logger's name.
  static final List<String> IN_FULL =
      List.of(
          "org.marquee.app.",
          "org.marquee.collect.",
          "org.marquee.ingest.",
          "org.marquee.http.connection.Exchange");

  private final Map<String, Minute> minutes = new ConcurrentHashMap<>();

  /// The lines of one logger since its window began.
  private static final class Minute {
    private Instant end = Instant.MIN;
    private int lines;
    private long leftOut;

    synchronized FilterReply decide(ILoggingEvent event) {
      Instant now = event.getInstant();
      // A clock that was set back does not silence the log.
      if (now.isAfter(end) || now.plus(WINDOW).isBefore(end)) {
        end = now.plus(WINDOW);
        lines = 0;
        if (leftOut > 0) {
          add(event, "leftOut", leftOut);
          leftOut = 0;
        }
      }
      lines++;
      if (lines > LINES) {
        leftOut++;
        return FilterReply.DENY;
      }
      if (lines == LINES) {
        add(event, "silentUntil", Timestamps.write(end));
      }
      return FilterReply.NEUTRAL;
    }

    private static void add(ILoggingEvent event, String name, Object value) {
      if (event instanceof LoggingEvent own) {
        own.addKeyValuePair(new KeyValuePair(name, value));
      }
    }
  }

  @Override
  public FilterReply decide(ILoggingEvent event) {
    String logger = event.getLoggerName();
    if (IN_FULL.stream().anyMatch(logger::startsWith)) {
      return FilterReply.NEUTRAL;
    }
    return minutes.computeIfAbsent(logger, _ -> new Minute()).decide(event);
  }
}
