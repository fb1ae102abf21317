package org.marquee.store.backup;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.util.HexFormat;
import org.marquee.listing.Sha256;

/// The end of a backup: the comment of the ZIP file, whose last 64 characters are the SHA-256 of
/// every byte before them.
///
/// So `head -c -64 FILE | sha256sum` gives what `tail -c 64 FILE` shows.
final class Seal extends FilterOutputStream {
  private static final int DIGITS = 64;

  /// What stands before the digits: by it a backup is recognized.
  private static final String MARK = "marquee-backup sha256 ";

  /// The comment as it is given to the ZIP file, which the seal completes.
  static final String COMMENT = MARK + "0".repeat(DIGITS);

  private final MessageDigest digest = Sha256.digest();

  /// The last bytes that were written: they may be those of the digits.
  private final byte[] held = new byte[DIGITS];

  private int length;

  Seal(OutputStream out) {
    super(out);
  }

  @Override
  public void write(int each) throws IOException {
    write(new byte[] {(byte) each}, 0, 1);
  }

  @Override
  public void write(byte[] bytes, int offset, int count) throws IOException {
    // First what is held goes, as far as the new bytes push it out, and then of these all but the
    // last.
    int pushed = Math.min(length, Math.max(0, length + count - DIGITS));
    pass(held, 0, pushed);
    System.arraycopy(held, pushed, held, 0, length - pushed);
    length -= pushed;
    int kept = Math.min(count, DIGITS - length);
    pass(bytes, offset, count - kept);
    System.arraycopy(bytes, offset + count - kept, held, length, kept);
    length += kept;
  }

  private void pass(byte[] bytes, int offset, int count) throws IOException {
    digest.update(bytes, offset, count);
    out.write(bytes, offset, count);
  }

  /// Writes the digits in the place of those of the comment.
  @Override
  public void close() throws IOException {
    out.write(HexFormat.of().formatHex(digest.digest()).getBytes(US_ASCII));
    out.flush();
  }

  /// Reads a file to its end and checks its seal.
  ///
  /// @throws IOException if it has none, or it is broken; the message says which
  static void check(Path file, Watcher watcher) throws IOException {
    long sealed = Files.size(file) - COMMENT.length();
    try (DigestInputStream in =
        new DigestInputStream(Files.newInputStream(file), Sha256.digest())) {
      byte[] buffer = new byte[1 << 16];
      for (long done = 0; done < sealed; watcher.at("checking", done)) {
        int count = in.read(buffer, 0, (int) Math.min(buffer.length, sealed - done));
        if (count < 0) {
          throw new IOException("it became shorter while it was read");
        }
        done += count;
      }
      if (sealed < 0 || !new String(in.readNBytes(MARK.length()), US_ASCII).equals(MARK)) {
        throw new IOException("it is not a backup of Marquee, or its end is missing");
      }
      String digits = HexFormat.of().formatHex(in.getMessageDigest().digest());
      if (!new String(in.readNBytes(DIGITS), US_ASCII).equals(digits)) {
        throw new IOException("it is damaged: its checksum does not match. Use another copy");
      }
    }
  }
}
