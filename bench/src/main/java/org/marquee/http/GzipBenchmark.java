package org.marquee.http;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/// Takes a compressor, compresses, and returns it. The text is short, so that taking and returning
/// show.
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class GzipBenchmark {
  private byte[] body = {};

  /// Writes a text of 1,100 bytes.
  @Setup
  public void write() {
    body =
        "{\"id\":\"st_0123456789abcdefghjk\",\"startsAt\":\"2026-03-01T19:30:00Z\",\"screen\":\"1\"},"
            .repeat(14)
            .getBytes(UTF_8);
  }

  /// One body.
  @Benchmark
  public byte[] compress() {
    return Response.json(200, body).body().packed();
  }
}
