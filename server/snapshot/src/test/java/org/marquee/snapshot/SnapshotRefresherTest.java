package org.marquee.snapshot;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.marquee.listing.ChangeSink;
import org.marquee.listing.ChangeSource;
import org.marquee.listing.ListingsUnavailable;
import org.marquee.listing.ListingsUnusable;
import org.marquee.listing.Revision;
import org.marquee.snapshot.record.NoRoom;

/// The thread that keeps the snapshot goes on after failures.
@NullMarked
class SnapshotRefresherTest {
  private static final Duration SHORT = Duration.ofMillis(50);

  /// The failures during a copy.
  enum Trouble {
    NO_ROOM,
    FAULT_OF_OURS,
    NOT_OURS,
    AWAY;

    void happen() {
      switch (this) {
        case NO_ROOM -> throw new NoRoom(new OutOfMemoryError("as if"));
        case FAULT_OF_OURS -> throw new IllegalStateException("a row makes no sense");
        case NOT_OURS -> throw new ListingsUnusable("a table may not be read", null);
        case AWAY -> throw new ListingsUnavailable("the database is away", null);
      }
    }
  }

  private final Ailing original = new Ailing(new World(1));
  private final SnapshotPages pages = new SnapshotPages(System::nanoTime);
  private final SnapshotRefresher refresher =
      new SnapshotRefresher(pages, original, InstantSource.fixed(World.TODAY), 7, SHORT).start();

  @AfterEach
  void close() {
    refresher.close();
  }

  @ParameterizedTest
  @EnumSource
  void it_goes_on_after_what_can_be_survived(Trouble trouble) {
    await(pages::isFilled);
    original.trouble.set(trouble);
    original.world.change();
    await(() -> original.failures.get() > 2);
    await(() -> (refresher.trouble() == null) == (trouble == Trouble.AWAY));
    assertThat(refresher.failures() > 0).isEqualTo(trouble != Trouble.AWAY);
    assertThat(refresher.lacksMemory()).isEqualTo(trouble == Trouble.NO_ROOM);
    assertThat(pages.isFilled()).as("stale data is kept").isTrue();
    original.trouble.set(null);
    await(() -> pages.revision().equals(original.revision()) && refresher.trouble() == null);
    await(() -> pages.sinceAssured().compareTo(Duration.ofSeconds(5)) < 0);
  }

  @Test
  void it_goes_on_where_showing_the_snapshot_fails() {
    await(pages::isFilled);
    AtomicInteger shown = new AtomicInteger();
    pages.whenReplaced(() -> {
      if (shown.incrementAndGet() == 1) {
        throw new IllegalStateException("as if");
      }
    });
    original.world.change();
    await(() -> pages.revision().equals(original.revision()) && refresher.failures() > 0);
    await(() -> refresher.trouble() == null);
  }

  @Test
  void listening_may_fail_too() {
    original.deaf = true;
    original.world.change();
    await(() -> pages.revision().equals(original.revision()));
  }

  @Test
  void what_cannot_be_survived_ends_the_thread_with_a_word() throws InterruptedException {
    AtomicReference<Throwable> end = new AtomicReference<>();
    CountDownLatch ended = new CountDownLatch(1);
    Thread.UncaughtExceptionHandler before = Thread.getDefaultUncaughtExceptionHandler();
    Thread.setDefaultUncaughtExceptionHandler((_, cause) -> {
      end.set(cause);
      ended.countDown();
    });
    try {
      original.broken = true;
      assertThat(ended.await(10, TimeUnit.SECONDS)).isTrue();
      assertThat(end.get()).isInstanceOf(NoClassDefFoundError.class);
    } finally {
      Thread.setDefaultUncaughtExceptionHandler(before);
    }
  }

  private static void await(BooleanSupplier fact) {
    Instant end = Instant.now().plusSeconds(20);
    while (!fact.getAsBoolean()) {
      assertThat(Instant.now()).isBefore(end);
      LockSupport.parkNanos(5_000_000);
    }
  }

  /// An original that fails on request.
  private static final class Ailing implements ChangeSource {
    final World world;
    final AtomicReference<@Nullable Trouble> trouble = new AtomicReference<>();
    final AtomicInteger failures = new AtomicInteger();
    volatile boolean deaf;
    volatile boolean broken;

    Ailing(World world) {
      this.world = world;
    }

    @Override
    public Revision revision() {
      if (broken) {
        throw new NoClassDefFoundError("org/marquee/Missing");
      }
      return world.revision();
    }

    @Override
    public void copy(@Nullable Revision known, Instant from, int most, ChangeSink sink) {
      Trouble now = trouble.get();
      if (now != null) {
        failures.incrementAndGet();
        now.happen();
      }
      world.copy(known, from, most, sink);
    }

    @Override
    public Announcements announcements() {
      return new Announcements() {
        @Override
        public void await(Duration patience) throws InterruptedException {
          Thread.sleep(5);
          if (deaf) {
            deaf = false;
            throw new IllegalStateException("an announcement makes no sense");
          }
        }

        @Override
        public void close() {}
      };
    }
  }
}
