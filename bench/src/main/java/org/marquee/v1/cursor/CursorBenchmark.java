package org.marquee.v1.cursor;

import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.marquee.listing.Position;
import org.marquee.listing.Timestamps;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/// Writing and reading cursors, and reading the bounds of a window with our parser and the
/// platform's.
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class CursorBenchmark {
  private final Position position =
      new Position.ByStart(Instant.parse("2026-03-01T19:30:00Z"), "st_0123456789abcdefghjk");
  private final String cursor = new Cursor(42, position).write();
  private final String bound = "2026-03-01T19:30:00.123456+01:00";

  /// A cursor written.
  @Benchmark
  public String cursorWritten() {
    return new Cursor(42, position).write();
  }

  /// The same read again.
  @Benchmark
  public Optional<?> cursorRead() {
    return Cursor.read(cursor);
  }

  /// A bound of a window, read by ours.
  @Benchmark
  public Optional<Instant> dateTime() {
    return Timestamps.readBound(bound);
  }

  /// The same, read by the platform's.
  @Benchmark
  public OffsetDateTime dateTimeByThePlatform() {
    return OffsetDateTime.parse(bound);
  }
}
