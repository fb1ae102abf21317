package org.marquee.files;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/// What is done with whole folders.
public final class FolderTree {
  private static final Duration WRITER_TIMEOUT = Duration.ofSeconds(10);
  private static final Duration PAUSE = Duration.ofMillis(10);

  private FolderTree() {}

  /// Deletes a folder with all that is in it; does nothing if it is missing. Another program may
  /// delete it at the same time, or still write into it for ten seconds: one that was started by a
  /// killed process, such as `initdb`, ends when it misses its files.
  ///
  /// @throws IOException if something in it cannot be deleted
  public static void delete(Path folder) throws IOException {
    long begun = System.nanoTime();
    while (Files.exists(folder)) {
      try {
        deleteOnce(folder);
      } catch (DirectoryNotEmptyException e) {
        if (System.nanoTime() - begun > WRITER_TIMEOUT.toNanos()) {
          throw e;
        }
        LockSupport.parkNanos(PAUSE.toNanos());
      }
    }
  }

  private static void deleteOnce(Path folder) throws IOException {
    Files.walkFileTree(
        folder,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
              throws IOException {
            Files.deleteIfExists(file);
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFileFailed(Path file, IOException failure)
              throws IOException {
            if (failure instanceof NoSuchFileException) {
              return FileVisitResult.CONTINUE;
            }
            throw failure;
          }

          @Override
          public FileVisitResult postVisitDirectory(Path visited, @Nullable IOException failure)
              throws IOException {
            Files.deleteIfExists(visited);
            return FileVisitResult.CONTINUE;
          }
        });
  }

  /// Has the system write the names in a folder to the disk.
  public static void sync(Path folder) throws IOException {
    try (FileChannel channel = FileChannel.open(folder)) {
      channel.force(true);
    }
  }
}
