package org.marquee.snapshot.record;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.marquee.files.checkpoint.CheckpointSink;
import org.marquee.files.checkpoint.CheckpointSource;
import org.marquee.files.checkpoint.UnusableCheckpoint;
import org.marquee.listing.Kind;
import org.marquee.listing.Showtime;
import org.marquee.page.json.WrittenDetails;

/// The details that showtimes have in common, by number: most showtimes share a few hundred. What
/// no showtime has any more is dropped. Immutable; [Draft] makes the next ones.
///
/// A showtime notes the number in the upper bits of an `int`, and in the lower ones the minutes to
/// the end that its source gives, which would make many details of one.
///
/// @param byNumber null where a number is free
/// @param uses how many showtimes have each
@SuppressWarnings("ArrayRecordComponent") // never compared
public record SharedDetails(@Nullable WrittenDetails[] byNumber, int[] uses) {
  /// How many there may be: some 20 MB. Showtimes for whose details there is no room have none.
  public static final int MOST = 1 << 16;

  /// The number of no details.
  private static final int NONE = 0;

  /// The number that stands for details for which there was no room.
  private static final int LEFT_OUT = 1;

  private static final int FIRST = 2;
  private static final int MINUTE_BITS = 11;
  private static final int MINUTES = (1 << MINUTE_BITS) - 1;

  static final SharedDetails EMPTY =
      new SharedDetails(
          new WrittenDetails[] {WrittenDetails.NONE, WrittenDetails.NONE}, new int[FIRST]);

  /// The details of what a showtime notes.
  public WrittenDetails of(int note) {
    WrittenDetails details = byNumber[note >>> MINUTE_BITS];
    if (details == null) {
      throw new IllegalStateException("details that were dropped");
    }
    return details;
  }

  /// The minutes to the end that a source gives; 0 for none.
  public static int minutes(int note) {
    return note & MINUTES;
  }

  /// How many different ones showtimes have.
  public int count() {
    return (int) Arrays.stream(byNumber).skip(FIRST).filter(Objects::nonNull).count();
  }

  /// How many showtimes lack theirs, since there was no room.
  public int leftOut() {
    return uses[LEFT_OUT];
  }

  void write(CheckpointSink sink) throws IOException {
    sink.integers(uses);
    sink.each(
        Arrays.asList(byNumber),
        details -> {
          sink.flag(details != null);
          if (details != null) {
            sink.bytes(details.status());
            sink.bytes(details.others());
          }
        });
  }

  static SharedDetails read(CheckpointSource source) throws IOException, UnusableCheckpoint {
    int[] uses = source.integers();
    int count = source.integer();
    @Nullable WrittenDetails[] byNumber = new WrittenDetails[count];
    for (int number = 0; number < count; number++) {
      byNumber[number] =
          source.flag() ? new WrittenDetails(source.bytes(), source.bytes(), 0) : null;
    }
    return new SharedDetails(byNumber, uses);
  }

  /// The next ones. For one thread.
  static final class Draft {
    /// What was read lately, as it is stored; cleared when there are more.
    private static final int MOST_KNOWN = 1 << 16;

    private final int most;
    private final List<@Nullable WrittenDetails> all;
    private int[] uses;
    private int free = FIRST;

    /// By what is written. Filled when the first is asked for.
    private final Map<String, Integer> numbers = new HashMap<>();

    private final Map<Source, Integer> known = new HashMap<>();

    private record Source(@Nullable String document, String provider) {}

    Draft(SharedDetails last, int most) {
      this.most = most;
      all = new ArrayList<@Nullable WrittenDetails>(Arrays.asList(last.byNumber));
      uses = last.uses.clone();
    }

    /// What a showtime notes of its details, which it uses from now on.
    int note(Showtime showtime) {
      int note = NONE;
      if (showtime.details() != null) {
        Source source = new Source(showtime.details(), showtime.provenance().provider());
        Integer before = known.get(source);
        note = before == null ? read(source, showtime) : before;
      }
      uses[note >>> MINUTE_BITS]++;
      return note;
    }

    private int read(Source source, Showtime showtime) {
      WrittenDetails details = WrittenDetails.of(Kind.SHOWTIME, showtime);
      int number = number(details);
      int note = number << MINUTE_BITS | (number == LEFT_OUT ? 0 : details.minutes() & MINUTES);
      if (known.size() == MOST_KNOWN) {
        known.clear();
      }
      known.put(source, note);
      return note;
    }

    private int number(WrittenDetails details) {
      if (numbers.isEmpty()) {
        for (int number = 0; number < all.size(); number++) {
          WrittenDetails each = all.get(number);
          if (each != null) {
            numbers.putIfAbsent(key(each), number);
          }
        }
      }
      return numbers.computeIfAbsent(key(details), _ -> add(details));
    }

    private static String key(WrittenDetails details) {
      return new String(details.status(), ISO_8859_1)
          + '\0'
          + new String(details.others(), ISO_8859_1);
    }

    private int add(WrittenDetails details) {
      while (free < all.size() && all.get(free) != null) {
        free++;
      }
      if (free >= most) {
        return LEFT_OUT;
      }
      WrittenDetails shared = new WrittenDetails(details.status(), details.others(), 0);
      if (free < all.size()) {
        all.set(free, shared);
      } else {
        all.add(shared);
      }
      if (free >= uses.length) {
        uses = Arrays.copyOf(uses, 2 * free);
      }
      return free;
    }

    /// Notes that a showtime is no longer there.
    void drop(int note) {
      uses[note >>> MINUTE_BITS]--;
    }

    /// The details that are used; to be called last.
    SharedDetails finish() {
      @Nullable WrittenDetails[] used = all.toArray(WrittenDetails[]::new);
      for (int number = FIRST; number < used.length; number++) {
        if (uses[number] == 0) {
          used[number] = null;
        }
      }
      return new SharedDetails(used, uses);
    }
  }
}
