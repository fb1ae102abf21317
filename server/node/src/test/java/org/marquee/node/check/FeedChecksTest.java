package org.marquee.node.check;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.channels.InterruptedByTimeoutException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.marquee.fetch.RedirectRule;
import org.marquee.ingest.World;
import org.marquee.notice.Notice;
import org.marquee.site.check.FeedCheck;
import org.marquee.site.frame.CheckLimits;
import org.marquee.store.sql.Database;
import org.marquee.store.sql.MigratedDatabase;

/// When the check of a feed ends.
@NullMarked
class FeedChecksTest {
  @Test
  void work_that_looks_at_no_clock_is_waited_for_no_longer_than_the_limit_and_keeps_its_place() {
    CountDownLatch never = new CountDownLatch(1);
    Semaphore one = new Semaphore(1);
    for (Duration limit : List.of(Duration.ofMillis(1), Duration.ofMinutes(1))) {
      assertThatThrownBy(() ->
              FeedChecks.within(
                  one,
                  limit,
                  () -> {
                    never.await();
                    return "";
                  }))
          .isInstanceOf(InterruptedByTimeoutException.class);
    }
    never.countDown();
  }

  @Test
  void a_check_looks_with_each_row_whether_it_is_to_end(@TempDir Path folder) throws IOException {
    StringBuilder lines =
        new StringBuilder(World.header("full", Instant.EPOCH.toString(), "")).append('\n');
    for (int film = 0; film < 40; film++) {
      lines
          .append(
              "{\"type\":\"film\",\"externalId\":\"%1$d\",\"title\":\"A %1$d\"}".formatted(film))
          .append('\n');
    }
    Path file = Files.write(folder.resolve("feed"), lines.toString().getBytes(UTF_8));
    AtomicInteger looks = new AtomicInteger();
    try (Database database = MigratedDatabase.open()) {
      new FeedChecks(database, InstantSource.system(), RedirectRule.allowing(List.of()), "test")
          .check(
              new FeedCheck.Feed("feed", file, null, false),
              CheckLimits.USUAL,
              new FeedCheck.Watcher() {
                @Override
                public void found(Notice notice) {}

                @Override
                public void read(int bytes) {
                  looks.addAndGet(bytes == 0 ? 1 : 0);
                }

                @Override
                public boolean hasLeft() {
                  return false;
                }
              });
    }
    assertThat(looks.get()).isGreaterThanOrEqualTo(40);
  }
}
