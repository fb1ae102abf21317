package org.marquee.archive;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestOutputStream;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.marquee.feed.FeedSource;
import org.marquee.feed.FilePart;
import org.marquee.feed.UnreadableFeed;
import org.marquee.listing.Sha256;
import org.marquee.notice.Secrets;

/// The archived input of a run: its files, their sources, and how they were read.
///
/// @param folder of the archive
/// @param asThen how it was read, with the copies in the folder
/// @param now how it was read, with the operator's own files
/// @param observedAt when it was taken, if the feed does not have that time itself
/// @param most how many bytes a file may have when unpacked
public record ArchivedRun(
    Path folder,
    String run,
    String provider,
    ReadingOptions asThen,
    ReadingOptions now,
    Instant observedAt,
    long most,
    List<File> files) {

  public ArchivedRun {
    files = List.copyOf(files);
  }

  /// One file.
  ///
  /// @param name its path or address, as the operator gave it
  /// @param kept its name in the folder
  /// @param packed whether we packed it; else it is as it came
  /// @param bytes its length as it came
  /// @param digest of its bytes as they came: SHA-256 in hexadecimal digits
  /// @param sent the fields of its response; null for one from the disk
  public record File(
      String name, String kept, boolean packed, long bytes, String digest, @Nullable Sent sent) {}

  /// The fields of a response that the next request needs.
  ///
  /// @param fetchedAt when it was requested
  /// @param openEnded whether only the end of the connection ended the body
  public record Sent(
      String address,
      Instant fetchedAt,
      @Nullable String etag,
      @Nullable String lastModified,
      @Nullable String contentType,
      boolean openEnded) {}

  /// How it would be read today: with the operator's own files, if they still exist.
  public ReadingOptions today() {
    return new ReadingOptions(
        now.format(),
        present(now.mapping(), asThen.mapping()),
        present(now.words(), asThen.words()),
        present(now.cinema(), asThen.cinema()),
        now.standIns());
  }

  private static @Nullable Path present(@Nullable Path now, @Nullable Path then) {
    return now != null && Files.isReadable(now) ? now : then;
  }

  /// The files, as the parts of one feed.
  public List<FeedSource.Part> parts() {
    List<FeedSource.Part> parts = new ArrayList<>();
    for (File file : files) {
      parts.add(
          new Part(
              Secrets.masked(file.name()),
              folder.resolve(file.kept()),
              file.bytes(),
              most,
              file.sent() != null && file.sent().openEnded()));
    }
    return parts;
  }

  /// The archived files, in the order of the feed.
  public List<Path> paths() {
    return files.stream().map(file -> folder.resolve(file.kept())).toList();
  }

  /// Compares the files with their digests.
  ///
  /// @throws IOException if one differs; the message names it
  public void verify() throws IOException {
    for (File file : files) {
      Path path = folder.resolve(file.kept());
      MessageDigest digest = Sha256.digest();
      try (InputStream in =
          file.packed() ? new FilePart(path).open() : Files.newInputStream(path)) {
        in.transferTo(new DigestOutputStream(OutputStream.nullOutputStream(), digest));
      } catch (UnreadableFeed e) {
        throw damaged(file, e);
      }
      if (!HexFormat.of().formatHex(digest.digest()).equals(file.digest())) {
        throw damaged(file, null);
      }
    }
  }

  private static IOException damaged(File file, @Nullable Throwable cause) {
    return new IOException(
        "the archived copy of " + Secrets.masked(file.name()) + " is damaged", cause);
  }

  private record Part(String name, Path path, long bytes, long most, boolean isOpenEnded)
      implements FeedSource.Part {
    @Override
    public InputStream open() throws IOException {
      return new FilePart(path, most).open();
    }
  }
}
