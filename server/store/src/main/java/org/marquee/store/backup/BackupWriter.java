package org.marquee.store.backup;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.security.DigestOutputStream;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.zip.Deflater;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.jspecify.annotations.Nullable;
import org.marquee.listing.Sha256;

/// Writes a backup as a ZIP file in one pass, in constant memory: the tables, the files of the
/// home, the manifest, the [Seal].
final class BackupWriter {
  static final String TABLES = "tables/";
  static final String FILES = "home/";

  /// Rows shrink to a fifth at this level. Higher ones take several times as long for little.
  private static final int LEVEL = 2;

  private final ZipOutputStream zip;
  private final Instant madeAt;
  private final String program;
  private final Watcher watcher;
  private final List<BackupManifest.Table> tables = new ArrayList<>();
  private final List<BackupManifest.Sequence> sequences = new ArrayList<>();
  private BackupManifest.@Nullable Origin origin;
  private long files;
  private long written;

  /// @param out receives the backup; it is closed by [#finish]
  /// @param program the version of this program
  BackupWriter(OutputStream out, Instant madeAt, String program, Watcher watcher) {
    zip = new ZipOutputStream(new Seal(out));
    zip.setComment(Seal.COMMENT);
    this.madeAt = madeAt;
    this.program = program;
    this.watcher = watcher;
  }

  /// Notes where all that follows is from.
  void origin(BackupManifest.Origin from) {
    origin = from;
  }

  /// The rows of one table.
  interface Rows {
    /// Writes them as PostgreSQL's `COPY` does as text, in UTF-8.
    ///
    /// @return how many there are
    long writeTo(OutputStream out) throws IOException;
  }

  /// Adds a table.
  ///
  /// @param columns in the order of the rows
  void table(String name, List<String> columns, Rows rows) throws IOException {
    begin(TABLES + name, LEVEL);
    MessageDigest digest = Sha256.digest();
    Counting counting = new Counting(new DigestOutputStream(zip, digest), name);
    long count = rows.writeTo(counting);
    zip.closeEntry();
    tables.add(
        new BackupManifest.Table(
            name, columns, count, counting.bytes, HexFormat.of().formatHex(digest.digest())));
  }

  /// Adds a sequence.
  void sequence(BackupManifest.Sequence sequence) {
    sequences.add(sequence);
  }

  /// Adds a file of the home.
  ///
  /// @param name its path within the home, with `/` between the names
  void file(String name, InputStream in) throws IOException {
    // Raw input is packed already.
    begin(FILES + name, name.endsWith(".zst") ? Deflater.NO_COMPRESSION : LEVEL);
    in.transferTo(new Counting(zip, name));
    zip.closeEntry();
    files++;
  }

  private void begin(String name, int level) throws IOException {
    ZipEntry entry = new ZipEntry(name);
    entry.setTime(madeAt.toEpochMilli());
    zip.setLevel(level);
    zip.putNextEntry(entry);
  }

  /// Writes the manifest and the seal.
  BackupManifest finish() throws IOException {
    BackupManifest.Origin from = origin;
    if (from == null) {
      throw new IllegalStateException("nothing was read");
    }
    BackupManifest manifest = new BackupManifest(madeAt, program, from, tables, sequences, files);
    begin(BackupManifest.NAME, LEVEL);
    zip.write(manifest.toJson());
    zip.closeEntry();
    zip.close();
    return manifest;
  }

  /// Counts the bytes written, for the progress display. Closing it closes nothing.
  private final class Counting extends FilterOutputStream {
    private final String what;
    private long bytes;

    Counting(OutputStream out, String what) {
      super(out);
      this.what = what;
    }

    @Override
    public void write(int each) throws IOException {
      write(new byte[] {(byte) each}, 0, 1);
    }

    @Override
    public void write(byte[] from, int offset, int length) throws IOException {
      out.write(from, offset, length);
      bytes += length;
      written += length;
      watcher.at(what, written);
    }

    @Override
    public void close() {}
  }
}
