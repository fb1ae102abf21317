package org.marquee.app.feed;

import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.IntConsumer;
import org.marquee.app.home.Version;
import org.marquee.app.terminal.Failure;
import org.marquee.app.terminal.Progress;
import org.marquee.app.terminal.WrongUsage;
import org.marquee.archive.ArchivedRunDraft;
import org.marquee.archive.ReadingOptions;
import org.marquee.feed.FeedSource;
import org.marquee.feed.FilePart;
import org.marquee.feed.WatchedStream;
import org.marquee.fetch.Fetcher;
import org.marquee.fetch.RedirectRule;
import org.marquee.files.FailureText;
import org.marquee.files.RootRights;
import org.marquee.files.WorkFiles;
import org.marquee.notice.Secrets;

/// The files of a feed at hand: those named, and those fetched from their addresses, or taken from
/// standard input, into a temporary folder.
final class FeedFiles implements AutoCloseable {
  /// An endless source must not block the next imports.
  private static final Duration LONGEST = Duration.ofMinutes(10);

  /// Means standard input on the command line.
  private static final String STANDARD_INPUT = "-";

  private final List<Named> files = new ArrayList<>();
  private final List<Path> temporary = new ArrayList<>();
  private final Set<Path> openEnded = new HashSet<>();

  private FeedFiles() {}

  /// @param bytes its length as it came
  /// @param watcher hears how much of it is read, packed
  private record Named(
      String name, FilePart file, long bytes, boolean isOpenEnded, IntConsumer watcher)
      implements FeedSource.Part {
    @Override
    public InputStream open() throws IOException {
      return file.open(stream -> new WatchedStream(stream, watcher));
    }

    Named keptIn(Path path) {
      return new Named(name, new FilePart(path, file.most()), bytes, isOpenEnded, watcher);
    }

    Named watchedBy(IntConsumer other) {
      return new Named(name, file, bytes, isOpenEnded, other);
    }
  }

  /// @param places paths, addresses that begin with `http://` or `https://`, or `-`, once, for
  ///   standard input
  /// @param largest how many bytes a file may have, as it is sent and unpacked; one of this machine
  ///   that is not compressed may have any length
  /// @throws IOException if one cannot be read or downloaded; the message says which
  static FeedFiles fetch(List<String> places, long largest) throws IOException {
    return fetch(places, largest, System.in);
  }

  static FeedFiles fetch(List<String> places, long largest, InputStream input) throws IOException {
    if (places.indexOf(STANDARD_INPUT) != places.lastIndexOf(STANDARD_INPUT)) {
      throw new WrongUsage("standard input can be read only once");
    }
    // Before any of them is fetched.
    places.stream().filter(FeedFiles::isAddress).forEach(FeedFiles::uri);
    FeedFiles all = new FeedFiles();
    try {
      for (String place : places) {
        Path path = all.path(place, largest, input);
        long most = FilePart.isPacked(path) ? largest : Long.MAX_VALUE;
        all.files.add(
            new Named(
                Secrets.masked(place),
                new FilePart(path, most),
                Files.size(path),
                all.openEnded.contains(path),
                _ -> {}));
      }
      return all;
    } catch (IOException | RuntimeException e) {
      all.close();
      throw e;
    }
  }

  private Path path(String place, long largest, InputStream input) throws IOException {
    if (place.equals(STANDARD_INPUT)) {
      return spool(input, largest);
    }
    if (isAddress(place)) {
      return download(place, largest);
    }
    Path named = local(place);
    Path path = RootRights.readable(RootRights.use(named, () -> checked(place, named)));
    if (!path.equals(named)) {
      temporary.add(path);
    }
    return path;
  }

  private static Path checked(String place, Path path) {
    if (!Files.exists(path)) {
      throw new Failure("there is no file " + place);
    }
    if (Files.isDirectory(path)) {
      throw new Failure(place + " is a folder. Name its files: several files are one feed");
    }
    if (!Files.isReadable(path)) {
      throw new Failure(place + " cannot be read: access is denied");
    }
    return path;
  }

  private static boolean isAddress(String place) {
    return place.startsWith("http://") || place.startsWith("https://");
  }

  /// Keeps standard input in a file, since a feed may be opened more than once.
  private Path spool(InputStream input, long most) throws IOException {
    Path file = WorkFiles.newFile("feed-");
    temporary.add(file);
    try (OutputStream out = Files.newOutputStream(file)) {
      byte[] buffer = new byte[1 << 16];
      long length = 0;
      for (int count = input.read(buffer); count >= 0; count = input.read(buffer)) {
        length += count;
        if (length > most) {
          throw new Failure(
              "standard input is longer than " + most + " bytes; --largest allows more");
        }
        out.write(buffer, 0, count);
      }
    }
    return file;
  }

  private static Path local(String place) {
    try {
      return Path.of(place);
    } catch (InvalidPathException e) {
      throw new Failure(place + " is not a valid file name: " + e.getReason(), e);
    }
  }

  private Path download(String address, long largest) throws IOException {
    Path file = WorkFiles.newFile("feed-");
    temporary.add(file);
    try (Fetcher fetcher = Fetcher.once("marquee/" + Version.number(), LONGEST)) {
      if (fetcher.fetch(uri(address), file, largest, RedirectRule.PUBLIC)) {
        openEnded.add(file);
      }
      return file;
    } catch (InterruptedIOException e) {
      throw e;
    } catch (IOException e) {
      throw new Failure("download failed: " + FailureText.of(e), e);
    }
  }

  private static URI uri(String address) {
    URI uri;
    try {
      uri = URI.create(URI.create(address).toASCIIString());
    } catch (IllegalArgumentException e) {
      throw new WrongUsage(Secrets.masked(address) + " is not a valid URL");
    }
    if (uri.getHost() == null) {
      throw new WrongUsage(Secrets.masked(address) + " is not a valid URL: it has no host");
    }
    return uri;
  }

  /// Archives the files. From now on the archived copies are read, whatever happens to the files
  /// themselves.
  void keep(ArchivedRunDraft draft, String provider, ReadingOptions reading, Instant observedAt)
      throws IOException {
    for (Named file : files) {
      draft.copy(file.name(), file.file().path());
    }
    long most = files.stream().mapToLong(each -> each.file().most()).max().orElseThrow();
    List<Path> kept = draft.seal(provider, reading, observedAt, most).paths();
    for (int at = 0; at < kept.size(); at++) {
      files.set(at, files.get(at).keptIn(kept.get(at)));
    }
  }

  long bytes() {
    return files.stream().mapToLong(each -> each.file().bytes()).sum();
  }

  /// The files, for what is checked before the feed is read.
  List<FeedSource.Part> parts() {
    return List.copyOf(files);
  }

  /// The files as the parts of one feed, under the names that the operator gave them.
  List<FeedSource.Part> parts(Progress progress) {
    return files.stream().<FeedSource.Part>map(each -> each.watchedBy(progress::advance)).toList();
  }

  @Override
  public void close() {
    for (Path file : temporary) {
      try {
        Files.deleteIfExists(file);
      } catch (IOException _) {
        // A temporary file that stays is no failure of an import.
        file.toFile().deleteOnExit();
      }
    }
  }
}
