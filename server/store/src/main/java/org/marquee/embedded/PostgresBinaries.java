package org.marquee.embedded;

import java.io.IOException;
import java.io.InputStream;
import java.net.JarURLConnection;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.stream.Stream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.marquee.files.FolderTree;
import org.tukaani.xz.XZInputStream;

/// The programs of PostgreSQL, unpacked from the class path.
///
/// They go once into a folder of the user's cache, or of the home where there is no such place. The
/// folder appears complete, under a name that differs for each build, so that any number of
/// processes may use and make it at once.
record PostgresBinaries(Path folder) {
  /// Holds the number of bytes in all the files: a folder that a power cut or a tidy hand left
  /// incomplete is made again.
  private static final String MARKER = "SIZE";

  String program(String name) {
    return folder.resolve("bin").resolve(name).toString();
  }

  /// The programs for this platform.
  ///
  /// @throws IOException if there are none on the class path, or they can be unpacked nowhere
  static PostgresBinaries unpack(Path home) throws IOException {
    URL archive = archive();
    String name = "postgres-" + fingerprint(archive);
    Path inHome = home.resolve("postgres").resolve(name);
    try {
      return unpack(archive, cache().resolve(name));
    } catch (IOException e) {
      try {
        return unpack(archive, inHome);
      } catch (IOException again) {
        again.addSuppressed(e);
        throw again;
      }
    }
  }

  static URL archive() throws IOException {
    Platform platform = Platform.current();
    URL found = PostgresBinaries.class.getResource("/" + platform.archive());
    if (found == null) {
      throw platform.missing();
    }
    return found;
  }

  private static String fingerprint(URL archive) throws IOException {
    if (archive.openConnection() instanceof JarURLConnection jar) {
      return "%08x".formatted(jar.getJarEntry().getCrc());
    }
    throw new IOException("PostgreSQL is expected in a jar, not at " + archive);
  }

  private static Path cache() {
    String given = System.getenv().getOrDefault("XDG_CACHE_HOME", "");
    Path caches =
        given.startsWith("/") ? Path.of(given) : Path.of(System.getProperty("user.home"), ".cache");
    return caches.resolve("marquee");
  }

  static PostgresBinaries unpack(URL archive, Path target) throws IOException {
    if (!isComplete(target)) {
      Files.createDirectories(target.getParent());
      Path partial =
          Files.createTempDirectory(target.getParent(), target.getFileName() + ".partial-");
      try {
        Files.setPosixFilePermissions(partial, PosixFilePermissions.fromString("rwxr-xr-x"));
        extract(archive, partial);
        Files.writeString(partial.resolve(MARKER), Long.toString(size(partial)));
        publish(partial, target);
      } finally {
        FolderTree.delete(partial);
      }
    }
    return new PostgresBinaries(target);
  }

  private static void publish(Path partial, Path target) throws IOException {
    if (Files.exists(target) && !isComplete(target)) {
      Path broken =
          Files.createTempDirectory(target.getParent(), target.getFileName() + ".partial-");
      Files.move(target, broken, StandardCopyOption.ATOMIC_MOVE);
      FolderTree.delete(broken);
    }
    try {
      Files.move(partial, target, StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      if (!isComplete(target)) {
        throw e;
      }
    }
  }

  private static boolean isComplete(Path target) throws IOException {
    Path marker = target.resolve(MARKER);
    return Files.exists(marker) && Files.readString(marker).equals(Long.toString(size(target)));
  }

  /// The bytes in all the folder's files, the marker left out.
  private static long size(Path folder) throws IOException {
    long sum = 0;
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : (Iterable<Path>) files::iterator) {
        if (Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS) && !file.endsWith(MARKER)) {
          sum += Files.size(file);
        }
      }
    }
    return sum;
  }

  private static void extract(URL archive, Path folder) throws IOException {
    try (InputStream packed = archive.openStream();
        TarArchiveInputStream tar = new TarArchiveInputStream(new XZInputStream(packed))) {
      for (TarArchiveEntry entry = tar.getNextEntry(); entry != null; entry = tar.getNextEntry()) {
        place(entry, tar, folder.resolve(entry.getName()).normalize());
      }
    }
  }

  private static void place(TarArchiveEntry entry, InputStream content, Path file)
      throws IOException {
    if (entry.isDirectory()) {
      Files.createDirectories(file);
      return;
    }
    Files.createDirectories(file.getParent());
    if (entry.isSymbolicLink()) {
      Files.createSymbolicLink(file, Path.of(entry.getLinkName()));
      return;
    }
    Files.copy(content, file);
    boolean program = (entry.getMode() & 0100) != 0;
    Files.setPosixFilePermissions(
        file, PosixFilePermissions.fromString(program ? "rwxr-xr-x" : "rw-r--r--"));
  }
}
