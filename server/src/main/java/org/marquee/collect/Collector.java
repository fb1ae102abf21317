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
import org.jspecify.annotations.Nullable;
import org.marquee.archive.ArchivedRun;
import org.marquee.archive.ArchivedRunDraft;
import org.marquee.archive.FormatReaders;
import org.marquee.archive.RawInputArchive;
import org.marquee.archive.ReadingOptions;
import org.marquee.feed.FeedReader;
import org.marquee.feed.FeedSource;
import org.marquee.feed.FilePart;
import org.marquee.feed.ForeignFiles;
import org.marquee.feed.SourceFailed;
import org.marquee.feed.UnreadableFeed;
import org.marquee.fetch.Fetcher;
import org.marquee.fetch.RedirectRule;
import org.marquee.ingest.Import;
import org.marquee.ingest.Ledger;
import org.marquee.notice.Code;
import org.marquee.notice.Notice;
import org.marquee.notice.Report;
import org.marquee.notice.Secrets;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Collects the feeds of a provider: has each of them, keeps it, and imports what was kept.
///
/// A feed that cannot be had is a run that failed: remembered and told, and nothing else changes. A
/// source that says that nothing has changed has sent, in effect, the same bytes again: those that
/// are kept are imported once more, which confirms what is stored.
public final class Collector implements AutoCloseable {
  /// Imports wait for each other at their end; until then one may lay its records out while another
  /// is reconciled.
  private static final int AT_ONCE = 3;

  private final Path home;
  private final RawInputArchive vault;
  private static final Logger LOG = LoggerFactory.getLogger(Collector.class);

  private final FormatReaders readers;
  private final Import imports;
  private final RunLog logbook;
  private final InstantSource clock;
  private final Map<String, String> environment;
  private final Fetcher fetcher;

  Collector(
      Path home,
      FormatReaders readers,
      Import imports,
      RunLog logbook,
      InstantSource clock,
      Map<String, String> environment,
      Fetcher fetcher) {
    this.home = home;
    this.vault = new RawInputArchive(home);
    this.readers = readers;
    this.imports = imports;
    this.logbook = logbook;
    this.clock = clock;
    this.environment = Map.copyOf(environment);
    this.fetcher = fetcher;
  }

  /// A collector that goes by `plan`.
  ///
  /// @param home where paths begin, and where raw input is kept
  /// @param version of the program, told to those who are asked
  public static Collector of(
      Path home,
      ProvidersConfig plan,
      String version,
      FormatReaders readers,
      Import imports,
      RunLog logbook,
      InstantSource clock) {
    String contact = plan.contact() == null ? "" : " (+" + plan.contact() + ')';
    return new Collector(
        home,
        readers,
        imports,
        logbook,
        clock,
        System.getenv(),
        new Fetcher("marquee/" + version + contact, plan.delay(), Fetcher.Bounds.USUAL));
  }

  /// How a collection is done.
  ///
  /// @param goOn asked before each feed; false: the rest is left to others, and the collection does
  ///   not count
  /// @param each told of each run
  public record Manner(
      Ledger.Rules.Shrinking shrinking, BooleanSupplier goOn, Consumer<Report> each) {}

  /// One feed of a provider.
  private record Feed(Provider provider, Place place, ReadingOptions reading) {}

  /// Where one feed is.
  private sealed interface Place {
    /// In these files.
    record OnDisk(List<Path> files) implements Place {}

    /// At these addresses.
    ///
    /// @param headers sent along; variables of the environment are not filled in yet
    record OnWeb(List<URI> addresses, Map<String, String> headers, RedirectRule redirects)
        implements Place {}
  }

  /// Collects all feeds of a provider.
  ///
  /// @throws IOException if we are told to stop, or the home cannot be written
  public void collect(Provider provider, Manner manner) throws IOException {
    Instant begun = clock.instant();
    logbook.ranked(provider.name(), provider.rank());
    logbook.renewed(provider.name(), provider.renewed());
    List<Feed> feeds;
    try {
      feeds = feeds(provider);
    } catch (SourceFailed e) {
      manner.each().accept(failed(provider, List.of(), imports.newRun(), begun, notice(e)));
      feeds = List.of();
    }
    if (!takeAll(feeds, manner)) {
      return;
    }
    logbook.collected(provider.name(), begun, clock.instant());
  }

  private List<Feed> feeds(Provider provider) throws IOException {
    List<Feed> feeds = new ArrayList<>();
    switch (provider.places()) {
      case Provider.Places.OnWeb(
              List<URI> addresses,
              Map<String, String> headers,
              List<String> redirectsTo) -> {
        RedirectRule redirects = RedirectRule.allowing(redirectsTo);
        ReadingOptions reading = reading(provider.reading(), null);
        for (List<URI> some : provider.each() ? oneByOne(addresses) : List.of(addresses)) {
          feeds.add(new Feed(provider, new Place.OnWeb(some, headers, redirects), reading));
        }
      }
      case Provider.Places.OnDisk(List<String> patterns) -> {
        List<Path> files = new ArrayList<>();
        for (String pattern : patterns) {
          List<Path> found = Glob.find(home, pattern);
          if (found.isEmpty()) {
            throw new SourceFailed("there is no file " + pattern);
          }
          files.addAll(found);
        }
        List<Path> distinct = files.stream().distinct().toList();
        for (List<Path> some :
            provider.each() ? oneByOne(feedsOf(distinct, provider)) : List.of(distinct)) {
          ReadingOptions reading =
              reading(provider.reading(), provider.each() ? some.getFirst() : null);
          feeds.add(new Feed(provider, new Place.OnDisk(some), reading));
        }
      }
    }
    return feeds;
  }

  /// Without those that are no feeds, as an `index.json` that a pattern finds with others. A
  /// mapping need not say how its feeds are recognised, so there they stay.
  private List<Path> feedsOf(List<Path> files, Provider provider) throws IOException {
    if (files.size() < 2 || provider.reading().mapping() != null) {
      return files;
    }
    List<Path> feeds = new ArrayList<>();
    for (Path file : files) {
      List<FeedSource.Part> part = List.of(new FilePart(file));
      String format = provider.reading().format();
      FeedReader reader = format == null ? readers.recognising(part) : readers.named(format);
      if (ForeignFiles.isNone(reader, part.getFirst())) {
        LOG.atWarn()
            .addKeyValue("provider", provider.name())
            .addKeyValue("file", file.toString())
            .log("skipped a file that is not a feed");
      } else {
        feeds.add(file);
      }
    }
    return feeds.isEmpty() ? files : feeds;
  }

  private static <T> List<List<T>> oneByOne(List<T> all) {
    return all.stream().map(one -> List.of(one)).toList();
  }

  private ReadingOptions reading(Provider.Pattern pattern, @Nullable Path file) {
    return new ReadingOptions(
        pattern.format(),
        path(pattern.mapping(), file),
        path(pattern.words(), file),
        path(pattern.cinema(), file),
        pattern.missingPostcode());
  }

  /// `{name}` stands for the file's name without what follows its last dot, `{folder}` for its
  /// folder.
  private @Nullable Path path(@Nullable String text, @Nullable Path file) {
    if (text == null || file == null) {
      return text == null ? null : home.resolve(text).normalize();
    }
    String name = String.valueOf(file.getFileName()).replaceFirst("(?<=.)\\.[^.]*$", "");
    String folder = String.valueOf(file.getParent());
    return home.resolve(text.replace("{name}", name).replace("{folder}", folder)).normalize();
  }

  /// Takes the feeds in, in their order; some at once where they cannot speak of the same cinema.
  ///
  /// @return whether all were
  private boolean takeAll(List<Feed> feeds, Manner manner) throws IOException {
    // Platform threads: an import waits for the database thousands of times for a moment, and each
    // wait of a virtual thread wakes two more.
    int hands = Math.clamp(feeds.size(), 1, areOfDifferentVenues(feeds) ? AT_ONCE : 1);
    try (ExecutorService working =
        Executors.newFixedThreadPool(hands, Thread.ofPlatform().daemon().factory())) {
      try {
        List<Future<Optional<Report>>> coming = new ArrayList<>();
        for (Feed feed : feeds) {
          coming.add(working.submit(() -> takeUnlessLate(feed, manner)));
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
        throw (IOException) new InterruptedIOException("told to stop").initCause(e);
      } catch (ExecutionException e) {
        switch (e.getCause()) {
          case IOException failure -> throw failure;
          case RuntimeException failure -> throw failure;
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

  private Optional<Report> takeUnlessLate(Feed feed, Manner manner) throws IOException {
    return manner.goOn().getAsBoolean()
        ? Optional.of(take(feed, manner.shrinking()))
        : Optional.empty();
  }

  private Report take(Feed feed, Ledger.Rules.Shrinking shrinking) throws IOException {
    Instant started = clock.instant();
    String run = imports.newRun();
    try {
      ArchivedRun kept = keep(feed, run);
      ReadingOptions.Opened opened = kept.asThen().open(readers, kept.parts(), kept.observedAt());
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

  private ArchivedRun keep(Feed feed, String run) throws IOException {
    Provider provider = feed.provider();
    try (ArchivedRunDraft deposit = vault.begin(run)) {
      Instant observedAt =
          switch (feed.place()) {
            case Place.OnDisk(List<Path> files) -> copy(files, provider, deposit);
            case Place.OnWeb web -> fetch(web, provider, deposit);
          };
      return deposit.seal(provider.name(), feed.reading(), observedAt, provider.largest());
    }
  }

  /// Files were taken when the last of them was written: one that nobody writes any more must not
  /// look fresh.
  private Instant copy(List<Path> files, Provider provider, ArchivedRunDraft deposit)
      throws IOException {
    Instant written = Instant.MIN;
    for (Path path : files) {
      if (Files.size(path) > provider.largest()) {
        throw new SourceFailed(path + " is larger than " + provider.largest() + " bytes");
      }
      deposit.copy(path.toString(), path);
      Instant last = Files.getLastModifiedTime(path).toInstant();
      written = last.isAfter(written) ? last : written;
    }
    Instant now = clock.instant();
    return (written.isAfter(now) ? now : written).truncatedTo(ChronoUnit.MICROS);
  }

  private Instant fetch(Place.OnWeb place, Provider provider, ArchivedRunDraft deposit)
      throws IOException {
    Instant asked = clock.instant().truncatedTo(ChronoUnit.MICROS);
    Map<String, String> headers = new LinkedHashMap<>();
    for (Map.Entry<String, String> header : place.headers().entrySet()) {
      headers.put(header.getKey(), ProvidersFile.filled(header.getValue(), environment));
    }
    for (URI address : place.addresses()) {
      Optional<RawInputArchive.Answer> before = vault.latest(provider.name(), address.toString());
      ArchivedRun.Sent sent = before.map(RawInputArchive.Answer::sent).orElse(null);
      Fetcher.Wanted wanted =
          new Fetcher.Wanted(address, headers, sent, place.redirects(), provider.largest());
      if (!fetcher.fetch(wanted, deposit)
          && (before.isEmpty() || !isKeptAgain(before.get(), asked, deposit))) {
        fetcher.fetch(
            new Fetcher.Wanted(address, headers, null, place.redirects(), provider.largest()),
            deposit);
      }
    }
    return asked;
  }

  private static boolean isKeptAgain(
      RawInputArchive.Answer before, Instant asked, ArchivedRunDraft deposit) throws IOException {
    try {
      before.run().verify();
    } catch (IOException _) {
      return false;
    }
    ArchivedRun.Sent sent = before.sent();
    deposit.again(
        before.run(),
        before.file(),
        new ArchivedRun.Sent(
            sent.address(), asked, sent.etag(), sent.lastModified(), sent.contentType()));
    return true;
  }

  private static List<Report.SourceFile> names(Feed feed) {
    List<?> places =
        switch (feed.place()) {
          case Place.OnDisk(List<Path> files) -> files;
          case Place.OnWeb(List<URI> addresses, _, _) -> addresses;
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
