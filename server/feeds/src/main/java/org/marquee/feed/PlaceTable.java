package org.marquee.feed;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.Objects;
import java.util.zip.GZIPInputStream;
import org.jspecify.annotations.Nullable;
import org.marquee.listing.GreatCircle;

/// The towns and villages of the world with a thousand people or more (docs/decisions/0005). Some
/// megabytes, so it is made for one feed, and only where a cinema needs it.
public final class PlaceTable {
  private static final String NAME = "/feed/places.txt.gz";

  /// Further away nothing is known.
  private static final double REACH_KM = 15;

  /// A town is as far as its middle, and no cinema is nearer to that than this.
  private static final double MIDDLE_KM = 0.3;

  private static final int MOST = 200_000;

  /// Thousandths of a degree, in ascending order.
  private int[] norths = new int[MOST];

  /// `EAST WEIGHT COUNTRY NAME`, one for each of them.
  private byte[][] rest = new byte[MOST][];

  public PlaceTable() {
    int size = 0;
    try (BufferedReader lines =
        new BufferedReader(
            new InputStreamReader(
                new GZIPInputStream(
                    Objects.requireNonNull(PlaceTable.class.getResourceAsStream(NAME))),
                UTF_8))) {
      int north = 0;
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        int end = line.indexOf(' ');
        north += Integer.parseInt(line, 0, end, 10);
        norths[size] = north;
        rest[size++] = line.substring(end + 1).getBytes(UTF_8);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    norths = Arrays.copyOf(norths, size);
    rest = Arrays.copyOf(rest, size);
  }

  /// A populated place.
  public record Town(String countryCode, String locality) {}

  /// The place that a position belongs to, most likely: large ones reach further than small ones.
  /// Null where there is none within 15 km.
  ///
  /// @param country where it must be; null: anywhere
  public @Nullable Town at(double latitude, double longitude, @Nullable String country) {
    double reach = GreatCircle.degreesNorth(REACH_KM) * 1000;
    int from = Arrays.binarySearch(norths, (int) Math.floor(latitude * 1000 - reach));
    int at = from < 0 ? -from - 1 : from;
    while (at > 0 && norths[at - 1] == norths[Math.min(at, norths.length - 1)]) {
      at--;
    }
    @Nullable Town best = null;
    double least = Double.MAX_VALUE;
    for (; at < norths.length && norths[at] <= latitude * 1000 + reach; at++) {
      String[] parts = new String(rest[at], UTF_8).split(" ", 4);
      double distance =
          GreatCircle.kilometres(
              latitude, longitude, norths[at] / 1000.0, Integer.parseInt(parts[0]) / 1000.0);
      double score = (distance + MIDDLE_KM) / Integer.parseInt(parts[1]);
      if (distance <= REACH_KM && score < least && (country == null || country.equals(parts[2]))) {
        least = score;
        best = new Town(parts[2], parts[3]);
      }
    }
    return best;
  }
}
