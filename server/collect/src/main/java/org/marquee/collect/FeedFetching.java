package org.marquee.collect;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.marquee.archive.ArchivedRun;
import org.marquee.archive.ArchivedRunDraft;
import org.marquee.archive.RawInputArchive;
import org.marquee.background.Awaited;
import org.marquee.collect.ProviderFeeds.Feed;
import org.marquee.collect.ProviderFeeds.FeedPlace;
import org.marquee.collect.providers.ProviderItem;
import org.marquee.feed.SourceFailed;
import org.marquee.feed.UnreadableFeed;
import org.marquee.fetch.Fetcher;
import org.marquee.fetch.RedirectRule;
import org.marquee.notice.Code;
import org.marquee.notice.Notice;
import org.marquee.notice.Secrets;

/// Fetches feeds into the archive. Those on the web are fetched before their turn to be imported
/// comes: four at once, and one from a server, so that a server that is slow holds up no other.
final class FeedFetching implements AutoCloseable {
  private static final int AT_ONCE = 4;

  private final RawInputArchive archive;
  private final InstantSource clock;
  private final Map<String, String> environment;
  private final Fetcher fetcher;
  private final Supplier<String> runs;
  private final ExecutorService working = Executors.newVirtualThreadPerTaskExecutor();
  private final Semaphore places = new Semaphore(AT_ONCE, true);
  private final Map<Feed, Future<Optional<Fetched>>> coming = new HashMap<>();

  /// What was begun last at each server.
  private final Map<String, Future<?>> last = new HashMap<>();

  /// @param runs makes the id of a run
  FeedFetching(
      RawInputArchive archive,
      InstantSource clock,
      Map<String, String> environment,
      Fetcher fetcher,
      Supplier<String> runs) {
    this.archive = archive;
    this.clock = clock;
    this.environment = environment;
    this.fetcher = fetcher;
    this.runs = runs;
  }

  /// What became of fetching a feed.
  sealed interface Fetched {
    /// It is here.
    ///
    /// @param input is sealed when it is imported: until then no cleaning takes it away
    record Arrived(String run, Instant started, ArchivedRunDraft input, Instant observedAt)
        implements Fetched {}

    /// It is not.
    record Failed(String run, Instant started, Notice why) implements Fetched {}
  }

  /// Begins to fetch those that are on the web, unless that was begun before.
  ///
  /// @param goOn asked before each feed; false: it is not fetched
  synchronized void begin(List<Feed> feeds, BooleanSupplier goOn) {
    for (Feed feed : feeds) {
      if (feed.place() instanceof FeedPlace.OnWeb web) {
        coming.computeIfAbsent(
            feed, _ -> begin(feed, Fetcher.server(web.addresses().getFirst()), goOn));
      }
    }
  }

  private Future<Optional<Fetched>> begin(Feed feed, String server, BooleanSupplier goOn) {
    Future<?> before = last.get(server);
    Future<Optional<Fetched>> next =
        working.submit(() -> {
          awaitEnd(before);
          places.acquire();
          try {
            return goOn.getAsBoolean() ? Optional.of(fetch(feed)) : Optional.empty();
          } finally {
            places.release();
          }
        });
    last.put(server, next);
    return next;
  }

  private static void awaitEnd(@Nullable Future<?> before) throws InterruptedException {
    try {
      if (before != null) {
        before.get();
      }
    } catch (ExecutionException | CancellationException _) {
      // Who waits for that one hears of it.
    }
  }

  /// The feed, fetched now or before; empty where it was not to be fetched.
  ///
  /// @throws IOException if the thread is interrupted, or the home cannot be written
  Optional<Fetched> take(Feed feed) throws IOException {
    Future<Optional<Fetched>> begun = remove(feed);
    if (begun == null) {
      return Optional.of(fetch(feed));
    }
    try {
      return Awaited.get(begun);
    } catch (InterruptedIOException e) {
      discard(begun);
      throw e;
    }
  }

  private synchronized @Nullable Future<Optional<Fetched>> remove(Feed feed) {
    return coming.remove(feed);
  }

  /// Gives up those that were begun and not taken.
  void drop(List<Feed> feeds) throws IOException {
    for (Feed feed : feeds) {
      Future<Optional<Fetched>> begun = remove(feed);
      if (begun != null) {
        discard(begun);
      }
    }
  }

  private static void discard(Future<Optional<Fetched>> begun) throws IOException {
    if (!begun.cancel(true)
        && begun.state() == Future.State.SUCCESS
        && begun.resultNow().orElse(null) instanceof Fetched.Arrived arrived) {
      arrived.input().close();
    }
  }

  private Fetched fetch(Feed feed) throws IOException {
    Instant started = clock.instant();
    String run = runs.get();
    try {
      ArchivedRunDraft draft = archive.begin(run);
      try {
        return new Fetched.Arrived(run, started, draft, fill(draft, feed));
      } catch (IOException | RuntimeException | Error e) {
        draft.close();
        throw e;
      }
    } catch (InterruptedIOException e) {
      throw e;
    } catch (IOException e) {
      return new Fetched.Failed(run, started, notice(e));
    }
  }

  /// @return when the feed was taken
  private Instant fill(ArchivedRunDraft draft, Feed feed) throws IOException {
    return switch (feed.place()) {
      case FeedPlace.OnDisk(List<Path> files) -> copy(files, feed, draft);
      case FeedPlace.OnWeb web -> fetch(web, feed, draft);
    };
  }

  /// Why a feed is not there.
  static Notice notice(IOException failure) {
    return switch (failure) {
      case UnreadableFeed feed -> feed.notice();
      case NoSuchFileException missing -> failed("there is no file " + missing.getFile());
      default -> failed(String.valueOf(failure.getMessage()));
    };
  }

  private static Notice failed(String why) {
    return Notice.of(Code.SOURCE_FAILED, Secrets.masked(why));
  }

  /// Files were taken when the last of them was written: one that nobody writes any more must not
  /// look fresh.
  private Instant copy(List<Path> files, Feed feed, ArchivedRunDraft draft) throws IOException {
    Instant written = Instant.MIN;
    long most = feed.provider().largest();
    for (Path path : files) {
      if (Files.size(path) > most) {
        throw new SourceFailed(path + " is larger than " + most + " bytes");
      }
      draft.copy(path.toString(), path);
      Instant last = Files.getLastModifiedTime(path).toInstant();
      written = last.isAfter(written) ? last : written;
    }
    Instant now = clock.instant();
    return (written.isAfter(now) ? now : written).truncatedTo(ChronoUnit.MICROS);
  }

  private Instant fetch(FeedPlace.OnWeb place, Feed feed, ArchivedRunDraft draft)
      throws IOException {
    Instant asked = clock.instant().truncatedTo(ChronoUnit.MICROS);
    Map<String, String> headers = new LinkedHashMap<>();
    for (Map.Entry<String, String> header : place.headers().entrySet()) {
      headers.put(header.getKey(), ProviderItem.filled(header.getValue(), environment));
    }
    RedirectRule redirects = RedirectRule.allowing(place.redirectsTo());
    long most = feed.provider().largest();
    for (URI address : place.addresses()) {
      Optional<RawInputArchive.Response> before =
          archive.latest(feed.provider().name(), address.toString());
      ArchivedRun.Sent sent = before.map(RawInputArchive.Response::sent).orElse(null);
      Fetcher.Wanted wanted = new Fetcher.Wanted(address, headers, sent, redirects, most);
      if (!fetcher.fetch(wanted, draft)
          && (before.isEmpty() || !isArchivedAgain(before.get(), asked, draft))) {
        fetcher.fetch(new Fetcher.Wanted(address, headers, null, redirects, most), draft);
      }
    }
    return asked;
  }

  private static boolean isArchivedAgain(
      RawInputArchive.Response before, Instant asked, ArchivedRunDraft draft) throws IOException {
    try {
      before.run().verify();
    } catch (IOException _) {
      return false;
    }
    ArchivedRun.Sent sent = before.sent();
    draft.addFrom(
        before.run(),
        before.file(),
        new ArchivedRun.Sent(
            sent.address(),
            asked,
            sent.etag(),
            sent.lastModified(),
            sent.contentType(),
            sent.openEnded()));
    return true;
  }

  /// Ends what is under way.
  @Override
  public void close() {
    working.shutdownNow();
    working.close();
    fetcher.close();
  }
}
