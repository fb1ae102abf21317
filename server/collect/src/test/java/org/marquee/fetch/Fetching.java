package org.marquee.fetch;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.io.TempDir;
import org.marquee.archive.ArchivedRun;
import org.marquee.archive.ArchivedRunDraft;
import org.marquee.archive.RawInputArchive;
import org.marquee.archive.ReadingOptions;
import org.marquee.feed.SourceFailed;
import org.marquee.feed.StandIns;
import org.marquee.files.FolderTree;

/// A site, and a fetcher that fetches from it into the archive of a home.
@NullMarked
public abstract class Fetching {
  static final Fetcher.Bounds SHORT =
      new Fetcher.Bounds(
          Duration.ofSeconds(5),
          Duration.ofSeconds(5),
          Duration.ofSeconds(5),
          3,
          Duration.ofMillis(10),
          5);
  static final String RUN = "20260101T000000Z-00000001";
  static final long MOST = 100_000;

  @TempDir Path home = Path.of("");
  final Site site = Site.open();
  RedirectRule rule = RedirectRule.PUBLIC;
  Fetcher fetcher = new Fetcher("marquee/1 (+me@example.org)", Duration.ZERO, SHORT);

  @AfterEach
  void close() {
    fetcher.close();
    site.close();
  }

  /// From here on fetches with other limits of time and number.
  ///
  /// @param within from the first request to the last byte
  /// @param attempts how often a host is asked that fails
  void fetchWithin(Duration within, int attempts) {
    replace(new Fetcher("m", Duration.ZERO, bounds(SHORT.connecting(), within, attempts)));
  }

  /// The same, where `network` says which addresses a host has.
  void fetchWithin(Duration within, int attempts, Fetcher.Network network) {
    replace(
        new Fetcher("m", Duration.ZERO, bounds(Duration.ofMillis(300), within, attempts), network));
  }

  private static Fetcher.Bounds bounds(Duration connecting, Duration within, int attempts) {
    return new Fetcher.Bounds(
        connecting, SHORT.head(), within, attempts, SHORT.pause(), SHORT.redirects());
  }

  void replace(Fetcher other) {
    fetcher.close();
    fetcher = other;
  }

  static void redirect(HttpExchange exchange, String to) throws IOException {
    exchange.getResponseHeaders().set("Location", to);
    exchange.sendResponseHeaders(302, -1);
  }

  Fetcher.Wanted wanted(
      String path, Map<String, String> headers, ArchivedRun.@Nullable Sent before) {
    return new Fetcher.Wanted(site.address(path), headers, before, rule, MOST);
  }

  ArchivedRun fetched(String path, Map<String, String> headers) throws IOException {
    return fetched(site.address(path), headers);
  }

  ArchivedRun fetched(URI address, Map<String, String> headers) throws IOException {
    FolderTree.delete(home.resolve("runs/" + RUN));
    try (ArchivedRunDraft deposit = new RawInputArchive(home).begin(RUN)) {
      assertThat(fetcher.fetch(new Fetcher.Wanted(address, headers, null, rule, MOST), deposit))
          .isTrue();
      return deposit.seal(
          "p", new ReadingOptions(null, null, null, null, StandIns.NONE), Instant.EPOCH, MOST);
    }
  }

  void failsFor(String path, String why) {
    failsFor(site.address(path), why);
  }

  void failsFor(URI address, String why) {
    assertThatThrownBy(() -> fetched(address, Map.of()))
        .isInstanceOf(SourceFailed.class)
        .hasMessageContaining(why);
  }

  public static String text(ArchivedRun kept) throws IOException {
    try (InputStream in = kept.parts().getFirst().open()) {
      return new String(in.readAllBytes(), UTF_8);
    }
  }
}
