package org.marquee.app.service;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.marquee.JavaProcess;
import org.marquee.app.log.Logs;
import org.marquee.background.TaskFailure;
import org.marquee.node.LastResort;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// A thread that ends stops the program; the last line of the log gives the reason.
@NullMarked
class LastResortTest {
  /// A program whose work in the background fails.
  static final class Failing {
    private Failing() {}

    public static void main(String[] arguments) throws InterruptedException {
      Logs.ofService(org.slf4j.event.Level.INFO);
      LastResort.install();
      Runnable work =
          () -> {
            throw new NoClassDefFoundError("org/marquee/Missing");
          };
      Thread thread =
          arguments[0].equals("platform")
              ? Thread.ofPlatform().daemon().name("snapshot").start(work)
              : Thread.ofVirtual().name("snapshot").start(work);
      thread.join();
      Thread.sleep(60_000);
    }
  }

  /// A program that has no memory left for a line of the log.
  static final class Full {
    private static Object[] held = new Object[0];

    private Full() {}

    public static void main(String[] arguments) throws InterruptedException {
      Logs.ofService(org.slf4j.event.Level.INFO);
      LastResort.install();
      Thread thread = Thread.ofPlatform().daemon().start(Full::fill);
      thread.join();
      Thread.sleep(60_000);
    }

    private static void fill() {
      OutOfMemoryError last = new OutOfMemoryError("filled");
      for (int size = 1 << 22; size > 1 << 10; ) {
        try {
          Object[] next = new Object[size];
          next[0] = held;
          held = next;
        } catch (OutOfMemoryError _) {
          size /= 2;
        }
      }
      throw last;
    }
  }

  @Test
  void without_memory_the_last_line_still_says_why() throws IOException, InterruptedException {
    Process process = JavaProcess.of(List.of("-Xmx16m"), Full.class).start();
    List<String> lines = process.errorReader(UTF_8).lines().toList();
    assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
    assertThat(process.exitValue()).isEqualTo(1);
    assertThat(lines.getLast())
        .containsAnyOf("OutOfMemoryError", "out of memory")
        .contains("program ends", "-Xmx");
  }

  /// A program whose tasks fail, one after the other.
  static final class Tasks {
    private Tasks() {}

    public static void main(String[] arguments) throws InterruptedException {
      Logs.ofService(org.slf4j.event.Level.INFO);
      LastResort.install();
      ThreadFactory tasks = TaskFailure.threads("reading");
      for (Throwable each :
          List.of(
              new IllegalStateException("first"),
              new StackOverflowError("second"),
              new OutOfMemoryError("third"))) {
        Thread task = tasks.newThread(() -> Tasks.<RuntimeException>fail(each));
        task.start();
        task.join();
      }
      Thread.sleep(60_000);
    }

    @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"}) // any failure, as it is
    private static <E extends Throwable> void fail(Throwable failure) throws E {
      throw (E) failure;
    }
  }

  @Test
  void a_task_that_fails_ends_alone_unless_memory_ran_out()
      throws IOException, InterruptedException {
    Process process = JavaProcess.of(Tasks.class).start();
    List<String> lines = process.errorReader(UTF_8).lines().toList();
    assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
    assertThat(process.exitValue()).isEqualTo(1);
    assertThat(lines).hasSizeGreaterThanOrEqualTo(3);
    assertThat(lines.subList(0, 2)).allMatch(line -> line.contains("a task failed"));
    assertThat(lines.get(2)).contains("third", "program ends");
  }

  @ParameterizedTest
  @ValueSource(strings = {"platform", "virtual"})
  void the_last_line_names_the_thread_and_the_cause(String kind)
      throws IOException, InterruptedException {
    Process process = JavaProcess.of(Failing.class, kind).start();
    List<String> lines = process.errorReader(UTF_8).lines().toList();
    assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
    assertThat(process.exitValue()).isEqualTo(1);
    JsonNode last = JsonMapper.shared().readTree(lines.getLast());
    assertThat(last.get("level").asString()).isEqualTo("ERROR");
    assertThat(last.get("thread").asString()).isEqualTo("snapshot");
    assertThat(last.get("message").asString()).contains("NoClassDefFoundError", "program ends");
  }
}
