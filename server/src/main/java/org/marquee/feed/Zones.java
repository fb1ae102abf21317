package org.marquee.feed;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.moodysalem.TimezoneMapper;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.time.ZoneId;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Finds the time zone that a name or a position means.
public final class Zones {
  private static final String NAME = "/feed/windows-zones.txt";
  private static final Set<String> IANA = ZoneId.getAvailableZoneIds();
  private static final Map<String, String> WINDOWS = windows();

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

  private static Map<String, String> windows() {
    Map<String, String> zones = new HashMap<>();
    try (InputStream in = Zones.class.getResourceAsStream(NAME)) {
      if (in == null) {
        throw new IllegalStateException(NAME + " is missing");
      }
      new BufferedReader(new InputStreamReader(in, UTF_8))
          .lines()
          .filter(line -> !line.startsWith("#"))
          .forEach(line -> {
            int equals = line.indexOf('=');
            zones.put(
                line.substring(0, equals).toLowerCase(Locale.ROOT), line.substring(equals + 1));
          });
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return Map.copyOf(zones);
  }
}
