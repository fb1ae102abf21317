package org.marquee.ops;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.marquee.ingest.Sources;
import org.marquee.ingest.Sources.Source;
import org.marquee.listing.Kind;
import org.marquee.listing.Timestamps;
import org.marquee.notice.Code;
import org.marquee.notice.Visible;
import org.marquee.store.backup.PostgresBackupLog;

/// Something that all nodes share and an operator should look at: a source, or the backups.
///
/// @param code for programs
/// @param subject the provider, or `backup`
/// @param message for people, beside the subject
public record Alarm(AlarmCode code, String subject, String message) {
  /// A message names so many cinemas or feeds; programs are given all of them.
  private static final int NAMED = 10;

  /// The length of the reason for each of several failed feeds, in code points.
  private static final int WIDTH = 120;

  /// What is wrong at `now` with the sources and the backups.
  public static List<Alarm> all(List<Source> sources, PostgresBackupLog.Last backup, Instant now) {
    return Stream.concat(
            sources.stream().flatMap(each -> of(each, now).stream()), of(backup, now).stream())
        .toList();
  }

  /// What is wrong with the backups at `now`.
  public static Optional<Alarm> of(PostgresBackupLog.Last backup, Instant now) {
    return backup.hasFailed(now)
        ? Optional.of(
            new Alarm(
                AlarmCode.BACKUP_FAILED, "backup", "the last backup failed: " + backup.failure()))
        : Optional.empty();
  }

  /// The message where the subject does not stand beside it.
  public String sentence() {
    return code.scope() == AlarmCode.Scope.SOURCE ? subject + ": " + message : message;
  }

  /// What is wrong with a source at `now`.
  public static List<Alarm> of(Source source, Instant now) {
    List<Alarm> alarms = new ArrayList<>();
    alarm(
            source,
            "refused",
            AlarmCode.LAST_IMPORT_REFUSED,
            "the last import was refused",
            "were refused")
        .ifPresent(alarms::add);
    alarm(
            source,
            "failed",
            AlarmCode.SOURCE_FAILED,
            "the feed could not be fetched",
            "could not be fetched")
        .ifPresent(alarms::add);
    alarm(
            source,
            "applied",
            AlarmCode.SHOWTIMES_REFUSED,
            "showtimes of the last feed were refused",
            "had showtimes refused")
        .ifPresent(alarms::add);
    Instant observed = source.observedAt();
    Duration lateAfter = source.lateAfter();
    if (lateAfter != null && observed != null && observed.plus(lateAfter).isBefore(now)) {
      alarms.add(
          new Alarm(
              AlarmCode.STALE,
              source.provider(),
              "the last feed is %s old (limit %s). Import a newer one, or set"
                      .formatted(length(Duration.between(observed, now)), length(lateAfter))
                  + " `renewed: never` if none is expected (docs/collecting.md)"));
    }
    Instant horizon = source.horizon();
    boolean hasShowtimes = source.records().getOrDefault(Kind.SHOWTIME, 0L) > 0;
    if (hasShowtimes && (horizon == null || horizon.isBefore(now))) {
      alarms.add(
          new Alarm(
              AlarmCode.NOTHING_AHEAD,
              source.provider(),
              "no upcoming showtimes. Import a feed of the coming days"));
    } else if (source.emptied()) {
      alarms.add(
          new Alarm(
              AlarmCode.NOTHING_AHEAD,
              source.provider(),
              source.listed() > 0
                  ? "no showtimes any more: none of the %d that its feed lists is published. Have the feed corrected"
                      .formatted(source.listed())
                  : "no showtimes any more: its feed lists none. Import a feed of the coming days, or remove the source with `marquee provider remove %s`"
                      .formatted(source.provider())));
    }
    if (!source.guarded().isEmpty()) {
      alarms.add(
          new Alarm(
              AlarmCode.GUARDED,
              source.provider(),
              "too few showtimes are listed of " + names(source.guarded())));
    }
    if (source.heldBack() > 0) {
      alarms.add(
          new Alarm(
              AlarmCode.HELD_BACK,
              source.provider(),
              source.heldBack()
                  + " records are held back: something required is missing. `marquee cinemas"
                  + " review` lists them"));
    }
    return alarms;
  }

  /// In days, and in hours below two days.
  private static String length(Duration duration) {
    return duration.toDays() < 2 ? duration.toHours() + " hours" : duration.toDays() + " days";
  }

  /// An alarm for the feeds that came to `result`.
  ///
  /// @param one the text where the provider has one feed, and `several` of how many of several
  private static Optional<Alarm> alarm(
      Source source, String result, AlarmCode code, String one, String several) {
    List<Sources.Failing> some =
        source.failing().stream().filter(each -> each.result().equals(result)).toList();
    if (some.isEmpty()) {
      return Optional.empty();
    }
    if (source.feeds() == 1) {
      return Optional.of(
          new Alarm(code, source.provider(), one + ": " + why(some.getFirst()) + mending(some)));
    }
    String feeds =
        some.stream()
            .limit(NAMED)
            .map(each -> each.feed() + " (" + Visible.cut(why(each), WIDTH) + ")")
            .collect(Collectors.joining(", "));
    return Optional.of(
        new Alarm(
            code,
            source.provider(),
            "%d of %d feeds %s: %s%s%s"
                .formatted(
                    some.size(),
                    source.feeds(),
                    several,
                    feeds,
                    some.size() > NAMED ? " and " + (some.size() - NAMED) + " more" : "",
                    mending(some))));
  }

  /// What the codes of the reasons mean, and what to do: nobody knows a code by heart.
  private static String mending(List<Sources.Failing> feeds) {
    return feeds.stream()
        .flatMap(each -> each.code().stream())
        .filter(code -> code != Code.SOURCE_FAILED)
        .distinct()
        .map(code -> ". " + code.title() + " " + code.consequence())
        .collect(Collectors.joining())
        .replaceFirst("\\.$", "");
  }

  private static String why(Sources.Failing feed) {
    String code = Code.SOURCE_FAILED.name() + ": ";
    String why = feed.refusal();
    return why.startsWith(code) ? why.substring(code.length()) : why;
  }

  private static String names(List<Sources.Guarded> guarded) {
    String names =
        guarded.stream()
            .limit(NAMED)
            .map(each ->
                "%s (%s since %s)"
                    .formatted(each.name(), each.reason(), Timestamps.write(each.since())))
            .collect(Collectors.joining(", "));
    return names
        + (guarded.size() > NAMED ? " and " + (guarded.size() - NAMED) + " more" : "")
        + "; the stored ones stay";
  }
}
