package org.marquee.place;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.Objects;
import java.util.function.IntConsumer;
import java.util.zip.GZIPInputStream;
import org.jspecify.annotations.Nullable;
import org.marquee.listing.GreatCircle;

/// The towns and villages of the world with a thousand people or more (docs/decisions/0005), by
/// number from south to north. Some megabytes, so it is read where it is needed first, and once.
public final class PlaceTable {
  private static final String NAME = "/place/places.txt.gz";

  /// Further away nothing is known.
  private static final double REACH_KM = 15;

  /// A town is as far as its middle, and no cinema is nearer to that than this.
  private static final double MIDDLE_KM = 0.3;

  private static final int MOST = 200_000;

  /// Thousandths of a degree, in ascending order.
  private int[] norths = new int[MOST];

  private int[] easts = new int[MOST];

  /// `WEIGHT COUNTRY NAME`, one for each of them.
  private byte[][] rest = new byte[MOST][];

  private PlaceTable() {
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
        int second = line.indexOf(' ', end + 1);
        north += Integer.parseInt(line, 0, end, 10);
        norths[size] = north;
        easts[size] = Integer.parseInt(line, end + 1, second, 10);
        rest[size++] = line.substring(second + 1).getBytes(UTF_8);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    norths = Arrays.copyOf(norths, size);
    easts = Arrays.copyOf(easts, size);
    rest = Arrays.copyOf(rest, size);
  }

  /// Reads it when it is needed first.
  private static final class Shared {
    private static final PlaceTable TABLE = new PlaceTable();
  }

  /// The table.
  public static PlaceTable shared() {
    return Shared.TABLE;
  }

  /// A populated place.
  public record Town(String countryCode, String locality) {}

  /// The place that a position belongs to, most likely: large ones reach further than small ones.
  /// Null where there is none within 15 km.
  ///
  /// @param country where it must be; null: anywhere
  public @Nullable Town at(double latitude, double longitude, @Nullable String country) {
    @Nullable Town[] best = {null};
    double[] least = {Double.MAX_VALUE};
    eachWithin(
        REACH_KM,
        latitude,
        longitude,
        number -> {
          int weight = Integer.parseInt(new String(rest[number], UTF_8).split(" ", 2)[0]);
          double score = (kilometres(number, latitude, longitude) + MIDDLE_KM) / weight;
          Town town = town(number);
          if (score < least[0] && (country == null || country.equals(town.countryCode()))) {
            least[0] = score;
            best[0] = town;
          }
        });
    return best[0];
  }

  /// Tells the numbers of the places within a distance of a position.
  void eachWithin(double reachKm, double latitude, double longitude, IntConsumer taker) {
    double reach = GreatCircle.degreesNorth(reachKm) * 1000;
    double parallel = Math.min(89.9, Math.abs(latitude) + reach / 1000);
    double width = reach / Math.cos(Math.toRadians(parallel));
    for (int at = firstFrom((int) Math.floor(latitude * 1000 - reach));
        at < norths.length && norths[at] <= latitude * 1000 + reach;
        at++) {
      // A great circle takes longer than all the rest.
      double east = Math.abs(easts[at] - longitude * 1000);
      if (Math.min(east, 360_000 - east) <= width
          && kilometres(at, latitude, longitude) <= reachKm) {
        taker.accept(at);
      }
    }
  }

  /// The number of the first place that is not south of a latitude.
  private int firstFrom(int north) {
    int found = Arrays.binarySearch(norths, north);
    int at = found < 0 ? -found - 1 : found;
    while (at > 0 && norths[at - 1] == north) {
      at--;
    }
    return at;
  }

  private double kilometres(int number, double latitude, double longitude) {
    return GreatCircle.kilometres(latitude, longitude, latitude(number), longitude(number));
  }

  /// How many there are.
  public int size() {
    return norths.length;
  }

  /// The place with a number.
  public Town town(int number) {
    String[] parts = new String(rest[number], UTF_8).split(" ", 3);
    return new Town(parts[1], parts[2]);
  }

  /// Where its middle is, in degrees north.
  public double latitude(int number) {
    return norths[number] / 1000.0;
  }

  /// Where its middle is, in degrees east.
  public double longitude(int number) {
    return easts[number] / 1000.0;
  }
}
