package org.marquee.snapshot;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.management.JMException;
import javax.management.ObjectName;
import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.marquee.JavaProcess;
import org.marquee.listing.Revision;
import org.marquee.snapshot.record.Micros;
import org.marquee.snapshot.record.NoRoom;
import org.marquee.snapshot.search.Snapshot;

/// A snapshot that finds no room outside the heap gives back all that it took, wherever it stopped.
@NullMarked
class NoRoomTest {
  private static final int MEBIBYTE = 1 << 20;

  @Test
  void what_was_taken_for_a_snapshot_that_cannot_be_finished_is_given_back()
      throws IOException, InterruptedException {
    Process process =
        JavaProcess.of(
                List.of(
                    "-XX:NativeMemoryTracking=summary",
                    "-XX:+UnlockDiagnosticVMOptions",
                    "-XX:MallocLimit=other:16m:oom"),
                Attempts.class)
            .redirectErrorStream(true)
            .start();
    List<String> lines = process.inputReader(UTF_8).lines().toList();
    assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
    assertThat(lines).as(String.join("\n", lines)).last().isEqualTo("whole and changed: true true");
    assertThat(lines).filteredOn(line -> line.startsWith("lost")).isEmpty();
    assertThat(lines).filteredOn(line -> line.startsWith("given back")).hasSizeGreaterThan(20);
  }

  /// Makes snapshots in less room than they need, a little more each time, until they succeed: all
  /// records anew, and then one change after the other.
  static final class Attempts {
    private static final int STEP = 1_024;

    private final World world = new World(1);

    private Attempts() {}

    public static void main(String[] arguments) throws JMException {
      Attempts attempts = new Attempts();
      Snapshot first = attempts.make(Snapshot.NOTHING, null);
      attempts.world.change();
      Snapshot next = attempts.make(first, first.revision());
      System.out.println(
          "whole and changed: "
              + (first.contents().showtimes().count() > 0)
              + " "
              + next.revision().equals(attempts.world.revision()));
    }

    private Snapshot make(Snapshot last, @Nullable Revision known) throws JMException {
      for (long room = STEP; ; room += STEP) {
        long before = used();
        try (Arena _ = allBut(room)) {
          SnapshotBuilder builder = new SnapshotBuilder(last, Micros.daysBefore(World.TODAY, 7));
          try {
            world.copy(known, World.TODAY, 1_000_000, builder);
            return builder.finish();
          } catch (NoRoom | IllegalStateException _) {
            builder.abandon();
          }
        }
        long lost = used() - before;
        System.out.println((lost == 0 ? "given back, of " : "lost " + lost + " of ") + room);
      }
    }

    private static Arena allBut(long room) throws JMException {
      Arena arena = Arena.ofShared();
      arena.allocate(16 * MEBIBYTE - used() - room);
      return arena;
    }

    /// What was asked for outside the heap by the program, as the virtual machine counts it.
    private static long used() throws JMException {
      String report =
          (String)
              ManagementFactory.getPlatformMBeanServer()
                  .invoke(
                      new ObjectName("com.sun.management:type=DiagnosticCommand"),
                      "vmNativeMemory",
                      new Object[] {new String[] {"summary", "scale=b"}},
                      new String[] {String[].class.getName()});
      Matcher other = Pattern.compile("Other \\(reserved=([0-9]+)").matcher(report);
      return other.find() ? Long.parseLong(other.group(1)) : 0;
    }
  }
}
