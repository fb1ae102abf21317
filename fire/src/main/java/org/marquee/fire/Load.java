package org.marquee.fire;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicLong;
import org.HdrHistogram.ConcurrentHistogram;
import org.HdrHistogram.Histogram;
import org.marquee.rig.Line;

/// Callers who ask what is in the [Book] over kept connections, at a fixed rate, and know the right
/// answers. A request's time counts from when it was due, so that all delayed requests count
/// against a stalled server.
final class Load implements AutoCloseable {
  private static final int CALLERS = 8;
  private static final int A_SECOND = 200;
  private static final long HIGHEST = Duration.ofMinutes(2).toNanos();
  private static final long SLOW = Duration.ofMillis(100).toNanos();

  /// Times do not count before programs that have just started were asked for a while.
  private static final Duration WARM = Duration.ofSeconds(3);

  private static final int MOST_NOTES = 200;

  private final List<InetSocketAddress> doors;
  private final String key;
  private final Book book;
  private final Path log;
  private final List<Thread> callers = new ArrayList<>();
  private final long counts = System.nanoTime() + WARM.toNanos();
  private final Stalls stalls = Stalls.start(counts);
  private final AtomicLong requests = new AtomicLong();
  private final AtomicLong wrong = new AtomicLong();
  private final AtomicLong failed = new AtomicLong();
  private final AtomicInteger logged = new AtomicInteger();
  private final Histogram times = new ConcurrentHistogram(HIGHEST, 3);
  private final AtomicIntegerArray seen;
  private volatile int oldest;
  private volatile int newest;
  private volatile boolean stopped;

  private Load(List<InetSocketAddress> doors, String key, Book book, Path log, int round) {
    this.doors = List.copyOf(doors);
    this.key = key;
    this.book = book;
    this.log = log;
    this.seen = new AtomicIntegerArray(doors.size());
    this.oldest = round;
    this.newest = round;
  }

  /// What a load saw.
  ///
  /// @param wrong answers of status 200 with other bytes than the right ones
  /// @param failed connections that broke and answers of any other status
  /// @param nearlySlowest one in a thousand answers took longer
  /// @param stalled the longest that the callers themselves had to wait for a core
  record Seen(
      String load,
      long requests,
      long wrong,
      long failed,
      Duration nearlySlowest,
      Duration slowest,
      Duration stalled) {}

  /// Begins to ask.
  ///
  /// @param doors the servers, each for as many callers
  /// @param log where the first wrong, failed and slow answers are written
  /// @param round the import whose answers are right now
  static Load start(List<InetSocketAddress> doors, String key, Book book, Path log, int round) {
    Load load = new Load(doors, key, book, log, round);
    for (int caller = 0; caller < CALLERS; caller++) {
      int number = caller;
      load.callers.add(
          Thread.ofPlatform().daemon().name("caller-" + number).start(() -> load.ask(number)));
    }
    return load;
  }

  /// From now on the answers of round `round` are right too: its import has begun.
  void mayBe(int round) {
    newest = round;
  }

  /// From now on no answer of an older round is right: this one was seen everywhere.
  void mustBe(int round) {
    oldest = round;
  }

  private void ask(int number) {
    long between = Duration.ofSeconds(1).toNanos() * CALLERS / A_SECOND;
    long due = System.nanoTime() + between * number / CALLERS;
    try (Line line = new Line(doors.get(number % doors.size()), key)) {
      for (long asked = number; !stopped; asked += CALLERS) {
        Thread.sleep(Duration.ofNanos(Math.max(0, due - System.nanoTime())));
        one(line, book.question(asked), number % doors.size());
        long took = System.nanoTime() - due;
        if (due > counts) {
          times.recordValue(Math.min(HIGHEST, took));
        }
        requests.incrementAndGet();
        if (took > SLOW) {
          note(
              "%d ms, caller %d, port %d: %s"
                  .formatted(
                      took / 1_000_000,
                      number,
                      doors.get(number % doors.size()).getPort(),
                      book.question(asked)));
        }
        due += between;
      }
    } catch (InterruptedException _) {
      // Stopped.
    }
  }

  /// No answer is older than one that the same door gave before the question.
  private void one(Line line, String question, int door) {
    int from = Math.max(oldest, seen.get(door));
    try {
      Line.Answer answer = line.get(question);
      if (answer.status() != 200) {
        failed.incrementAndGet();
        note("status " + answer.status() + " to " + question);
        return;
      }
      OptionalInt round = book.firstRound(question, answer.body(), from, newest);
      if (round.isPresent()) {
        seen.accumulateAndGet(door, round.getAsInt(), Math::max);
      } else {
        wrong.incrementAndGet();
        note(
            "wrong, rounds %d to %d, port %d: %s %s"
                .formatted(from, newest, doors.get(door).getPort(), question, answer.body()));
      }
    } catch (IOException | RuntimeException e) {
      failed.incrementAndGet();
      note(e + " to " + question);
    }
  }

  private synchronized void note(String what) {
    if (logged.incrementAndGet() > MOST_NOTES) {
      return;
    }
    try {
      Files.writeString(
          log,
          Instant.now() + " " + what.substring(0, Math.min(500, what.length())) + "\n",
          StandardOpenOption.CREATE,
          StandardOpenOption.APPEND);
    } catch (IOException e) {
      System.err.println("note: " + e);
    }
  }

  /// Stops asking and says what was seen since the start.
  Seen stop() {
    close();
    return new Seen(
        "%d callers, %d a second".formatted(CALLERS, A_SECOND),
        requests.get(),
        wrong.get(),
        failed.get(),
        Duration.ofNanos(times.getValueAtPercentile(99.9)),
        Duration.ofNanos(times.getMaxValue()),
        stalls.longest());
  }

  @Override
  public void close() {
    stopped = true;
    stalls.close();
    try {
      for (Thread caller : callers) {
        caller.join();
      }
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }
}
