package org.marquee.ops;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.io.IOException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import org.marquee.http.body.Delivery;
import org.marquee.http.connection.Answered;
import org.marquee.http.connection.Observer;
import org.marquee.json.JsonObject;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Writes a line for each answer, on a thread of its own, and tells another observer of everything.
/// No answer waits: lines that find no room, or cannot be written, are counted and left out.
public final class AccessLog implements Observer, MeterBinder, AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(AccessLog.class);

  /// Lines that wait to be written, some kilobytes each at most.
  private static final int ROOM = 4_096;

  private static final int AT_ONCE = 256;
  private static final long LOOK_MILLIS = 100;
  private static final Duration LONGEST_STOP = Duration.ofSeconds(5);

  private final Observer next;
  private final LogFile file;
  private final InstantSource clock;
  private final BlockingQueue<JsonObject> lines = new ArrayBlockingQueue<>(ROOM);
  private final LongAdder dropped = new LongAdder();
  private final Thread thread =
      Thread.ofPlatform().daemon().name("access log").unstarted(this::run);
  private volatile boolean closing;
  private boolean failing;

  private AccessLog(LogFile file, InstantSource clock, Observer next) {
    this.file = file;
    this.clock = clock;
    this.next = next;
  }

  /// Begins to write.
  ///
  /// @param name of the file, or `-` for standard output
  /// @throws IOException if it cannot be written to
  public static AccessLog start(String name, InstantSource clock, Observer next)
      throws IOException {
    AccessLog log = new AccessLog(LogFile.open(name), clock, next);
    log.thread.start();
    return log;
  }

  @Override
  public void answers(Answered answer) {
    next.answers(answer);
  }

  @Override
  public void ended(Answered answer, long bytes, Delivery delivery) {
    next.ended(answer, bytes, delivery);
    if (!lines.offer(AccessLine.of(answer, bytes, delivery, clock.instant()))) {
      dropped.increment();
    }
  }

  @Override
  public void bindTo(MeterRegistry registry) {
    FunctionCounter.builder("marquee.access.log.dropped", dropped, LongAdder::sum)
        .description("Lines that are missing in the access log")
        .register(registry);
  }

  private void run() {
    List<JsonObject> taken = new ArrayList<>(AT_ONCE);
    try {
      while (!closing || !lines.isEmpty()) {
        JsonObject first = lines.poll(LOOK_MILLIS, TimeUnit.MILLISECONDS);
        if (first != null) {
          taken.add(first);
          lines.drainTo(taken, AT_ONCE - 1);
          write(taken);
          taken.clear();
        }
      }
      file.close();
    } catch (InterruptedException | IOException e) {
      LOG.atWarn().log("the access log ends early: {}", e.toString());
    }
  }

  /// Writes lines; each reason of a failure is logged once.
  private void write(List<JsonObject> taken) {
    StringBuilder text = new StringBuilder();
    taken.forEach(line -> text.append(line).append('\n'));
    try {
      file.write(text.toString().getBytes(UTF_8));
      failing = false;
    } catch (IOException e) {
      dropped.add(taken.size());
      if (!failing) {
        LOG.atWarn()
            .log("the access log cannot be written, and its lines are left out: {}", e.toString());
      }
      failing = true;
    }
  }

  /// Writes what waits.
  @Override
  public void close() {
    closing = true;
    try {
      if (!thread.join(LONGEST_STOP)) {
        LOG.atWarn().log("the last lines of the access log could not be written");
      }
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }
}
