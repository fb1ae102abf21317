package org.marquee.files;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.Instant;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The working files of this process, such as uploads and downloads: in a folder of its own, which
/// it keeps locked, in the temporary folder. What a killed process leaves there the next one of the
/// same user deletes, and whatever is a day old.
public final class WorkFiles {
  private static final Logger LOG = LoggerFactory.getLogger(WorkFiles.class);
  private static final String OURS = "marquee-work-";
  private static final String LOCK = "lock";
  private static final Duration LONGEST = Duration.ofDays(1);
  private static final Duration PAUSE = Duration.ofHours(1);

  /// Reports, and what 0.1.0 left. The user may call a file `marquee-2026.backup`.
  private static final Pattern OLD =
      Pattern.compile(
          "marquee-(report|check|look|home)-\\d+|marquee-(feed-\\d+\\.part|restore-\\d+\\.zip)");

  private static @Nullable WorkFiles current;

  private final Path folder;

  @SuppressWarnings("UnusedVariable") // it is locked for as long as it is open
  private final FileChannel lock;

  private Instant swept = Instant.MIN;

  private WorkFiles(Path folder, FileChannel lock) {
    this.folder = folder;
    this.lock = lock;
  }

  /// A new file that is not needed for longer than a day.
  ///
  /// @param name how its name begins
  public static Path newFile(String name) throws IOException {
    return Files.createTempFile(folder(), name, "");
  }

  /// A new folder that is not needed for longer than a day.
  public static Path newFolder(String name) throws IOException {
    return Files.createTempDirectory(folder(), name);
  }

  /// A folder for a report, which the user has a day to read.
  public static Path newReportFolder() throws IOException {
    return Files.createTempDirectory("marquee-report-");
  }

  /// Deletes what is left over, once an hour. A failure is logged.
  public static void sweep() {
    try {
      folder();
    } catch (IOException e) {
      LOG.atWarn().log("old working files cannot be deleted: {}", e.toString());
    }
  }

  private static synchronized Path folder() throws IOException {
    // What tidies the temporary folder takes one that lay idle for days.
    WorkFiles ours = current;
    if (ours == null || !Files.isDirectory(ours.folder)) {
      ours = make();
      current = ours;
    }
    Instant now = Instant.now();
    if (ours.swept.isBefore(now.minus(PAUSE))) {
      ours.swept = now;
      sweep(ours.folder, now);
    }
    return ours.folder;
  }

  private static WorkFiles make() throws IOException {
    Path folder = Files.createTempDirectory(OURS);
    folder.toFile().deleteOnExit();
    // The lock has its name only once it is locked.
    Path made = folder.resolve("lock.new");
    FileChannel lock =
        FileChannel.open(made, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
    var _ = lock.lock();
    Path named = Files.move(made, folder.resolve(LOCK), StandardCopyOption.ATOMIC_MOVE);
    named.toFile().deleteOnExit();
    return new WorkFiles(folder, lock);
  }

  /// @param own the folder of a process that lives; others are beside it
  static void sweep(Path own, Instant now) throws IOException {
    int user = FileOwner.ofItself(own).user();
    try (DirectoryStream<Path> beside =
            Files.newDirectoryStream(own.resolveSibling("."), "marquee-*");
        DirectoryStream<Path> inside =
            Files.newDirectoryStream(own, each -> !each.endsWith(LOCK))) {
      for (Path each : beside) {
        if (!each.getFileName().equals(own.getFileName())) {
          deleteIf(() -> FileOwner.ofItself(each).user() == user && isLeft(each, now), each);
        }
      }
      for (Path each : inside) {
        deleteIf(() -> isOld(each, now), each);
      }
    }
  }

  private static void deleteIf(RootRights.Use<Boolean> condition, Path each) {
    try {
      if (condition.run()) {
        FolderTree.delete(each);
      }
    } catch (IOException e) {
      LOG.atDebug().log("{} was not deleted: {}", each, e.toString()); // it may be gone by now
    }
  }

  private static boolean isLeft(Path each, Instant now) throws IOException {
    String name = each.getFileName().toString();
    Path lock = each.resolve(LOCK);
    return name.startsWith(OURS)
        ? Files.exists(lock) ? !isLocked(lock) : isOld(each, now)
        : OLD.matcher(name).matches() && isOld(each, now);
  }

  private static boolean isOld(Path each, Instant now) throws IOException {
    return Files.getLastModifiedTime(each, LinkOption.NOFOLLOW_LINKS)
        .toInstant()
        .isBefore(now.minus(LONGEST));
  }

  /// Whether a program has locked a file, this one too.
  public static boolean isLocked(Path file) throws IOException {
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
      return channel.tryLock() == null;
    } catch (OverlappingFileLockException _) {
      return true;
    }
  }
}
