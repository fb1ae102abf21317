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
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.marquee.archive.ArchivedRun;
import org.marquee.archive.ArchivedRunDraft;
import org.marquee.archive.RawInputArchive;
import org.marquee.archive.ReadingOptions;
import org.marquee.collect.ProviderFeeds.Feed;
import org.marquee.collect.ProviderFeeds.FeedPlace;
import org.marquee.feed.SourceFailed;
import org.marquee.feed.UnreadableFeed;
import org.marquee.fetch.Fetcher;
import org.marquee.ingest.Import;
import org.marquee.ingest.Ledger;
import org.marquee.ingest.RunLog;
import org.marquee.notice.Code;
import org.marquee.notice.Notice;
import org.marquee.notice.Report;
import org.marquee.notice.Secrets;

/// Collects the feeds of a provider: fetches each of them, archives it, and imports it from the
/// archive.
///
/// A feed that cannot be fetched is a failed run, and changes nothing else. Where a source answers
/// that nothing has changed, the archived bytes are imported again, which confirms what is stored.
public final class Collector implements AutoCloseable {
  /// Imports wait for each other at their end; until then one can stage its records while another
  /// is reconciled.
  private static final int AT_ONCE = 3;

  private final ProviderFeeds providerFeeds;
  private final RawInputArchive archive;
  private final Import imports;
  private final RunLog runLog;
  private final InstantSource clock;
  private final List<String> titles;
  private final Map<String, String> environment;
  private final Fetcher fetcher;

  Collector(
      Path home,
      Import imports,
      RunLog runLog,
      InstantSource clock,
      List<String> titles,
      Map<String, String> environment,
      Fetcher fetcher) {
    this.titles = List.copyOf(titles);
    this.providerFeeds = new ProviderFeeds(home);
    this.archive = new RawInputArchive(home);
    this.imports = imports;
    this.runLog = runLog;
    this.clock = clock;
    this.environment = Map.copyOf(environment);
    this.fetcher = fetcher;
  }

  /// A collector that uses `config`.
  ///
  /// @param home where paths begin, and where raw input is kept
  /// @param version of the program, for the `User-Agent` field
  public static Collector of(
      Path home,
      ProvidersConfig config,
      String version,
      Import imports,
      RunLog runLog,
      InstantSource clock) {
    String contact = config.contact() == null ? "" : " (+" + config.contact() + ')';
    return new Collector(
        home,
        imports,
        runLog,
        clock,
        config.titles(),
        System.getenv(),
        new Fetcher("marquee/" + version + contact, config.delay(), Fetcher.Bounds.USUAL));
  }

  /// How a collection is done.
  ///
  /// @param goOn asked before each feed; false: the rest is left to others, and the collection does
  ///   not count
  /// @param each receives the report of each run
  public record Manner(
      Ledger.Rules.Shrinking shrinking, BooleanSupplier goOn, Consumer<Report> each) {}

  /// Collects all feeds of a provider.
  ///
  /// @throws IOException if the thread is interrupted, or the home cannot be written
  public void collect(Provider provider, Manner manner) throws IOException {
    Instant begun = clock.instant();
    runLog.titled(titles);
    runLog.ranked(provider.name(), provider.rank());
    runLog.lateAfter(provider.name(), provider.lateAfter());
    runLog.terms(provider.name(), provider.terms());
    List<Feed> feeds;
    try {
      feeds = providerFeeds.of(provider);
    } catch (SourceFailed e) {
      manner.each().accept(failed(provider, List.of(), imports.newRun(), begun, notice(e)));
      feeds = List.of();
    }
    if (importAll(feeds, manner)) {
      runLog.collected(provider.name(), begun, clock.instant());
    }
  }

  /// Imports the feeds in their order; several at once where each is of another cinema.
  ///
  /// @return whether all were
  private boolean importAll(List<Feed> feeds, Manner manner) throws IOException {
    // Platform threads: an import waits for the database thousands of times for a moment, and each
    // wait of a virtual thread wakes two more.
    int threads = Math.clamp(feeds.size(), 1, areOfDifferentVenues(feeds) ? AT_ONCE : 1);
    try (ExecutorService working =
        Executors.newFixedThreadPool(threads, Thread.ofPlatform().daemon().factory())) {
      try {
        List<Future<Optional<Report>>> coming = new ArrayList<>();
        for (Feed feed : feeds) {
          coming.add(working.submit(() -> importUnlessLate(feed, manner)));
        }
        for (Future<Optional<Report>> each : coming) {
          Optional<Report> report = each.get();
          if (report.isEmpty()) {
            return false;
          }
          manner.each().accept(report.get());
        }
        return true;
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw (IOException) new InterruptedIOException("interrupted").initCause(e);
      } catch (ExecutionException e) {
        switch (e.getCause()) {
          case IOException failure -> throw failure;
          case RuntimeException failure -> throw failure;
          case Error failure -> throw failure;
          case null, default -> throw new IllegalStateException(e);
        }
      } finally {
        working.shutdownNow();
      }
    }
  }

  private static boolean areOfDifferentVenues(List<Feed> feeds) {
    Set<Path> venues = new HashSet<>();
    return feeds.stream()
        .allMatch(feed -> feed.reading().cinema() != null && venues.add(feed.reading().cinema()));
  }

  private Optional<Report> importUnlessLate(Feed feed, Manner manner) throws IOException {
    return manner.goOn().getAsBoolean()
        ? Optional.of(importFeed(feed, manner.shrinking()))
        : Optional.empty();
  }

  private Report importFeed(Feed feed, Ledger.Rules.Shrinking shrinking) throws IOException {
    Instant started = clock.instant();
    String run = imports.newRun();
    try {
      ArchivedRun archived = fetch(feed, run);
      ReadingOptions.Opened opened =
          archived.asThen().open(archived.parts(), archived.observedAt());
      return imports.run(
          run,
          new Import.Order(
              opened.reader(),
              opened.source(),
              feed.provider().name(),
              new Ledger.Rules.Normal(shrinking, Ledger.Rules.Effect.COMMIT)));
    } catch (InterruptedIOException e) {
      throw e;
    } catch (UnreadableFeed e) {
      return failed(feed.provider(), names(feed), run, started, e.notice());
    } catch (IOException e) {
      return failed(feed.provider(), names(feed), run, started, notice(e));
    }
  }

  private ArchivedRun fetch(Feed feed, String run) throws IOException {
    Provider provider = feed.provider();
    try (ArchivedRunDraft draft = archive.begin(run)) {
      Instant observedAt =
          switch (feed.place()) {
            case FeedPlace.OnDisk(List<Path> files) -> copy(files, provider, draft);
            case FeedPlace.OnWeb web -> fetch(web, provider, draft);
          };
      return draft.seal(provider.name(), feed.reading(), observedAt, provider.largest());
    }
  }

  /// Files were taken when the last of them was written: one that nobody writes any more must not
  /// look fresh.
  private Instant copy(List<Path> files, Provider provider, ArchivedRunDraft draft)
      throws IOException {
    Instant written = Instant.MIN;
    for (Path path : files) {
      if (Files.size(path) > provider.largest()) {
        throw new SourceFailed(path + " is larger than " + provider.largest() + " bytes");
      }
      draft.copy(path.toString(), path);
      Instant last = Files.getLastModifiedTime(path).toInstant();
      written = last.isAfter(written) ? last : written;
    }
    Instant now = clock.instant();
    return (written.isAfter(now) ? now : written).truncatedTo(ChronoUnit.MICROS);
  }

  private Instant fetch(FeedPlace.OnWeb place, Provider provider, ArchivedRunDraft draft)
      throws IOException {
    Instant asked = clock.instant().truncatedTo(ChronoUnit.MICROS);
    Map<String, String> headers = new LinkedHashMap<>();
    for (Map.Entry<String, String> header : place.headers().entrySet()) {
      headers.put(header.getKey(), ProviderItem.filled(header.getValue(), environment));
    }
    for (URI address : place.addresses()) {
      Optional<RawInputArchive.Response> before =
          archive.latest(provider.name(), address.toString());
      ArchivedRun.Sent sent = before.map(RawInputArchive.Response::sent).orElse(null);
      Fetcher.Wanted wanted =
          new Fetcher.Wanted(address, headers, sent, place.redirects(), provider.largest());
      if (!fetcher.fetch(wanted, draft)
          && (before.isEmpty() || !isArchivedAgain(before.get(), asked, draft))) {
        fetcher.fetch(
            new Fetcher.Wanted(address, headers, null, place.redirects(), provider.largest()),
            draft);
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
            sent.address(), asked, sent.etag(), sent.lastModified(), sent.contentType()));
    return true;
  }

  private static List<Report.SourceFile> names(Feed feed) {
    List<?> places =
        switch (feed.place()) {
          case FeedPlace.OnDisk(List<Path> files) -> files;
          case FeedPlace.OnWeb(List<URI> addresses, _, _) -> addresses;
        };
    return places.stream().map(place -> new Report.SourceFile(place.toString(), 0)).toList();
  }

  private Report failed(
      Provider provider, List<Report.SourceFile> files, String run, Instant started, Notice why) {
    String format = provider.reading().format();
    return imports.failed(
        run, provider.name(), format == null ? "unknown" : format, files, started, why);
  }

  private static Notice notice(IOException failure) {
    String why =
        failure instanceof NoSuchFileException missing
            ? "there is no file " + missing.getFile()
            : String.valueOf(failure.getMessage());
    return Notice.of(Code.SOURCE_FAILED, Secrets.masked(why));
  }

  @Override
  public void close() {
    fetcher.close();
  }
}
