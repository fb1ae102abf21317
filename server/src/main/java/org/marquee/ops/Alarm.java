package org.marquee.ops;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.marquee.listing.Kind;
import org.marquee.listing.Timestamps;
import org.marquee.ops.Sources.Run;
import org.marquee.ops.Sources.Source;

/// Something about a source that an operator should look at.
///
/// @param code for programs
/// @param message for people
public record Alarm(String code, String message) {
  /// Programmes change daily; a source that nobody has looked at for two days is stale.
  private static final Duration STALE = Duration.ofDays(2);

  /// A message names so many cinemas; programs are given all of them.
  private static final int NAMED = 10;

  /// What is wrong with a source at `now`.
  public static List<Alarm> of(Source source, Instant now) {
    List<Alarm> alarms = new ArrayList<>();
    Run run = source.lastRun();
    if (run != null && run.result().equals("refused")) {
      alarms.add(new Alarm("last_import_refused", "the last import was refused: " + run.refusal()));
    }
    if (run != null && run.result().equals("failed")) {
      alarms.add(
          new Alarm(
              "source_failed", "the feed could not be had from its source: " + run.refusal()));
    }
    Instant observed = source.observedAt();
    if (observed != null && observed.plus(STALE).isBefore(now)) {
      alarms.add(new Alarm("stale", "the last feed was taken at " + Timestamps.write(observed)));
    }
    Instant horizon = source.horizon();
    boolean hasShowtimes = source.records().getOrDefault(Kind.SHOWTIME, 0L) > 0;
    if (hasShowtimes && (horizon == null || horizon.isBefore(now))) {
      alarms.add(new Alarm("nothing_ahead", "no showtime lies ahead"));
    }
    if (!source.guarded().isEmpty()) {
      alarms.add(new Alarm("guarded", "too little is listed of " + names(source.guarded())));
    }
    if (source.heldBack() > 0) {
      alarms.add(new Alarm("held_back", source.heldBack() + " records wait for something missing"));
    }
    return alarms;
  }

  private static String names(List<Sources.Guarded> guarded) {
    String names =
        guarded.stream()
            .limit(NAMED)
            .map(each ->
                each.name()
                    + " ("
                    + each.reason()
                    + " since "
                    + Timestamps.write(each.since())
                    + ")")
            .collect(Collectors.joining(", "));
    return names
        + (guarded.size() > NAMED ? " and " + (guarded.size() - NAMED) + " more" : "")
        + "; what was known is kept";
  }
}
