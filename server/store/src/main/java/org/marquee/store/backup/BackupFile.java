package org.marquee.store.backup;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.UUID;
import org.marquee.files.FolderTree;
import org.marquee.files.PrivateFiles;
import org.marquee.files.RootRights;
import org.marquee.files.WorkFiles;

/// A file that appears under its name when it is complete and on the disk, and not before. Only its
/// owner may read it.
///
/// Until then it is beside that name, as `.NAME.….partial`, and locked. What a killed program left
/// there, the next one for the same name deletes.
final class BackupFile implements AutoCloseable {
  private static final String PARTIAL = ".partial";
  private static final int BUFFER = 1 << 16;

  private final Path file;
  private final Path partial;
  private final FileChannel channel;

  private BackupFile(Path file, Path partial, FileChannel channel) {
    this.file = file;
    this.partial = partial;
    this.channel = channel;
  }

  /// Begins a file.
  ///
  /// @throws IOException if there is such a file already and it may not be replaced, or none can be
  ///   made; the message says why
  static BackupFile create(Path named, Backup.Existing existing) throws IOException {
    Path file = named.toAbsolutePath().normalize();
    Path folder = file.getParent();
    Path name = file.getFileName();
    if (folder == null || name == null || Files.isDirectory(file)) {
      throw new IOException(named + " is a folder. Name a file in it");
    }
    if (Files.exists(file) && !Files.isRegularFile(file)) {
      throw new IOException(named + " is not a file that can be replaced. Name another one");
    }
    if (!Files.isDirectory(folder)) {
      throw new IOException("there is no folder " + folder + " for the backup. Make it first");
    }
    if (existing == Backup.Existing.STAYS && Files.exists(file)) {
      throw taken(file);
    }
    String prefix = "." + name + ".";
    clear(folder, prefix);
    Path partial = folder.resolve(prefix + UUID.randomUUID() + PARTIAL);
    FileChannel channel = PrivateFiles.newFile(partial);
    var _ = channel.lock();
    partial.toFile().deleteOnExit(); // where a signal ends the program
    return new BackupFile(file, partial, channel);
  }

  private static IOException taken(Path file) {
    return new IOException(
        file + " exists already. Name another file, or replace it with --overwrite");
  }

  /// Deletes what killed programs have left: nobody has it locked.
  private static void clear(Path folder, String prefix) throws IOException {
    try (DirectoryStream<Path> all = Files.newDirectoryStream(folder)) {
      for (Path each : all) {
        String name = each.getFileName().toString();
        if (name.startsWith(prefix) && name.endsWith(PARTIAL)) {
          if (!WorkFiles.isLocked(each)) {
            Files.deleteIfExists(each);
          }
        }
      }
    }
  }

  OutputStream out() {
    return new BufferedOutputStream(Channels.newOutputStream(channel), BUFFER);
  }

  /// Gives the file its name.
  void complete(Backup.Existing existing) throws IOException {
    channel.force(true);
    RootRights.use(file, () -> named(existing));
  }

  private Path named(Backup.Existing existing) throws IOException {
    if (existing == Backup.Existing.IS_REPLACED) {
      Files.move(partial, file, StandardCopyOption.ATOMIC_MOVE);
    } else {
      try {
        Files.createLink(file, partial);
      } catch (FileAlreadyExistsException _) {
        throw taken(file);
      } catch (IOException | UnsupportedOperationException _) {
        Files.move(partial, file); // no links on this file system
      }
    }
    FolderTree.sync(file.resolveSibling("."));
    return file;
  }

  /// Deletes what has no name of its own yet.
  @Override
  public void close() throws IOException {
    try (channel) {
      RootRights.use(file, () -> Files.deleteIfExists(partial));
    }
  }
}
