package org.marquee.collect;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.marquee.archive.ArchivedRun;
import org.marquee.archive.ArchivedRunDraft;
import org.marquee.archive.RawInputArchive;
import org.marquee.background.Awaited;
import org.marquee.collect.FeedFetching.Fetched;
import org.marquee.collect.ProviderFeeds.Feed;
import org.marquee.collect.ProviderFeeds.FeedPlace;
import org.marquee.collect.providers.Provider;
import org.marquee.collect.providers.ProvidersConfig;
import org.marquee.feed.SourceFailed;
import org.marquee.fetch.Fetcher;
import org.marquee.ingest.Import;
import org.marquee.ingest.Ledger;
import org.marquee.ingest.RunLog;
import org.marquee.notice.Notice;
import org.marquee.notice.Report;

/// Collects the feeds of a provider: has each of them fetched into the archive, and imports it from
/// there.
///
/// A feed that cannot be fetched is a failed run, and changes nothing else. Where a source answers
/// that nothing has changed, the archived bytes are imported again, which confirms what is stored.
public final class Collector implements AutoCloseable {
  /// Imports wait for each other at their end; until then one can stage its records while another
  /// is reconciled.
  private static final int AT_ONCE = 3;

  private final ProviderFeeds providerFeeds;
  private final FeedFetching fetching;
  private final Import imports;
  private final RunLog runLog;
  private final InstantSource clock;
  private final List<String> titles;

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
    this.fetching =
        new FeedFetching(
            new RawInputArchive(home), clock, Map.copyOf(environment), fetcher, imports::newRun);
    this.imports = imports;
    this.runLog = runLog;
    this.clock = clock;
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

  /// Begins to fetch what these providers have on the web, before their turn to be collected comes.
  public void fetchAhead(List<Provider> providers, Manner manner) throws IOException {
    for (Provider provider : providers) {
      if (provider.places() instanceof Provider.Places.OnWeb) {
        fetching.begin(providerFeeds.of(provider), manner.goOn());
      }
    }
  }

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
      manner
          .each()
          .accept(failed(provider, List.of(), imports.newRun(), begun, FeedFetching.notice(e)));
      feeds = List.of();
    }
    fetching.begin(feeds, manner.goOn());
    try {
      if (importAll(feeds, manner)) {
        runLog.collected(provider.name(), begun, clock.instant());
      }
    } finally {
      fetching.drop(feeds);
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
          Optional<Report> report = Awaited.get(each);
          if (report.isEmpty()) {
            return false;
          }
          manner.each().accept(report.get());
        }
        return true;
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
    if (!manner.goOn().getAsBoolean()) {
      return Optional.empty();
    }
    Optional<Fetched> fetched = fetching.take(feed);
    return fetched.isEmpty()
        ? Optional.empty()
        : Optional.of(
            switch (fetched.get()) {
              case Fetched.Arrived arrived -> importFeed(feed, arrived, manner.shrinking());
              case Fetched.Failed(String run, Instant started, Notice why) ->
                  failed(feed.provider(), names(feed), run, started, why);
            });
  }

  private Report importFeed(Feed feed, Fetched.Arrived arrived, Ledger.Rules.Shrinking shrinking)
      throws IOException {
    Provider provider = feed.provider();
    try (ArchivedRunDraft input = arrived.input()) {
      ArchivedRun archived =
          input.seal(provider.name(), feed.reading(), arrived.observedAt(), provider.largest());
      Import.Feed read = archived.asThen().open(archived.parts(), archived.observedAt());
      return imports.run(
          arrived.run(),
          new Import.Order(
              List.of(read),
              provider.name(),
              new Ledger.Rules.Normal(shrinking, Ledger.Rules.Effect.COMMIT)));
    } catch (InterruptedIOException e) {
      throw e;
    } catch (IOException e) {
      return failed(
          provider, names(feed), arrived.run(), arrived.started(), FeedFetching.notice(e));
    }
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

  @Override
  public void close() {
    fetching.close();
  }
}
