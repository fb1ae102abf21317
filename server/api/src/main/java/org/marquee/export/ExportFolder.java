package org.marquee.export;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.marquee.files.FileOwner;
import org.marquee.files.FolderTree;
import org.marquee.files.WorkFiles;

/// The folder of an export, which is replaced as a whole: the next one is made beside it under
/// another name and takes its place when it is complete.
///
/// A program that is killed leaves the old folder, and one of the other names, which the next
/// export removes. Killed between the two renames, it leaves the old folder under the name
/// `.NAME.old`; the next export gives it its name back first.
final class ExportFolder implements AutoCloseable {
  /// Locked by the program that writes the next export.
  private static final String LOCK = ".lock";

  private final Path folder;
  private final Path next;
  private final Path before;
  private @Nullable FileChannel lock;

  /// @throws IOException if the folder has no parent, or there is something else
  ExportFolder(Path folder) throws IOException {
    this.folder = folder.toAbsolutePath().normalize();
    Path parent = this.folder.getParent();
    Path name = this.folder.getFileName();
    if (parent == null || name == null) {
      throw new IOException(folder + " cannot be replaced as a whole. Name a folder in it.");
    }
    next = parent.resolve("." + name + ".next");
    before = parent.resolve("." + name + ".old");
    Files.createDirectories(parent);
    if (!Files.exists(this.folder) && Files.exists(before)) {
      Files.move(before, this.folder, StandardCopyOption.ATOMIC_MOVE);
    }
    checkOurs();
  }

  private void checkOurs() throws IOException {
    if (!Files.exists(folder)) {
      return;
    }
    if (!Files.isDirectory(folder)) {
      throw new IOException(folder + " is a file. Name a folder.");
    }
    if (!isEmpty() && !ExportManifest.isIn(folder)) {
      throw new IOException(
          folder + " has files that are not an export. Name an empty or a new folder.");
    }
  }

  private boolean isEmpty() throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.findAny().isEmpty();
    }
  }

  /// An empty folder for the next export.
  ///
  /// @throws IOException if another program is writing one
  Path begin() throws IOException {
    Path file = next.resolve(LOCK);
    if (Files.exists(file) && WorkFiles.isLocked(file)) {
      throw new IOException("another export to " + folder + " is running. Wait for it.");
    }
    FolderTree.delete(next);
    Files.createDirectory(next);
    lock = FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
    FileOwner.adopt(next);
    var _ = lock.lock();
    return next;
  }

  @Override
  public void close() throws IOException {
    if (lock != null) {
      lock.close();
      FolderTree.delete(next);
    }
  }

  /// Puts the next export, which is complete, in the place of the one before.
  void replace() throws IOException {
    Files.delete(next.resolve(LOCK));
    FileOwner.adopt(next);
    FolderTree.sync(next);
    FolderTree.delete(before);
    try {
      Files.move(folder, before, StandardCopyOption.ATOMIC_MOVE);
    } catch (NoSuchFileException _) {
      // The first export has nothing to replace.
    }
    Files.move(next, folder, StandardCopyOption.ATOMIC_MOVE);
    FolderTree.sync(folder.resolveSibling("."));
    FolderTree.delete(before);
  }
}
