package org.marquee.http.connection;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.channel.EventLoop;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class FlushConsolidationTest {
  private final EventLoopGroup loops =
      new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory());
  private final EventLoop loop = loops.next();
  private final AtomicLong nanos = new AtomicLong();
  private final FlushConsolidation consolidation = new FlushConsolidation(nanos::get);
  private final List<Integer> flushed = new ArrayList<>();

  @AfterEach
  void stop() {
    var _ = loops.shutdownGracefully();
  }

  @Test
  void connections_are_flushed_together_after_the_round_in_their_order() throws Exception {
    assertThat(flushedWithin(5)).isEmpty();
    assertThat(flushedAfter()).containsExactly(0, 1, 2, 3, 4);
  }

  @Test
  void the_first_of_many_does_not_wait_for_the_last() throws Exception {
    assertThat(flushedWithin(FlushConsolidation.MOST + 1)).hasSize(FlushConsolidation.MOST);
    assertThat(flushedAfter()).hasSize(FlushConsolidation.MOST + 1);
  }

  @Test
  void an_answer_does_not_wait_long_for_those_that_take_long() throws Exception {
    List<Integer> within =
        loop.submit(
                () -> {
                  consolidation.enqueue(loop, () -> flushed.add(0), 1);
                  nanos.addAndGet(1_000_001);
                  consolidation.enqueue(loop, () -> flushed.add(1), 1);
                  return List.copyOf(flushed);
                })
            .get();
    assertThat(within).containsExactly(0, 1);
  }

  @Test
  void large_answers_do_not_wait_for_others() throws Exception {
    List<Integer> within =
        loop.submit(
                () -> {
                  consolidation.enqueue(loop, () -> flushed.add(0), 1);
                  consolidation.enqueue(
                      loop, () -> flushed.add(1), FlushConsolidation.MOST_BYTES - 1);
                  consolidation.enqueue(loop, () -> flushed.add(2), 1);
                  return List.copyOf(flushed);
                })
            .get();
    assertThat(within).containsExactly(0, 1);
  }

  @Test
  void a_flush_that_fails_keeps_none_of_the_others_from_being_sent() throws Exception {
    loop.submit(
            () -> {
              consolidation.enqueue(loop, () -> flushed.add(0), 1);
              consolidation.enqueue(
                  loop,
                  () -> {
                    throw new OutOfMemoryError("as if");
                  },
                  1);
              consolidation.enqueue(loop, () -> flushed.add(1), 1);
            })
        .get();
    flushedAfter();
    assertThat(flushedAfter()).containsExactly(0, 1);
  }

  /// The flushes while so many connections were read.
  private List<Integer> flushedWithin(int number) throws Exception {
    return loop.submit(
            () -> {
              IntStream.range(0, number)
                  .forEach(each -> consolidation.enqueue(loop, () -> flushed.add(each), 1));
              return List.copyOf(flushed);
            })
        .get();
  }

  private List<Integer> flushedAfter() throws Exception {
    return loop.submit(() -> List.copyOf(flushed)).get();
  }
}
