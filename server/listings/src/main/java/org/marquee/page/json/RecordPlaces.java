package org.marquee.page.json;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.marquee.listing.Kind;
import org.marquee.listing.Showtime;
import org.marquee.page.OutputBuffer;

/// Where in a buffer the showtimes of a page lie, which their details are read from. Notes nothing
/// where no details are wanted. For one thread.
public final class RecordPlaces {
  private final OutputBuffer out;
  private int[] ends = {};
  private int count;

  public RecordPlaces(OutputBuffer out) {
    this.out = out;
  }

  /// Notes that a showtime begins here, or that it ends here.
  public void note() {
    if (out.takesDetails()) {
      if (count == ends.length) {
        ends = Arrays.copyOf(ends, Math.max(32, 2 * count));
      }
      ends[count++] = out.length();
    }
  }

  /// Writes the details of a showtime.
  ///
  /// @param at its number, counted from 0
  /// @param given and `runs`: as of [WrittenDetails#print]
  public void print(int at, WrittenDetails details, int given, int runs) {
    details.print(ends[2 * at], ends[2 * at + 1], given, runs, out);
  }

  /// Writes the details of a showtime that was read.
  ///
  /// @param runs the running time of its film in minutes; null where it is not known
  public void print(int at, Showtime showtime, @Nullable Integer runs) {
    WrittenDetails details = WrittenDetails.of(Kind.SHOWTIME, showtime);
    print(at, details, details.minutes(), runs == null ? 0 : runs);
  }
}
