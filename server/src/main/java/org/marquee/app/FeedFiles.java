package org.marquee.app;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.marquee.feed.FeedSource;
import org.marquee.feed.FilePart;

/// The files of a feed at hand: those named, and those fetched from their addresses into a
/// temporary folder.
final class FeedFiles implements AutoCloseable {
  private static final Duration TO_CONNECT = Duration.ofSeconds(10);
  private static final Duration TO_ANSWER = Duration.ofMinutes(5);

  private final List<Named> files = new ArrayList<>();
  private final List<Path> temporary = new ArrayList<>();

  private FeedFiles() {}

  private record Named(String name, Path path) {}

  /// @param places paths, or addresses that begin with `http://` or `https://`
  /// @throws IOException if one cannot be had; the message says which
  static FeedFiles fetch(List<String> places) throws IOException {
    FeedFiles all = new FeedFiles();
    try {
      for (String place : places) {
        all.files.add(new Named(place, all.path(place)));
      }
      return all;
    } catch (IOException | RuntimeException e) {
      all.close();
      throw e;
    }
  }

  private Path path(String place) throws IOException {
    if (place.startsWith("http://") || place.startsWith("https://")) {
      return download(place);
    }
    Path path = Path.of(place);
    if (!Files.exists(path)) {
      throw new Failure("there is no file " + place);
    }
    if (Files.isDirectory(path) || !Files.isReadable(path)) {
      throw new Failure(place + " is not a file that can be read");
    }
    return path;
  }

  private Path download(String address) throws IOException {
    Path file = Files.createTempFile("marquee-feed-", ".part");
    temporary.add(file);
    try (HttpClient client =
        HttpClient.newBuilder()
            .connectTimeout(TO_CONNECT)
            .followRedirects(HttpClient.Redirect.NORMAL)
            .build()) {
      HttpResponse<Path> answer =
          client.send(
              HttpRequest.newBuilder(URI.create(address))
                  .timeout(TO_ANSWER)
                  .header("User-Agent", "marquee/" + Version.number())
                  .build(),
              HttpResponse.BodyHandlers.ofFile(file));
      if (answer.statusCode() != 200) {
        throw new Failure(address + " answered with status " + answer.statusCode());
      }
      return file;
    } catch (IllegalArgumentException e) {
      throw new Failure(address + " is not an address: " + e.getMessage(), e);
    } catch (IOException e) {
      throw new Failure(address + " cannot be fetched: " + e.getMessage(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    }
  }

  /// How long all files are together.
  long bytes() throws IOException {
    long sum = 0;
    for (Named file : files) {
      sum += Files.size(file.path());
    }
    return sum;
  }

  /// The files as the parts of one feed, under the names that the operator gave them.
  List<FeedSource.Part> parts(Progress progress) {
    List<FeedSource.Part> parts = new ArrayList<>();
    for (Named file : files) {
      parts.add(new Watched(file.name(), new FilePart(file.path()), progress));
    }
    return parts;
  }

  /// A part whose reading is watched.
  private record Watched(String name, FilePart file, Progress progress) implements FeedSource.Part {
    @Override
    public long bytes() {
      return file.bytes();
    }

    @Override
    public InputStream open() throws IOException {
      return file.open(stream ->
          new FilterInputStream(stream) {
            @Override
            public int read() throws IOException {
              int read = super.read();
              progress.advance(read < 0 ? 0 : 1);
              return read;
            }

            @Override
            public int read(byte[] bytes, int from, int most) throws IOException {
              int read = super.read(bytes, from, most);
              progress.advance(Math.max(0, read));
              return read;
            }
          });
    }
  }

  @Override
  public void close() throws IOException {
    for (Path file : temporary) {
      Files.deleteIfExists(file);
    }
  }
}
