package org.marquee.embedded;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Folders that hold what is ours alone.
final class Folders {
  /// Readable and writable by the owner only: 0700.
  static final FileAttribute<Set<PosixFilePermission>> PRIVATE =
      PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"));

  private Folders() {}

  /// The folder itself, links resolved; made, private, if it was missing. Those above it are made
  /// as the process makes folders.
  static Path open(Path folder) throws IOException {
    if (!Files.isDirectory(folder)) {
      Path above = folder.toAbsolutePath().getParent();
      if (above != null) {
        Files.createDirectories(above);
      }
      Files.createDirectories(folder, PRIVATE);
    }
    return folder.toRealPath();
  }

  static void delete(Path folder) throws IOException {
    if (!Files.exists(folder)) {
      return;
    }
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

  static void sync(Path folder) throws IOException {
    try (FileChannel channel = FileChannel.open(folder, StandardOpenOption.READ)) {
      channel.force(true);
    }
  }
}
