package org.marquee.ops;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.file.Path;
import java.time.InstantSource;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.marquee.http.body.Delivery;
import org.marquee.http.connection.Answered;
import org.marquee.http.connection.Observer;

/// An access log that takes no lines.
@NullMarked
class AccessLogRoomTest {
  private static final int ANSWERS = 20_000;

  @Test
  @Timeout(60)
  void nobody_waits_for_a_log_that_takes_nothing_and_lines_left_out_are_counted(
      @TempDir Path folder) throws Exception {
    Path pipe = folder.resolve("pipe");
    assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor()).isZero();
    Process reader =
        new ProcessBuilder("sh", "-c", "exec sleep 300 <" + pipe).start(); // It never reads.
    SimpleMeterRegistry meters = new SimpleMeterRegistry();
    try (AccessLog log = AccessLog.start(pipe.toString(), InstantSource.system(), Observer.NONE)) {
      log.bindTo(meters);
      for (int answer = 0; answer < ANSWERS; answer++) {
        log.ended(new Answered(null, "", "", "", 404, 1), 1, Delivery.SENT);
      }
      assertThat(meters.get("marquee.access.log.dropped").functionCounter().count())
          .isBetween(1.0, ANSWERS - 4_096.0);
      reader.destroy(); // A log that is closed waits some seconds for one that does not read.
    } finally {
      reader.destroy();
    }
  }
}
