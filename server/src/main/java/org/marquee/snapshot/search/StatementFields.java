package org.marquee.snapshot.search;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import org.jspecify.annotations.Nullable;
import org.marquee.checkpoint.CheckpointSink;
import org.marquee.checkpoint.CheckpointSource;
import org.marquee.checkpoint.UnusableCheckpoint;
import org.marquee.listing.Coverage.Reason;
import org.marquee.listing.SourceStatement;
import org.marquee.listing.SourceStatement.Trouble;

/// The fields of a [SourceStatement] in a checkpoint.
public final class StatementFields {
  private StatementFields() {}

  public static void write(SourceStatement statement, CheckpointSink sink) throws IOException {
    sink.instantOrNull(statement.observedAt());
    sink.instant(statement.lastFeedAt());
    sink.instantOrNull(statement.from());
    sink.instantOrNull(statement.until());
    LocalDate lastDay = statement.lastDay();
    sink.textOrNull(lastDay == null ? null : lastDay.toString());
    Duration lateAfter = statement.lateAfter();
    sink.textOrNull(lateAfter == null ? null : lateAfter.toString());
    Trouble trouble = statement.trouble();
    sink.textOrNull(trouble == null ? null : trouble.reason().name());
    sink.instantOrNull(trouble == null ? null : trouble.since());
    Integer offset = statement.offsetMinutes();
    sink.textOrNull(offset == null ? null : offset.toString());
  }

  public static SourceStatement read(CheckpointSource source)
      throws IOException, UnusableCheckpoint {
    Instant observedAt = source.instantOrNull();
    Instant lastFeedAt = source.instant();
    Instant from = source.instantOrNull();
    Instant until = source.instantOrNull();
    String lastDay = source.textOrNull();
    String lateAfter = source.textOrNull();
    Trouble trouble = trouble(source.textOrNull(), source.instantOrNull());
    String offset = source.textOrNull();
    return new SourceStatement(
        observedAt,
        lastFeedAt,
        from,
        until,
        lastDay == null ? null : LocalDate.parse(lastDay),
        lateAfter == null ? null : Duration.parse(lateAfter),
        trouble,
        offset == null ? null : Integer.valueOf(offset));
  }

  private static @Nullable Trouble trouble(@Nullable String reason, @Nullable Instant since) {
    return reason == null || since == null ? null : new Trouble(Reason.valueOf(reason), since);
  }
}
