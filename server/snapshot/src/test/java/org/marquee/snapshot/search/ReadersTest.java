package org.marquee.snapshot.search;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;

@NullMarked
class ReadersTest {
  private final AtomicInteger ended = new AtomicInteger();
  private final Readers readers = new Readers(ended::incrementAndGet);

  @Test
  void nobody_enters_what_is_retired_and_the_last_one_ends_it() {
    assertThat(readers.enter()).isTrue();
    readers.retire();
    assertThat(readers.enter()).isFalse();
    assertThat(ended).hasValue(0);
    readers.leave();
    assertThat(ended).hasValue(1);
    assertThat(readers.enter()).isFalse();
    assertThat(ended).hasValue(1);
  }

  @Test
  void it_ends_at_once_where_nobody_reads() {
    readers.retire();
    readers.retire();
    assertThat(ended).hasValue(1);
  }

  @Test
  void who_is_counted_is_waited_for_although_it_has_not_looked_yet() {
    AtomicBoolean overtaken = new AtomicBoolean();
    Readers overtaking =
        new Readers(ended::incrementAndGet) {
          @Override
          void counted() {
            if (overtaken.compareAndSet(false, true)) {
              retire();
              assertThat(ended).as("memory that is read next").hasValue(0);
            }
          }
        };
    assertThat(overtaking.enter()).isFalse();
    assertThat(overtaken).isTrue();
    assertThat(ended).hasValue(1);
  }

  /// The memory of a generation is freed after its last reader. A reader must never read memory
  /// that was freed and reused.
  @Test
  void no_reader_is_inside_when_it_ends_and_each_ends_once() throws InterruptedException {
    record Generation(Readers readers, AtomicInteger ends) {
      static Generation fresh() {
        AtomicInteger ends = new AtomicInteger();
        return new Generation(new Readers(ends::incrementAndGet), ends);
      }
    }
    AtomicReference<Generation> current = new AtomicReference<>(Generation.fresh());
    AtomicBoolean stopped = new AtomicBoolean();
    AtomicInteger wrong = new AtomicInteger();
    AtomicInteger read = new AtomicInteger();
    List<Thread> threads = new ArrayList<>();
    for (int number = 0; number < 4; number++) {
      threads.add(
          Thread.ofPlatform()
              .start(() -> {
                while (!stopped.get()) {
                  Generation now = current.get();
                  if (now.readers().enter()) {
                    Thread.onSpinWait();
                    wrong.addAndGet(now.ends().get());
                    read.incrementAndGet();
                    now.readers().leave();
                  }
                }
              }));
    }
    List<Generation> all = new ArrayList<>();
    for (int number = 0; number < 1_500 || read.get() == 0; number++) {
      Generation before = current.getAndSet(Generation.fresh());
      before.readers().retire();
      all.add(before);
      Thread.onSpinWait();
    }
    stopped.set(true);
    for (Thread thread : threads) {
      thread.join();
    }
    assertThat(wrong).hasValue(0);
    assertThat(all).allSatisfy(each -> assertThat(each.ends()).hasValue(1));
    assertThat(read.get()).isPositive();
  }
}
