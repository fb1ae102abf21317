package org.marquee.collect.providers;

import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.marquee.coverage.SourceStatement;
import org.marquee.feed.StandIns;
import org.marquee.fetch.Fetcher;
import org.marquee.listing.Provenance;
import org.marquee.listing.SourceTerms;

/// Whose feeds are collected, from where, how they are read, and when.
///
/// @param name as `--provider` takes it
/// @param rank the fields of the higher one win where two providers list the same thing
/// @param places where the feed is
/// @param reading how they are read; its cinema may hold `{name}` and `{folder}`
/// @param largest how many bytes a file may have at most, as it is sent and unpacked
/// @param renewed whether newer feeds are expected; false: no age of the last one is an alarm
/// @param terms its attribution and licence
public record Provider(
    String name,
    int rank,
    Places places,
    Pattern reading,
    Schedule schedule,
    long largest,
    boolean renewed,
    SourceTerms terms) {

  /// A source is collected often, but may write its programme once a day.
  private static final Duration SOONEST = Duration.ofHours(30);

  /// After how long without a newer feed it is late: two intervals of its schedule, but not before
  /// 30 hours (docs/collecting.md). Null: no newer feed is expected.
  public @Nullable Duration lateAfter() {
    if (!renewed) {
      return null;
    }
    return schedule
        .longestPause()
        .map(pause -> pause.multipliedBy(2))
        .map(twice -> twice.compareTo(SOONEST) < 0 ? SOONEST : twice)
        .orElse(SourceStatement.LATE);
  }

  /// The servers that its feeds come from.
  public Set<String> servers() {
    return switch (places) {
      case Places.OnDisk _ -> Set.of();
      case Places.OnWeb web ->
          web.addresses().stream().map(Fetcher::server).collect(Collectors.toUnmodifiableSet());
    };
  }

  /// Whether a provider may be called `text`: of a [Provenance#PROVIDER_LENGTH], none of them a
  /// control character and not all of them spaces.
  public static boolean isName(String text) {
    return !text.isBlank()
        && Provenance.PROVIDER_LENGTH.containsLengthOf(text)
        && text.codePoints().noneMatch(Character::isISOControl);
  }

  /// Where feeds are.
  public sealed interface Places {
    /// Whether each file or address is a feed of its own; else all together are one.
    boolean each();

    /// On the disk.
    ///
    /// @param patterns paths, absolute or below the home; `*`, `?`, `[…]` and `{…}` as in shells,
    ///   `**` for any folders
    record OnDisk(List<String> patterns, boolean each) implements Places {
      public OnDisk {
        patterns = List.copyOf(patterns);
      }
    }

    /// On the web.
    ///
    /// @param headers sent along; `${NAME}` in a value stands for a variable of the environment
    /// @param redirectsTo hosts, addresses and blocks of addresses that a redirect may lead to
    ///   though they are not public
    record OnWeb(
        List<URI> addresses, Map<String, String> headers, List<String> redirectsTo, boolean each)
        implements Places {
      public OnWeb {
        addresses = List.copyOf(addresses);
        headers = Map.copyOf(headers);
        redirectsTo = List.copyOf(redirectsTo);
      }
    }
  }

  /// How feeds are read: the options of `ingest`, as paths that are absolute or below the home.
  ///
  /// @param format null: the feed is looked at
  /// @param standIns what is published of places that the feed does not say
  public record Pattern(
      @Nullable String format,
      @Nullable String mapping,
      @Nullable String words,
      @Nullable String cinema,
      StandIns standIns) {}
}
