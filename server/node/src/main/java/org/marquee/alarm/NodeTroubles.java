package org.marquee.alarm;

import java.io.IOException;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.IntSupplier;
import java.util.function.Supplier;
import org.marquee.ops.AlarmCode;
import org.marquee.store.run.PostgresAlarms.Trouble;

/// What is wrong with this node.
///
/// @param node its name
/// @param home whose disk may fill
/// @param memory why there is none for the next snapshot
/// @param details of how many showtimes the details had no room in memory
/// @param clock how far the clock is ahead of the database's, if that is too far
/// @param providers what is wrong with the list of feeds that it collects
/// @param certificate why clients refuse the certificate, or soon will
public record NodeTroubles(
    String node,
    Path home,
    Supplier<Optional<String>> memory,
    IntSupplier details,
    Supplier<Optional<Duration>> clock,
    Supplier<Optional<String>> providers,
    Supplier<Optional<String>> certificate) {
  private static final long MEGABYTE = 1_000_000;
  private static final long LEAST = 256 * MEGABYTE;
  private static final long ENOUGH = 10_000 * MEGABYTE;

  List<Trouble> find() {
    List<Trouble> troubles = new ArrayList<>();
    disk().ifPresent(why -> troubles.add(trouble(AlarmCode.DISK_LOW, why)));
    memory.get().ifPresent(why -> troubles.add(trouble(AlarmCode.NO_MEMORY, why)));
    int lacking = details.getAsInt();
    if (lacking > 0) {
      troubles.add(
          trouble(
              AlarmCode.DETAILS_LACKING, lacking + " showtimes have no room for their details"));
    }
    clock
        .get()
        .map(ahead ->
            "the clock of this machine is %d s %s that of the database"
                .formatted(ahead.abs().toSeconds(), ahead.isNegative() ? "behind" : "ahead of"))
        .ifPresent(why -> troubles.add(trouble(AlarmCode.CLOCK_WRONG, why)));
    providers.get().ifPresent(why -> troubles.add(trouble(AlarmCode.PROVIDERS_FAULTY, why)));
    certificate.get().ifPresent(why -> troubles.add(trouble(AlarmCode.CERTIFICATE, why)));
    return troubles;
  }

  private Trouble trouble(AlarmCode code, String why) {
    return new Trouble(code.word(), node, node + ": " + why);
  }

  private Optional<String> disk() {
    try {
      FileStore disk = Files.getFileStore(home);
      long free = disk.getUsableSpace();
      return isLow(free, disk.getTotalSpace())
          ? Optional.of("the disk of %s has %d MB left".formatted(home, free / MEGABYTE))
          : Optional.empty();
    } catch (IOException e) {
      return Optional.of("the disk of %s cannot be asked: %s".formatted(home, e.getMessage()));
    }
  }

  /// A twentieth of a disk should be free, but no more than 10 GB and no less than 256 MB.
  public static boolean isLow(long free, long size) {
    return free < Math.max(LEAST, Math.min(size / 20, ENOUGH));
  }
}
