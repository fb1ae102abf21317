package org.marquee.files;

import static java.nio.file.attribute.PosixFilePermission.OWNER_EXECUTE;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.EnumSet;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Folders and files of a home that only its owner may read: feeds and reports may hold what was
/// bought, or is not out yet. So they are private even where the home and the umask are not.
public final class PrivateFiles {
  private static final Logger LOG = LoggerFactory.getLogger(PrivateFiles.class);
  private static final Set<PosixFilePermission> FOLDER =
      PosixFilePermissions.fromString("rwx------");
  private static final Set<PosixFilePermission> FILE = PosixFilePermissions.fromString("rw-------");

  private PrivateFiles() {}

  /// The folder; made if it is missing, as those above it, and closed to others if it was open to
  /// them. A home may be the folder above: with a database elsewhere nobody else makes it.
  ///
  /// @throws IOException if it cannot be made
  public static Path folder(Path folder) throws IOException {
    if (!Files.isDirectory(folder)) {
      Path first = folder.toAbsolutePath();
      Path above = first.getParent();
      if (above != null) {
        while (above.getParent() != null && !Files.isDirectory(above)) {
          first = above;
          above = above.getParent();
        }
      }
      Files.createDirectories(folder, ownersOnly(folder, FOLDER));
      FileOwner.adopt(first);
      return folder;
    }
    tighten(folder);
    return folder;
  }

  /// Makes a folder that must not be there yet.
  public static Path newFolder(Path folder) throws IOException {
    Files.createDirectory(folder, ownersOnly(folder, FOLDER));
    FileOwner.adopt(folder);
    return folder;
  }

  /// Creates a file that must not be there yet, and opens it for writing.
  public static FileChannel newFile(Path file) throws IOException {
    FileChannel channel =
        FileChannel.open(
            file,
            EnumSet.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE),
            ownersOnly(file, FILE));
    FileOwner.adopt(file);
    return channel;
  }

  private static FileAttribute<?>[] ownersOnly(Path path, Set<PosixFilePermission> access) {
    return isPosix(path)
        ? new FileAttribute<?>[] {PosixFilePermissions.asFileAttribute(access)}
        : new FileAttribute<?>[0];
  }

  /// Closes a folder, with all that is in it, if others may read it. What cannot be closed, since
  /// it is somebody else's, is logged.
  private static void tighten(Path folder) {
    try {
      if (isPosix(folder)
          && Files.isDirectory(folder)
          && !Files.getPosixFilePermissions(folder).equals(FOLDER)) {
        close(folder);
      }
    } catch (IOException | UnsupportedOperationException e) {
      LOG.atWarn().log("cannot restrict {} to its owner: {}", folder, e.toString());
    }
  }

  /// Closes a folder to others, with all that is in it. What root has made there goes to its owner.
  public static void close(Path folder) throws IOException {
    if (!isPosix(folder)) {
      return;
    }
    Files.walkFileTree(
        folder,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult preVisitDirectory(Path each, BasicFileAttributes attributes)
              throws IOException {
            Files.setPosixFilePermissions(each, FOLDER);
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFile(Path each, BasicFileAttributes attributes)
              throws IOException {
            if (attributes.isRegularFile()) {
              closeFile(each);
            }
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFileFailed(Path each, IOException failure) {
            return FileVisitResult.CONTINUE; // somebody has just deleted it
          }
        });
    FileOwner.adopt(folder);
  }

  /// Closes a file to others. Root's goes to the owner of its folder.
  public static void closeFile(Path file) throws IOException {
    if (isPosix(file)) {
      boolean runs = Files.getPosixFilePermissions(file).contains(OWNER_EXECUTE);
      Files.setPosixFilePermissions(file, runs ? FOLDER : FILE);
      FileOwner.adopt(file);
    }
  }

  private static boolean isPosix(Path path) {
    return path.getFileSystem().supportedFileAttributeViews().contains("posix");
  }
}
