package org.marquee.feed;

import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.UnaryOperator;
import org.apache.commons.compress.compressors.gzip.GzipCompressorInputStream;
import org.marquee.notice.Code;

/// A file of a feed, unpacked on the way if it is gzipped or packed with zstd, whatever it is
/// called.
///
/// Several gzip members (RFC 1952, 2.2) or zstd frames (RFC 8878, 3) one after the other are one
/// stream. Not `java.util.zip.GZIPInputStream`: that one takes a file cut between two members for
/// whole.
///
/// @param most how many bytes it may have when unpacked: a small compressed file may be endless. A
///   file that is not compressed is as long as it is
public record FilePart(Path path, long most) implements FeedSource.Part {
  private static final int GZIP = 0x1f8b;
  private static final int ZSTD = 0x28b52ffd;

  /// A skippable frame may go first; the last four bits of its first byte are free.
  private static final int ZSTD_SKIPPABLE = 0x502a4d18;

  /// A file that may unpack to any length.
  public FilePart(Path path) {
    this(path, Long.MAX_VALUE);
  }

  @Override
  public String name() {
    return String.valueOf(path.getFileName());
  }

  @Override
  public long bytes() {
    try {
      return Files.size(path);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public InputStream open() throws IOException {
    return open(UnaryOperator.identity());
  }

  /// Opens the file with its bytes, as they are kept, passed through `watch`: to see how far the
  /// reading has come.
  public InputStream open(UnaryOperator<InputStream> watch) throws IOException {
    InputStream file = new BufferedInputStream(watch.apply(Files.newInputStream(path)), 1 << 16);
    try {
      int magic = magic(file);
      if (isGzip(magic)) {
        return new Unpacked(
            GzipCompressorInputStream.builder()
                .setInputStream(file)
                .setDecompressConcatenated(true)
                .get(),
            most);
      }
      if (isZstd(magic)) {
        return new Unpacked(new ZstdStream(file), most);
      }
      return file;
    } catch (EOFException e) {
      file.close();
      throw cutOff(e);
    } catch (IOException e) {
      file.close();
      throw e;
    }
  }

  /// Whether a file that begins with these four bytes is packed in a way that [#open] unpacks.
  public static boolean isPacked(int magic) {
    return isGzip(magic) || isZstd(magic);
  }

  /// Whether [#open] unpacks the file.
  public static boolean isPacked(Path path) throws IOException {
    try (InputStream file = new BufferedInputStream(Files.newInputStream(path), 4)) {
      return isPacked(magic(file));
    }
  }

  private static boolean isGzip(int magic) {
    return magic >>> 16 == GZIP;
  }

  private static boolean isZstd(int magic) {
    return magic == ZSTD || (magic & 0xf0ffffff) == ZSTD_SKIPPABLE;
  }

  private static int magic(InputStream file) throws IOException {
    file.mark(4);
    int magic = 0;
    for (int count = 0; count < 4; count++) {
      magic = magic << 8 | Math.max(0, file.read());
    }
    file.reset();
    return magic;
  }

  private static UnreadableFeed cutOff(EOFException cause) {
    UnreadableFeed cutOff =
        new UnreadableFeed(Code.FEED_CUT_OFF, "the compressed file ends before its contents do");
    cutOff.initCause(cause);
    return cutOff;
  }

  private static final class Unpacked extends InputStream {
    private final InputStream in;
    private final long most;
    private long count;

    Unpacked(InputStream unpacking, long most) {
      this.in = unpacking;
      this.most = most;
    }

    @Override
    public int read() throws IOException {
      byte[] one = new byte[1];
      return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] bytes, int from, int length) throws IOException {
      try {
        int unpacked = in.read(bytes, from, length);
        count += Math.max(0, unpacked);
        if (count > most) {
          throw new UnreadableFeed(
              Code.FEED_TOO_LARGE,
              "the compressed file has more than " + most + " bytes when unpacked");
        }
        return unpacked;
      } catch (UnreadableFeed e) {
        throw e;
      } catch (EOFException e) {
        throw cutOff(e);
      } catch (IOException e) {
        UnreadableFeed damaged =
            new UnreadableFeed("the compressed file is damaged: " + e.getMessage());
        damaged.initCause(e);
        throw damaged;
      }
    }

    @Override
    public void close() throws IOException {
      in.close();
    }
  }
}
