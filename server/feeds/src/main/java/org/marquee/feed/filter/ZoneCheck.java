package org.marquee.feed.filter;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.marquee.feed.FeedHeader;
import org.marquee.feed.FeedRecord;
import org.marquee.feed.FeedRow;
import org.marquee.feed.FeedSink;
import org.marquee.feed.SinkFilter;
import org.marquee.feed.UnreadableFeed;
import org.marquee.feed.time.StartTime;
import org.marquee.feed.time.Zones;
import org.marquee.notice.Code;
import org.marquee.notice.Notice;

/// Compares the time zones of a feed's cinemas with their countries and positions, on their way to
/// the sink. Zones are compared by their clocks over a year, not by their names: neighbours share
/// them, and one zone has many names. [#finish] must be called once the feed is read.
public final class ZoneCheck extends SinkFilter {
  private static final int WEEKS = 53;

  /// Degrees around a position in which another zone may begin: the map is coarse at borders.
  private static final double[] AROUND = {0, -0.5, 0.5};

  /// Zones that the map does not have, most of them younger than it: only the country tells.
  private static final Set<String> NOT_ON_THE_MAP =
      Set.of(
          "America/Ciudad_Juarez",
          "America/Coyhaique",
          "America/Fort_Nelson",
          "America/Punta_Arenas",
          "Asia/Barnaul",
          "Asia/Qostanay",
          "Asia/Tomsk",
          "Australia/Lord_Howe",
          "Europe/Astrakhan",
          "Europe/Saratov",
          "Europe/Ulyanovsk");

  /// The only place with two clocks: its own, and that of the rest of the country.
  private static final ZoneId XINJIANG = ZoneId.of("Asia/Urumqi");

  /// More cinemas than the world has.
  private static final int MOST = 100_000;

  private final Map<ZoneId, List<Integer>> clocks = new HashMap<>();
  private final Map<String, Wrong> wrong = new LinkedHashMap<>();
  private final Set<String> checked = new HashSet<>();
  private Instant observedAt = Instant.EPOCH;

  public ZoneCheck(FeedSink sink) {
    super(sink);
  }

  /// @param place as it is told
  /// @param likely the zones of that place
  private record Wrong(long line, ZoneId zone, String place, Set<ZoneId> likely) {
    Notice notice(Code code, int times) {
      return new Notice(
          code,
          "line " + line,
          zone.getId(),
          "the cinema is " + place + ", where it is " + likely.iterator().next(),
          times);
    }
  }

  @Override
  public void header(FeedHeader header) throws UnreadableFeed {
    observedAt = header.observedAt();
    super.header(header);
  }

  @Override
  public void row(long line, FeedRow row) {
    if (row instanceof FeedRow.Valid(FeedRecord.Cinema cinema)
        && cinema.timeZone() != null
        && checked.size() < MOST) {
      look(line, cinema, ZoneId.of(cinema.timeZone()));
    }
    super.row(line, row);
  }

  private void look(long line, FeedRecord.Cinema cinema, ZoneId zone) {
    Double latitude = cinema.latitude();
    Double longitude = cinema.longitude();
    String country = cinema.countryCode();
    Set<ZoneId> here =
        latitude == null || longitude == null || NOT_ON_THE_MAP.contains(zone.getId())
            ? Set.of()
            : at(latitude, longitude);
    Set<ZoneId> inCountry = country == null ? Set.of() : Zones.ofCountry(country);
    if (here.isEmpty() && inCountry.isEmpty()) {
      return;
    }
    String id = cinema.externalId();
    checked.add(id);
    wrong.remove(id);
    if (differs(zone, here)) {
      wrong.put(id, new Wrong(line, zone, "at " + latitude + ", " + longitude, here));
    } else if (differs(zone, inCountry)) {
      wrong.put(id, new Wrong(line, zone, "in " + country, inCountry));
    }
  }

  /// The zones near a position; none of 0, 0, which stands for an unknown one.
  private static Set<ZoneId> at(double latitude, double longitude) {
    Set<ZoneId> zones = new LinkedHashSet<>();
    if (latitude != 0 || longitude != 0) {
      for (double north : AROUND) {
        for (double east : AROUND) {
          Zones.at(latitude + north, longitude + east).ifPresent(zones::add);
        }
      }
    }
    if (zones.contains(XINJIANG)) {
      zones.add(ZoneId.of("Asia/Shanghai"));
    }
    return zones;
  }

  private boolean differs(ZoneId zone, Collection<ZoneId> others) {
    List<Integer> clock = clock(zone);
    return !others.isEmpty() && others.stream().noneMatch(each -> clock(each).equals(clock));
  }

  private List<Integer> clock(ZoneId zone) {
    return clocks.computeIfAbsent(
        zone,
        _ ->
            IntStream.range(0, WEEKS)
                .map(week ->
                    StartTime.offsetMinutes(observedAt.plus(Duration.ofDays(7L * week)), zone))
                .boxed()
                .toList());
  }

  /// Reports the cinemas whose zones cannot be; once, where no other one can be checked.
  public void finish() {
    if (!wrong.isEmpty() && wrong.size() == checked.size()) {
      notice(wrong.values().iterator().next().notice(Code.TIME_ZONE_WRONG, wrong.size()));
    } else {
      wrong.values().forEach(each -> notice(each.notice(Code.TIME_ZONE_UNLIKELY, 1)));
    }
  }
}
