package org.marquee.app;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import org.marquee.feed.FeedSource;
import org.marquee.sample.SampleRegion;

/// The sample region as a feed, laid over the coming weeks. It is made on a thread of its own, so
/// that a start can wait for the database meanwhile.
final class Sample implements FeedSource.Part {
  private final Instant now;
  private final FutureTask<byte[]> lines;

  private Sample(Instant now) {
    this.now = now;
    this.lines = new FutureTask<>(() -> write(now));
  }

  static Sample begin() {
    Sample sample = new Sample(Instant.now().truncatedTo(ChronoUnit.SECONDS));
    Thread.ofPlatform().daemon().name("sample").start(sample.lines);
    return sample;
  }

  private static byte[] write(Instant now) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream(4 << 20);
    SampleRegion.write(LocalDate.ofInstant(now, ZoneOffset.UTC), now, out);
    return out.toByteArray();
  }

  FeedSource feed() {
    return new FeedSource(List.of(this), now, null);
  }

  @Override
  public String name() {
    return "sample.ndjson";
  }

  @Override
  public long bytes() {
    try {
      return made().length;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public InputStream open() throws IOException {
    return new ByteArrayInputStream(made());
  }

  private byte[] made() throws IOException {
    try {
      return lines.get();
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted while the sample was being made");
    } catch (ExecutionException e) {
      throw new IllegalStateException("the sample could not be made", e.getCause());
    }
  }
}
