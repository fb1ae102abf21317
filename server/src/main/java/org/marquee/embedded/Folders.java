package org.marquee.embedded;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;
import org.marquee.files.FolderTree;

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
    FolderTree.delete(folder);
  }

  static void sync(Path folder) throws IOException {
    FolderTree.sync(folder);
  }
}
