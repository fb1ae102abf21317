package org.marquee.store.backup;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.security.DigestInputStream;
import java.util.HexFormat;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import java.util.zip.ZipFile;
import org.marquee.listing.Sha256;

/// A backup that was checked from its first byte to its last.
public final class BackupReader implements AutoCloseable {
  private final ZipFile zip;
  private final BackupManifest manifest;

  private BackupReader(ZipFile zip, BackupManifest manifest) {
    this.zip = zip;
    this.manifest = manifest;
  }

  /// Opens a backup, after all of it was read and its checksum was compared.
  ///
  /// @throws IOException if the file cannot be read, is no backup, is damaged, or is of a newer
  ///   format; the message says which
  public static BackupReader open(Path file, Watcher watcher) throws IOException {
    Seal.check(file, watcher);
    ZipFile zip = open(file);
    try {
      return new BackupReader(zip, manifest(zip));
    } catch (IOException | RuntimeException e) {
      zip.close();
      throw e;
    }
  }

  private static ZipFile open(Path file) throws IOException {
    try {
      return new ZipFile(file.toFile());
    } catch (ZipException e) {
      throw new IOException("it is no ZIP file: " + e.getMessage(), e);
    }
  }

  private static BackupManifest manifest(ZipFile zip) throws IOException {
    try (InputStream in = entry(zip, BackupManifest.NAME)) {
      return BackupManifest.read(in);
    }
  }

  private static InputStream entry(ZipFile zip, String name) throws IOException {
    ZipEntry entry = zip.getEntry(name);
    if (entry == null) {
      throw new IOException("it has no " + name);
    }
    return zip.getInputStream(entry);
  }

  /// What is in it.
  public BackupManifest manifest() {
    return manifest;
  }

  /// The rows of a table; close them. Reading fails at the end if they are not those of the
  /// manifest.
  InputStream rows(BackupManifest.Table table) throws IOException {
    return new Checked(entry(zip, BackupWriter.TABLES + table.name()), table);
  }

  /// The names of the files of the home.
  List<String> files() {
    return zip.stream()
        .map(ZipEntry::getName)
        .filter(name -> name.startsWith(BackupWriter.FILES))
        .map(name -> name.substring(BackupWriter.FILES.length()))
        .toList();
  }

  InputStream file(String name) throws IOException {
    return new BufferedInputStream(entry(zip, BackupWriter.FILES + name));
  }

  @Override
  public void close() throws IOException {
    zip.close();
  }

  /// The disk may give other bytes the second time.
  private static final class Checked extends DigestInputStream {
    private final BackupManifest.Table table;

    Checked(InputStream in, BackupManifest.Table table) {
      super(in, Sha256.digest());
      this.table = table;
    }

    /// COPY reads so, and never byte by byte.
    @Override
    public int read(byte[] into, int offset, int length) throws IOException {
      int count = super.read(into, offset, length);
      if (count < 0 && !HexFormat.of().formatHex(digest.digest()).equals(table.sha256())) {
        throw new IOException("the rows of " + table.name() + " are damaged");
      }
      return count;
    }
  }
}
