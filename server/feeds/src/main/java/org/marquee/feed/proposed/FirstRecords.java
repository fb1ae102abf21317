package org.marquee.feed.proposed;

import java.io.IOException;
import java.time.DateTimeException;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.marquee.feed.FeedHeader;
import org.marquee.feed.FeedRecord;
import org.marquee.feed.FeedRecord.Start;
import org.marquee.feed.FeedSink;
import org.marquee.feed.FeedSource;
import org.marquee.feed.StandIn;
import org.marquee.feed.StandIns;
import org.marquee.feed.UnreadableFeed;
import org.marquee.feed.Zones;
import org.marquee.feed.mapped.MappedReader;
import org.marquee.listing.Attribute;
import org.marquee.listing.Kind;
import org.marquee.notice.Notice;

/// What a mapping reads from a file, as the import would read it: the first showings, and how many
/// of all would be published.
///
/// @param first the first showings, in the order of the file
/// @param cinemas how many cinemas the file lists
/// @param published of how many showings the film and the cinema have all that the interface needs
/// @param reasons why the others are not published, each with its number of showings or rows
public record FirstRecords(
    List<Shown> first,
    int cinemas,
    int showtimes,
    int published,
    int refused,
    int leftOut,
    Map<String, Integer> reasons) {
  private static final int MOST_SHOWN = 8;

  public FirstRecords {
    first = List.copyOf(first);
    reasons = new LinkedHashMap<>(reasons);
  }

  /// A showing.
  ///
  /// @param start on the cinema's clock; in UTC where nobody knows its zone
  /// @param zone of that clock; null where it is not known
  /// @param screen its name or id; empty where there is none
  /// @param attributes their ids
  public record Shown(
      LocalDateTime start,
      @Nullable String zone,
      String title,
      String cinema,
      String screen,
      List<String> attributes) {
    public Shown {
      attributes = List.copyOf(attributes);
    }
  }

  /// Reads a file by a mapping.
  ///
  /// @throws UnreadableFeed if the mapping is faulty, or the file not what it describes
  public static FirstRecords of(String mapping, FeedSource source) throws IOException {
    FirstSink sink = new FirstSink(source.standIns());
    boolean placeless =
        source.cinema() == null
            && new OpenedMapping(mapping).member("showtime 1", "cinema") == null;
    MappedReader.of("the mapping", mapping).read(placeless ? somewhere(source) : source, sink);
    return sink.records();
  }

  /// The same file, of a cinema of which nothing is known yet.
  private static FeedSource somewhere(FeedSource source) {
    FeedRecord.Cinema unknown =
        new FeedRecord.Cinema(
            "?", "(no name)", null, null, null, null, null, null, null, null, null);
    return new FeedSource(
        source.parts(),
        source.observedAt(),
        unknown,
        source.vocabulary(),
        source.standIns(),
        source.titles());
  }

  private static final class FirstSink implements FeedSink {
    private final Map<String, FeedRecord.Cinema> cinemas = new HashMap<>();
    private final Map<String, @Nullable String> titles = new HashMap<>();
    private final List<FeedRecord.Showtime> first = new ArrayList<>();

    /// How many showings there are of a film in a cinema.
    private final Map<Programmed, Integer> counts = new HashMap<>();

    private final Map<String, Integer> reasons = new TreeMap<>();
    private StandIns standIns;
    private int refused;
    private int leftOut;

    private record Programmed(String cinema, String film) {}

    FirstSink(StandIns standIns) {
      this.standIns = standIns;
    }

    @Override
    public void header(FeedHeader header) throws UnreadableFeed {
      standIns = header.standIns();
    }

    @Override
    public void record(long line, FeedRecord record) {
      switch (record) {
        case FeedRecord.Cinema cinema -> cinemas.put(cinema.externalId(), cinema);
        case FeedRecord.Film film -> titles.put(film.externalId(), film.title());
        case FeedRecord.Showtime showtime -> {
          counts.merge(new Programmed(showtime.cinema(), showtime.film()), 1, Integer::sum);
          if (first.size() < MOST_SHOWN) {
            first.add(showtime);
          }
        }
        default -> {}
      }
    }

    @Override
    public void refused(
        long line,
        @Nullable Kind kind,
        @Nullable String externalId,
        @Nullable String cinema,
        Notice notice) {
      refused++;
      reasons.merge("row refused: " + notice.detail(), 1, Integer::sum);
    }

    @Override
    public void leftOut(long line, Kind kind, @Nullable String externalId, Notice notice) {
      if (kind == Kind.SHOWTIME) {
        leftOut++;
      }
    }

    FirstRecords records() {
      int published = 0;
      for (Map.Entry<Programmed, Integer> each : counts.entrySet()) {
        String why = whyNot(each.getKey());
        if (why.isEmpty()) {
          published += each.getValue();
        } else {
          reasons.merge(why, each.getValue(), Integer::sum);
        }
      }
      return new FirstRecords(
          first.stream().map(this::shown).toList(),
          cinemas.size(),
          counts.values().stream().mapToInt(Integer::intValue).sum(),
          published,
          refused,
          leftOut,
          reasons);
    }

    /// What the cinema or the film lacks; empty where that is nothing.
    private String whyNot(Programmed programmed) {
      FeedRecord.Cinema cinema = cinemas.get(programmed.cinema());
      if (cinema == null) {
        return "cinema " + programmed.cinema() + " is described nowhere";
      }
      List<String> lacks = new ArrayList<>();
      lack(lacks, "no country code", cinema.countryCode(), StandIn.COUNTRY);
      lack(lacks, "no locality", cinema.locality(), StandIn.LOCALITY);
      lack(lacks, "no postcode", cinema.postcode(), StandIn.POSTCODE);
      if (zone(cinema) == null) {
        lacks.add("no time zone");
      }
      if (!lacks.isEmpty()) {
        return "cinema " + cinema.name() + " has " + String.join(", ", lacks);
      }
      return titles.get(programmed.film()) == null
          ? "film " + programmed.film() + " has no title"
          : "";
    }

    private void lack(List<String> lacks, String word, @Nullable String value, StandIn field) {
      if (value == null && standIns.find(field) == null) {
        lacks.add(word);
      }
    }

    private static @Nullable ZoneId zone(FeedRecord.@Nullable Cinema cinema) {
      if (cinema == null) {
        return null;
      }
      if (cinema.timeZone() == null) {
        return cinema.latitude() == null || cinema.longitude() == null
            ? null
            : Zones.at(cinema.latitude(), cinema.longitude()).orElse(null);
      }
      try {
        return ZoneId.of(cinema.timeZone());
      } catch (DateTimeException _) {
        return null;
      }
    }

    private Shown shown(FeedRecord.Showtime showtime) {
      FeedRecord.Cinema cinema = cinemas.get(showtime.cinema());
      ZoneId zone = zone(cinema);
      LocalDateTime start =
          switch (showtime.start()) {
            case Start.Local(LocalDateTime time) -> time;
            case Start.Exact(var instant, var offset) ->
                zone == null
                    ? LocalDateTime.ofEpochSecond(
                        instant.getEpochSecond() + offset * 60L, 0, ZoneOffset.UTC)
                    : LocalDateTime.ofInstant(instant, zone);
          };
      FeedRecord.ScreenSeen screen = showtime.screen();
      String title = titles.get(showtime.film());
      return new Shown(
          start,
          zone == null ? null : zone.getId(),
          title == null ? showtime.film() : title,
          cinema == null ? showtime.cinema() : cinema.name(),
          screen == null
              ? ""
              : screen.name() == null ? String.valueOf(screen.externalId()) : screen.name(),
          showtime.attributes().list().stream().map(Attribute::id).toList());
    }
  }
}
