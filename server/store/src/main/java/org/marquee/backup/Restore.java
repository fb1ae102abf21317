package org.marquee.backup;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import org.marquee.files.PrivateFiles;

/// Restores a backup: first the files of the home, then the database in one transaction.
///
/// Whatever stops it before its end, the database is empty, and the next restore into the same home
/// begins anew. Files that are in the home already stay as they are.
public final class Restore {
  /// The folders of the embedded database begin so.
  private static final List<String> OF_DATABASE = List.of("postgres", "pgdata-");

  private final BackupReader backup;
  private final Watcher watcher;

  private Restore(BackupReader backup, Watcher watcher) {
    this.backup = backup;
    this.watcher = watcher;
  }

  /// A restore that nothing in the backup is against.
  ///
  /// @param newest the newest version of the tables that this program knows
  /// @throws IOException if the backup is of a newer program, or has a file that belongs in no home
  public static Restore of(BackupReader backup, int newest, Watcher watcher) throws IOException {
    BackupManifest manifest = backup.manifest();
    if (manifest.origin().schema() > newest) {
      throw new IOException(
          "a newer Marquee made it (version %s): its tables have version %d, and this program supports up to version %d. Restore it with the newer one"
              .formatted(manifest.program(), manifest.origin().schema(), newest));
    }
    for (String name : backup.files()) {
      place(Path.of("/home"), name);
    }
    return new Restore(backup, watcher);
  }

  /// What was restored.
  ///
  /// @param files how many were written
  /// @param kept how many were in the home already
  /// @param leftOut tables of the backup that Marquee does not make
  public record Result(long files, long kept, List<String> leftOut) {}

  /// Restores everything.
  ///
  /// @param target an empty database
  /// @throws IOException if the home cannot be written or the database fails; then the database is
  ///   as empty as before
  public Result into(Path home, TableTarget target) throws IOException {
    long written = 0;
    List<String> files = backup.files();
    for (String name : files) {
      if (write(name, place(home, name))) {
        written++;
      }
    }
    return new Result(written, files.size() - written, target.fill(backup));
  }

  /// Where a file goes: nowhere but into the home, and not over what is the database's.
  private static Path place(Path home, String name) throws IOException {
    try {
      Path place = home.resolve(name).normalize();
      if (place.startsWith(home)
          && !place.equals(home)
          && OF_DATABASE.stream()
              .noneMatch(home.relativize(place).getName(0).toString()::startsWith)) {
        return place;
      }
    } catch (InvalidPathException _) {
      // Refused below.
    }
    throw new IOException("it has a file with the name " + name);
  }

  private boolean write(String name, Path file) throws IOException {
    if (Files.exists(file)) {
      return false;
    }
    Path folder = file.getParent();
    if (folder == null) {
      return false;
    }
    if (!Files.isDirectory(folder)) {
      PrivateFiles.folder(folder);
    }
    Path partial = folder.resolve("." + file.getFileName() + ".restored");
    try (InputStream in = backup.file(name)) {
      watcher.at(name, 0);
      Files.copy(in, partial, StandardCopyOption.REPLACE_EXISTING);
      PrivateFiles.closeFile(partial);
      Files.move(partial, file, StandardCopyOption.ATOMIC_MOVE);
    } finally {
      Files.deleteIfExists(partial);
    }
    return true;
  }
}
