package org.marquee.rig;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// The resources that processes have used, as the kernel (proc(5)) and the virtual machine count
/// them.
public final class Cost {
  /// The unit of `/proc/PID/stat`, the same on every Linux that Java runs on.
  private static final double TICKS_A_SECOND = 100;

  private static final Pattern TOTAL = Pattern.compile("Total +[0-9]+ +([0-9]+)");

  private static final int STATE = 3;
  private static final int USER_TIME = 14;
  private static final int SYSTEM_TIME = 15;
  private static final int CHILDREN_SYSTEM_TIME = 17;

  private Cost() {}

  /// Seconds of processor time of these processes and all below them, those that have ended
  /// included.
  public static double seconds(List<Long> pids) {
    return pids.stream()
            .flatMap(pid -> ProcessHandle.of(pid).stream())
            .flatMap(each -> Stream.concat(Stream.of(each), each.descendants()))
            .distinct()
            .mapToLong(each -> ticks(each.pid(), CHILDREN_SYSTEM_TIME))
            .sum()
        / TICKS_A_SECOND;
  }

  /// Seconds of processor time of one process, without those below it.
  public static double ofOne(long pid) {
    return ticks(pid, SYSTEM_TIME) / TICKS_A_SECOND;
  }

  /// @param last of the fields to add up, from the user time on
  private static long ticks(long pid, int last) {
    try {
      String stat = Files.readString(Path.of("/proc", Long.toString(pid), "stat"));
      // The name, in brackets, may hold blanks.
      String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
      long ticks = 0;
      for (int field = USER_TIME; field <= last; field++) {
        ticks += Long.parseLong(fields[field - STATE]);
      }
      return ticks;
    } catch (IOException _) {
      return 0; // It has ended since it was listed; its parent counts it.
    }
  }

  /// Bytes of memory that a process has in use; of a virtual machine's heap all that it has,
  /// whether in use or not.
  public static long resident(long pid) throws IOException {
    return Files.readAllLines(Path.of("/proc", Long.toString(pid), "status")).stream()
        .filter(line -> line.startsWith("VmRSS:"))
        .mapToLong(line -> Long.parseLong(line.replaceAll("[^0-9]", "")) * 1024)
        .findFirst()
        .orElseThrow();
  }

  /// Bytes of a virtual machine's heap that are in use after a collection.
  public static long heap(long pid) throws IOException, InterruptedException {
    String jcmd = Path.of(System.getProperty("java.home"), "bin", "jcmd").toString();
    // It collects first, and counts what is left.
    Matcher total = TOTAL.matcher(Program.run(jcmd, Long.toString(pid), "GC.class_histogram"));
    if (!total.find()) {
      throw new IOException("no total in the histogram of process " + pid);
    }
    return Long.parseLong(total.group(1));
  }
}
