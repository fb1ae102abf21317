package org.marquee.feed.proposed;

import static java.util.stream.Collectors.joining;

import java.io.IOException;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.marquee.feed.FeedHeader;
import org.marquee.feed.FeedRecord;
import org.marquee.feed.FeedRow;
import org.marquee.feed.FeedSink;
import org.marquee.feed.FeedSource;
import org.marquee.feed.FeedStart;
import org.marquee.feed.StandIn;
import org.marquee.feed.StandIns;
import org.marquee.feed.UnreadableFeed;
import org.marquee.feed.filter.ZonesByPosition;
import org.marquee.feed.mapped.MappedReader;
import org.marquee.listing.Attribute;
import org.marquee.listing.Kind;

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
  static final FirstRecords NOTHING = new FirstRecords(List.of(), 0, 0, 0, 0, 0, Map.of());

  private static final int MOST_SHOWN = 8;
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("EEE d MMM uuuu HH:mm", Locale.ENGLISH);

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

    /// As a person reads it.
    public String line() {
      String number = screen.matches("\\d{1,3}") ? "screen " + screen : screen;
      String time = TIME.format(start) + (zone == null ? "" : " (" + zone + ")");
      return Stream.concat(Stream.of(time, title, cinema, number), attributes.stream())
          .filter(part -> !part.isEmpty())
          .collect(joining("  "));
    }
  }

  /// Reads a file by a mapping.
  ///
  /// @throws UnreadableFeed if the mapping is faulty, or the file not what it describes
  static FirstRecords of(String mapping, FeedSource source) throws IOException {
    FirstSink sink = new FirstSink();
    MappedReader.of("the mapping", mapping).read(source, new ZonesByPosition(sink));
    return sink.records();
  }

  private static final class FirstSink implements FeedSink {
    private final Map<String, FeedRecord.Cinema> cinemas = new HashMap<>();
    private final Map<String, @Nullable String> titles = new HashMap<>();
    private final List<FeedRecord.Showtime> first = new ArrayList<>();

    /// How many showings there are of a film in a cinema.
    private final Map<List<String>, Integer> counts = new HashMap<>();

    private final Map<String, Integer> reasons = new TreeMap<>();
    private StandIns standIns = StandIns.NONE;
    private int refused;
    private int leftOut;

    @Override
    public void header(FeedHeader header) throws UnreadableFeed {
      standIns = header.standIns();
    }

    @Override
    public void row(long line, FeedRow row) {
      switch (row) {
        case FeedRow.Valid(FeedRecord.Cinema cinema) -> cinemas.put(cinema.externalId(), cinema);
        case FeedRow.Valid(FeedRecord.Film film) -> titles.put(film.externalId(), film.title());
        case FeedRow.Valid(FeedRecord.Showtime showtime) -> {
          counts.merge(List.of(showtime.cinema(), showtime.film()), 1, Integer::sum);
          if (first.size() < MOST_SHOWN) {
            first.add(showtime);
          }
        }
        case FeedRow.Valid _ -> {}
        case FeedRow.RefusedLine refusal -> {
          refused++;
          reasons.merge("row refused: " + refusal.notice().detail(), 1, Integer::sum);
        }
        case FeedRow.LeftOut(Kind kind, _, _) -> leftOut += kind == Kind.SHOWTIME ? 1 : 0;
      }
    }

    FirstRecords records() {
      int published = 0;
      int all = 0;
      for (Map.Entry<List<String>, Integer> each : counts.entrySet()) {
        String why = whyNot(each.getKey().getFirst(), each.getKey().getLast());
        all += each.getValue();
        if (why.isEmpty()) {
          published += each.getValue();
        } else {
          reasons.merge(why, each.getValue(), Integer::sum);
        }
      }
      List<Shown> shown = first.stream().map(this::shown).toList();
      return new FirstRecords(shown, cinemas.size(), all, published, refused, leftOut, reasons);
    }

    /// What the cinema or the film lacks; empty where that is nothing.
    private String whyNot(String place, String film) {
      FeedRecord.Cinema cinema = cinemas.get(place);
      if (cinema == null) {
        return "cinema " + place + " is described nowhere";
      }
      String lacks =
          lack(", no country code", cinema.countryCode(), standIns.find(StandIn.COUNTRY))
              + lack(", no locality", cinema.locality(), standIns.find(StandIn.LOCALITY))
              + lack(", no postcode", cinema.postcode(), standIns.find(StandIn.POSTCODE))
              + lack(", no time zone", cinema.timeZone(), null);
      String untitled = lack("film " + film + " has no title", titles.get(film), null);
      return lacks.isEmpty() ? untitled : "cinema " + cinema.name() + " has" + lacks.substring(1);
    }

    private static String lack(String text, @Nullable String value, @Nullable String standIn) {
      return value == null && standIn == null ? text : "";
    }

    private Shown shown(FeedRecord.Showtime showtime) {
      FeedRecord.Cinema cinema = cinemas.get(showtime.cinema());
      String zone = cinema == null ? null : cinema.timeZone();
      LocalDateTime start =
          showtime.start() instanceof FeedStart.Exact exact && zone != null
              ? LocalDateTime.ofInstant(exact.instant(), ZoneId.of(zone))
              : TimeColumn.local(showtime.start());
      FeedRecord.ScreenSeen screen = showtime.screen();
      return new Shown(
          start,
          zone,
          Objects.requireNonNullElse(titles.get(showtime.film()), showtime.film()),
          cinema == null ? showtime.cinema() : cinema.name(),
          screen == null
              ? ""
              : String.valueOf(screen.name() == null ? screen.externalId() : screen.name()),
          showtime.attributes().list().stream().map(Attribute::id).toList());
    }
  }
}
