package org.marquee.feed.time;

import com.moodysalem.TimezoneMapper;
import java.time.ZoneId;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.marquee.files.ProgramFile;

/// Finds the time zone that a name or a position means.
public final class Zones {
  private static final Set<String> IANA = ZoneId.getAvailableZoneIds();
  private static final Map<String, String> WINDOWS = table("/feed/windows-zones.txt");
  private static final Map<String, String> COUNTRIES = table("/feed/country-zones.txt");

  private Zones() {}

  /// The zone called `name` in the IANA database, or by Windows; names of fixed offsets, such as
  /// `+01:00`, and abbreviations, such as `EST`, which are several zones', are none.
  public static Optional<ZoneId> named(String name) {
    String stripped = name.strip();
    if (IANA.contains(stripped) && (stripped.contains("/") || stripped.equals("UTC"))) {
      return Optional.of(ZoneId.of(stripped));
    }
    return Optional.ofNullable(WINDOWS.get(stripped.toLowerCase(Locale.ROOT))).map(ZoneId::of);
  }

  /// The zone of a place, by a map that is coarse at borders and of 2017: for cinemas of which it
  /// is not stated. At sea it is that of some coast; empty where the zone has no name here.
  public static Optional<ZoneId> at(double latitude, double longitude) {
    @Nullable String name = TimezoneMapper.tzNameAt(latitude, longitude);
    return name != null && IANA.contains(name) ? Optional.of(ZoneId.of(name)) : Optional.empty();
  }

  /// The zones of a country and of its territories, by its code of ISO 3166-1; none of an unknown
  /// one.
  public static Set<ZoneId> ofCountry(String code) {
    Set<ZoneId> zones = new LinkedHashSet<>();
    for (String name : COUNTRIES.getOrDefault(code.toLowerCase(Locale.ROOT), "").split(" ", -1)) {
      if (IANA.contains(name)) {
        zones.add(ZoneId.of(name));
      }
    }
    return zones;
  }

  /// A file of lines `name=value`, by the names in lower case.
  private static Map<String, String> table(String file) {
    Map<String, String> table = new HashMap<>();
    ProgramFile.text(Zones.class, file)
        .lines()
        .filter(line -> !line.startsWith("#"))
        .forEach(line -> {
          int equals = line.indexOf('=');
          table.put(line.substring(0, equals).toLowerCase(Locale.ROOT), line.substring(equals + 1));
        });
    return Map.copyOf(table);
  }
}
