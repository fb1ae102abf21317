package org.marquee.export;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.DigestOutputStream;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.zip.GZIPOutputStream;
import org.marquee.listing.Sha256;
import org.marquee.page.OutputBuffer;
import org.marquee.v1.representation.RowForm;

/// One file of an export while it is written.
final class RowFile implements AutoCloseable {
  private static final int BUFFER = 64 * 1024;

  private final String name;
  private final String list;
  private final RowForm form;
  private final FileChannel file;
  private final MessageDigest digest;
  private final OutputStream out;
  private final OutputBuffer rows = new OutputBuffer(2 * BUFFER);
  private long records;

  /// @param list whose records it has
  /// @param name of the file; `.gz` at its end asks for compression
  RowFile(Path folder, String name, String list, RowForm form) throws IOException {
    this.name = name;
    this.list = list;
    this.form = form;
    file =
        FileChannel.open(
            folder.resolve(name), StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
    digest = Sha256.digest();
    OutputStream plain = new DigestOutputStream(Channels.newOutputStream(file), digest);
    out = name.endsWith(".gz") ? new GZIPOutputStream(plain, BUFFER) : plain;
    form.begin(rows);
  }

  void add(byte[] json) throws IOException {
    form.add(json, new RowForm.Span(0, json.length), null, rows);
    records++;
    if (rows.length() >= BUFFER) {
      flush();
    }
  }

  private void flush() throws IOException {
    out.write(rows.bytes(), 0, rows.length());
    rows.clear();
  }

  /// Ends the file, on the disk too.
  ExportManifest.Entry finish() throws IOException {
    flush();
    if (out instanceof GZIPOutputStream packed) {
      packed.finish();
    }
    out.flush();
    file.force(true);
    return new ExportManifest.Entry(
        name, list, records, file.size(), HexFormat.of().formatHex(digest.digest()));
  }

  @Override
  public void close() throws IOException {
    file.close();
  }
}
