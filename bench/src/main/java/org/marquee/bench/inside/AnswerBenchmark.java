package org.marquee.bench.inside;

import java.time.Instant;
import java.time.InstantSource;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.marquee.http.Answered;
import org.marquee.http.Response;
import org.marquee.listing.Revision;
import org.marquee.ops.Measurements;
import org.marquee.page.OutputBuffer;
import org.marquee.v1.answer.KeptAnswers;
import org.marquee.v1.answer.KeptAnswers.Kept;
import org.marquee.v1.answer.Tag;
import org.marquee.v1.declaration.MediaType;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/// The work for each answer besides making it: finding a kept one, and counting.
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class AnswerBenchmark {
  private static final int TARGETS = 256;
  private static final long BYTES = 64 << 20;

  private final Measurements measurements = new Measurements();
  private final KeptAnswers kept = new KeptAnswers(BYTES);
  private final Revision revision = new Revision(new UUID(0, 1), 1, new UUID(0, 1));
  private final KeptAnswers.Key[] keys = new KeptAnswers.Key[TARGETS];
  private final Answered answered = new Answered(null, "", "", "", 200, 20_000);

  /// The position of a thread in the targets.
  @State(Scope.Thread)
  public static class Turn {
    private int next;
  }

  /// Fills most of the memory for answers, so that what is asked is noted too.
  @Setup
  public void keep() {
    for (int number = 0; number < TARGETS; number++) {
      keys[number] = key(number);
      keep(keys[number]);
    }
    for (int number = TARGETS; number < 4_500; number++) {
      keep(key(number));
    }
  }

  private static KeptAnswers.Key key(int number) {
    return new KeptAnswers.Key("/v1/showtimes?number=" + number, MediaType.JSON);
  }

  private void keep(KeptAnswers.Key key) {
    Tag tag = Tag.of(MediaType.JSON, new OutputBuffer(64));
    Response response = Response.json(200, new byte[0]);
    kept.keep(key, new Kept(revision, tag, response, 10_000, Instant.EPOCH, Instant.MAX));
  }

  /// One answer that is kept.
  @Benchmark
  public @Nullable Kept find(Turn turn) {
    turn.next = (turn.next + 1) & (TARGETS - 1);
    return kept.find(keys[turn.next], revision, InstantSource.system());
  }

  /// One answer for the metrics.
  @Benchmark
  public void count() {
    measurements.answers(answered);
  }
}
