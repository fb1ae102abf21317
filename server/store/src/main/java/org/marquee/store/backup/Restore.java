package org.marquee.store.backup;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.marquee.files.FileOwner;
import org.marquee.files.PrivateFiles;
import org.marquee.files.RootRights;

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
  /// @param kept the names of those that were in the home already
  /// @param leftOut tables of the backup that Marquee does not make
  public record Result(long files, List<String> kept, List<String> leftOut) {
    public Result {
      kept = List.copyOf(kept);
      leftOut = List.copyOf(leftOut);
    }
  }

  /// Restores everything.
  ///
  /// @param target an empty database
  /// @throws IOException if the home cannot be written or the database fails; then the database is
  ///   as empty as before
  public Result into(Path home, TableTarget target) throws IOException {
    List<String> files = backup.files();
    List<String> kept = new ArrayList<>();
    for (String name : files) {
      Path place = place(home, name);
      if (Files.exists(place)) {
        kept.add(name);
      } else {
        Path file = linked(place);
        if (file.equals(place)) {
          write(name, file, home);
        } else {
          RootRights.use(file, () -> write(name, file, home));
        }
      }
    }
    return new Result(files.size() - kept.size(), kept, target.fill(backup));
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

  /// Where a link leads, as that of the Debian package to `/etc/marquee/providers.yaml`: else the
  /// file there would count for nothing. A link of another account could lead root anywhere, so it
  /// is replaced.
  private static Path linked(Path file) throws IOException {
    if (!Files.isSymbolicLink(file)
        || (RootRights.wereGiven()
            && !Integer.valueOf(0)
                .equals(Files.getAttribute(file, "unix:uid", LinkOption.NOFOLLOW_LINKS)))) {
      return file;
    }
    Path target = file.resolveSibling(Files.readSymbolicLink(file)).normalize();
    return Files.isDirectory(target.resolveSibling(".")) ? target : file;
  }

  private Path write(String name, Path file, Path home) throws IOException {
    Path folder =
        Objects.requireNonNull(file.getParent()); // it is in the home, or a link led there
    makeFolder(folder, home);
    Path partial = folder.resolve("." + file.getFileName() + ".restored");
    try (InputStream in = backup.file(name)) {
      watcher.at(name, 0);
      Files.copy(in, partial, StandardCopyOption.REPLACE_EXISTING);
      PrivateFiles.closeFile(partial);
      if (!file.startsWith(home)) {
        letRead(partial, home);
      }
      return Files.move(partial, file, StandardCopyOption.ATOMIC_MOVE);
    } finally {
      Files.deleteIfExists(partial);
    }
  }

  /// Each folder on the way is closed to others, too.
  private static void makeFolder(Path folder, Path home) throws IOException {
    Path above = folder.getParent();
    if (Files.isDirectory(folder)) {
      return;
    }
    if (above != null && folder.startsWith(home) && !folder.equals(home)) {
      makeFolder(above, home);
    }
    PrivateFiles.folder(folder);
  }

  /// A file outside of the home stays root's, and the group of the home may read it.
  private static void letRead(Path file, Path home) throws IOException {
    if (RootRights.wereGiven() && !FileOwner.of(home).isRoot()) {
      new FileOwner(FileOwner.of(file).user(), FileOwner.of(home).group()).give(file);
      Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r-----"));
    }
  }
}
